"""The history and the log of what happened in a real browser: found again, kept to less, read on, and taken along."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import photos
from tests.e2e.axe import wrong_in
from webapp.agent_part import Agent

WAYS = [
    pytest.param(1280, True, "light", id="1280-with-javascript"),
    pytest.param(360, False, "dark", id="360-without-javascript"),
]
# One more than a page of the history holds, with the run.
ENDED = 30


@pytest.fixture(scope="module")
def past(told: dict[str, Any]) -> None:
    """A run, and so many plans that ended before it."""
    agent = Agent(told["mcp_url"], told["keys"]["chat"])
    for number in range(ENDED):
        agent.call("begin_session", mode="plan", title=f"Tagline {number}")
        agent.call("update_option", option="description", value=f"Tagline {number}")
        agent.call("end_session")
    agent.call("begin_session", mode="plan", title="A calmer tagline", note="You asked for it.")
    agent.call("update_option", option="description", value="Calm")
    assert agent.call("apply_plan")["applied"] == 1


def taken(page: Page, button: str) -> str:
    """Press a button that sends a file, and return what is in it."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    assert waiting.value.suggested_filename.startswith("sayso-log.")
    return Path(waiting.value.path()).read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "scripts", "scheme"), WAYS)
@pytest.mark.usefixtures("past")
def test_a_person_finds_what_ran_again_reads_what_happened_and_takes_it_along(
    told: dict[str, Any], browser: Browser, session: Any, width: int, scripts: bool, scheme: Any
) -> None:
    context = browser.new_context(
        storage_state=session,
        base_url=told["url"],
        viewport={"width": width, "height": 760},
        java_script_enabled=scripts,
        color_scheme=scheme,
    )
    page, wrong = context.new_page(), {}

    def look(screen: str) -> None:
        photos.keep(page, f"{screen}-{width}{'' if scripts else '-plain'}", full_page=True)
        wrong[screen] = wrong_in(page, scripts=scripts)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0 or not scripts

    page.goto("/plans")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="History").click()
    expect(page.locator("li.row")).to_have_count(30)
    expect(page.locator("li.row").first).to_contain_text("The step went through")
    look("history")
    page.get_by_role("link", name="Older").click()
    expect(page.locator("li.row")).to_have_count(1)
    page.get_by_role("link", name="Newest").click()

    page.get_by_text("Narrow it down").click()
    page.get_by_label("What became of it").select_option("Everything went through")
    page.get_by_label("Words in a plan and its steps").fill("calmer")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("li.row")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/history\?words=calmer&key=&outcome=through&person=&from=&to=$"))
    look("history-found")
    page.get_by_role("link", name="A calmer tagline").click()
    expect(page).to_have_url(re.compile(r"/runs/run_\w+$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/history?words=nowhere")
    look("history-empty")

    page.get_by_role("link", name="Show everything").first.click()
    page.get_by_role("link", name="the log of what happened").click()
    expect(page.locator("li.row")).to_have_count(50)
    page.get_by_text("Narrow it down").click()
    page.get_by_label("What it is about").select_option("Runs")
    page.get_by_role("button", name="Show these").click()
    expect(page.locator("li.row")).to_have_count(2)
    expect(page.locator("li.row").first).to_contain_text("by Sayso's worker")
    page.get_by_text("Download what you chose").click()
    look("log")
    table = taken(page, "For spreadsheets (CSV)")
    assert table.count("\n") == 3
    assert '"run.finished"' in table
    lines = [json.loads(line) for line in taken(page, "For programs (JSON Lines)").splitlines()]
    assert [(line["what"], line["door"]) for line in lines] == [("run.finished", "worker"), ("run.asked", "mcp")]
    page.goto("/events?about=log")
    expect(page.locator("li.row").first).to_contain_text("downloaded the log")
    # A file is no page, so this one is no answer whose news would be read out.
    expect(page.get_by_role("heading", level=1)).not_to_be_focused()
    context.close()
    assert {screen: found for screen, found in wrong.items() if found} == {}
