"""The owner's pages in a real browser: nobody is barred, nothing is too wide, keys are made and ended."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import found_wrong


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_the_owner_bars_anybody(told: dict[str, Any], browser: Browser, session: Any, scheme: Any) -> None:
    context = browser.new_context(
        storage_state=session, color_scheme=scheme, viewport={"width": 320, "height": 640}, base_url=told["url"]
    )
    page = context.new_page()
    page.goto("/sites")
    site = page.locator(".row__title a").get_attribute("href")
    wrong = {}
    for address in ("/sites", "/sites/new", site, f"{site}/keys/new", "/events", "/help", "/account", "/nowhere"):
        page.goto(str(address))
        wrong[address] = found_wrong(page)
    context.clear_cookies()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    wrong["/sign-in"] = found_wrong(page)
    context.close()
    assert {address: found for address, found in wrong.items() if found} == {}


@pytest.mark.parametrize("scripts", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_key_is_made_shown_and_revoked(told: dict[str, Any], browser: Browser, session: Any, scripts: bool) -> None:
    name = f"Claude {scripts}"
    context = browser.new_context(storage_state=session, java_script_enabled=scripts, base_url=told["url"])
    page = context.new_page()
    page.goto("/sites")
    page.locator(".row__title a").click()
    page.get_by_role("link", name="Make a key").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make the key").click()
    expect(page.locator("code.copyline__text")).to_have_text(re.compile(r"respira_[\w-]{36}"))
    page.get_by_role("link", name="I have kept it").click()
    row = page.locator("li.row", has_text=name)
    row.locator("summary").click()
    row.get_by_role("button", name="Revoke the key").click()
    expect(page.get_by_text(f"The key {name} is revoked.")).to_be_visible()
    expect(row).to_contain_text("Revoked")
    context.close()
