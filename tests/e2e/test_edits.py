"""Edit, then accept: a person puts their own words into a step, sees what is wrong with them and what they do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.test_main_job import DESK, PHONE, Journey
from webapp.agent_part import Agent


@pytest.fixture(params=[(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"])
def journey(
    browser: Browser, session: Any, told: dict[str, Any], request: pytest.FixtureRequest
) -> Iterator[Journey]:
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts, storage_state=session)
    page = context.new_page()
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(page, Agent(told["mcp_url"], told["keys"]["browser"]), told, name, scripts)
    context.close()


def test_a_person_edits_a_step_accepts_it_and_puts_the_agents_words_back_in_another(journey: Journey) -> None:
    page, agent = journey.page, journey.agent
    agent.call("begin_session", mode="plan", title=f"New words, {journey.name}")
    first = agent.call("create_page", title="Our story", slug="our-story", excerpt="How it began.")
    second = agent.call("create_page", title="Our team")

    page.goto(f"{journey.told['url']}/steps/{first['step_id']}")
    page.get_by_text("Edit this step", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value("Our story")
    journey.looked_at("edit-open")

    page.get_by_label("Title").fill(" ")
    page.get_by_label("Excerpt").fill("How it all began.")
    page.get_by_role("button", name="Save and decide later").click()
    expect(page.get_by_role("link", name="Title: Something has to stand here.")).to_be_visible()
    expect(page.get_by_label("Excerpt")).to_have_value("How it all began.")
    journey.looked_at("edit-wrong")

    page.get_by_label("Title").fill("Who we are")
    page.get_by_role("button", name="Save and accept").click()
    expect(page).to_have_url(re.compile(r"/plans/sess_"))
    expect(page.get_by_text(f"Saved and accepted: step {first['position']}.")).to_be_visible()
    expect(page.locator(f"#step-{first['step_id']}")).to_contain_text("Edited by")
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted, 1 to look at")
    journey.looked_at("plan-edited")

    page.goto(f"{journey.told['url']}/steps/{second['step_id']}")
    page.get_by_text("Edit this step", exact=True).click()
    page.get_by_label("Title").fill("The team")
    page.get_by_role("button", name="Save and decide later").click()
    expect(page.get_by_text("Saved. This is what the step does now; it waits for your yes.")).to_be_visible()
    expect(page.get_by_text("The agent wrote:")).to_be_visible()
    journey.looked_at("edit-saved")
    page.get_by_role("button", name="Put back what the agent wrote").click()
    expect(page.get_by_text("The agent wrote:")).to_have_count(0)
    expect(page.get_by_role("heading", name="Create the page Our team")).to_be_visible()

    told = agent.call("get_plan")["review"]["edited_by_person"]
    assert [(one["position"], one["arguments"]) for one in told] == [
        (first["position"], {"excerpt": "How it all began.", "title": "Who we are"})
    ]
    agent.call("discard_plan")
