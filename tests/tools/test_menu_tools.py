from __future__ import annotations

import re
from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.diffs.trees import lines
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.menus.menus import entries_of


def tree(stage: Stage, menu_id: int = 3) -> list[tuple[int, str, int, int]]:
    items = stage.read("list_menu_items", menu_id=menu_id)["items"]
    return [(item["id"], item["title"], item["parent"], item["order"]) for item in items]


def item(stage: Stage, item_id: int) -> dict[str, Any]:
    body: dict[str, Any] = stage.wordpress.get(f"wp/v2/menu-items/{item_id}", context="edit").body
    return body


def test_adding_a_link_is_told_in_one_sentence_and_is_live(stage: Stage) -> None:
    proposal = stage.plan("create_menu_item", menu_id=3, title="Services", url="/services/")
    assert proposal.effect == 'Add "Services" to the menu Main menu.'
    assert proposal.lands_on.as_json() == {
        "where": "live",
        "post_id": None,
        "copy_id": None,
        "note": "A menu has no draft copy: this changes the live site when the step runs.",
    }
    change = proposal.changes[0]
    assert (lines(change.before), lines(change.after)) == (
        ["Home", "About", "Contact"],
        ["Home", "About", "Contact", "Services"],
    )
    assert (proposal.target.kind, proposal.target.id, proposal.target.name) == ("menu", "3", "Main menu")


def test_a_page_goes_in_at_its_place_and_undo_puts_the_order_back(stage: Stage) -> None:
    before = tree(stage)
    performed, snapshot = stage.perform(
        "create_menu_item", menu_id=3, title="Services", object_type="page", object_id=44, position=2
    )
    made = performed.result["item_id"]
    assert [title for _, title, _, _ in tree(stage)] == ["Home", "Services", "About", "Contact"]
    assert len({order for *_, order in tree(stage)}) == 4
    assert (item(stage, made)["object"], item(stage, made)["object_id"]) == ("page", 44)
    assert list(performed.differs) == []
    restored, redo = stage.restore(snapshot)
    assert tree(stage) == before
    assert restored.message == '"Services" is out of the menu Main menu again.'
    stage.undo_restore(redo)
    assert [title for _, title, _, _ in tree(stage)] == ["Home", "Services", "About", "Contact"]


def test_an_item_keeps_its_own_fields_when_it_makes_room(stage: Stage) -> None:
    menu = stage.read("list_menu_items", menu_id=3)["items"]
    before = [item(stage, one["id"]) for one in menu]
    stage.perform("create_menu_item", menu_id=3, title="First", url="/first/", position=1)
    for old in before:
        new = item(stage, old["id"])
        names = ("title", "url", "type", "object", "object_id", "parent", "target", "classes", "menus", "status")
        assert {name: new[name] for name in names} == {name: old[name] for name in names}


def test_all_arguments_arrive(stage: Stage) -> None:
    parent = tree(stage)[1][0]
    performed, _ = stage.perform(
        "create_menu_item", menu_id=3, title="Tom & Jerry", url="https://example.test/", parent=parent,
        target="_blank", classes="one two", attr_title="Hint", description="More",
    )  # fmt: skip
    made = item(stage, performed.result["id"])
    names = ("parent", "target", "classes", "attr_title", "description")
    assert [made[name] for name in names] == [parent, "_blank", ["one", "two"], "Hint", "More"]
    assert made["title"]["raw"] == "Tom & Jerry"
    assert list(performed.differs) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"menu_id": 99, "url": "/x/"}, "There is no menu 99 on the site"),
        ({"menu_id": 3}, "needs a url"),
        ({"menu_id": 3, "object_type": "page"}, "needs an object_id"),
        ({"menu_id": 3, "object_type": "page", "object_id": 44, "url": "/x/"}, "leave out url"),
        ({"menu_id": 3, "object_id": 44, "url": "/x/"}, "leave out object_id"),
        ({"menu_id": 3, "url": "javascript:alert(1)"}, "can not link to a javascript: address"),
        ({"menu_id": 3, "url": "services"}, "Send a path that begins with /, or a whole address."),
        ({"menu_id": 3, "url": " DATA:text/html,x"}, "can not link to a DATA: address"),
        ({"menu_id": 3, "object_type": "page", "object_id": 999}, "There is no page 999 on the site"),
        ({"menu_id": 3, "url": "/x/", "parent": 999}, "There is no item 999 in the menu Main menu"),
    ],
)
def test_what_could_never_run_is_refused(stage: Stage, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("create_menu_item", title="X", **arguments)


def test_a_link_to_a_binned_page_is_refused_and_one_to_a_draft_is_flagged(stage: Stage, site: SampleSite) -> None:
    draft = {"menu_id": 3, "title": "Team", "object_type": "page", "object_id": 311}
    assert list(stage.plan("create_menu_item", **draft).warnings) == [
        "It links to something that visitors do not see yet."
    ]
    site.trash(311)
    with pytest.raises(Refusal, match="is in the trash"):
        stage.plan("create_menu_item", **draft)


def test_a_theme_without_places_for_menus_is_flagged(stage: Stage, site: SampleSite) -> None:
    site.wp.locations = {}
    warnings = stage.plan("create_menu_item", menu_id=3, title="X", url="/x/").warnings
    assert list(warnings) == ["The site's theme has no place for menus, so visitors will not see this."]


def test_an_item_with_others_below_it_or_changed_since_is_not_taken_away(stage: Stage, site: SampleSite) -> None:
    performed, snapshot = stage.perform("create_menu_item", menu_id=3, title="X", url="/x/")
    below = site.add("menu-items", title="Below", url="/b/", menus=3, parent=performed.result["id"], status="publish")
    with pytest.raises(Refusal, match="Other menu items stand below"):
        stage.restore(snapshot)
    site.delete("menu-items", below["id"])
    site.change("menu-items", performed.result["id"], url="/y/")
    with pytest.raises(Refusal, match="Changed again since then: Links to"):
        stage.restore(snapshot)


def test_a_change_of_the_menu_by_somebody_else_is_noticed(stage: Stage, site: SampleSite) -> None:
    base = stage.base("create_menu_item", menu_id=3, title="X", url="/x/")
    site.add("menu-items", title="Theirs", url="/t/", menus=3, status="publish", menu_order=9)
    assert stage.moved_since(base, "create_menu_item", menu_id=3, title="X", url="/x/") == ["menu.items"]


def test_an_error_after_which_nothing_is_there_counts_as_not_written(stage: Stage, site: SampleSite) -> None:
    site.misbehave(misbehaviour.AnswerInstead(500, '{"code":"broken","message":"No","data":{"status":500}}'),
                   method="POST", path="/wp/v2/menu-items")  # fmt: skip
    with pytest.raises(SiteTrouble) as caught:
        stage.perform("create_menu_item", menu_id=3, title="X", url="/x/")
    assert caught.value.written == "no"


def test_the_menus_are_listed_with_their_places(stage: Stage) -> None:
    answer = stage.read("list_menus")
    assert [(menu["id"], menu["name"]) for menu in answer["menus"]] == [(3, "Main menu")]
    assert {"location": "primary", "description": "Primary menu", "menu_id": 3} in answer["locations"]


def test_a_page_that_was_renamed_meanwhile_is_no_change_of_the_menu(stage: Stage, site: SampleSite) -> None:
    base = stage.base("create_menu_item", menu_id=3, title="X", url="/x/")
    site.change("pages", 42, title="Our story")
    assert stage.moved_since(base, "create_menu_item", menu_id=3, title="X", url="/x/") == []


def test_a_second_addition_is_told_upon_the_first(stage: Stage) -> None:
    state = stage.base("create_menu_item", menu_id=3, title="X", url="/x/")
    write = write_tool("create_menu_item").write
    first = write.predict({"menu_id": 3, "title": "X", "url": "/x/", "position": 1}, state, stage.scene)
    second = write.predict(
        {"menu_id": 3, "title": "Y", "url": "/y/", "position": 2}, {**state, **first.after}, stage.scene
    )
    assert lines(second.changes[0].before) == ["X", "Home", "About", "Contact"]
    assert lines(second.changes[0].after) == ["X", "Y", "Home", "About", "Contact"]


def test_a_person_is_shown_what_the_link_stands_for_and_how_it_looks(stage: Stage) -> None:
    proposal = stage.plan(
        "create_menu_item", menu_id=3, title="What we do", object_type="page", object_id=44,
        target="_blank", classes="one two", attr_title="Hint", description="More",
    )  # fmt: skip
    assert [(change.label, change.before, change.after) for change in proposal.changes[1:]] == [
        ("Links to", None, "page 44 (Services)"),
        ("Opens in", None, "_blank"),
        ("CSS classes", None, "one two"),
        ("Title attribute", None, "Hint"),
        ("Description", None, "More"),
    ]
    link = stage.plan("create_menu_item", menu_id=3, title="X", url="/x/").changes[1:]
    assert [(change.label, change.after) for change in link] == [("Links to", "/x/")]


def test_a_title_that_wordpress_gives_as_html_is_shown_as_text() -> None:
    items = [{"id": 21, "title": {"raw": "About &#038; &#8220;us&#8221;"}, "parent": 0, "menu_order": 1}]
    assert entries_of(items) == [[21, "About & “us”", 0, 1]]


def before_version_5_9(site: SampleSite) -> None:
    """Have no address for menus, as WordPress had none."""
    body = '{"code": "rest_no_route", "message": "No route was found matching the URL and request method."}'
    site.misbehave(misbehaviour.AnswerInstead(404, body), path=re.compile("/wp/v2/menu.*"))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("list_menus", {}),
        ("list_menu_items", {"menu_id": 3}),
        ("create_menu_item", {"menu_id": 3, "title": "Services", "url": "/services/"}),
    ],
)
def test_a_site_without_an_address_for_menus_is_not_said_to_lack_one_menu(
    stage: Stage, site: SampleSite, tool: str, arguments: dict[str, Any]
) -> None:
    before_version_5_9(site)
    ask = stage.plan if tool == "create_menu_item" else stage.read
    with pytest.raises(Refusal) as caught:
        ask(tool, **arguments)
    assert (caught.value.code, caught.value.message, caught.value.hint) == (
        "respira_not_found",
        "WordPress tells programs of its menus since version 5.9, and this site does not.",
        "Change the menu in the site's dashboard, or update WordPress.",
    )
