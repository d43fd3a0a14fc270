"""What people's sites met elsewhere is on the page of the step before anybody says yes, and named on its card."""

from __future__ import annotations

import html
import re

import pytest

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of
from webapp.core.desk import Desk
from webapp.data import Mode, Step
from webapp.sample_site import SampleSite

BLOCKS = "\n".join(["<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->"] * 12 + ["[contact-form]"])


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Claude on a laptop")


def planned(agent: Agent, desk: Desk, tool: str, **arguments: object) -> Step:
    begun = agent.call("begin_session", mode="plan")
    agent.call(tool, **arguments)
    return steps_of(desk, str(begun["session_id"]))[-1]


def words(window: Browser, address: str) -> str:
    """What a person reads on a page, in one line."""
    page = window.get(address).get_data(as_text=True)
    page = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def step_page(window: Browser, step: Step) -> str:
    return words(window, f"/steps/{step.public_id}")


def must_be_opened(window: Browser, step: Step) -> bool:
    """Whether a yes from the plan's page is refused."""
    window.get("/plans")
    yes = {"verdict": "accept", "digest": step.digest, "page": "plan"}
    return window.post(f"/steps/{step.public_id}/decision", yes).status_code == 409


def test_c02_3_the_review_page_warns_that_blocks_and_shortcodes_would_go(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    page = sample.add("pages", title="Long", content=BLOCKS, status="publish")["id"]
    step = planned(agent, desk, "update_page", id=page, content="<p>Hello</p>")
    shown = step_page(window, step)
    assert "12 blocks and 1 shortcode would go from the text." in shown
    assert "Parts lost" in shown
    assert must_be_opened(window, step)


def test_c06_1_and_c06_2_the_review_page_warns_of_a_page_builder(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    """C06.1, C06.2"""
    drawn = '<div data-elementor-type="wp-page">x</div>'
    page = sample.add("pages", title="Built", status="publish", content=drawn)["id"]
    step = planned(agent, desk, "update_page", id=page, content="<p>New</p>")
    shown = step_page(window, step)
    assert "Elementor draws this page, so visitors may not see a change of its text." in shown
    assert "A copy can not take over the layout made with Elementor, so it will look different." in shown
    assert "Page builder" in shown
    assert must_be_opened(window, step)


def test_c22_1_the_review_page_names_the_categories_that_go(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    made = [sample.add("categories", name=name)["id"] for name in ("Harbour", "Q&A", "Wood")]
    sample.change("posts", 101, categories=made[:2])
    step = planned(agent, desk, "update_post", id=101, categories=[made[2]])
    shown = step_page(window, step)
    assert "Categories: Harbour, Q&A would be removed, because the whole list is replaced." in shown
    assert re.search(r"Harbour.{0,40}Q&A.{0,60}Wood", shown.partition("What changes")[2])


def test_c26_1_and_c26_4_signs_in_titles_are_shown_as_they_are(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    """C26.1, C26.4"""
    page = sample.add("pages", title="Tom & Jerry", status="publish", content="x")["id"]
    title = "Q&A: “Fish & Chips” <2 hours"
    step = planned(agent, desk, "update_page", id=page, title=title)
    raw = window.get(f"/steps/{step.public_id}").get_data(as_text=True)
    assert "(Tom &amp; Jerry)" in raw
    assert "&amp;amp;" not in raw
    assert f'value="{html.escape(title)}"' in raw
    assert "Q&A: “Fish & Chips” <2 hours" in html.unescape(re.sub(r"</?(?:ins|del|bdi|span)[^>]*>", "", raw))


def test_c33_1_the_review_page_shows_the_menu_before_and_after(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    step = planned(agent, desk, "create_menu_item", menu_id=3, title="Services", url="/services/", position=2)
    shown = step_page(window, step).partition("What changes")[2]
    assert re.search(r"Home.*New\s*Services.*About", shown)
    assert not must_be_opened(window, step)


def test_c33_2_an_item_that_moves_is_shown_as_moved_and_wants_to_be_opened(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    step = planned(agent, desk, "update_menu_item", item_id=23, parent=22)
    shown = step_page(window, step).partition("What changes")[2]
    assert re.search(r"Moved\s*Contact", shown)
    assert must_be_opened(window, step)


def test_c33_3_the_review_page_says_what_happens_to_what_stands_below(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    planned(agent, desk, "update_menu_item", item_id=23, parent=22)
    step = planned(agent, desk, "delete_menu_item", item_id=22)
    shown = step_page(window, step)
    assert "What stands right below it moves up into its place: Contact." in shown
    assert must_be_opened(window, step)


def test_c33_4_the_review_page_warns_where_a_theme_has_no_place_for_menus(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite
) -> None:
    sample.wp.locations = {}
    step = planned(agent, desk, "create_menu_item", menu_id=3, title="Services", url="/services/")
    said = "The site's theme has no place for menus, so visitors will not see this."
    assert said in step_page(window, step)
