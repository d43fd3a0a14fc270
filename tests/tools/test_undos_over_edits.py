"""Taking an undo back, over what somebody edited after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.pictures import png
from tests.tools.looks import all_of, lines, raw
from tests.tools.stage import Stage
from tests.tools.things import comment, item
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

LIVE = {"edit_target": "live"}

LOST = "What was changed since does not come back: "
ANEW = "Undo makes it again, with a new id."


@dataclass(frozen=True)
class Again:
    """A write, what somebody does to the same thing once it was undone, and what taking the undo back tells.

    Attributes:
        target: the kind, the field and the value by which what they change is found.
        kept: what can be read of the site once the write is there again.
    """

    tool: str
    arguments: dict[str, Any]
    target: tuple[str, str, Any]
    edit: dict[str, Any]
    edited: list[str]
    undo: str
    kept: Callable[[Stage], bool]

    def __str__(self) -> str:
        return f"{self.tool} {'-'.join(self.edit)}"


def is_gone(kind: str, field: str, value: Any) -> Callable[[Stage], bool]:
    return lambda stage: value not in [raw(one[field]) for one in all_of(stage, kind)]


def is_there(kind: str, field: str, value: Any) -> Callable[[Stage], bool]:
    return lambda stage: not is_gone(kind, field, value)(stage)


BACK = "Undo puts the former values back."
OUT = "Undo brings it back from the trash."
USER = "Undo makes the user again, with a new id and day of registration and without the password."
AGAIN = [
    Again(
        "update_page",
        {"id": 42, "title": "Our story", **LIVE},
        ("pages", "slug", "about"),
        {"title": "Theirs"},
        ["Title"],
        f"{BACK} {LOST}Title.",
        is_there("pages", "title", "Our story"),
    ),
    Again(
        "update_menu",
        {"id": 3, "name": "Top"},
        ("menus", "id", 3),
        {"name": "Theirs"},
        ["Name"],
        f"{BACK} {LOST}Name.",
        is_there("menus", "name", "Top"),
    ),
    Again(
        "delete_page",
        {"id": 42},
        ("pages", "id", 42),
        {"excerpt": "Theirs"},
        ["Excerpt"],
        OUT,
        is_gone("pages", "id", 42),
    ),
    Again(
        "delete_page",
        {"id": 42},
        ("pages", "id", 42),
        {"slug": "us"},
        ["Address (slug)"],
        f"{OUT} {LOST}Address (slug).",
        is_gone("pages", "id", 42),
    ),
    Again(
        "delete_comment",
        {"id": None},
        ("comments", "author_name", "Otto"),
        {"status": "approved"},
        ["Status"],
        f"{OUT} {LOST}Status.",
        is_there("comments", "status", "trash"),
    ),
    Again(
        "delete_term",
        {"id": None, "taxonomy": "tags"},
        ("tags", "name", "Old"),
        {"description": "Theirs"},
        ["Description"],
        f"{ANEW} {LOST}Description.",
        is_gone("tags", "name", "Old"),
    ),
    Again(
        "delete_user",
        {"id": None, "reassign": 1},
        ("users", "username", "mia"),
        {"email": "theirs@x.example"},
        ["E-mail"],
        f"{USER} {LOST}E-mail.",
        is_gone("users", "username", "mia"),
    ),
    Again(
        "delete_menu",
        {"id": 3},
        ("menus", "name", "Main menu"),
        {"description": "Theirs"},
        ["Description"],
        f"{ANEW} {LOST}Description.",
        is_gone("menus", "name", "Main menu"),
    ),
    Again(
        "delete_menu_item",
        {"item_id": None},
        ("menu-items", "title", "Shop"),
        {"url": "/theirs/", "title": "Shop"},
        ["Links to"],
        f"{ANEW} {LOST}Links to.",
        is_gone("menu-items", "title", "Shop"),
    ),
    Again(
        "delete_media",
        {"id": None},
        ("media", "title", "Boats"),
        {"caption": "Theirs"},
        ["Caption"],
        f"Undo uploads the same file again, with a new id, and its former address where that is still free. "
        f"{LOST}Caption.",
        is_gone("media", "title", "Boats"),
    ),
]


def of(stage: Stage, target: tuple[str, str, Any]) -> int:
    kind, field, value = target
    return next(int(one["id"]) for one in all_of(stage, kind) if raw(one[field]) == value)


@pytest.mark.parametrize("case", AGAIN, ids=str)
def test_an_undo_is_taken_back_over_a_later_edit_only_where_a_person_wants_that_and_what_is_lost_is_said(
    stage: Stage, site: SampleSite, case: Again
) -> None:
    stage.allow_direct_editing()
    comment(site)
    item(site)
    site.add("tags", name="Old")
    site.add("users", username="mia", email="mia@x.example", password="whatever", name="Mia", roles=["author"])
    stage.wordpress.upload("wp/v2/media", png(40, 30), name="a.png", kind="image/png", title="Boats")
    named = {name: of(stage, case.target) for name, value in case.arguments.items() if value is None}
    _, snapshot = stage.perform(case.tool, **{**case.arguments, **named})
    _, again = stage.restore(snapshot)
    site.change(case.target[0], of(stage, case.target), **case.edit)
    with pytest.raises(Refusal) as refused:
        stage.undo_restore(again)
    assert refused.value.details == {"edited": case.edited}
    state = stage.look_again(again, over=True)
    assert (state["about.edited"], state["about.undo"]) == (case.edited, case.undo)
    assert (case.edited[0] in [line[0] for line in lines(state)]) == (case.undo != OUT)
    stage.undo_restore(again, over=True)
    assert case.kept(stage)


def test_a_menu_item_comes_back_at_its_place_in_a_menu_that_somebody_changed_since(
    stage: Stage, site: SampleSite
) -> None:
    _, snapshot = stage.perform("create_menu_item", menu_id=3, title="X", url="/x/", position=2)
    _, again = stage.restore(snapshot)
    site.add("menu-items", title="Theirs", url="/t/", menus=3, status="publish", menu_order=2)
    with pytest.raises(Refusal) as refused:
        stage.undo_restore(again)
    assert refused.value.details == {"edited": ["Menu items"]}
    [shown] = lines(stage.look_again(again, over=True))
    stage.undo_restore(again, over=True)
    there = [one["title"] for one in stage.read("list_menu_items", menu_id=3)["items"]]
    assert there == shown[2] == ["Home", "X", "About", "Theirs", "Contact"]


def test_others_that_somebody_moved_since_stay_where_they_are_when_an_undo_is_taken_back(
    stage: Stage, site: SampleSite
) -> None:
    shop = item(site)
    _, snapshot = stage.perform("update_menu_item", item_id=shop, position=1)
    _, again = stage.restore(snapshot)
    home = of(stage, ("menu-items", "title", "Home"))
    site.change("menu-items", home, title="Home", menu_order=30)
    stage.undo_restore(again)
    assert site.read("menu-items", home)["menu_order"] == 30
    assert site.read("menu-items", shop)["menu_order"] == 1


def test_two_new_menu_items_that_an_undo_took_away_come_back_one_after_the_other(stage: Stage) -> None:
    _, first = stage.perform("create_menu_item", menu_id=3, title="One", url="/1/", position=1)
    _, second = stage.perform("create_menu_item", menu_id=3, title="Two", url="/2/", position=1)
    there = [one["title"] for one in stage.read("list_menu_items", menu_id=3)["items"]]
    _, second_again = stage.restore(second)
    _, first_again = stage.restore(first)
    stage.undo_restore(first_again)
    made = stage.undo_restore(second_again)
    items = stage.read("list_menu_items", menu_id=3)["items"]
    assert [one["title"] for one in items] == there == ["Two", "One", "Home", "About", "Contact"]
    restored, _ = stage.restore(replace(second, undo={**second.undo, **made.anew}))
    items = stage.read("list_menu_items", menu_id=3)["items"]
    assert [one["title"] for one in items] == ["One", "Home", "About", "Contact"]
    assert list(restored.differs) == []


def test_two_menu_items_that_an_undo_made_again_go_one_after_the_other(stage: Stage, site: SampleSite) -> None:
    shop = item(site)
    home = of(stage, ("menu-items", "title", "Home"))
    _, first = stage.perform("delete_menu_item", item_id=shop)
    _, second = stage.perform("delete_menu_item", item_id=home)
    _, second_again = stage.restore(second)
    _, first_again = stage.restore(first)
    titles = [one["title"] for one in stage.read("list_menu_items", menu_id=3)["items"]]
    assert titles == ["Home", "About", "Contact", "Shop"]
    stage.undo_restore(first_again)
    stage.undo_restore(second_again)
    assert [one["title"] for one in stage.read("list_menu_items", menu_id=3)["items"]] == ["About", "Contact"]
