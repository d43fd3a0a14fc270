"""Undo in a real browser: one step with its diff; a whole run in which a colleague edited a page since; the undo
undone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests import colleague
from tests.demo_running import demo
from tests.e2e import undoing
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
    scheme = "light" if scripts else "dark"
    context = browser.new_context(
        viewport=size, java_script_enabled=scripts, storage_state=session, color_scheme=scheme
    )
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(page, Agent(told["mcp_url"], told["keys"]["chat"]), told, name, scripts)
    context.close()
    assert complaints == []


def test_what_was_done_is_taken_back_but_for_a_colleagues_edit_and_then_that_too_and_the_undo_is_undone(
    journey: Journey, wordpress: SampleSite
) -> None:
    page = journey.page
    former, about = f"Hours {journey.name}", colleague.publish(wordpress, f"Hours {journey.name}")
    _let_agents_edit_live_pages(journey)
    run = _three_live_changes(journey, about)

    page.goto(f"{journey.told['url']}/runs/{run}")
    journey.looked_at("receipt-with-undo")
    page.get_by_role("button", name="Undo this step (step 1)").click()
    undoing.look(page, scripts=journey.scripts)
    expect(page.get_by_role("heading", name="Take back this change")).to_be_visible()
    if journey.scripts:
        expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator("del", has_text="Boats since 1950")).to_be_visible()
    journey.looked_at("undo-one")
    expect(page.get_by_role("button", name="Take back 1 change on the live site")).to_be_visible()
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="Restored exactly.")).to_be_visible()
    expect(page).to_have_title("Restored exactly – Sayso")
    assert wordpress.read("settings")["description"] != "Boats since 1950"

    colleague.edit(wordpress, f"pages/{about}", title="Marta’s hours")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("Taken back just now.")).to_be_visible()
    page.get_by_role("button", name="Undo what is left").click()
    undoing.look(page, scripts=journey.scripts)
    expect(page.get_by_role("heading", name="Take back 1 of 2 changes")).to_be_visible()
    expect(page.get_by_text("Marta Pires changed Title")).to_be_visible()
    expect(page.get_by_label("Take this back: change 1")).to_be_checked()
    expect(page.get_by_label("Take this back all the same, over Title")).not_to_be_checked()
    _button_tells_the_truth(journey)
    journey.looked_at("undo-run")
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="1 of 2 changes is restored exactly; 1 was left out.")).to_be_visible()
    journey.looked_at("undone-but-for-one")
    assert wordpress.read("pages", about)["title"]["raw"] == "Marta’s hours"

    page.get_by_role("link", name="a whole run").click()
    page.get_by_role("button", name="Undo what is left").click()
    undoing.look(page, scripts=journey.scripts)
    page.get_by_label("Take this back all the same, over Title").check()
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="Restored exactly.")).to_be_visible()
    assert wordpress.read("pages", about)["title"]["raw"] == former

    page.get_by_role("button", name="Undo this undo").click()
    undoing.look(page, scripts=journey.scripts)
    journey.looked_at("undo-of-undo")
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="Restored exactly.")).to_be_visible()
    assert wordpress.read("pages", about)["title"]["raw"] == "Marta’s hours"
    page.get_by_role("link", name="an undo").click()
    expect(page.get_by_text("This was taken back itself")).to_be_visible()
    journey.looked_at("undone-and-that-undone")


def _three_live_changes(journey: Journey, about: int) -> str:
    """Let the agent change a setting, a page and the menu, all on the live site, and return the run."""
    agent = journey.agent
    agent.call("begin_session", mode="plan")
    agent.call("update_option", option="description", value="Boats since 1950")
    agent.call("update_page", id=about, title="Our hours", edit_target="live")
    agent.call("create_menu_item", menu_id=3, title="Services", url="/services/")
    receipt = agent.call("apply_plan")
    assert receipt["success"] is True
    agent.call("end_session")
    return str(receipt["review"]["job_id"])


def _let_agents_edit_live_pages(journey: Journey) -> None:
    page = journey.page
    page.goto(f"{journey.told['url']}/sites")
    page.locator(".row__title a").first.click()
    page.get_by_label("Agents may edit live pages").check()
    page.get_by_role("button", name="Save what agents may do").click()
    expect(page.locator("#notices")).not_to_be_empty()


def _button_tells_the_truth(journey: Journey) -> None:
    """Tick and untick, and read what the button says then; without scripts it says so of whatever is ticked."""
    page, button = journey.page, journey.page.locator("#take-back-button")
    if not journey.scripts:
        expect(button).to_have_text("Take back what is ticked")
        return
    expect(button).to_have_text("Take back 1 change on the live site")
    over = page.get_by_label("Take this back all the same, over Title")
    over.check()
    expect(button).to_have_text("Take back 2 changes, 2 on the live site")
    with page.expect_response(re.compile(r"/look$")):
        page.get_by_role("button", name="Look again").click()
    expect(over).to_be_checked()
    over.uncheck()
    page.get_by_label("Take this back: change 1").uncheck()
    expect(button).to_be_hidden()
    expect(page.locator("#ticked")).to_have_text("Nothing is ticked: tick what to take back.")
    page.get_by_label("Take this back: change 1").check()
