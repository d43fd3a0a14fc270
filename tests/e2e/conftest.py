"""The browser that the browser tests drive: Debian's Chromium without its windows, kept from talking to anybody; a
demo, and its owner signed in, for the tests that want no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.demo_running import demo

# The same engine as in Chromium itself. What draws Chromium's own windows, which nobody sees in a test, is left out,
# and that is half of the work.
CHROMIUM = "/usr/bin/chromium-headless-shell"
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture(scope="module")
def told() -> Iterator[dict[str, Any]]:
    """What a running demo told, in which no plan waits."""
    with demo("--empty") as told:
        yield told


@pytest.fixture(scope="module")
def session(told: dict[str, Any], browser: Browser) -> Any:
    """The cookies of the owner, who signed in with the demo's link."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(told["sign_in_url"])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/plans$"))
    kept = context.storage_state()
    context.close()
    return kept
