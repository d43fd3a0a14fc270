"""What is made again has a new id: older writes of the same thing are taken back all the same, and done again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.acts import link
from tests.core.test_restores_that_ask import FILE, done
from tests.core.undo_acts import applied, became, begun, begun_again, carried_out, let_write_live, said
from tests.installed import Agent, Installed
from webapp.core import reconciling
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING

Calls = list[tuple[str, dict[str, Any]]]
RENAMED = ("update_menu_item", {"item_id": 21, "title": "Start"})
# What is made, changed and deleted, each by where it is; THIS is the id of what was made.
THIS = -1
MADE: list[tuple[str, Calls]] = [
    (
        "menu-items",
        [
            link("Shop"),
            ("update_menu_item", {"item_id": THIS, "title": "Shops"}),
            ("delete_menu_item", {"item_id": THIS}),
        ],
    ),
    (
        "menus",
        [
            ("create_menu", {"name": "Footer", "description": "Below"}),
            ("update_menu", {"id": THIS, "name": "Bottom"}),
            ("delete_menu", {"id": THIS}),
        ],
    ),
    (
        "categories",
        [
            ("create_term", {"taxonomy": "category", "name": "Bread", "description": "Fresh"}),
            ("update_term", {"taxonomy": "category", "id": THIS, "name": "Breads"}),
            ("delete_term", {"taxonomy": "category", "id": THIS}),
        ],
    ),
    (
        "users",
        [
            ("create_user", {"username": "nora", "email": "nora@example.com"}),
            ("update_user", {"id": THIS, "first_name": "Nora"}),
            ("delete_user", {"id": THIS, "reassign": 1}),
        ],
    ),
    (
        "media",
        [
            ("upload_media", {"file": FILE, "filename": "dot.gif", "alt": "A dot"}),
            ("update_media", {"id": THIS, "alt": "Boats"}),
            ("delete_media", {"id": THIS}),
        ],
    ),
]
# What was there, changed, and then deleted with all that hangs on it.
THERE: list[tuple[str, Calls]] = [
    ("menu-items", [link("Shop"), RENAMED, ("delete_menu", {"id": 3})]),
    ("menu-items", [RENAMED, ("delete_menu_item", {"item_id": 21})]),
    (
        "categories",
        [
            ("update_term", {"taxonomy": "category", "id": 2, "name": "Works"}),
            ("delete_term", {"taxonomy": "category", "id": 2}),
        ],
    ),
]
IN_A_PLACE: Calls = [
    ("assign_menu_location", {"location": "footer", "menu_id": 3}),
    ("delete_menu", {"id": 3}),
]


def shown(wordpress: SampleSite, collection: str) -> list[str]:
    """What is in a collection, without ids."""
    names = ("name", "title", "description", "menu_order", "locations", "alt_text", "slug", "username", "first_name")
    found = [[one.get(name) for name in names] for one in wordpress.wp.store.list(collection)]
    return sorted(map(str, found))


def back(sayso: Installed, undo: str) -> str:
    """Carry out all of an undo, and return it."""
    assert set(carried_out(sayso, undo)) <= {"exactly", "except"}, said(sayso, undo)
    return undo


@pytest.mark.parametrize(("collection", "calls"), THERE)
def test_what_a_run_changed_and_deleted_comes_back_and_goes_again_and_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite, collection: str, calls: Calls
) -> None:
    before = shown(wordpress, collection)
    run = applied(sayso, careful, *calls)
    after = shown(wordpress, collection)
    for _ in range(2):
        undo = back(sayso, begun(sayso, run))
        assert len(became(sayso, undo)) == len(calls)
        assert shown(wordpress, collection) == before
        back(sayso, begun_again(sayso, undo))
        assert shown(wordpress, collection) == after


def in_posts(wordpress: SampleSite) -> list[Any]:
    """What post 101 holds of other things, by their names."""
    post = wordpress.read("posts", 101)
    names = [wordpress.read("categories", number)["name"] for number in post["categories"]]
    pictures = [wordpress.read("media", post["featured_media"])["alt_text"]] if post["featured_media"] else []
    return [post["title"]["raw"], names, pictures, wordpress.read("users", post["author"])["name"]]


@pytest.mark.parametrize("made_again", ["categories", "featured_media"])
def test_a_post_is_taken_back_although_what_it_holds_has_a_new_id_since(
    sayso: Installed, careful: Agent, wordpress: SampleSite, made_again: str
) -> None:
    let_write_live(sayso)
    picture = None
    if made_again == "featured_media":
        applied(sayso, careful, MADE[4][1][0])
        picture = wordpress.wp.store.list("media")[-1]["id"]
    before = in_posts(wordpress)
    post = {"id": 101, "edit_target": "live", "title": "Windows"}
    held: dict[str, Any] = (
        {"categories": [2, 1]} if picture is None else {"featured_media": picture, "excerpt": "One"}
    )
    gone: Calls = [
        ("delete_term", {"taxonomy": "category", "id": 2}) if picture is None else ("delete_media", {"id": picture})
    ]
    run = applied(sayso, careful, ("update_post", {**post, **held}))
    after = in_posts(wordpress)
    later = applied(sayso, careful, *gone)
    back(sayso, begun(sayso, later))
    assert in_posts(wordpress) == after
    undo = back(sayso, begun(sayso, run))
    assert became(sayso, undo) == ["exactly"]
    assert in_posts(wordpress) == before
    back(sayso, begun_again(sayso, undo))
    assert in_posts(wordpress) == after


@pytest.mark.parametrize(("collection", "calls"), [*THERE, ("menus", IN_A_PLACE)])
def test_an_earlier_run_is_taken_back_although_a_later_one_deleted_what_it_changed(
    sayso: Installed, careful: Agent, wordpress: SampleSite, collection: str, calls: Calls
) -> None:
    before = shown(wordpress, collection)
    run, later = applied(sayso, careful, *calls[:-1]), applied(sayso, careful, calls[-1])
    back(sayso, begun(sayso, later))
    undo = back(sayso, begun(sayso, run))
    assert len(became(sayso, undo)) == len(calls) - 1
    assert shown(wordpress, collection) == before


@pytest.mark.parametrize(("collection", "calls"), [*MADE, ("menu-items", MADE[0][1][:2])])
def test_what_one_run_made_and_another_changed_or_deleted_goes_and_comes_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite, collection: str, calls: Calls
) -> None:
    before, ids = shown(wordpress, collection), {one["id"] for one in wordpress.wp.store.list(collection)}
    first = applied(sayso, careful, calls[0])
    made = next(one["id"] for one in wordpress.wp.store.list(collection) if one["id"] not in ids)
    later = [(tool, {name: made if one == THIS else one for name, one in told.items()}) for tool, told in calls[1:]]
    second = applied(sayso, careful, *later)
    after = shown(wordpress, collection)
    for _ in range(2):
        undos = [back(sayso, begun(sayso, run)) for run in (second, first)]
        assert [len(became(sayso, undo)) for undo in undos] == [len(later), 1]
        assert shown(wordpress, collection) == before
        for undo in reversed(undos):
            back(sayso, begun_again(sayso, undo))
        assert shown(wordpress, collection) == after


@pytest.mark.parametrize(
    "calls",
    [
        [
            ("create_menu_item", {"menu_id": 3, "title": "All", "object_type": "category", "object_id": 2}),
            ("delete_term", {"taxonomy": "category", "id": 2}),
        ],
        [("delete_menu", {"id": 3}), ("delete_term", {"taxonomy": "category", "id": 2})],
        [("delete_menu_item", {"item_id": THIS}), ("delete_term", {"taxonomy": "category", "id": 2})],
    ],
)
def test_a_link_to_a_term_that_was_made_again_leads_to_that_one(
    sayso: Installed, careful: Agent, wordpress: SampleSite, calls: Calls
) -> None:
    if calls[0][0] != "create_menu_item":
        told = {"title": "Works", "type": "taxonomy", "object": "category", "object_id": 2, "menus": 3}
        item = wordpress.add("menu-items", **told, menu_order=9)["id"]
        calls = [(tool, {name: item if one == THIS else one for name, one in of.items()}) for tool, of in calls]
    before, run = shown(wordpress, "menu-items"), applied(sayso, careful, *calls)
    for _ in range(2):
        undo = back(sayso, begun(sayso, run))
        assert became(sayso, undo) == ["exactly", "exactly"]
        assert shown(wordpress, "menu-items") == before
        links = [one["object_id"] for one in wordpress.wp.store.list("menu-items") if one["type"] == "taxonomy"]
        there = {one["id"] for one in wordpress.wp.store.list("categories")}
        assert there.issuperset(links)
        back(sayso, begun_again(sayso, undo))


def test_a_menu_that_a_lost_answer_has_made_again_tells_its_new_ids_too(
    sayso: Installed, careful: Agent, wordpress: SampleSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconciling, "LOOKS", (0.0, 0.0))
    before = shown(wordpress, "menu-items")
    undo = begun(sayso, applied(sayso, careful, RENAMED, ("delete_menu", {"id": 3})))
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/menu-items", times=1, skip=len(before) - 1)
    assert carried_out(sayso, undo) == ["exactly", "exactly"], said(sayso, undo)
    assert "was there already" in said(sayso, undo)[0]
    assert shown(wordpress, "menu-items") == before


def test_an_item_that_is_in_the_menu_again_by_hand_is_renamed_back_under_its_new_id(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    before, first = shown(wordpress, "menu-items"), wordpress.read("menu-items", 21)
    runs = [applied(sayso, careful, call) for call in (RENAMED, ("delete_menu_item", {"item_id": 21}))]
    link = {name: first[name] for name in ("url", "type", "object", "object_id", "menus", "menu_order")}
    wordpress.add("menu-items", title="Start", **link)
    assert carried_out(sayso, begun(sayso, runs[1])) == ["exactly"]
    assert carried_out(sayso, begun(sayso, runs[0])) == ["exactly"]
    assert shown(wordpress, "menu-items") == before


def test_an_agent_restores_an_older_write_under_the_new_id(agent: Agent, wordpress: SampleSite) -> None:
    before = shown(wordpress, "menu-items")
    uuids = [done(agent, tool, **told)["snapshot_uuid"] for tool, told in [link("Shop"), ("delete_menu", {"id": 3})]]
    for uuid in reversed(uuids):
        assert done(agent, "restore_snapshot", snapshot_uuid=uuid)["restored"] is True
    assert shown(wordpress, "menu-items") == before
