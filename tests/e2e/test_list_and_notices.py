"""The list of plans, where notices go, and the zone of times, in a real browser: with and without JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import photos
from tests.e2e.axe import wrong_in
from tests.receivers import webhook
from webapp.agent_part import Agent

WAYS = [
    pytest.param(1280, True, "light", id="1280-with-javascript"),
    pytest.param(360, False, "dark", id="360-without-javascript"),
]


@pytest.mark.parametrize(("width", "scripts", "scheme"), WAYS)
def test_a_person_finds_a_plan_is_told_of_the_next_one_and_reads_times_at_home(
    told: dict[str, Any], browser: Browser, session: Any, width: int, scripts: bool, scheme: Any
) -> None:
    context = browser.new_context(
        storage_state=session,
        base_url=told["url"],
        viewport={"width": width, "height": 760},
        java_script_enabled=scripts,
        color_scheme=scheme,
        timezone_id="America/New_York",
    )
    page, name = context.new_page(), f"{width}{'' if scripts else '-plain'}"
    wrong = {}

    def look(screen: str) -> None:
        photos.keep(page, f"{screen}-{name}", full_page=True)
        wrong[screen] = wrong_in(page, scripts=scripts)

    for key in ("browser", "chat"):
        agent = Agent(told["mcp_url"], told["keys"][key])
        agent.call("begin_session", mode="plan", title=f"Words for {key} {name}")
        agent.call("update_page", id=42, title=f"About {key} {name}")
    page.goto("/plans")
    look("list")
    page.get_by_label("Words in the title").fill(f"browser {name}")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("li.row")).to_have_count(1)
    expect(page).to_have_url(f"{told['url']}/plans?site=&key=&words=browser+{name}".replace("site=&", ""))
    page.get_by_role("link", name="With the agent").click()
    expect(page.get_by_text("No plan is like that")).to_be_visible()
    look("list-empty")

    page.get_by_role("link", name="Sites").click()
    page.locator(".row__title a").first.click()
    with webhook() as hook:
        part = page.locator("#plan-notices")
        if not part.get_by_label("To a webhook").is_visible():
            part.get_by_text("Add an address").click()
        part.get_by_label("To a webhook").check()
        part.get_by_label("Where to?").fill("nowhere")
        part.get_by_role("button", name="Add the address").click()
        expect(page.get_by_text("Only http and https addresses can be used.").first).to_be_visible()
        look("notices-wrong")
        page.locator("#plan-notices").get_by_label("Where to?").fill(hook.address)
        page.locator("#plan-notices").get_by_role("button", name="Add the address").click()
        expect(page.get_by_text("Keep this now, it is shown once.")).to_be_visible()
        look("notices-secret")
        page.get_by_role("button", name=f"Send a test to {hook.address}").click()
        expect(page.get_by_text("The test was sent. It answered 204.")).to_be_visible()
        look("notices-tested")
        assert len(hook.posted) == 1
        page.get_by_role("button", name=f"Remove {hook.address}").click()
        expect(page.get_by_text("The address is removed.")).to_be_visible()

    page.goto("/account")
    page.get_by_label("Time zone").select_option("Asia/Kolkata")
    page.get_by_role("button", name="Save the time zone").click()
    expect(page.get_by_text("Your time zone is saved.")).to_be_visible()
    look("time-zone")
    page.goto("/plans")
    assert "Asia/Kolkata" in str(page.locator("time").first.get_attribute("title"))
    page.goto("/account")
    page.get_by_label("Time zone").select_option("")
    page.get_by_role("button", name="Save the time zone").click()
    page.goto("/plans")
    assert ("EST" if scripts else "UTC") in str(page.locator("time").first.get_attribute("title"))
    context.close()
    assert {screen: found for screen, found in wrong.items() if found} == {}
