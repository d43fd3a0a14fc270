"""In a real browser: no page makes it complain, what unfolds hides nothing, and Escape folds the menu."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.demo_running import demo
from tests.e2e import photos

# Done when the page has been drawn four times more: by then what was asked to scroll has.
SCROLLED = """async () => {
  for (let drawn = 0; drawn < 4; drawn += 1) await new Promise(requestAnimationFrame);
}"""
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def told() -> Iterator[dict[str, Any]]:
    """What a running demo told, in which a plan of three steps waits."""
    with demo() as told:
        yield told


@pytest.fixture(params=[PHONE, DESK], ids=["360", "1280"])
def page(told: dict[str, Any], browser: Browser, session: Any, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The owner's window, narrow or wide."""
    context = browser.new_context(
        storage_state=session, viewport=request.param, base_url=told["url"], reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto("/plans")
    yield page
    context.close()


def open_plan(page: Page) -> None:
    """Open the plan that waits, and wait until it was compared with the site."""
    page.locator(".row__title a").first.click()
    expect(page.locator("#compared")).to_contain_text("Compared with the site")


def test_no_page_makes_the_browser_complain(page: Page) -> None:
    said: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            said.append(f"{page.url}: {message.text}")

    page.on("console", note)
    page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
    open_plan(page)
    plan = page.url
    page.get_by_role("button", name="Drop step 1").click()
    page.get_by_role("button", name="Bring back step 1").click()
    expect(page.get_by_role("button", name="Drop step 1")).to_be_visible()
    page.goto("/sites")
    site = str(page.locator(".row__title a").first.get_attribute("href"))
    for address in (
        plan,
        plan,
        "/plans?show=all",
        "/copies",
        "/history",
        site,
        "/events",
        "/reports",
        "/account",
        "/help",
    ):
        page.goto(address)
        page.wait_for_load_state("networkidle")
    assert said == []


def test_a_question_that_opens_leaves_the_buttons_where_they_were_and_stands_clear_of_the_bar(page: Page) -> None:
    open_plan(page)
    step = page.locator("li.step", has=page.get_by_role("button", name="Drop step 2"))
    drop = step.get_by_role("button", name="Drop step 2")
    before = drop.bounding_box()
    step.get_by_text("Ask for a change").click()
    send = step.get_by_role("button", name="Send back")
    expect(send).to_be_in_viewport(ratio=1)
    page.evaluate(SCROLLED)
    after, form, bar = drop.bounding_box(), send.bounding_box(), page.locator("#decision-bar").bounding_box()
    assert before is not None
    assert after is not None
    assert form is not None
    assert bar is not None
    assert after["y"] + after["height"] <= form["y"]
    assert form["y"] + form["height"] <= bar["y"]
    photos.keep(page, f"question-{page.viewport_size['width'] if page.viewport_size else 0}")


def test_escape_folds_the_account_menu_and_returns_to_it(page: Page) -> None:
    menu = page.locator("details.menu")
    menu.locator("summary").click()
    page.get_by_role("link", name="What happened").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="What happened")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
