"""Taking something back in a real browser, from the undo's own page on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def look(page: Page, *, scripts: bool) -> None:
    """Wait until the page shows what would come back; without scripts the site is read when its button is pressed."""
    expect(page).to_have_url(re.compile(r"/undos/undo_"))
    if not scripts:
        page.get_by_role("button", name="Look at the site").click()
    expect(page.locator("#look time")).to_be_visible()


def say_yes(page: Page) -> None:
    """Press the one button of the page, and wait until it is over: by itself with scripts, by its link without."""
    page.locator("#take-back-button").click()
    for _look in range(120):
        page.wait_for_load_state()
        if page.get_by_text("Taken back by").count():
            return
        page.wait_for_timeout(250)
        again = page.get_by_role("link", name="See how far it is now")
        if again.count() and again.is_visible():
            again.click()
    raise AssertionError(page.locator("main").inner_text())
