"""What an owner allows, in a real browser on a narrow phone: with JavaScript in the light, without it in the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.demo_running import demo
from tests.e2e.test_main_job import Journey
from webapp.agent_part import Agent

PHONE = {"width": 320, "height": 640}


@dataclass(frozen=True)
class Owner:
    """The owner's browser, and the agents of their site."""

    journey: Journey

    @property
    def page(self) -> Page:
        return self.journey.page

    def looked_at(self, name: str) -> None:
        self.journey.looked_at(f"governance-{name}")

    def refusal(self, tool: str, **arguments: Any) -> str:
        """Let the agent whose yes is in the chat try something, and return what it is told."""
        with pytest.raises(RuntimeError) as told:
            self.journey.agent_with("chat").call(tool, **arguments)
        return str(told.value)

    def open_site(self) -> None:
        self.page.get_by_role("link", name="Sites").click()
        self.page.locator(".row__title a").first.click()
        expect(self.page.get_by_role("heading", name="What agents may do")).to_be_visible()

    def unfold(self, purpose: str) -> None:
        self.page.locator(".purpose > summary", has_text=purpose).click()

    def save(self) -> None:
        with self.page.expect_navigation():
            self.page.get_by_role("button", name=re.compile("^Save what")).click()
        expect(self.page.get_by_text("may do is saved.")).to_be_visible()


@pytest.fixture(scope="module")
def told() -> Iterator[dict[str, Any]]:
    with demo() as told:
        yield told


@pytest.fixture(params=[True, False], ids=["with-javascript", "without-javascript"])
def owner(told: dict[str, Any], browser: Browser, session: Any, request: pytest.FixtureRequest) -> Iterator[Owner]:
    scripts: bool = request.param
    context = browser.new_context(
        storage_state=session,
        java_script_enabled=scripts,
        color_scheme="light" if scripts else "dark",
        viewport=PHONE,
        base_url=told["url"],
    )
    page = context.new_page()
    page.goto("/plans")
    name = "320" if scripts else "320-plain"
    yield Owner(Journey(page, Agent(told["mcp_url"], told["keys"]["browser"]), told, name, scripts))
    context.close()


def test_where_agents_may_only_read_the_switches_show_as_off_and_a_write_is_refused(owner: Owner) -> None:
    page = owner.page
    owner.open_site()
    owner.unfold("Settings")
    setting = page.get_by_role("checkbox", name="Change a setting")
    expect(setting).to_be_checked()
    page.get_by_role("radio", name="Read only").check()
    expect(setting).not_to_be_visible()
    expect(page.get_by_text("Change a setting. Off: agents may only read")).to_be_visible()
    owner.save()
    owner.unfold("Settings")
    owner.looked_at("read-only")
    assert "respira_tool_off" in owner.refusal("update_option", option="description", value="Bread")
    page.get_by_role("radio", name="Everything").check()
    expect(setting).to_be_checked()
    owner.save()
    assert owner.journey.agent_with("chat").call("get_plan")["pending_steps"] == 0


def test_a_pause_is_seen_on_every_page_and_refuses_apply(owner: Owner) -> None:
    page, agent = owner.page, owner.journey.agent
    agent.call("update_page", id=44, title="Bread")
    plan = agent.call("get_plan")["review"]["url"]
    page.goto(plan)
    page.get_by_role("button", name="Accept step 4").click()
    apply = page.get_by_role("button", name=re.compile("^Apply 1 step"))
    expect(apply).to_be_visible()

    elsewhere = page.context.new_page()
    elsewhere.goto("/sites")
    elsewhere.locator(".row__title a").first.click()
    elsewhere.get_by_text("Pause everything").first.click()
    elsewhere.get_by_role("button", name="Yes, pause everything").click()
    expect(elsewhere.get_by_text("Harbour & Grain is paused.", exact=True)).to_be_visible()

    apply.click()
    expect(page.get_by_text("paused it: nothing is planned or applied.")).to_be_visible()
    expect(apply).not_to_be_visible()
    owner.looked_at("plan-paused")
    assert "respira_site_paused" in owner.refusal("update_option", option="description", value="Cake")
    elsewhere.close()

    page.get_by_role("button", name="Let agents work again").click()
    expect(page.get_by_text("Agents may work on Harbour & Grain again.")).to_be_visible()
    page.goto(plan)
    expect(apply).to_be_visible()
    page.get_by_role("button", name="Take back step 4").click()
    expect(page.locator("#decision-bar")).to_contain_text("4 to look at")


def test_an_item_is_protected_by_its_address_and_lifted_again(owner: Owner) -> None:
    page = owner.page
    owner.open_site()
    page.get_by_label("Which one?").fill("/nowhere/")
    page.get_by_role("button", name="Protect it").click()
    expect(page.get_by_role("alert")).to_contain_text("There is no page at /nowhere on the site.")
    owner.looked_at("not-found")
    page.get_by_label("Which one?").fill("/about/")
    page.get_by_role("button", name="Protect it").click()
    expect(page.get_by_text("About is protected: no agent may change it.")).to_be_visible()
    owner.looked_at("protected")
    assert "respira_protected" in owner.refusal("update_page", id=42, title="Ours")
    page.goto(owner.journey.agent.call("get_plan")["review"]["url"])
    expect(page.get_by_text("It can not run as things stand: About is protected.")).to_be_visible()
    page.get_by_role("link", name="What is protected").click()
    page.get_by_role("button", name="Lift the protection of About").click()
    expect(page.get_by_text("The protection is lifted.")).to_be_visible()


def test_the_settings_of_a_key_say_what_does_not_fit_and_keep_what_was_typed(owner: Owner) -> None:
    page = owner.page
    owner.open_site()
    page.get_by_role("link", name="Chat agent").click()
    expect(page.get_by_role("heading", name="What this key may do")).to_be_visible()
    owner.looked_at("key")
    page.get_by_role("radio", name="In the chat").check()
    page.get_by_role("checkbox", name="Several agents share this key").check()
    page.get_by_label("Last day").fill("2120-01-31")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("A shared key has no plan")
    expect(page.get_by_label("Last day")).to_have_value("2120-01-31")
    owner.looked_at("key-wrong")
    page.get_by_role("checkbox", name="Several agents share this key").uncheck()
    owner.unfold("Settings")
    page.get_by_role("checkbox", name="Change a setting").uncheck()
    owner.save()
    expect(page.get_by_text("1 February 2120, 00:00 UTC")).to_be_visible()
    assert "respira_tool_off" in owner.refusal("update_option", option="description", value="Bread")
    owner.unfold("Settings")
    page.get_by_role("checkbox", name="Change a setting").check()
    page.get_by_role("radio", name="When the agent asks").check()
    owner.save()
    page.locator("summary", has_text="Pause").click()
    page.get_by_role("button", name="Yes, pause this key").click()
    expect(page.get_by_text("Chat agent is paused.", exact=True)).to_be_visible()
    owner.looked_at("key-paused")
    assert "respira_key_paused" in owner.refusal("list_pages")
    page.get_by_role("button", name="Let it work again").click()
    expect(page.get_by_text("The key Chat agent works again.")).to_be_visible()
