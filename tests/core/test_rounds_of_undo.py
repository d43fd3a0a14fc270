"""Undo, redo and undo again: what a redo made anew is what the next undo takes away."""

from __future__ import annotations

from typing import Any

import pytest

from tests import taking_back
from tests.core.test_restores_that_ask import FILE, done
from tests.installed import Agent, Installed
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

NORA = ("create_user", {"username": "nora", "email": "nora@example.com"})
# What is made, and where on the sample site such things are.
MADE = [
    (*NORA, "users"),
    ("create_term", {"taxonomy": "category", "name": "Bread", "description": "Fresh"}, "categories"),
    ("create_comment", {"content": "Fresh!"}, "comments"),
    ("upload_media", {"file": FILE, "filename": "dot.gif", "alt": "A dot"}, "media"),
    ("create_menu", {"name": "Footer", "description": "Below"}, "menus"),
    ("create_menu_item", {"menu_id": 3, "title": "Shop", "url": "/shop/", "position": 1}, "menu-items"),
]


def made(agent: Agent, wordpress: SampleSite, tool: str, arguments: dict[str, Any]) -> str:
    """Make something and return its snapshot."""
    if tool == "create_comment":
        arguments = {**arguments, "post_id": wordpress.add("posts", title="Bread", status="publish")["id"]}
    uuid: str = done(agent, tool, **arguments)["snapshot_uuid"]
    return uuid


def ids(wordpress: SampleSite, collection: str) -> set[int]:
    return {item["id"] for item in wordpress.wp.store.list(collection)}


def restored(agent: Agent, uuid: str) -> str:
    body = done(agent, "restore_snapshot", snapshot_uuid=uuid)
    assert body["restored"] is True
    again: str = body["snapshot_uuid"]
    return again


@pytest.mark.parametrize(("tool", "arguments", "collection"), MADE)
def test_each_undo_takes_away_what_the_redo_before_it_made(
    agent: Agent, wordpress: SampleSite, tool: str, arguments: dict[str, Any], collection: str
) -> None:
    before = ids(wordpress, collection)
    first = made(agent, wordpress, tool, arguments)
    seen = [ids(wordpress, collection) - before]
    for _ in range(2):
        undo = restored(agent, first)
        assert ids(wordpress, collection) == before
        restored(agent, undo)
        seen.append(ids(wordpress, collection) - before)
    assert [len(new) for new in seen] == [1, 1, 1]
    assert len(set.union(*seen)) == 3
    restored(agent, first)
    assert ids(wordpress, collection) == before


@pytest.mark.parametrize(("tool", "arguments", "collection"), [MADE[0], MADE[3]])
def test_a_person_who_undoes_and_redoes_in_the_dashboard_undoes_the_redo_too(
    agent: Agent, sayso: Installed, wordpress: SampleSite, tool: str, arguments: dict[str, Any], collection: str
) -> None:
    before = ids(wordpress, collection)
    first = made(agent, wordpress, tool, arguments)
    restored(agent, restored(agent, first))
    taking_back.restore(sayso.desk, sayso.owner, first)
    assert ids(wordpress, collection) == before


def test_a_second_undo_does_not_go_over_what_somebody_changed_of_what_the_redo_made(
    agent: Agent, wordpress: SampleSite
) -> None:
    first = made(agent, wordpress, "create_term", {"taxonomy": "category", "name": "Bread"})
    restored(agent, restored(agent, first))
    wordpress.change("categories", max(ids(wordpress, "categories")), description="By hand")
    with pytest.raises(Refusal, match="Changed again since then"):
        agent.call("restore_snapshot", snapshot_uuid=first)


DELETED = [
    (*NORA, {"reassign": 1}, "another user nora is, with the id"),
    ("create_term", {"taxonomy": "category", "name": "Bread"}, {"taxonomy": "category"}, "another category Bread is"),
    ("create_menu", {"name": "Footer"}, {}, "The site has a menu Footer again, menu"),
]


@pytest.mark.parametrize(("tool", "arguments", "delete", "words"), DELETED)
def test_an_undo_never_says_that_gone_is_what_was_made_once_more(
    agent: Agent, tool: str, arguments: dict[str, Any], delete: dict[str, Any], words: str
) -> None:
    body = done(agent, tool, **arguments)
    done(agent, tool.replace("create", "delete"), id=body["id"], **delete)
    done(agent, tool, **arguments)
    with pytest.raises(Refusal, match=words):
        agent.call("restore_snapshot", snapshot_uuid=body["snapshot_uuid"])


@pytest.mark.parametrize(("tool", "arguments", "delete", "_words"), DELETED)
def test_an_undo_takes_away_what_the_undo_of_a_delete_made_again(
    agent: Agent, wordpress: SampleSite, tool: str, arguments: dict[str, Any], delete: dict[str, Any], _words: str
) -> None:
    collections = {"create_user": "users", "create_term": "categories", "create_menu": "menus"}
    before = ids(wordpress, collections[tool])
    body = done(agent, tool, **arguments)
    restored(agent, done(agent, tool.replace("create", "delete"), id=body["id"], **delete)["snapshot_uuid"])
    assert ids(wordpress, collections[tool]) - before != {body["id"]}
    restored(agent, body["snapshot_uuid"])
    assert ids(wordpress, collections[tool]) == before


def test_an_undo_after_a_redo_says_each_time_what_it_does(agent: Agent, wordpress: SampleSite) -> None:
    first = made(agent, wordpress, "upload_media", {"file": FILE, "filename": "dot.gif"})
    undo = restored(agent, first)
    agent.call("begin_session", mode="plan")
    step = agent.call("restore_snapshot", snapshot_uuid=undo)
    assert step["predicted_effect"].startswith("Make the file dot.gif again, which undoes this change: ")
    assert step["lands_on"]["note"] == ("This makes it anew on the live site, with a new id.")
    agent.call("apply_plan")
    agent.call("end_session")
    agent.call("begin_session", mode="plan")
    step = agent.call("restore_snapshot", snapshot_uuid=first)
    assert step["approval_required"] is True
    assert step["predicted_effect"].startswith("Delete the file dot.gif for good, which undoes this change: ")
    assert step["lands_on"]["note"] == "There is no trash for it: this deletes it for good."


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("delete_menu", {"id": 3}, "Delete the menu Main menu for good"),
        ("delete_menu_item", {}, 'Delete the item "Shop" of the menu Main menu for good'),
    ],
)
def test_what_came_back_to_menus_is_not_deleted_again_without_a_person(
    agent: Agent, wordpress: SampleSite, tool: str, arguments: dict[str, Any], words: str
) -> None:
    if tool == "delete_menu_item":
        arguments = {"item_id": agent.call("create_menu_item", menu_id=3, title="Shop", url="/shop/")["id"]}
    gone = done(agent, tool, **arguments)
    back = agent.call("restore_snapshot", snapshot_uuid=gone["snapshot_uuid"])
    assert back["restored"] is True
    wordpress.requests.clear()
    again = agent.reply("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert (again.status, again.body["code"]) == (202, "respira_approval_required")
    assert words in again.body["message"]
    assert wordpress.requests.writes() == []
    assert done(agent, "restore_snapshot", snapshot_uuid=back["snapshot_uuid"])["restored"] is True
