"""A colleague edits pages while a plan waits: a person sees who changed what, plans again, drops, or insists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import colleague
from tests.demo_running import demo
from tests.e2e.test_main_job import DESK, PHONE, Journey
from webapp.agent_part import Agent
from webapp.sample_site import SampleSite

Told = dict[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def told(folder: Path) -> Iterator[Told]:
    with demo("--empty", "--data", str(folder)) as told:
        yield told


@pytest.fixture
def wordpress(told: Told, folder: Path) -> Iterator[SampleSite]:
    """The demo's own sample site, for what Marta does there."""
    site = SampleSite(folder / "site.db", told["site_url"])
    yield site
    site.close()


@pytest.fixture(params=[(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"])
def journey(browser: Browser, session: Any, told: Told, request: pytest.FixtureRequest) -> Iterator[Journey]:
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts, storage_state=session)
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(context.new_page(), Agent(told["mcp_url"], told["keys"]["browser"]), told, name, scripts)
    context.close()


def test_what_a_colleague_changed_is_seen_planned_upon_dropped_or_written_over(
    journey: Journey, wordpress: SampleSite
) -> None:
    """C03.1"""
    page, agent = journey.page, journey.agent
    pages = [colleague.publish(wordpress, name) for name in ("Opening hours", "Courses", "Prices")]
    agent.call("begin_session", mode="plan", title="Three new titles")
    plan = [agent.call("update_page", id=one, title=f"Our {name}") for one, name in zip(pages, "abc", strict=True)]
    address = f"{journey.told['url']}/plans/{agent.call('get_plan')['session_id']}?order=plan"
    for one in pages:
        colleague.edit(wordpress, f"pages/{one}", title="Marta’s title", content="<p>Open on Sundays, too.</p>")

    # The group of steps that are alike is folded when the page is drawn; what can not run is not left in it.
    page.goto(address.partition("?")[0])
    if not journey.scripts:
        page.get_by_role("button", name="Compare now").click()
    links = page.get_by_role("link", name=re.compile("^See what changed under step"))
    expect(links).to_have_count(3)
    page.goto(address)
    expect(links).to_have_count(3)
    journey.looked_at("plan-stale")

    links.first.click()
    _sees_three_columns(page)
    journey.looked_at("step-stale")
    page.get_by_role("button", name="Plan it again as it is").click()
    expect(page.get_by_text("takes back what was changed there")).to_be_visible()
    expect(page.get_by_role("region", name="It takes back an edit")).to_contain_text("Marta Pires changed this")
    expect(page.get_by_text("The site changed since this was planned")).to_have_count(0)
    journey.looked_at("step-planned-again")
    page.get_by_role("button", name=re.compile("^Accept step")).click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted")

    page.goto(f"{journey.told['url']}/steps/{plan[1]['step_id']}")
    page.get_by_text("Drop it", exact=True).click()
    page.get_by_role("button", name="Yes, drop it").click()
    expect(page.get_by_text(re.compile("^Dropped: step"))).to_be_visible()

    page.goto(f"{journey.told['url']}/steps/{plan[2]['step_id']}")
    page.get_by_text("Apply anyway", exact=True).click()
    page.get_by_label("Why all the same?").fill("The old title is wrong.")
    journey.looked_at("step-anyway")
    page.get_by_role("button", name="Accept it anyway").click()
    expect(page.locator("#decision-bar")).to_contain_text("2 accepted, 1 dropped")
    page.get_by_role("button", name=re.compile("^Apply 2 steps")).click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))
    _until_it_ended(page)
    expect(page.get_by_text("Applied although the page had changed")).to_be_visible()
    journey.looked_at("receipt-anyway")
    receipt = agent.call("get_plan")["last_receipt"]
    assert [step["outcome"] for step in receipt["steps"]] == ["applied", "applied"]
    assert receipt["review"]["notes"][-1]["note"] == "The old title is wrong."
    agent.call("end_session")


def test_a_page_that_was_drawn_before_the_plan_changed_runs_nothing_and_shows_what_changed(
    journey: Journey, wordpress: SampleSite
) -> None:
    """C15.1, C15.2"""
    page, agent = journey.page, journey.agent
    pages = [colleague.publish(wordpress, name) for name in ("Wood", "Glass")]
    agent.call("begin_session", mode="plan", title="Two new titles")
    first, second = [agent.call("update_page", id=one, title=f"On {one}")["step_id"] for one in pages]
    url = journey.told["url"]
    page.goto(f"{url}/plans/{agent.call('get_plan')['session_id']}?order=plan")
    if journey.scripts:
        expect(page.get_by_text(re.compile("^Compared with the site"))).to_be_visible()

    colleague.edit(wordpress, f"pages/{pages[1]}", title="Marta’s title")
    other = page.context.new_page()
    other.goto(page.url)
    if not journey.scripts:
        other.get_by_role("button", name="Compare now").click()
    other.get_by_role("link", name="See what changed under step 2").click()
    other.get_by_role("button", name="Plan it again as it is").click()
    expect(other.get_by_text("takes back what was changed there")).to_be_visible()
    other.close()

    page.get_by_role("button", name="Accept step 2").click()
    since = page.get_by_role("region", name="What changed since you looked")
    expect(since).to_contain_text("Step 2 changed since you looked")
    expect(since).to_contain_text("Marta’s title")
    if journey.scripts:
        expect(since).to_be_focused()
    journey.looked_at("plan-changed-since")

    page.get_by_role("button", name="Accept step 1").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted")
    agent.call("discard_plan", step_ids=[first])
    agent.call("update_page", id=pages[0], title="Something else")
    page.get_by_role("button", name=re.compile("^Apply 1 step")).click()
    expect(since).to_contain_text("Step 1 was withdrawn by the agent")
    expect(since).to_contain_text("Step 3 is new")
    assert [step["status"] for step in agent.call("get_plan")["steps"]] == ["planned", "planned"]
    assert second in str(agent.call("get_plan")["steps"])
    agent.call("discard_plan")
    agent.call("end_session")


def _sees_three_columns(page: Page) -> None:
    moved = page.get_by_role("region", name="The site changed since this was planned")
    expect(moved).to_contain_text("It was edited by Marta Pires")
    for column in ("When planned", "Now on the site", "After this step"):
        expect(moved.get_by_text(column)).to_have_count(2)
    expect(moved.get_by_text("Stays as it is now.")).to_have_count(1)


def _until_it_ended(page: Page) -> None:
    """Look again until the receipt is there, as somebody without JavaScript does."""
    for _look in range(120):
        if page.get_by_text("Applied although").count():
            return
        page.wait_for_timeout(250)
        page.reload()
    raise AssertionError(page.locator("main").inner_text())
