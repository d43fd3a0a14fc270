"""What an agent reports, and what a check of the connection found, in a real browser: nobody is barred, with and
without JavaScript, light and dark, on the narrowest screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import found_wrong
from webapp.agent_part import Agent

LONG = "respira_outcome_unknown" * 12


@pytest.mark.parametrize(("scheme", "scripts"), [("light", True), ("dark", True), ("light", False)])
def test_a_report_is_read_and_closed_and_a_connection_checked(
    told: dict[str, Any], browser: Browser, session: Any, scheme: Any, scripts: bool
) -> None:
    title = f"It broke {scheme} {scripts}"
    Agent(told["mcp_url"], told["keys"]["browser"]).call(
        "report_issue",
        title=title,
        brief="The answer was lost on the way back.",
        error_messages=LONG,
        severity="high",
    )
    context = browser.new_context(
        storage_state=session,
        color_scheme=scheme,
        java_script_enabled=scripts,
        viewport={"width": 320, "height": 640},
        base_url=told["url"],
    )
    page = context.new_page()
    wrong = {}

    def look(name: str) -> None:
        # Without JavaScript axe has nothing to run in; the page is the same.
        if scripts:
            wrong[name] = found_wrong(page)

    page.goto("/plans")
    look("plans")
    page.get_by_role("link", name="1 report from agents is open").click()
    page.get_by_text("All that the agent said").first.click()
    look("reports")
    page.get_by_role("link", name=title).click()
    expect(page.get_by_text(LONG)).to_be_visible()
    look("report")
    page.get_by_role("button", name=f"Close the report {title}").click()
    expect(page.get_by_text("The report is closed.")).to_be_visible()
    page.get_by_text("Closed reports").click()
    look("closed")
    page.goto("/sites")
    page.locator(".row__title a").click()
    page.get_by_role("button", name="Check the connection").click()
    expect(page.get_by_text("The connection works")).to_be_visible()
    look("check")
    context.clear_cookies()
    page.goto("/agents")
    expect(page.get_by_role("heading", name="How to propose")).to_be_visible()
    look("agents")
    context.close()
    assert {name: found for name, found in wrong.items() if found} == {}
