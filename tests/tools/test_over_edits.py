"""Putting values back over what somebody edited since: refused unless a person wants it, told before, and taken back
exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.pictures import png
from tests.site_state import Reader, differences, first_state, reading
from tests.tools.looks import lines
from tests.tools.stage import Stage
from tests.tools.things import LINK, comment, item, labelled, made, navigation, own_template, there
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.tools.catalogue import COPIES

LIVE = {"edit_target": "live"}


@pytest.fixture
def reader(site: SampleSite) -> Iterator[Reader]:
    with reading(f"{site.url}/wp-json/", site.username, site.app_password) as one:
        yield one


@dataclass(frozen=True)
class Case:
    """A write, what somebody does to the same thing afterwards, and what a person is told before it is gone over.

    Attributes:
        prepared: makes what the write is about, and returns its id.
        edit: the kind, and the fields, of what somebody changes by hand.
        shown: each line of what they are shown: a label, the value now, and the value then.
    """

    tool: str
    arguments: dict[str, Any]
    prepared: Callable[[SampleSite], Any]
    edit: tuple[str, dict[str, Any]]
    edited: list[str]
    shown: list[tuple[Any, ...]]
    named: str = "id"

    def __str__(self) -> str:
        return f"{self.tool} {'-'.join(self.edit[1])}"


CHANGES = [
    Case(
        "update_page",
        {"title": "Our story", "excerpt": "Short", **LIVE},
        there(42),
        ("pages", {"title": "Theirs"}),
        ["Title"],
        [("Title", "Theirs", "About"), ("Excerpt", "Short", "")],
    ),
    Case(
        "update_post",
        {"tags": ["New"], **LIVE},
        labelled,
        ("posts", {"tags": [22]}),
        ["Tags"],
        [("Tags", ["Theirs"], ["Old"])],
    ),
    Case(
        "update_term",
        {"taxonomy": "category", "name": "Labs"},
        made("categories", name="R&D"),
        ("categories", {"name": "Their labs"}),
        ["Name"],
        [("Name", "Their labs", "R&D")],
    ),
    Case(
        "update_comment",
        {"content": "Good"},
        comment,
        ("comments", {"content": "Great"}),
        ["Text"],
        [("Text", "Great", "Nice")],
    ),
    Case(
        "update_user",
        {"display_name": "Mia M"},
        made("users", username="mia", email="mia@x.example", password="whatever", name="Mia", roles=["author"]),
        ("users", {"name": "M"}),
        ["Display name"],
        [("Display name", "M", "Mia")],
    ),
    Case(
        "update_menu_item",
        {"title": "Store", "url": "/store/", "position": 1},
        item,
        ("menu-items", {"url": "/theirs/"}),
        ["Links to"],
        [
            ("Label", "Store", "Shop"),
            ("Links to", "/theirs/", "/shop/"),
            ("Menu items", ["Store", "Home", "About", "Contact"], ["Home", "About", "Contact", "Shop"]),
        ],
        named="item_id",
    ),
    Case(
        "update_menu",
        {"name": "Top", "description": "Ours"},
        there(3),
        ("menus", {"name": "Theirs", "description": "Ours"}),
        ["Name"],
        [("Description", "Ours", ""), ("Name", "Theirs", "Main menu")],
    ),
    Case(
        "update_navigation",
        {"action": "add", "label": "X", "url": "/x/"},
        navigation,
        ("navigation", {"content": LINK.replace("Home", "House")}),
        ["Links"],
        [("Links", ["House (/)"], ["Home (/)"])],
    ),
    Case(
        "update_template",
        {"title": "Ours"},
        own_template,
        ("templates", {"title": "Theirs"}),
        ["Title"],
        [("Title", "Theirs", "Pages")],
    ),
]


@pytest.mark.parametrize("case", CHANGES, ids=str)
def test_a_later_edit_is_gone_over_only_where_a_person_wants_that_and_comes_back_exactly(
    stage: Stage, site: SampleSite, reader: Reader, case: Case
) -> None:
    stage.allow_direct_editing()
    number = case.prepared(site)
    before = first_state(reader)
    _, snapshot = stage.perform(case.tool, **{case.named: number}, **case.arguments)
    site.change(case.edit[0], number, **case.edit[1])
    edited = first_state(reader)
    with pytest.raises(Refusal) as refused:
        stage.restore(snapshot)
    assert (refused.value.code, refused.value.details) == ("respira_cannot_restore", {"edited": case.edited})
    assert first_state(reader) == edited
    state = stage.look(snapshot, over=True)
    assert state["about.edited"] == case.edited
    assert lines(state) == case.shown
    restored, undo = stage.restore(snapshot, over=True)
    assert (list(restored.differs), differences(before, first_state(reader))) == ([], [])
    again = stage.undo_restore(undo)
    assert (list(again.differs), differences(edited, first_state(reader))) == ([], [])


def test_settings_places_and_words_of_media_are_gone_over_and_come_back(
    stage: Stage, site: SampleSite, reader: Reader
) -> None:
    medium = stage.wordpress.upload("wp/v2/media", png(40, 30), name="a.png", kind="image/png").body["id"]
    other = site.add("menus", name="Other", description="")["id"]
    before = first_state(reader)
    _, option = stage.perform("update_option", option="description", value="New")
    _, place = stage.perform("assign_menu_location", location="footer", menu_id=3)
    _, words = stage.perform("update_media", id=medium, caption="New", alt="Boats")
    site.change("settings", description="Theirs")
    site.change("menus", other, locations=["footer"])
    site.change("media", medium, caption="Theirs")
    edited = first_state(reader)
    told = [stage.look(one, over=True) for one in (option, place, words)]
    assert [(state["about.edited"], lines(state)) for state in told] == [
        (["Tagline"], [("Tagline", "Theirs", "Joinery on the waterfront")]),
        (["Menu"], [("Menu", "the menu Other", "no menu")]),
        (["Caption"], [("Alt text", "Boats", ""), ("Caption", "Theirs", "")]),
    ]
    undos = [stage.restore(one, over=True)[1] for one in (option, place, words)]
    assert differences(before, first_state(reader)) == []
    for undo in undos:
        stage.undo_restore(undo)
    assert differences(edited, first_state(reader)) == []


def test_what_somebody_put_back_by_hand_is_not_gone_over(stage: Stage, site: SampleSite) -> None:
    stage.allow_direct_editing()
    _, page = stage.perform("update_page", id=42, title="Our story", excerpt="Short", **LIVE)
    _, menu = stage.perform("update_menu", id=3, name="Top", description="Ours")
    site.change("pages", 42, title="About")
    site.change("menus", 3, name="Main menu", description="Ours")
    assert lines(stage.look(page)) == [("Excerpt", "Short", "")]
    assert lines(stage.look(menu)) == [("Description", "Ours", "")]
    restored, undo = stage.restore(page)
    assert restored.message == "Page 42 (About) is back as it was."
    stage.undo_restore(undo)
    assert site.read("pages", 42)["title"]["raw"] == "About"
    assert site.read("pages", 42)["excerpt"]["raw"] == "Short"


def test_an_approval_is_undone_over_a_later_edit_and_the_edit_comes_back(stage: Stage, site: SampleSite) -> None:
    performed, _ = stage.perform("update_page", id=42, title="Our story", excerpt="Short")
    _, approval = stage.approve(performed.result["id"])
    site.change("pages", 42, excerpt="Theirs")
    care = COPIES["page"]
    with pytest.raises(Refusal) as refused:
        care.restore_state(stage.wordpress, approval)
    assert refused.value.details == {"edited": ["Excerpt"]}
    over = replace(approval, over=True)
    state = care.restore_state(stage.wordpress, over)
    assert (state["about.edited"], lines(state)) == (
        ["Excerpt"],
        [("Title", "Our story", "About"), ("Excerpt", "Theirs", "")],
    )
    care.restore(stage.wordpress, over, state)
    assert (site.read("pages", 42)["title"]["raw"], site.read("pages", 42)["excerpt"]["raw"]) == ("About", "")
    undo = replace(approval, before={**approval.before, **state})
    care.undo_restore(stage.wordpress, undo, care.undo_restore_state(stage.wordpress, undo))
    assert (site.read("pages", 42)["title"]["raw"], site.read("pages", 42)["excerpt"]["raw"]) == (
        "Our story",
        "Theirs",
    )
