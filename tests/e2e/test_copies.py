"""A person compares a copy with the live page in a real browser, approves it, and undoes the approval."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.test_main_job import Journey, journey, told

__all__ = ["journey", "told"]


def test_a_person_approves_a_copy_onto_the_live_page_and_takes_it_back(journey: Journey) -> None:
    page = journey.page
    agent = journey.agent_with("chat")
    agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    receipt = agent.call("apply_plan")
    assert receipt["success"] is True
    assert journey.heading_of("/about/") == "About"

    page.goto(receipt["steps"][0]["links"][0])
    expect(page.get_by_role("heading", name="Draft copy of About")).to_be_visible()
    journey.looked_at("preview")

    page.goto(journey.told["sign_in_url"])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Copies").click()
    journey.looked_at("copies")
    page.get_by_role("link", name="About").click()
    if not journey.scripts:
        page.get_by_role("button", name=re.compile("^Compare")).first.click()
    expect(page.get_by_text("Our story")).to_be_visible()
    journey.looked_at("copy")
    page.get_by_role("button", name="Approve onto the live page").click()
    expect(page.get_by_text("Approved").first).to_be_visible()
    journey.looked_at("copy-approved")
    assert journey.heading_of("/about/") == "Our story"

    page.get_by_text("Restore the live page").first.click()
    page.get_by_role("button", name="Yes, restore the live page").click()
    expect(page.get_by_text("Restored").first).to_be_visible()
    assert journey.heading_of("/about/") == "About"


def test_a_person_publishes_a_new_page_and_makes_it_a_draft_again(journey: Journey) -> None:
    page = journey.page
    agent = journey.agent_with("chat")
    agent.call("begin_session", mode="plan")
    words = "<!-- wp:paragraph -->\n<p>The harbour at six in the morning.</p>\n<!-- /wp:paragraph -->"
    agent.call("create_page", title="Our harbour", content=words, status="publish", slug="services")
    receipt = agent.call("apply_plan")
    assert receipt["success"] is True

    page.goto(receipt["steps"][0]["links"][0])
    expect(page.get_by_role("heading", name="New draft Our harbour")).to_be_visible()
    journey.looked_at("preview-new")

    page.goto(journey.told["sign_in_url"])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Copies").click()
    expect(page.get_by_text("New page")).to_be_visible()
    page.get_by_role("link", name="Our harbour").click()
    if not journey.scripts:
        page.get_by_role("button", name="Read the draft").click()
    expect(page.get_by_text("so WordPress will make it services-2.")).to_be_visible()
    journey.looked_at("new-draft")
    page.get_by_role("button", name="Publish this page").click()
    expect(page.get_by_text("Published").first).to_be_visible()
    expect(page.get_by_role("link", name="/services-2/")).to_be_visible()
    journey.looked_at("new-draft-published")
    assert journey.heading_of("/services-2/") == "Our harbour"

    page.get_by_text("Restore the draft").first.click()
    page.get_by_role("button", name="Yes, restore the draft").click()
    expect(page.get_by_text("Visitors do not see this")).to_be_visible()
    assert "six in the morning" not in journey.site_shows("/services-2/")
