"""What an agent calls things may be as long as a message: no page of a plan gets longer than people can read, each
tells how much it leaves out, and the step's own page has all of it."""

from __future__ import annotations

import html
import re

import pytest

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of
from webapp.core.desk import Desk
from webapp.data import Mode

ENDLESS = "B" * 300_000


@pytest.fixture
def plan(place: Installed) -> str:
    """A plan of a page with an endless title, a menu item with one, and a page with many custom fields."""
    agent: Agent = place.agent(Mode.BROWSER, "Claude on a laptop")
    begun = agent.call("begin_session", mode="plan")
    agent.call("create_page", title=ENDLESS)
    agent.call("create_menu_item", menu_id=3, title=ENDLESS, url="/services/")
    agent.call("update_page", id=46, meta={ENDLESS: "long"} | {f"field_{number}": "x" for number in range(60)})
    return str(begun["session_id"])


def words(window: Browser, address: str) -> str:
    page = window.get(address).get_data(as_text=True)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page)))


@pytest.mark.parametrize("order", ["", "?order=plan"])
def test_the_page_of_a_plan_stays_short_however_long_the_names(window: Browser, plan: str, order: str) -> None:
    """C47.1"""
    page = words(window, f"/plans/{plan}{order}")
    assert len(page) < 20_000
    assert "Create the page BBBBB" in page
    assert re.search(r"B … \(299,\d{3} more characters\) … B+", page)
    assert "more fields raise such a warning." in page
    assert "And 41 more changes." in page


def test_what_a_sentence_leaves_out_stands_on_the_steps_own_page(window: Browser, desk: Desk, plan: str) -> None:
    """C47.1"""
    titled, linked, _fields = steps_of(desk, plan)
    page = words(window, f"/steps/{titled.public_id}")
    assert "Not all of it fits on this page. All of it is in the plain text below." in page
    assert window.get(f"/steps/{titled.public_id}/changes/0/after.txt").get_data(as_text=True) == ENDLESS
    assert ENDLESS in words(window, f"/steps/{linked.public_id}")


def test_the_list_of_what_happened_stays_short_too(window: Browser, plan: str) -> None:
    assert len(words(window, "/events")) < 20_000
