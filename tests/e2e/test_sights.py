"""A step breaks the public pages; that is noticed in a real browser, its undo is offered there, and works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import undoing
from tests.e2e.test_main_job import DESK, PHONE, Journey
from webapp.agent_part import Agent

Told = dict[str, Any]
BROKEN = "There has been a critical error on this website."


@pytest.fixture(params=[(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"])
def journey(browser: Browser, session: Any, told: Told, request: pytest.FixtureRequest) -> Iterator[Journey]:
    size, scripts = request.param
    scheme = "light" if scripts else "dark"
    context = browser.new_context(
        viewport=size, java_script_enabled=scripts, storage_state=session, color_scheme=scheme
    )
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(page, Agent(told["mcp_url"], told["keys"]["browser"]), told, name, scripts)
    context.close()
    assert complaints == []


def test_a_step_that_breaks_the_public_page_is_noticed_and_its_undo_mends_it(journey: Journey) -> None:
    page = journey.page
    whole = journey.site_shows("/")
    journey.agent.call("begin_session", mode="plan", title="A gallery in the tagline")
    journey.agent.call("update_option", option="description", value="See our work: [broken-gallery]")
    page.goto(journey.agent.call("apply_plan")["review"]["url"])
    page.get_by_role("link", name="Read and decide step 1").click()
    page.get_by_role("button", name="Accept step 1").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted")
    page.get_by_role("button", name="Apply 1 step, it changes the live site").click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))

    broken = page.get_by_role("heading", name="1 public page is broken for visitors")
    _see(page, broken)
    journey.looked_at("receipt-broken")
    assert journey.site_shows("/") == BROKEN
    page.get_by_role("button", name="Look at the pages again").click()
    expect(broken).to_be_visible()

    page.get_by_role("button", name="Undo this run").click()
    expect(page).to_have_url(re.compile(r"/undos/undo_"))
    undoing.look(page, scripts=journey.scripts)
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="Restored exactly.")).to_be_visible()
    _see(page, page.get_by_text("1 public page answers visitors again"))
    journey.looked_at("undone-and-mended")
    assert journey.site_shows("/") == whole

    page.get_by_role("link", name="a whole run").click()
    expect(page.get_by_text("It was undone since")).to_be_visible()
    expect(page.get_by_role("button", name="Undo this run")).to_have_count(0)
    journey.looked_at("receipt-of-what-was-broken")
    journey.agent.call("end_session")


def _see(page: Page, wanted: Locator) -> None:
    """Look again until it is there: by itself with scripts, by the page's own links without."""
    for _look in range(120):
        page.wait_for_load_state()
        if wanted.count():
            return
        page.wait_for_timeout(250)
        again = page.get_by_role("link", name=re.compile("See how far it is now|See whether they were looked at"))
        if again.count() and again.is_visible():
            again.click()
    raise AssertionError(page.locator("main").inner_text())
