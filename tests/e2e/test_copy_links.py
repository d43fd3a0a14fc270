"""A review link to a draft copy in a real browser: somebody without an account reads it on a phone, says something
and says yes; the owner sees that, and it goes live by the owner's yes alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.test_main_job import DESK, PHONE, Journey
from webapp.agent_part import Agent

PAGES = {True: (44, "Services"), False: (46, "Contact")}


@pytest.mark.parametrize("scripts", [True, False], ids=["with-javascript", "without-javascript"])
def test_a_guest_reads_a_copy_and_says_yes_and_the_owner_who_sees_it_puts_it_live(
    browser: Browser, session: Any, told: dict[str, Any], scripts: bool
) -> None:
    agent, name = Agent(told["mcp_url"], told["keys"]["chat"]), f"Ana {'' if scripts else 'without scripts'}".strip()
    item, title = PAGES[scripts]
    agent.call("update_page", id=item, title=f"A page for {name}")
    window = browser.new_context(viewport=DESK, storage_state=session)
    own = window.new_page()
    own.goto(f"{told['url']}/copies")
    own.get_by_role("link", name=title).click()
    copy, address = own.url, _shared(own, name)

    context = browser.new_context(viewport=PHONE, java_script_enabled=scripts)
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    guest = Journey(page, agent, told, f"360{'' if scripts else '-plain'}", scripts)
    page.goto(address)
    if not scripts:
        page.get_by_role("button", name="Compare with the live page").click()
    expect(page.locator("#compared")).to_contain_text(f"A page for {name}")
    page.get_by_title("The draft’s text").scroll_into_view_if_needed()
    expect(page.frame_locator("iframe.preview").get_by_text(f"A page for {name}")).to_be_visible()
    guest.looked_at("guest-copy")
    page.get_by_label("What do you want to say about it?").fill("The title is much better.")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_text("Said. The owner and the agent read it.")).to_be_visible()
    page.get_by_role("button", name="Say yes").click()
    expect(page.get_by_role("heading", name="You say yes to:")).to_be_visible()
    guest.looked_at("guest-copy-confirm")
    page.get_by_role("button", name="Say yes").click()
    expect(page.get_by_text("You said yes. The owner sees it, and decides.")).to_be_visible()
    guest.looked_at("guest-copy-said")

    own.goto(copy)
    expect(own.get_by_text("The title is much better.")).to_be_visible()
    expect(own.locator("main")).to_contain_text(f"{name} said yes")
    expect(own.get_by_text("Visitors do not see this")).to_be_visible()
    own.get_by_role("button", name="Approve onto the live page").click()
    expect(own.get_by_text("The copy is live.")).to_be_visible()
    page.goto(address)
    expect(page.get_by_text("It was approved, so visitors see it.")).to_be_visible()
    guest.looked_at("guest-copy-over")
    context.close()
    window.close()
    assert complaints == []


def _shared(own: Page, name: str) -> str:
    """Make a link to the copy that is open, with which somebody says yes or no, and return its address."""
    own.get_by_role("link", name="Share by a link").click()
    own.get_by_label("Whom is it for?").fill(name)
    own.get_by_label("Say yes or no").check()
    own.get_by_role("button", name=re.compile("Make the link")).click()
    return own.locator(".copyline__text").inner_text()
