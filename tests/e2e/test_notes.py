"""Sending back in a real browser: a note and a label go to the agent, what it plans again shows how it differs, what
others accepted stays, an open question holds Apply back, and a yes takes words along into the receipt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import photos
from tests.e2e.axe import wrong_in
from webapp.agent_part import Agent

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
WAYS = [
    pytest.param((DESK, True), id="1280-with-javascript"),
    pytest.param((PHONE, False), id="360-without-javascript"),
]


@pytest.fixture(params=WAYS)
def page(browser: Browser, session: Any, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The owner's browser, in which nothing is complained of."""
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts, storage_state=session)
    one = context.new_page()
    complaints: list[str] = []
    one.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield one
    context.close()
    # That a form was refused is an error to the browser.
    assert [said for said in complaints if "status of 422" not in said] == []


@pytest.fixture
def agent(told: dict[str, Any]) -> Iterator[Agent]:
    one = Agent(told["mcp_url"], told["keys"]["browser"])
    yield one
    one.call("discard_plan")
    one.call("end_session")


def looked_at(page: Page, name: str, way: str) -> None:
    """Keep a picture of the page, and find nothing that bars anybody from using it."""
    photos.keep(page, f"notes-{name}-{way}", full_page=True, caret="initial")
    wide = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    assert wide <= 0, f"{name} is {wide} px wider than the screen"
    assert wrong_in(page, scripts=not way.endswith("plain")) == []


def test_a_step_is_sent_back_with_a_note_and_the_revised_one_is_accepted_with_another(
    page: Page, agent: Agent, request: pytest.FixtureRequest
) -> None:
    size, scripts = request.node.callspec.params["page"]
    way = f"{size['width']}{'' if scripts else '-plain'}"
    url = agent.call("begin_session", mode="plan", title="Two titles")["review"]["url"]
    first = agent.call("update_page", id=42, excerpt=f"Our long story, told at length ({way})")["step_id"]
    agent.call("update_page", id=44, excerpt=f"What we do ({way})")

    page.goto(url)
    page.get_by_role("button", name="Accept step 2").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted")
    page.get_by_text("Ask for a change to step 1").click()
    page.locator(f"#step-{first}").get_by_label("Shorter").check()
    page.locator(f"#step-{first}").get_by_label("What should be different?").fill("Three words are enough.")
    looked_at(page, "send-back", way)
    page.get_by_role("button", name="Send back step 1").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted, 1 sent back")
    expect(page.locator(f"#step-{first}")).to_contain_text("Shorter; Three words are enough.")

    note = agent.call("list_pages")["review"]["notes"][0]
    assert (note["text"], note["labels"], note["step_id"]) == ("Three words are enough.", ["Shorter"], first)
    revised = agent.call("update_page", id=42, excerpt=f"Our story ({way})", _respira_revises=first)
    assert revised["review"]["answers"] == note["note_id"]

    page.goto(url)
    expect(page.locator(f"#step-{revised['step_id']}")).to_contain_text("Revised: it answers a note.")
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted, 1 to look at")
    _ask_and_settle(page, way)
    looked_at(page, "plan", way)

    page.goto(f"{url.split('/plans/')[0]}/steps/{revised['step_id']}")
    difference = page.locator("#revised")
    expect(difference).to_contain_text("Different from step 1")
    expect(difference).to_contain_text("Three words are enough.")
    expect(difference.locator("del").last).to_contain_text("told at length")
    looked_at(page, "revised", way)
    page.get_by_text("Say something about step 3").click()
    page.get_by_role("radio", name="Accept it, and say something").check()
    page.get_by_label("Your words").fill("That is it, thank you.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("main")).to_contain_text("Accepted")

    page.goto(url)
    page.get_by_role("button", name=re.compile("^Apply 2 steps")).click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))
    receipt = _receipt(agent, page)
    said = [note for note in receipt["review"]["notes"] if note["verdict"] == "accept"]
    assert [(note["note"], note["by"]) for note in said] == [("That is it, thank you.", "Olive Owner")]


def _ask_and_settle(page: Page, way: str) -> None:
    """Ask something about the whole plan, find that it holds Apply back, and settle it."""
    page.get_by_text("Say something about the whole plan").click()
    page.get_by_role("radio", name="A question").check()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#talk")).to_contain_text("Say something, or tick what fits.")
    looked_at(page, "nothing-said", way)
    page.get_by_label("Your words").fill("Is that all for this week?")
    page.get_by_role("button", name="Send", exact=True).click()
    bar = page.locator("#decision-bar")
    expect(bar).to_contain_text("A question is open, about the plan.")
    expect(bar.get_by_role("button", name=re.compile("^Apply"))).to_have_count(0)
    looked_at(page, "open-question", way)
    page.get_by_role("button", name=re.compile("^Settled")).click()
    expect(bar).not_to_contain_text("A question is open")
    expect(bar.get_by_role("button", name=re.compile("^Apply 1 step"))).to_have_count(1)


def _receipt(agent: Agent, page: Page) -> dict[str, Any]:
    """Return the receipt of the run that the browser shows, once it has ended."""
    for _look in range(120):
        last = agent.call("get_plan").get("last_receipt")
        if last is not None and last["applied"] == 2:
            return dict(last)
        page.wait_for_timeout(250)
    raise AssertionError(agent.call("get_plan"))
