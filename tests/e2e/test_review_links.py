"""A review link in a real browser: the owner makes one, somebody without an account reads, comments and decides on a
phone, and the agent on the other side reads what was said through the official MCP client."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.demo_running import demo
from tests.doors.test_official_client import connected, done
from tests.e2e import photos
from tests.e2e.axe import wrong_in
from webapp.agent_part import Agent

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
WAYS = [
    pytest.param((PHONE, True), id="390-with-javascript"),
    pytest.param((PHONE, False), id="390-without-javascript"),
    pytest.param((DESK, True), id="1280-with-javascript"),
]


@pytest.fixture(scope="module")
def told() -> Iterator[dict[str, Any]]:
    with demo() as told:
        yield told


@pytest.fixture(scope="module")
def owner(browser: Browser, told: dict[str, Any]) -> Iterator[Page]:
    """The owner's window, signed in."""
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(told["sign_in_url"])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/plans$"))
    yield page
    context.close()


def looked_at(page: Page, name: str, *, scripts: bool = True) -> None:
    """Keep a picture of the page, and find nothing that bars anybody from using it."""
    size = page.viewport_size or DESK
    photos.keep(page, f"{name}-{size['width']}{'' if scripts else '-plain'}", full_page=True)
    assert page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0
    assert wrong_in(page, scripts=scripts) == []


def made_link(owner: Page, plan: str, label: str) -> str:
    """Make a link to decide about every step, with a passcode, and return its address."""
    owner.goto(plan)
    owner.get_by_role("link", name="Share by a link").click()
    owner.get_by_label("Whom is it for?").fill(label)
    owner.get_by_label("Say yes or no").check()
    for step in owner.get_by_role("group", name="About which steps?").get_by_role("checkbox").all():
        expect(step).not_to_be_checked()
        step.check()
    owner.get_by_label("What they say counts as if you had said it").check()
    owner.get_by_label("Passcode").fill("open sesame")
    looked_at(owner, "share")
    owner.get_by_role("button", name="Make the link").click()
    looked_at(owner, "share-made")
    return owner.locator(".copyline__text").inner_text()


@pytest.mark.parametrize("way", WAYS)
def test_somebody_without_an_account_reads_comments_and_decides_and_the_agent_reads_it(
    browser: Browser, told: dict[str, Any], owner: Page, way: tuple[Any, bool]
) -> None:
    size, scripts = way
    agent = Agent(told["mcp_url"], told["keys"]["browser"])
    name = f"Ana {size['width']} {scripts}"
    step = agent.call("create_page", title=f"Prices for {name}", content="<p>As they were.</p>")
    plan = agent.call("get_plan")["review"]["url"]
    address = made_link(owner, plan, name)
    context = browser.new_context(viewport=size, java_script_enabled=scripts)
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)

    page.goto(address)
    expect(page.get_by_role("heading", name="A passcode is asked")).to_be_visible()
    looked_at(page, "guest-passcode", scripts=scripts)
    page.get_by_label("Passcode").fill("open sesame")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="What you can do here")).to_be_visible()
    looked_at(page, "guest-plan", scripts=scripts)

    page.get_by_label("What do you want to say about the plan?").fill("Please keep the old prices.")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_text("Said. The owner and the agent read it.")).to_be_visible()

    page.get_by_role("link", name=f"See every change of step {step['position']}").click()
    looked_at(page, "guest-step", scripts=scripts)
    page.get_by_role("button", name=f"Say yes to step {step['position']}").click()
    expect(page.get_by_role("heading", name="You say yes to:")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value(name)
    looked_at(page, "guest-confirm", scripts=scripts)
    page.get_by_label("What the agent should know").fill("Go ahead.")
    page.get_by_role("button", name="Say yes").click()
    expect(page.get_by_text("You said yes. The owner is told.")).to_be_visible()
    expect(page.locator(f"#step-{step['step_id']}")).to_contain_text("Accepted")
    expect(page.get_by_role("button", name="Take back what was said")).to_be_visible()
    looked_at(page, "guest-said", scripts=scripts)
    assert complaints == []

    said = _by_official_client(told)
    told_notes = {(note["text"], note["by"]) for note in said["review"]["notes"]}
    assert {("Please keep the old prices.", name), ("Go ahead.", name)} <= told_notes
    assert [one["status"] for one in said["steps"] if one["step_id"] == step["step_id"]] == ["accepted"]

    _revoked(owner, plan, name)
    page.goto(address)
    expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()
    looked_at(page, "guest-over", scripts=scripts)
    context.close()


def _by_official_client(told: dict[str, Any]) -> dict[str, Any]:
    """Read the plan as an agent does that uses the official MCP client."""

    async def visit() -> dict[str, Any]:
        async with connected(told["mcp_url"], told["keys"]["browser"], "auto") as client:
            result = await client.call_tool("respira_wordpress_get_plan", {})
            assert result.structured_content is not None
            return dict(result.structured_content)

    read: dict[str, Any] = done(visit)
    return read


def _revoked(owner: Page, plan: str, label: str) -> None:
    """Read who said what as the owner does, and take the link back."""
    owner.goto(plan)
    expect(owner.locator("#links")).to_contain_text(label)
    expect(owner.locator("#links")).to_contain_text("Opened 1 time")
    looked_at(owner, "plan-shared")
    owner.get_by_text(f"Revoke the link for {label}").first.click()
    owner.locator("#links").get_by_role("button", name="Revoke the link").first.click()
    expect(owner.get_by_text(f"The link for {label} opens nothing any more.")).to_be_visible()
