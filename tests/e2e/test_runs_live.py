"""A run in a real browser: watched, stopped after a step, left and come back to, gone on with, and settled."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.demo_running import demo
from tests.e2e.test_main_job import DESK, PHONE, Journey
from tests.sample import sample_site
from webapp.agent_part import Agent
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, AnswerInstead, GoDown, HoldUp, Rule

Told = dict[str, Any]
BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Could not insert post.","data":{"status":500}}')
TITLES = ("One", "Two", "Three", "Four", "Five")


@pytest.fixture(scope="module")
def wordpress() -> Iterator[SampleSite]:
    """A site that the test can tell to misbehave."""
    with sample_site() as site:
        yield site


@pytest.fixture(scope="module")
def told(wordpress: SampleSite) -> Iterator[Told]:
    login = "--user", wordpress.username, "--app-password", wordpress.app_password
    with demo("--empty", "--wordpress", wordpress.url, *login) as told:
        yield told


@pytest.fixture(params=[(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"])
def journey(browser: Browser, session: Any, told: Told, request: pytest.FixtureRequest) -> Iterator[Journey]:
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts, storage_state=session)
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(context.new_page(), Agent(told["mcp_url"], told["keys"]["browser"]), told, name, scripts)
    context.close()


def next_write(wordpress: SampleSite, rule: Rule, *, skip: int = 0) -> None:
    wordpress.misbehave(rule, method="POST", path="/wp/v2/pages", times=1, skip=skip)


def two_minutes_later(told: Told) -> None:
    """Let what was kept before writes have been kept two minutes earlier, so that nothing is on its way any more."""
    earlier = "strftime('%Y-%m-%d %H:%M:%f000', taken_at, '-2 minutes')"
    with closing(sqlite3.connect(Path(told["written"]).with_name("sayso.db"), timeout=30)) as rows, rows:
        rows.execute(f"UPDATE snapshots SET taken_at = {earlier}")


def test_a_run_is_watched_stopped_gone_on_with_and_settled(journey: Journey, wordpress: SampleSite) -> None:
    """C18.1, C56.1: the browser is closed while a step runs, and what it does is on record."""
    page, agent = journey.page, journey.agent
    begun = agent.call("begin_session", mode="plan", title="Five pages")
    for words in TITLES:
        agent.call("create_page", title=f"{words} {journey.name}")
    page.goto(f"{journey.told['url']}/plans/{begun['session_id']}?order=plan")
    page.get_by_role("button", name="Accept 5 steps").click()
    expect(page.locator("#decision-bar")).to_contain_text("5 accepted")
    expect(page.get_by_label("Go on with the other steps when one fails")).not_to_be_checked()
    journey.looked_at("plan-to-apply")

    held = HoldUp()
    next_write(wordpress, held)
    page.get_by_role("button", name="Apply 5 steps").click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))
    held.wait_for_it()
    run = page.url
    if journey.scripts:
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    _look_until(page, "What stands there is kept. Now it is being written.")
    first = page.get_by_role("list", name="How far step 1 is")
    expect(first).to_contain_text("Snapshot taken: done")
    expect(first).to_contain_text("Written: under way")
    journey.looked_at("run-writing")

    page.goto(f"{journey.told['url']}/plans")
    page.goto(run)
    expect(first).to_contain_text("Written: under way")
    page.get_by_role("button", name="Stop after this step").press("Enter")
    expect(page.get_by_text("The run stops after the step that is running now.")).to_be_visible()
    if journey.scripts:
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page).to_have_title("Applying Five pages – Sayso")
        held.let_go()
        expect(page).to_have_title(re.compile("did not run"))
    page.goto("about:blank")
    held.let_go()
    page.goto(run)
    _look_until(page, "stopped the run before its turn came.")
    expect(page.get_by_role("heading", name="4 steps can still run")).to_be_visible()
    journey.looked_at("run-stopped")

    next_write(wordpress, BROKEN, skip=1)
    page.get_by_role("button", name="Go on: 4 steps").click()
    _look_until(page, "Could not insert post.", run)
    expect(page.get_by_role("button", name="Try again: 3 steps")).to_be_visible()
    page.get_by_text("What runs").first.click()
    expect(page.locator("#going-on").get_by_role("link", name=re.compile("Create the page Three"))).to_be_visible()
    journey.looked_at("run-failed-in-the-middle")

    failed = page.url
    next_write(wordpress, DIE_BEFORE_SAVING)
    page.get_by_role("button", name="Skip and go on: 2 steps").click()
    _look_until(page, "It is not known whether step 4 was saved", failed)
    journey.looked_at("run-unknown")
    lost = page.url
    page.get_by_role("button", name="Check the site now").click()
    expect(page.get_by_text("Look again in two minutes.").first).to_be_visible()
    two_minutes_later(journey.told)
    page.goto(lost)
    page.get_by_role("button", name="Check the site now").click()
    expect(page.get_by_text("nothing of the change is there").first).to_be_visible()
    page.get_by_role("button", name="Try again: 2 steps").click()
    _look_until(page, "All 2 steps went through", lost)

    page.goto(failed)
    page.get_by_role("button", name="Try again: 1 step").click()
    _look_until(page, "The step went through", failed)
    plan = agent.call("get_plan")
    assert [step["status"] for step in plan["steps"]] == ["applied"] * 5
    made = [one["title"] for one in wordpress.wp.store.list("pages") if one["title"].endswith(f" {journey.name}")]
    assert sorted(made) == sorted(f"{words} {journey.name}" for words in TITLES)
    agent.call("end_session")


def test_a_person_reads_what_to_do_by_hand_where_the_site_answers_nobody_any_more(
    journey: Journey, wordpress: SampleSite
) -> None:
    page, agent = journey.page, Agent(journey.told["mcp_url"], journey.told["keys"]["chat"])
    agent.call("begin_session", mode="plan")
    agent.call("update_option", option="description", value=f"Last words {journey.name}")
    wordpress.misbehave(GoDown(), method="POST", path="/wp/v2/settings")
    run = agent.call("apply_plan")["review"]["job_id"]
    silent = page.get_by_text("The site does not answer Sayso any more either")
    for _look in range(120):
        page.goto(f"{journey.told['url']}/runs/{run}")
        if silent.count():
            break
        page.wait_for_timeout(250)
    expect(silent).to_be_visible()
    expect(page.locator(".sights__hand")).to_contain_text("In the dashboard, under Settings, set it back to")
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_have_count(0)
    journey.looked_at("receipt-by-hand")
    wordpress.behave()
    agent.call("end_session")


def _look_until(page: Page, words: str, before: str = "") -> None:
    """Look again until the page says this: by itself with JavaScript, by the page's own link without.

    Args:
        before: the page that is to be left first.
    """
    if before:
        expect(page).not_to_have_url(before)
    for _look in range(150):
        page.wait_for_load_state()
        if page.get_by_text(words).count():
            return
        page.wait_for_timeout(200)
        again = page.get_by_role("link", name="See how far it is now")
        if again.count() and again.is_visible():
            again.click()
    raise AssertionError(page.locator("main").inner_text())
