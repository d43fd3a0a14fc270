"""In a real browser: the preview of a hostile text runs nothing, asks nobody for anything, and covers nothing; a menu
is a tree with its moves; settings are a table."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import photos
from tests.e2e.axe import wrong_in
from webapp.agent_part import Agent

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
WAYS = [
    pytest.param((DESK, True, "light"), id="1280-with-javascript"),
    pytest.param((PHONE, False, "dark"), id="360-without-javascript-dark"),
]
HOSTILE = """<!-- wp:paragraph --><p>Fresh bread since 2009.</p><!-- /wp:paragraph -->
<script>top.document.title = "taken"; fetch("{canary}/script")</script>
<p onclick="fetch('{canary}/click')" onmouseover="fetch('{canary}/over')">Point at me</p>
<div style="position:fixed;inset:0;z-index:9999;background:red url({canary}/css.png)"><p>I cover everything</p></div>
<style>@import url("{canary}/sheet.css"); body {{ background: url("{canary}/body.png") }}</style>
<svg onload="fetch('{canary}/svg')" width="9999"><image href="{canary}/svg.png"/><text>In a drawing</text></svg>
<img src="{canary}/x.png" srcset="{canary}/x2.png 2x" alt="A picture from elsewhere" onerror="fetch('{canary}/e')">
<a href="{canary}/link" ping="{canary}/ping" target="_top">A link to elsewhere</a>
<iframe src="{canary}/frame" srcdoc="<script>fetch('{canary}/srcdoc')</script>"></iframe>
<link rel="prefetch" href="{canary}/prefetch"><base href="{canary}/">
<meta http-equiv="refresh" content="0;url={canary}/meta">
<form action="{canary}/form"><input autofocus onfocus="fetch('{canary}/focus')"><button>Send it</button></form>
<p>{huge}</p><p dir="rtl">שלום עולם</p><p>Turned \u202e around</p><p>[gallery ids="1,2"]</p>"""


@dataclass
class Canary:
    """Something that listens where a hostile text would call, and remembers what it was asked for."""

    address: str
    asked: list[bytes] = field(default_factory=list)


@pytest.fixture(scope="module")
def canary() -> Iterator[Canary]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        bird = Canary(f"http://127.0.0.1:{listening.getsockname()[1]}")

        def listen() -> None:
            while True:
                try:
                    caller, _address = listening.accept()
                except OSError:
                    return
                with caller:
                    bird.asked.append(caller.recv(200))

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        yield bird
        listening.shutdown(socket.SHUT_RDWR)
    listener.join(5)


def allow_menus(told: dict[str, Any], browser: Browser, session: Any) -> None:
    """Switch on, as the owner does, the tools that change menus."""
    context = browser.new_context(storage_state=session, base_url=told["url"])
    page = context.new_page()
    page.goto("/sites")
    page.locator(".row__title a").first.click()
    page.get_by_role("link", name="Browser agent").first.click()
    menus = page.locator(".purpose", has_text="Menus and navigation").first
    menus.locator("summary").click()
    menus.get_by_role("button", name="Save with all of these under Menus and navigation").click()
    expect(menus.get_by_role("checkbox", name="Change a menu item")).to_be_checked()
    context.close()


@pytest.fixture(scope="module")
def steps(told: dict[str, Any], canary: Canary, browser: Browser, session: Any) -> list[str]:
    """The paths of the steps of a plan: a hostile text, a menu item that moves, a setting."""
    allow_menus(told, browser, session)
    agent = Agent(told["mcp_url"], told["keys"]["browser"])
    agent.call("begin_session", mode="plan", title="A hostile text")
    text = HOSTILE.format(canary=canary.address, huge="x" * 20_000)
    agent.call("update_page", id=42, content=text, title="<img src=x onerror=alert(1)>")
    items = agent.call("list_menu_items", menu_id=3)["items"]
    agent.call("update_menu_item", item_id=items[-1]["id"], position=1)
    agent.call("update_option", option="posts_per_page", value=5)
    return [f"/steps/{step['step_id']}" for step in agent.call("get_plan")["steps"]]


@dataclass(frozen=True)
class Window:
    """The owner's window, and what its pictures are called."""

    page: Page
    name: str
    scripts: bool

    def looked_at(self, name: str) -> None:
        """Keep a picture of the page; it bars nobody, and is as wide as the screen."""
        photos.keep(self.page, f"{name}-{self.name}", full_page=True)
        wide = self.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{name} is {wide} px wider than the screen"
        assert wrong_in(self.page, scripts=self.scripts) == []


@pytest.fixture(params=WAYS)
def window(browser: Browser, told: dict[str, Any], session: Any, request: pytest.FixtureRequest) -> Iterator[Window]:
    size, scripts, scheme = request.param
    context = browser.new_context(
        storage_state=session, viewport=size, java_script_enabled=scripts, color_scheme=scheme, base_url=told["url"]
    )
    complaints: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    yield Window(page, f"{size['width']}-{scheme}{'' if scripts else '-plain'}", scripts)
    context.close()
    assert complaints == []


def widths_of_frames(page: Page) -> list[int]:
    """Return how many pixels wide the texts are laid out."""
    return [frame.evaluate("frame => frame.clientWidth") for frame in page.locator("iframe").all()]


def test_the_preview_of_a_hostile_text_runs_nothing_and_asks_nobody_for_anything(
    window: Window, steps: list[str], canary: Canary
) -> None:
    """C45.3, C46.1, C46.2, C46.3"""
    page = window.page
    page.goto(f"{steps[0]}?view=preview")
    frame = page.frame_locator("iframe").nth(1)
    expect(frame.get_by_text("Fresh bread since 2009.")).to_be_visible()
    expect(frame.get_by_role("heading", name="<img src=x onerror=alert(1)>")).to_be_visible()
    expect(frame.get_by_text("I cover everything")).to_be_visible()
    expect(frame.get_by_text("In a drawing")).to_be_visible()
    expect(frame.get_by_text(f"Picture: A picture from elsewhere ({canary.address}/x.png)")).to_be_visible()
    expect(frame.get_by_text("Turned ⟨U+202E⟩ around")).to_be_visible()
    frame.get_by_text("Point at me").click()
    frame.get_by_text("A link to elsewhere").click()
    frame.get_by_text("Send it").click()
    assert page.url.endswith(f"{steps[0]}?view=preview")
    assert page.title().startswith("Step 1: ")
    inside = page.locator("iframe").nth(1).bounding_box()
    covered = frame.get_by_text("I cover everything").bounding_box()
    assert inside is not None
    assert covered is not None
    assert covered["y"] > inside["y"]
    assert covered["x"] + covered["width"] <= inside["x"] + inside["width"]
    assert widths_of_frames(page) == [1200, 1200]
    window.looked_at("step-preview")
    page.get_by_role("link", name="Phone width").click()
    expect(page.get_by_role("link", name="Phone width")).to_have_attribute("aria-current", "true")
    expect(page.frame_locator("iframe").nth(0).get_by_text("founded in 2009")).to_be_visible()
    assert widths_of_frames(page) == [390, 390]
    window.looked_at("step-preview-phone")
    assert canary.asked == []


def test_a_menu_is_a_tree_with_its_move_and_a_setting_a_row_of_a_table(window: Window, steps: list[str]) -> None:
    """C33.2"""
    page = window.page
    page.goto(steps[1])
    expect(page.locator(".outline__mark")).to_have_text(["Moved"])
    expect(page.locator(".outline__note").first).to_contain_text("to 1st at the top")
    window.looked_at("step-menu")
    page.goto(steps[2])
    expect(page.get_by_role("rowheader", name="Posts per page")).to_be_visible()
    expect(page.get_by_role("cell", name="5", exact=True)).to_be_visible()
    window.looked_at("step-setting")
