"""A comparison with the site that is slow, and a person who does not wait for it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Route, expect

from webapp.agent_part import Agent


def test_a_decision_stays_on_the_page_whenever_the_comparison_answers(
    told: dict[str, Any], browser: Browser, session: Any
) -> None:
    agent = Agent(told["mcp_url"], told["keys"]["browser"])
    url = agent.call("begin_session", mode="plan", title="Two titles")["review"]["url"]
    agent.call("update_page", id=42, title="Ours")
    agent.call("update_page", id=44, title="Work")
    context = browser.new_context(storage_state=session)
    page = context.new_page()
    held: list[Route] = []
    page.route("**/check", lambda route: held.append(route) if not held else route.continue_())
    with page.expect_request(re.compile("/check$")):
        page.goto(url)
    with page.expect_response(re.compile("/check$")):
        page.get_by_role("button", name="Accept step 1").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted, 1 to look at")
    expect(page.locator("#compared")).to_contain_text("Compared with the site")
    expect(page.get_by_role("button", name="Apply 1 step, it does not change the live site")).to_be_visible()
    context.close()
    agent.call("discard_plan")
    agent.call("end_session")
