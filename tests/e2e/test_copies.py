"""A person decides about copies in a real browser: rejects one and brings it back, puts it live and takes that back,
keeps a new draft and publishes it later, and chooses whose words stand where a colleague changed the page since."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests import colleague
from tests.demo_running import demo
from tests.e2e import undoing
from tests.e2e.test_main_job import DESK, PHONE, Journey
from webapp.agent_part import Agent
from webapp.sample_site import SampleSite

Told = dict[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def told(folder: Path) -> Iterator[Told]:
    with demo("--empty", "--data", str(folder)) as told:
        yield told


@pytest.fixture
def wordpress(told: Told, folder: Path) -> Iterator[SampleSite]:
    """The demo's own sample site, for what Marta does there."""
    site = SampleSite(folder / "site.db", told["site_url"])
    yield site
    site.close()


@pytest.fixture(params=[(DESK, True), (PHONE, False)], ids=["1280-with-javascript", "360-without-javascript"])
def journey(browser: Browser, session: Any, told: Told, request: pytest.FixtureRequest) -> Iterator[Journey]:
    size, scripts = request.param
    context = browser.new_context(viewport=size, java_script_enabled=scripts, storage_state=session)
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    name = f"{size['width']}{'' if scripts else '-plain'}"
    yield Journey(page, Agent(told["mcp_url"], told["keys"]["chat"]), told, name, scripts)
    context.close()
    assert [text for text in complaints if "422" not in text] == []


def test_a_person_approves_a_copy_onto_the_live_page_and_takes_it_back(journey: Journey) -> None:
    page, agent = journey.page, journey.agent
    agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    assert journey.heading_of("/about/") == "About"

    page.goto(receipt["steps"][0]["links"][0])
    expect(page.get_by_role("heading", name="Draft copy of About")).to_be_visible()
    journey.looked_at("preview")

    page.goto(f"{journey.told['url']}/copies")
    journey.looked_at("copies")
    page.get_by_role("link", name="About").click()
    _compared(journey)
    expect(page.get_by_text("Our story")).to_be_visible()
    journey.looked_at("copy")
    _reject_and_bring_back(journey)
    _compared(journey)
    page.get_by_role("button", name="Approve onto the live page").click()
    expect(page.get_by_text("The copy is live.")).to_be_visible()
    journey.looked_at("copy-approved")
    assert journey.heading_of("/about/") == "Our story"

    page.get_by_role("button", name="Undo the approval").click()
    undoing.look(page, scripts=journey.scripts)
    expect(page.get_by_role("button", name="Take back 1 change on the live site")).to_be_visible()
    undoing.say_yes(page)
    expect(page.get_by_role("heading", name="Restored exactly.")).to_be_visible()
    assert journey.heading_of("/about/") == "About"


def test_a_person_keeps_a_new_page_as_a_draft_takes_it_up_again_and_publishes_it(journey: Journey) -> None:
    page = journey.page
    words = "<!-- wp:paragraph -->\n<p>The harbour at six in the morning.</p>\n<!-- /wp:paragraph -->"
    slug = f"harbour-{journey.name}"
    title = f"Our harbour {journey.name}"
    journey.agent.call("create_page", title=title, content=words, status="publish", slug=slug)

    page.goto(f"{journey.told['url']}/copies")
    page.get_by_role("link", name=title).click()
    if not journey.scripts:
        page.get_by_role("button", name="Read the draft").click()
    expect(page.get_by_role("button", name="Publish this page")).to_be_visible()
    journey.looked_at("new-draft")
    page.get_by_text("Keep as a draft").click()
    page.get_by_role("button", name="Keep it as a draft in WordPress").click()
    expect(page.get_by_text("Kept as a draft in WordPress by")).to_be_visible()
    journey.looked_at("new-draft-kept")

    page.get_by_role("link", name="Copies").click()
    expect(page.get_by_role("link", name=title)).to_have_count(0)
    page.get_by_role("link", name="Kept as drafts").click()
    journey.looked_at("copies-kept")
    page.get_by_role("link", name=title).click()
    page.get_by_role("button", name="Take it up again").click()
    expect(page.get_by_text("It waits for you again.")).to_be_visible()
    if not journey.scripts:
        page.get_by_role("button", name="Read the draft").click()
    page.get_by_role("button", name="Publish this page").click()
    expect(page.get_by_role("link", name=f"/{slug}/")).to_be_visible()
    journey.looked_at("new-draft-published")
    assert journey.heading_of(f"/{slug}/") == title


def test_where_a_colleague_changed_the_same_words_a_person_chooses_which_stand(
    journey: Journey, wordpress: SampleSite
) -> None:
    page, name = journey.page, f"Courses {journey.name}"
    item = colleague.publish(wordpress, name)
    journey.agent.call(
        "update_page", id=item, title=f"Our {name}", content="<p>Open every day.</p>", excerpt="In short."
    )
    colleague.edit(wordpress, f"pages/{item}", title=f"Marta’s {name}", content="<p>Open on Sundays.</p>")

    page.goto(f"{journey.told['url']}/copies?words={name.replace(' ', '+')}")
    journey.looked_at("copies-found")
    page.get_by_role("link", name=name).click()
    _compared(journey)
    bar = page.locator("#decision-bar")
    expect(bar).to_contain_text("Still to choose: Title, Text.")
    expect(page.get_by_text("The live page was edited last by Marta Pires")).to_be_visible()
    journey.looked_at("copy-clash")
    if journey.scripts:
        # Where axe has looked it leaves empty style attributes behind, which htmx would carry over.
        page.reload()
        expect(bar).to_contain_text("Still to choose: Title, Text.")
    page.get_by_role("group", name=re.compile("^Title")).get_by_label("Keep what is on the live page now").check()
    if journey.scripts:
        expect(bar).to_contain_text("Still to choose: Text.")
    page.get_by_role("button", name="Approve onto the live page").click()
    errors = page.get_by_role("alert")
    expect(errors).to_contain_text("Choose what stands: Text.")
    expect(errors.get_by_role("link")).to_have_count(1)
    if journey.scripts:
        expect(errors).to_be_focused()
    journey.looked_at("copy-clash-not-chosen")
    errors.get_by_role("link").click()
    page.get_by_role("group", name=re.compile("^Text")).get_by_label("Take what the copy holds").check()
    if journey.scripts:
        expect(bar).to_contain_text("All is chosen.")
    page.get_by_role("button", name="Approve onto the live page").click()
    expect(page.get_by_text("The copy is live.")).to_be_visible()
    expect(page.get_by_text("Title: the live page’s stayed; Text: the copy’s went live")).to_be_visible()
    journey.looked_at("copy-clash-approved")
    live = wordpress.read("pages", item)
    told = (live["title"]["raw"], live["content"]["raw"], live["excerpt"]["raw"])
    assert told == (f"Marta’s {name}", "<p>Open every day.</p>", "In short.")


def _compared(journey: Journey) -> None:
    if not journey.scripts:
        journey.page.get_by_role("button", name=re.compile("^Compare")).first.click()


def _reject_and_bring_back(journey: Journey) -> None:
    page = journey.page
    page.get_by_text("Reject this copy").click()
    page.get_by_role("button", name="Yes, reject the copy").click()
    expect(page.get_by_text("The copy was rejected and is in the trash.")).to_be_visible()
    journey.looked_at("copy-rejected")
    page.get_by_role("button", name="Bring the copy back").click()
    expect(page.get_by_text("It waits for you again.")).to_be_visible()
