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
