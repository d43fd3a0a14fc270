"""The main job in a real browser: a person decides, applies, watches, and takes one step back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.demo_running import demo
from tests.e2e import photos, undoing
from tests.e2e.axe import wrong_in
from webapp.agent_part import Agent

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
WAYS = [
    pytest.param((DESK, True), id="1280-with-javascript"),
    pytest.param((DESK, False), id="1280-without-javascript"),
    pytest.param((PHONE, True), id="360-with-javascript"),
    pytest.param((PHONE, False), id="360-without-javascript"),
]


@dataclass(frozen=True)
class Journey:
    """A person's browser, the agent on the other side, and what the demo told."""

    page: Page
    agent: Agent
    told: dict[str, Any]
    name: str
    scripts: bool

    def agent_with(self, key: str) -> Agent:
        """Return an agent that has another key of the demo."""
        return Agent(self.told["mcp_url"], self.told["keys"][key])

    def heading_of(self, path: str) -> str:
        """Return the heading that a visitor reads on a page of the site."""
        return self.site_shows(path, "h1")

    def looked_at(self, name: str) -> None:
        """Keep a picture of the page, and find nothing that bars anybody from using it."""
        photos.keep(self.page, f"{name}-{self.name}", full_page=True)
        assert wrong_in(self.page, scripts=self.scripts) == []
        wide = self.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{name} is {wide} px wider than the screen"

    def site_shows(self, path: str, part: str = "body") -> str:
        """Return what a visitor reads on the site."""
        visitor = self.page.context.browser
        assert visitor is not None
        context = visitor.new_context()
        try:
            page = context.new_page()
            page.goto(self.told["site_url"] + path)
            return page.locator(part).first.inner_text()
        finally:
            context.close()


@pytest.fixture
def told() -> Iterator[dict[str, Any]]:
    with demo() as told:
        yield told


@pytest.fixture(params=WAYS)
def journey(browser: Browser, told: dict[str, Any], request: pytest.FixtureRequest) -> Iterator[Journey]:
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(page, Agent(told["mcp_url"], told["keys"]["browser"]), told, name, scripts)
    context.close()
    assert complaints == []


def test_a_person_accepts_two_steps_drops_one_applies_and_takes_one_back(journey: Journey) -> None:
    page, agent = journey.page, journey.agent
    assert "About" in journey.site_shows("/about/")
    assert "Services" not in journey.site_shows("/about/").split("About")[0]

    waiting = agent.call("apply_plan")
    assert waiting["code"] == "respira_waiting_for_person"

    page.goto(journey.told["sign_in_url"])
    journey.looked_at("sign-in-link")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/plans$"))
    journey.looked_at("plans")
    expect(page.get_by_text("3 to look at")).to_be_visible()

    page.goto(waiting["review"]["url"])
    expect(page.get_by_role("heading", name="Update page 42 (About): title.")).to_be_visible()
    _compared(journey)
    journey.looked_at("plan")

    page.get_by_role("button", name="Accept step 1").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted, 2 to look at")
    page.get_by_role("button", name="Drop step 2").click()
    expect(page.locator("#decision-bar")).to_contain_text("1 accepted, 1 dropped, 1 to look at")
    page.get_by_role("link", name="Read and decide step 3").click()
    expect(page).to_have_url(re.compile(r"/steps/step_"))
    journey.looked_at("step")
    page.get_by_role("button", name="Accept step 3").click()
    expect(page).to_have_url(re.compile(r"/plans/sess_"))
    expect(page.locator("#decision-bar")).to_contain_text("2 accepted, 1 dropped")
    _compared(journey)
    journey.looked_at("plan-decided")

    page.get_by_role("button", name="Apply 2 steps, 1 changes the live site").click()
    expect(page).to_have_url(re.compile(r"/runs/run_"))
    _until(page, lambda: page.get_by_text("All 2 steps went through: 1 changed the live site").count() > 0)
    journey.looked_at("receipt")
    assert "Services" not in journey.site_shows("/about/").split("About")[0]

    plan = agent.call("get_plan")
    assert [step["status"] for step in plan["steps"]] == ["applied", "dropped", "applied"]
    assert plan["last_receipt"]["applied"] == 2
    assert {decision["verdict"] for decision in plan["review"]["decisions"]} == {"accept", "drop"}

    page.get_by_role("button", name="Undo this step (step 3)").click()
    undoing.look(page, scripts=journey.scripts)
    journey.looked_at("undo")
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="Restored exactly.")).to_be_visible()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("Taken back just now.")).to_be_visible()
    journey.looked_at("restored")
    drafts = agent.call("list_pages", status="draft", search="Team")["pages"]
    assert [draft["id"] for draft in drafts] == [311]


def _compared(journey: Journey) -> None:
    """Wait until the plan was compared with the site, which its page asks for by itself where scripts run."""
    journey.page.wait_for_load_state("networkidle")


def _until(page: Page, is_so: Callable[[], bool]) -> None:
    """Look again until it is so: by itself with JavaScript, by the page's own link without."""
    for _look in range(120):
        page.wait_for_load_state()
        if is_so():
            return
        page.wait_for_timeout(250)
        again = page.get_by_role("link", name="See how far it is now")
        if again.count() and again.is_visible():
            again.click()
    raise AssertionError(page.locator("main").inner_text())
