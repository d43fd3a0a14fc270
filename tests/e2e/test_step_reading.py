"""In a real browser: the changes of a step are read as words and as code, from change to change, with the decision in
reach however long they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import photos
from tests.e2e.axe import found_wrong, wrong_in
from webapp.agent_part import Agent

DESK, PHONE, SMALL = {"width": 1280, "height": 720}, {"width": 390, "height": 844}, {"width": 360, "height": 740}
WAYS = [
    pytest.param((DESK, True, "light"), id="1280-with-javascript"),
    pytest.param((SMALL, False, "dark"), id="360-without-javascript-dark"),
]
OPEN = '<p>Open since <b>{year}</b>, from {price} €.</p><p>See <a href="{link}">our prices</a>.</p>'
MIDDLE = "".join(f"<p>Paragraph {number} is about bread and stays as it is.</p>" for number in range(12))
LONG = "All about bread and butter. " * 1_500


@pytest.fixture(scope="module")
def steps(told: dict[str, Any]) -> list[str]:
    """The ids of two steps on one page: a text of forty kilobytes, and one word at its end that changes."""
    agent = Agent(told["mcp_url"], told["keys"]["browser"])
    agent.call("begin_session", mode="plan", title="Prices")
    first = OPEN.format(year=1987, price=49, link="/prices/") + MIDDLE + f"<p>{LONG}old</p>"
    then = OPEN.format(year=1986, price=59, link="https://elsewhere.example/") + MIDDLE + f"<p>{LONG}<i>new</i></p>"
    return [agent.call("update_page", id=42, content=content)["step_id"] for content in (first, then)]


@pytest.fixture(params=WAYS)
def page(browser: Browser, session: Any, request: pytest.FixtureRequest) -> Iterator[Page]:
    size, scripts, scheme = request.param
    context = browser.new_context(
        storage_state=session, viewport=size, java_script_enabled=scripts, color_scheme=scheme
    )
    yield context.new_page()
    context.close()


def looked_at(page: Page, name: str, *, scripts: bool) -> None:
    """Keep a picture; find nothing that bars anybody."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    photos.keep(page.locator("#views"), f"{name}-{width}{'' if scripts else '-plain'}")
    assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert wrong_in(page, scripts=scripts) == []


def test_changes_are_read_as_words_and_as_code_one_after_the_other(
    page: Page, told: dict[str, Any], steps: list[str], request: pytest.FixtureRequest
) -> None:
    scripts = "with-javascript" in request.node.name.replace("without", "")
    base = told["sign_in_url"].split("/sign-in")[0]
    page.goto(f"{base}/steps/{steps[1]}")
    expect(page.get_by_text("3 words in, 3 out, in 2 paragraphs; 1 link changed")).to_be_visible()
    looked_at(page, "step-words", scripts=scripts)

    page.get_by_role("link", name="Change 3", exact=True).click()
    third = page.locator("#change-3")
    expect(third).to_be_in_viewport()
    expect(third).to_contain_text("(now a link to https://elsewhere.example/, before a link to /prices/)")
    if scripts:
        page.keyboard.press("n")
        expect(page.locator("#change-4")).to_be_focused()
        expect(page.locator("#change-4")).to_be_in_viewport()
        page.keyboard.press("p")
        expect(third).to_be_focused()

    fold = page.locator("details.skipped", has_text="Paragraph 5 is about bread")
    low = fold.evaluate("element => element.getBoundingClientRect().height")
    fold.locator("summary", has_text="unchanged paragraphs").click()
    assert fold.evaluate("element => element.getBoundingClientRect().height") > low + 100

    page.get_by_role("link", name="Code", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?view=code#views$"))
    expect(page.locator(".change__code")).to_contain_text('href="')
    looked_at(page, "step-code", scripts=scripts)
    page.get_by_role("link", name="Step before: 1").click()
    expect(page).to_have_url(re.compile(rf"{steps[0]}\?view=code$"))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["1280x720", "390x844"])
def test_c47_1_the_last_word_of_a_long_text_and_the_decision_are_in_reach(
    browser: Browser, session: Any, told: dict[str, Any], steps: list[str], size: Any
) -> None:
    context = browser.new_context(storage_state=session, viewport=size)
    page = context.new_page()
    page.goto(f"{told['sign_in_url'].split('/sign-in')[0]}/steps/{steps[1]}")
    for words in ("Accept step 2", "Drop step 2"):
        expect(page.get_by_role("button", name=words)).to_be_in_viewport(ratio=1)
    assert page.locator(".change__words").evaluate("element => element.getBoundingClientRect().height") < 1200
    page.get_by_role("link", name="Change 4", exact=True).click()
    expect(page.locator("#change-4")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Accept step 2")).to_be_in_viewport(ratio=1)
    page.locator(".step__actions .ask > summary").click()
    expect(page.get_by_role("button", name="Send back")).to_be_in_viewport(ratio=1)
    assert found_wrong(page) == []
    context.close()
