"""The switches by purpose in a real browser on a narrow phone: nobody is barred, a purpose is switched at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import photos
from tests.e2e.axe import found_wrong

PHONE = {"width": 320, "height": 640}


@pytest.fixture(params=[True, False], ids=["with-javascript", "without-javascript"])
def page(told: dict[str, Any], browser: Browser, session: Any, request: pytest.FixtureRequest) -> Iterator[Page]:
    scripts: bool = request.param
    context = browser.new_context(
        storage_state=session,
        java_script_enabled=scripts,
        color_scheme="light" if scripts else "dark",
        viewport=PHONE,
        base_url=told["url"],
    )
    yield context.new_page()
    context.close()


def open_key(page: Page) -> None:
    page.goto("/sites")
    page.locator(".row__title a").first.click()
    page.locator("#key-form, .row__title a").first.click()
    expect(page.get_by_role("heading", name="What this key may do")).to_be_visible()


def test_a_purpose_is_switched_on_and_off_at_once_and_stays_in_sight(page: Page) -> None:
    open_key(page)
    settings = page.locator(".purpose", has_text="Settings").first
    settings.locator("summary").click()
    expect(settings.get_by_role("checkbox", name="Change a setting")).to_be_checked()
    settings.get_by_role("button", name="Save with none of these under Settings").click()
    expect(page.get_by_text("What the key may do is saved.")).to_be_attached()
    expect(settings.locator("summary")).to_contain_text("0 of")
    expect(settings.get_by_role("checkbox", name="Change a setting")).not_to_be_checked()
    expect(settings.locator("summary")).to_be_in_viewport()
    photos.keep(page, f"switches-{'js' if page.evaluate('1') else 'plain'}", full_page=True)
    settings.get_by_role("button", name="Save with all of these under Settings").click()
    expect(settings.get_by_role("checkbox", name="Change a setting")).to_be_checked()
    expect(settings.locator("summary")).not_to_contain_text("0 of")


def test_enter_in_the_name_saves_and_switches_nothing(page: Page) -> None:
    open_key(page)
    before = page.locator(".purpose__count").all_inner_texts()
    page.get_by_role("textbox", name="Name").press("Enter")
    expect(page.get_by_text("What the key may do is saved.")).to_be_visible()
    assert page.locator(".purpose__count").all_inner_texts() == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_switch_bars_anybody(told: dict[str, Any], browser: Browser, session: Any, scheme: Any) -> None:
    context = browser.new_context(storage_state=session, color_scheme=scheme, viewport=PHONE, base_url=told["url"])
    page = context.new_page()
    page.goto("/sites")
    page.locator(".row__title a").first.click()
    site = page.url
    open_key(page)
    wrong = {}
    for address in (page.url, site, f"{site}/keys/new"):
        page.goto(address)
        for summary in page.locator(".purpose > summary").all():
            summary.click()
        photos.keep(page, f"switches-{scheme}-{len(wrong)}", full_page=True)
        wrong[address] = found_wrong(page)
    context.close()
    assert {address: found for address, found in wrong.items() if found} == {}
