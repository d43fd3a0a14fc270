"""Promises of changes that are no prose: menus as trees, lists by what goes and comes, values side by side."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.sample_site import SampleSite
from webapp.web.outlines import Listed, listed, outline, said, shown


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


def page_of(window: Browser, desk: Desk, agent: Agent, tool: str, **arguments: Any) -> str:
    """Plan one write, and return what its step's page says."""
    begun = agent.call("begin_session", mode="plan")
    agent.call(tool, **arguments)
    step = steps_of(desk, begun["session_id"])[0]
    return " ".join(window.get(f"/steps/{step.public_id}").get_data(as_text=True).split())


def menu(*labels: str) -> list[dict[str, Any]]:
    return [{"id": label, "label": label, "depth": 0} for label in labels]


def test_a_new_menu_item_is_shown_in_its_place_in_the_menu(window: Browser, desk: Desk, agent: Agent) -> None:
    """C33.1"""
    page = page_of(window, desk, agent, "create_menu_item", menu_id=3, title="News", url="/news/", position=2)
    menu_part = page.split('<ul class="outline">')[1].split("</ul>")[0]
    assert menu_part.count("<li") == menu_part.count("<bdi>")
    assert (
        '<span class="outline__mark">New</span> <span class="outline__label"><ins><bdi>News</bdi></ins>' in menu_part
    )
    assert menu_part.index("News") > menu_part.index("<bdi>")
    assert "1 new;" in page


def test_a_menu_item_that_moves_is_one_line_that_says_from_where_and_to_where(
    window: Browser, desk: Desk, agent: Agent, sample: SampleSite
) -> None:
    """C33.2"""
    told = agent.call("list_menu_items", menu_id=3)["items"]
    last = told[-1]
    page = page_of(window, desk, agent, "update_menu_item", item_id=last["id"], position=1)
    assert page.count('<span class="outline__mark">') == 1
    assert f'Moved</span> <span class="outline__label"><bdi>{last["title"]}</bdi>' in page
    assert "<bdi>from 3rd to 1st at the top</bdi>" in page


def test_a_setting_is_shown_with_what_it_means_now_and_after(window: Browser, desk: Desk, agent: Agent) -> None:
    page = page_of(window, desk, agent, "update_option", option="posts_per_page", value=5)
    assert '<th scope="row" role="rowheader"><bdi>Posts per page</bdi>' in page
    assert "How many posts the blog and its archives show at once. A new WordPress has: 10." in page
    assert "<del>10</del>" in page
    assert "<ins>5</ins>" in page


def test_many_fields_of_one_item_stand_in_one_table(window: Browser, desk: Desk, agent: Agent) -> None:
    page = page_of(window, desk, agent, "update_page", id=42, title="Our story", slug="story", comment_status="open")
    assert page.count('<table class="values"') == 1
    assert page.count('role="rowheader"') == 3
    assert "The last part of its web address." in page


def test_a_list_says_what_goes_comes_and_stays() -> None:
    """C22.1"""
    assert listed(["News", "Bread"], ["Bread", "Sale", "Sale"]) == Listed(["News"], ["Sale", "Sale"], ["Bread"])
    assert shown({"kind": "list", "field": "tags", "before": None, "after": ["A"]}) == {
        "listed": Listed([], ["A"], [])
    }


def test_the_categories_that_would_go_are_named_on_the_page_of_the_step(
    window: Browser, desk: Desk, agent: Agent, sample: SampleSite
) -> None:
    """C22.1"""
    post = agent.call("list_posts")["posts"][0]["id"]
    news, bread = (sample.change("categories", name=name)["id"] for name in ("Fresh news", "Rye"))
    sample.change("posts", post, categories=[news])
    page = page_of(window, desk, agent, "update_post", id=post, categories=[bread])
    assert re.search(r"<dt>Goes</dt> <dd><ul [^>]*><li><del><bdi>Fresh news[^<]*</bdi></del></li></ul></dd>", page)
    assert re.search(r"<dt>Comes</dt> <dd><ul [^>]*><li><ins><bdi>Rye[^<]*</bdi></ins></li></ul></dd>", page)


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, ""), ("", ""), (True, "yes"), (False, "no"), (0, "0"), (["a", 1], "a\n1"), ("x", "x")],
)
def test_a_value_is_told_in_words(value: Any, words: str) -> None:
    assert said(value) == words


def test_a_value_that_is_too_long_for_a_table_stands_by_itself() -> None:
    change = {"kind": "value", "field": "x", "before": "a" * 401, "after": "b"}
    assert shown(change) == {}
    assert shown({**change, "before": "a" * 400})["plain"] is True


def test_what_stays_as_it_is_is_folded_where_there_is_much_of_it() -> None:
    many = [f"Item {number:02}" for number in range(30)]
    told = outline(menu(*many), menu(*many[:15], "New", *many[15:]))
    assert told.summary == "1 new; 30 lines stay as they are."
    assert [line.about or line.row.label for line in told.lines] == [
        "13 lines that stay as they are", "Item 13", "Item 14", "New", "Item 15", "Item 16",
        "13 lines that stay as they are",
    ]  # fmt: skip
    assert [line.row.label for line in told.lines[0].folded] == many[:13]


def test_a_menu_that_stays_as_it_is_says_so() -> None:
    assert outline(menu("A"), menu("A")).summary == "Nothing moves; 1 line stays as it is."


def test_a_line_that_is_very_deep_is_set_in_no_further_and_says_its_level() -> None:
    deep = [{"id": str(at), "label": str(at), "depth": at} for at in range(9)]
    lines = outline([], deep).lines
    assert [line.level for line in lines] == [0, 1, 2, 3, 4, 5, 6, 6, 6]
    assert lines[8].notes == ("level 9",)


def test_a_menu_that_moved_under_a_step_is_shown_as_people_read_it(
    window: Browser, desk: Desk, agent: Agent, sample: SampleSite
) -> None:
    """C33.2"""
    begun = agent.call("begin_session", mode="plan")
    first, second, *_ = agent.call("list_menu_items", menu_id=3)["items"]
    agent.call("create_menu_item", menu_id=3, title="News", url="/news/")
    step = steps_of(desk, begun["session_id"])[0]
    sample.change("menu-items", second["id"], parent=first["id"])
    window.get(f"/plans/{begun['session_id']}")
    assert window.post(f"/plans/{begun['session_id']}/check").status_code == 303
    page = " ".join(window.get(f"/steps/{step.public_id}").get_data(as_text=True).split())
    assert "The site changed since this was planned" in page
    assert f"– {second['title']}" in page
    assert "&#34;depth&#34;" not in page
