"""The page of a new key in a real browser: it bars nobody, and its texts are copied with the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import found_wrong

LOOKS: list[tuple[int, Any]] = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]


@contextmanager
def new_key(told: dict[str, Any], browser: Browser, session: Any, **look: Any) -> Iterator[Page]:
    """The page that the owner sees after making a key."""
    context = browser.new_context(storage_state=session, base_url=told["url"], **look)
    page = context.new_page()
    page.goto("/sites")
    page.locator(".row__title a").click()
    page.get_by_role("link", name="Make a key").click()
    page.get_by_label("Name").fill("Claude")
    page.get_by_role("button", name="Make the key").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("is ready")
    yield page
    context.close()


def test_the_page_bars_nobody_with_every_text_unfolded(told: dict[str, Any], browser: Browser, session: Any) -> None:
    with new_key(told, browser, session) as page:
        page.locator("details.fold").evaluate_all("folds => folds.forEach(fold => { fold.open = true; })")
        wrong = {}
        for width, scheme in LOOKS:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            wrong[width, scheme] = found_wrong(page)
    assert wrong == {look: [] for look in LOOKS}


@pytest.mark.parametrize("named", ["the settings for Claude Desktop", "what to say to your agent"])
def test_a_text_is_copied_with_the_keyboard(told: dict[str, Any], browser: Browser, session: Any, named: str) -> None:
    with new_key(told, browser, session, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.locator("details:not([open]) > summary", has_text="Claude Desktop").first.press("Enter")
        text = page.get_by_label(named, exact=True)
        line = page.locator(".copyline", has=text)
        line.get_by_role("button", name=f"Copy {named}").press("Enter")
        expect(line.get_by_role("button")).to_contain_text("Copied")
        copied = text.text_content()
        # Sayso's own pages may not read what somebody copied; another website's page may be let.
        elsewhere = page.context.new_page()
        elsewhere.goto(told["site_url"])
        assert elsewhere.evaluate("() => navigator.clipboard.readText()") == copied


def test_without_scripts_the_texts_can_be_selected_and_no_button_pretends(
    told: dict[str, Any], browser: Browser, session: Any
) -> None:
    with new_key(told, browser, session, java_script_enabled=False) as page:
        expect(page.get_by_role("button", name="Copy")).to_have_count(0)
        text = page.get_by_label("what to say to your agent")
        expect(text).to_be_visible()
        expect(text).to_have_css("user-select", "text")
