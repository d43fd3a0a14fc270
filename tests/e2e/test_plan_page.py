"""The page of a plan in a real browser: few clicks where all is harmless, reading where not, and the keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import photos
from tests.e2e.axe import found_wrong
from webapp.agent_part import Agent

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
# What 400 % leaves of a screen of 1280 by 1024.
ZOOMED = {"width": 320, "height": 256}


@pytest.fixture
def agent(told: dict[str, Any]) -> Iterator[Agent]:
    """The agent on the other side; nothing of its plan is left afterwards."""
    agent = Agent(told["mcp_url"], told["keys"]["browser"])
    yield agent
    agent.call("discard_plan")
    agent.call("end_session")


def opened(browser: Browser, session: Any, size: dict[str, int], **given: Any) -> Page:
    """Open a window in which the owner is signed in."""
    context = browser.new_context(viewport=size, storage_state=session, **given)
    return context.new_page()


def looked_at(page: Page, name: str) -> None:
    """Keep a picture of the page, and find nothing wrong with it where scripts can look."""
    photos.keep(page, name, full_page=True)
    if name.endswith("plain"):
        assert page.locator("html").evaluate("page => page.scrollWidth <= page.clientWidth")
    else:
        assert found_wrong(page) == []


def planned(agent: Agent, number: int) -> str:
    """Plan so many new pages; return the address of the plan."""
    agent.call("begin_session", mode="plan", title="New pages")
    for step in range(number):
        agent.call(
            "create_page", title=f"Page {step + 1}", content="<p>Words.</p>", _respira_note="You asked for it."
        )
    return str(agent.call("apply_plan")["review"]["url"])


@pytest.mark.parametrize(
    ("size", "scripts"), [(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"]
)
def test_eight_harmless_steps_are_opened_accepted_and_applied_in_three_clicks(
    browser: Browser, session: Any, told: dict[str, Any], agent: Agent, size: dict[str, int], scripts: bool
) -> None:
    planned(agent, 8)
    page = opened(browser, session, size, java_script_enabled=scripts)
    page.goto(f"{told['url']}/plans")
    clicks = [
        page.get_by_role("link", name="New pages"),
        page.locator("#accept-all").get_by_role("button", name="Accept 8 steps"),
        page.get_by_role("button", name="Apply 8 steps, none changes the live site"),
    ]
    for click in clicks:
        click.click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))
    assert len(clicks) == 3
    for _look in range(120):
        if page.get_by_text("All 8 steps went through: 8 wait as new drafts").count():
            break
        page.wait_for_timeout(250)
        page.goto(page.url)
    expect(page.get_by_text("All 8 steps went through: 8 wait as new drafts").first).to_be_visible()
    page.context.close()


def test_a_delete_among_them_has_to_be_opened_and_all_of_it_can_be_done_with_the_keyboard(
    browser: Browser, session: Any, agent: Agent
) -> None:
    address = planned(agent, 3)
    agent.call("delete_page", id=311)
    page = opened(browser, session, DESK)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    looked_at(page, "plan-close-look-1280")
    page.locator("#accept-all").get_by_role("button", name="Accept 3 steps").click()
    bar = page.locator("#decision-bar")
    expect(bar).to_contain_text("Step 4 is not looked at yet, so it stays out.")
    expect(page.get_by_role("button", name="Apply 3 steps, none changes the live site")).to_be_visible()
    expect(page.locator("#announcer")).to_have_text("3 accepted, 1 to look at.")

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="What the keyboard can do here")).to_be_visible()
    looked_at(page, "keys-1280")
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()

    delete = page.locator(".step", has_text="Move page 311")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.keyboard.press("j")
    expect(delete).to_be_focused()
    page.keyboard.press("a")
    expect(page).to_have_url(re.compile(r"/steps/step_"))
    page.wait_for_load_state("networkidle")
    page.keyboard.press("a")
    expect(page).to_have_url(re.compile(r"/plans/sess_[0-9a-f]+#step-"))
    expect(bar).to_contain_text("4 accepted.")

    page.wait_for_load_state("networkidle")
    page.keyboard.press("Control+d")
    page.keyboard.press("j")
    first = page.locator(".step", has_text="Page 1")
    expect(first).to_be_focused()
    page.keyboard.press("u")
    expect(bar).to_contain_text("3 accepted, 1 to look at.")
    expect(first).to_be_focused()
    page.keyboard.press("d")
    expect(bar).to_contain_text("3 accepted, 1 dropped.")
    expect(first.get_by_role("button", name="Bring back step 1")).to_be_visible()
    looked_at(page, "plan-dropped-1280")
    page.keyboard.press("u")
    expect(bar).to_contain_text("3 accepted, 1 to look at.")
    page.keyboard.press("c")
    expect(first.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("add just a kind word?")
    expect(first.get_by_role("textbox")).to_have_value("add just a kind word?")
    expect(bar).to_contain_text("3 accepted, 1 to look at.")
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_plan_is_right_on_a_small_phone_and_at_four_hundred_percent(
    browser: Browser, session: Any, agent: Agent, scheme: Any
) -> None:
    address = planned(agent, 3)
    agent.call("delete_page", id=311)
    agent.call("update_page", id=42, title="Our-story-without-any-space-in-it-whatsoever-" * 4)
    page = opened(browser, session, PHONE, color_scheme=scheme)
    for size, name in ((PHONE, "360"), (ZOOMED, "zoomed")):
        page.set_viewport_size(size)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        looked_at(page, f"plan-close-look-{name}-{scheme}")
        page.get_by_role("link", name="Read and decide step 4").click()
        looked_at(page, f"step-close-look-{name}-{scheme}")
    page.context.close()


def test_without_javascript_a_group_is_accepted_in_place_and_the_plans_order_is_a_link_away(
    browser: Browser, session: Any, agent: Agent
) -> None:
    address = planned(agent, 4)
    agent.call("delete_page", id=311)
    page = opened(browser, session, PHONE, java_script_enabled=False)
    page.goto(address)
    page.get_by_role("button", name="Accept these 4").click()
    expect(page).to_have_url(re.compile(r"/plans/sess_[0-9a-f]+#group-[0-9a-f]+$"))
    expect(page.locator("#decision-bar")).to_contain_text("4 accepted, 1 to look at.")
    page.get_by_role("link", name="Show them in the plan’s order").click()
    page.get_by_role("button", name="Take back step 2").click()
    expect(page).to_have_url(re.compile(r"\?order=plan#step-"))
    expect(page.locator(".step__number")).to_have_text(["1", "2", "3", "4", "5"])
    looked_at(page, "plan-in-order-360-plain")
    page.context.close()
