"""A plan by a hostile agent on a hostile site, shown on every page: nothing runs, nothing breaks the layout, nothing
is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests import colleague
from tests.demo_running import demo
from tests.e2e import hostile, photos, undoing
from tests.e2e.axe import violations
from tests.e2e.hostile import HIDDEN, HIDDEN_SHOWN, MARKUP, HostileAgent
from webapp.sample_site import SampleSite

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
WORDS = f"{MARKUP} {HIDDEN}"
# Of these pages a picture is kept, and axe looks at some of them.
PICTURED = ("plans", "plan", "run", "key", "guest", "page", "deep", "large", "page preview", "page of guest")
CHECKED = ("plan", "run", "guest", "page", "large", "page preview")
# What a person has to be able to read on a step's page, or be told that it is elsewhere.
SHOWN = {
    "page": MARKUP,
    "line": "The payload stands at the end.",
    "deep": "The payload stands below.",
    "large": "The payload stands at the end.",
    "link": MARKUP,
    "menu": HIDDEN_SHOWN,
    "term": HIDDEN_SHOWN,
    "option": MARKUP,
    "meta": HIDDEN_SHOWN,
    "comment": MARKUP,
}


# The text of a page, and the same without what is struck out in it.
READ = """() => {
  const page = document.querySelector("main"), after = page.cloneNode(true);
  for (const gone of after.querySelectorAll("del, .spoken")) gone.remove();
  return [page.textContent, after.textContent];
}"""


@dataclass
class Stage:
    """What there is to look at: the demo, and the paths of pages by what they show."""

    told: dict[str, Any]
    pages: dict[str, str] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)


@dataclass
class Watched:
    """A window in which everything is noted that must not happen."""

    page: Page
    name: str
    scripts: bool
    happened: list[str] = field(default_factory=list)

    def watch(self, url: str) -> None:
        """Note dialogs, complaints, and whatever is asked for elsewhere than at the address of ours."""

        def note(request: Request) -> None:
            if not request.url.startswith(f"{url}/") or "/canary" in request.url.split("?")[0]:
                self.happened.append(f"{self.page.url}: asked for {request.url[:200]}")

        self.page.on("request", note)
        self.page.on("dialog", lambda dialog: self.happened.append(f"{self.page.url}: said {dialog.message}"))
        self.page.on("pageerror", lambda error: self.happened.append(f"{self.page.url}: {error}"))
        self.page.on("console", self._complaint)

    def _complaint(self, message: Any) -> None:
        if message.type == "error":
            self.happened.append(f"{self.page.url}: {message.text}")

    def look(self, name: str, address: str) -> None:
        """Open a page, let it compare with the site where it can, and note what is wrong with it."""
        self.page.goto(address)
        compare = self.page.get_by_role("button", name=re.compile("^Compare"))
        if not self.scripts and compare.count():
            compare.first.click()
        for frame in self.page.locator("iframe").all():
            # A frame is loaded when it comes into sight.
            frame.scroll_into_view_if_needed()
            frame.content_frame.locator("main").wait_for()
        self.page.wait_for_load_state("networkidle" if self.scripts else "load")
        self.happened += [f"{name}: {one}" for one in hostile.found_wrong_in(self.page)]
        if name in PICTURED:
            photos.keep(self.page, f"hostile-{name}-{self.name}", full_page=True)
        if name in CHECKED and self.scripts:
            self.happened += [f"{name}: {one}" for one in violations(self.page)]

    def shows(self, *words: str) -> bool:
        """Whether all of this can be read on the page, what is folded included, and what goes left out or not."""
        texts = [" ".join(text.split()) for text in self.page.evaluate(READ)]
        return all(any(word in text for text in texts) for word in words)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sample site that gives itself, and what is on it, hostile names."""
    folder = tmp_path_factory.mktemp("hostile")
    site = SampleSite(folder / "site.db")
    site.fill()
    site.change("settings", title=WORDS)
    site.change("pages", 44, title=WORDS)
    site.close()
    return folder


@pytest.fixture(scope="module")
def told(folder: Path) -> Iterator[dict[str, Any]]:
    with demo("--empty", "--data", str(folder)) as told:
        yield told


@pytest.fixture(scope="module")
def stage(told: dict[str, Any], folder: Path, browser: Browser, session: Any) -> Stage:
    """A hostile plan that waits, one that ran, and all that came of them."""
    context = browser.new_context(storage_state=session, base_url=told["url"], java_script_enabled=False)
    page, stage = context.new_page(), Stage(told)
    ran = HostileAgent(told["mcp_url"], _key(page, "When the agent asks", stage))
    waits = HostileAgent(told["mcp_url"], _key(page, "Here, in the browser", stage))
    _run(page, ran, stage)
    stage.steps = hostile.plan(waits)
    assert [step for step in stage.steps.values() if not step.startswith("step_")] == []
    stage.pages["plan"] = f"/plans/{waits.call('get_plan')['session_id']}"
    _talk(page, stage)
    context.close()
    _move(folder, told["site_url"])
    return stage


def _key(page: Page, mode: str, stage: Stage) -> str:
    """Make a key with a hostile name that may use every tool, and return it."""
    page.goto("/sites")
    page.locator(".row__title a").click()
    stage.pages["site"] = page.url
    page.get_by_role("link", name="Make a key").click()
    page.get_by_label("Name").fill(hostile.NAME)
    page.get_by_role("radio", name=mode).check()
    for purpose in page.locator("input[name=purposes]").all():
        purpose.check()
    page.get_by_role("button", name="Make the key").click()
    key = page.locator(".copyline__text").first.inner_text()
    page.goto(stage.pages["site"])
    stage.pages["key"] = str(page.get_by_role("link", name='Key"').first.get_attribute("href"))
    return key


def _run(page: Page, agent: HostileAgent, stage: Stage) -> None:
    """Let a hostile plan run by the agent's own say, and find what came of it; let the agent report something."""
    begun = agent.call("begin_session", mode="plan", title=WORDS, note=WORDS)
    agent.call("update_page", id=44, title=f"{MARKUP} 2", content=hostile.CONTENT, _respira_note=MARKUP)
    agent.call("create_page", title=WORDS, content=hostile.CONTENT)
    agent.call("create_term", taxonomy="category", name=WORDS, description=WORDS)
    assert agent.call("apply_plan")["applied"] == 3
    agent.call("report_issue", title=WORDS, brief=WORDS)
    stage.pages["plan that ran"] = f"/plans/{begun['session_id']}"
    for name, path in (("run", stage.pages["plan that ran"]), ("snapshot", "run"), ("copie", "/copies")):
        page.goto(stage.pages.get(path, path))
        stage.pages[name] = str(page.locator(f"a[href^='/{name}s/']").first.get_attribute("href"))
    page.goto(stage.pages["run"])
    page.get_by_role("button", name="Undo the whole run").click()
    undoing.look(page, scripts=False)
    stage.pages["undo"] = urlsplit(page.url).path
    stage.pages["undo part"] = f"{stage.pages['undo']}/parts/3"


def _talk(page: Page, stage: Stage) -> None:
    """Share the plan and a copy by links with hostile names; a guest with a hostile name says hostile things."""
    for name, path, passcode in (
        ("guest", stage.pages["plan"], ""),
        ("passcode", stage.pages["plan"], "open sesame"),
        ("guest copy", stage.pages["copie"], ""),
    ):
        page.goto(path)
        page.get_by_role("link", name="Share by a link").click()
        page.get_by_label("Whom is it for?").fill(hostile.NAME)
        page.get_by_label("Say yes or no").check()
        for step in page.get_by_role("group", name="About which steps?").get_by_role("checkbox").all():
            step.check()
        page.get_by_label("Passcode").fill(passcode)
        page.get_by_role("button", name="Make the link").click()
        stage.pages[name] = page.locator(".copyline__text").inner_text()
    page.goto(f"{stage.pages['guest']}/steps/{stage.steps['page']}")
    page.get_by_label("Your name").last.fill(hostile.NAME)
    page.locator("#text").fill(WORDS)
    page.get_by_role("button", name="Say it").click()
    expect(page.get_by_text("Said. The owner and the agent read it.")).to_be_visible()
    page.goto(f"/steps/{stage.steps['page']}")
    page.get_by_text("Say something about step").click()
    page.get_by_label("Your words").fill(WORDS)
    page.get_by_role("button", name="Send", exact=True).click()


def _move(folder: Path, url: str) -> None:
    """Let a colleague put hostile words on the page that the plan is about."""
    site = SampleSite(folder / "site.db", url)
    colleague.edit(site, "pages/42", title=f"{WORDS} 3", content=hostile.CONTENT)
    site.close()


@pytest.fixture(params=[(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"])
def watched(browser: Browser, session: Any, stage: Stage, request: pytest.FixtureRequest) -> Iterator[Watched]:
    size, scripts = request.param
    context = browser.new_context(
        storage_state=session, viewport=size, java_script_enabled=scripts, base_url=stage.told["url"]
    )
    window = Watched(context.new_page(), f"{size['width']}{'' if scripts else '-plain'}", scripts)
    window.watch(stage.told["url"])
    yield window
    context.close()


def test_a_hostile_plan_runs_nothing_breaks_nothing_and_hides_nothing_on_any_page(
    watched: Watched, stage: Stage
) -> None:
    """C42.1, C45.3, C46.1, C46.2"""
    lists = {
        path: f"/{path}" for path in ("plans", "plans?show=all", "copies", "history", "sites", "events", "reports")
    }
    plan = {"order": f"{stage.pages['plan']}?order=plan", "share": f"{stage.pages['plan']}/links/new"}
    for name, address in {**lists, **stage.pages, **plan}.items():
        watched.look(name, address)
        if name not in ("copies", "key", "passcode", "reports", "sites"):
            assert watched.shows(MARKUP), name
    assert watched.happened == []


def test_each_step_of_a_hostile_plan_is_shown_whole_in_every_view(watched: Watched, stage: Stage) -> None:
    """C42.1, C45.3, C46.1, C46.2, C47.2"""
    guest = f"{stage.pages['guest']}/steps"
    for about, step in stage.steps.items():
        watched.look(about, f"/steps/{step}")
        assert watched.shows(SHOWN[about]), about
    for about in ("page", "large") if watched.scripts else ("page", "line", "deep"):
        for view in ("code", "preview", "preview&width=phone"):
            watched.look(f"{about} {view}", f"/steps/{stage.steps[about]}?view={view}")
        watched.look(f"{about} of guest", f"{guest}/{stage.steps[about]}")
        assert watched.shows(SHOWN[about]), about
    assert watched.happened == []


def test_the_whole_of_a_hostile_text_is_a_plain_file_for_whoever_may_read_the_step(
    browser: Browser, session: Any, stage: Stage
) -> None:
    """C46.1, C47.2"""
    context = browser.new_context(storage_state=session, base_url=stage.told["url"])
    for begin in ("/steps", f"{stage.pages['guest']}/steps"):
        for about, text in (("line", hostile.LINE), ("deep", hostile.DEEP), ("large", hostile.LARGE)):
            index = 0 if about == "line" else 1
            sent = context.request.get(f"{begin}/{stage.steps[about]}/changes/{index}/after.txt")
            assert sent.headers["content-type"] == "text/plain; charset=utf-8"
            assert sent.headers["content-disposition"].startswith("attachment;")
            assert sent.headers["x-content-type-options"] == "nosniff"
            assert sent.text() == text
    context.close()
