"""Promises of making, renaming and deleting menus, and of their places in the theme."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.diffs.trees import lines
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead
from webapp.tools.standing_in import stand_in

BROKEN = '{"code":"broken","message":"No","data":{"status":500}}'


def names(stage: Stage) -> list[str]:
    return [menu["name"] for menu in stage.read("list_menus")["menus"]]


def places(stage: Stage) -> dict[str, int]:
    return {one["location"]: one["menu_id"] for one in stage.read("list_menu_locations")["locations"]}


def look(stage: Stage, menu_id: int) -> list[tuple[Any, ...]]:
    """Return all of a menu's items but their ids."""
    items = [stage.read("get_menu_item", item_id=one["id"])
             for one in stage.read("list_menu_items", menu_id=menu_id)["items"]]  # fmt: skip
    labels = {0: "", **{item["id"]: item["title"] for item in items}}
    names = ("title", "url", "order", "type", "object", "target", "classes", "attr_title", "description")
    own = "label_of_its_own"
    return [(*(item[name] for name in names), item[own], labels[item["parent"]]) for item in items]


def test_a_menu_is_made_empty_and_taken_away_again(stage: Stage) -> None:
    proposal = stage.plan("create_menu", name="Q&A <us>", description="Ours")
    assert proposal.effect == "Make the menu Q&A <us>, with no items yet."
    assert list(proposal.warnings) == ["Visitors see it once it stands in a place of the theme."]
    performed, snapshot = stage.perform("create_menu", name="Q&A <us>", description="Ours")
    assert (performed.result["name"], list(performed.differs)) == ("Q&A", ["name"])
    restored, redo = stage.restore(snapshot)
    assert names(stage) == ["Main menu"]
    assert restored.message == "The menu Q&A is gone again."
    stage.undo_restore(redo)
    assert len(names(stage)) == 2


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ("items", ("There are items in the menu now.", "Undo the later changes first.")),
        ("place", ("The menu stands in a place of the theme now.", "Undo the later changes first.")),
        ("name", ("Changed again since then: Name.", "Undo the later change first, or change it by hand.")),
    ],
)
def test_a_menu_that_was_worked_on_since_is_not_taken_away(
    stage: Stage, site: SampleSite, later: str, told: tuple[str, str]
) -> None:
    performed, snapshot = stage.perform("create_menu", name="Extra")
    menu_id = performed.result["id"]
    if later == "items":
        site.add("menu-items", title="X", url="/x/", menus=menu_id, status="publish")
    elif later == "place":
        site.change("menus", menu_id, locations=["footer"])
    else:
        site.change("menus", menu_id, name="Theirs")
    with pytest.raises(Refusal) as caught:
        stage.restore(snapshot)
    assert (caught.value.message, caught.value.hint) == told


def test_two_menus_can_not_have_one_name(stage: Stage) -> None:
    for tool, arguments in (("create_menu", {"name": "main MENU"}), ("update_menu", {"id": 3, "name": " "})):
        with pytest.raises(Refusal):
            stage.plan(tool, **arguments)
    assert stage.plan("update_menu", id=3, name="MAIN menu").effect == "Change the menu Main menu: name."


def test_a_menu_is_renamed_and_keeps_its_description(stage: Stage, site: SampleSite) -> None:
    site.change("menus", 3, description="At the top")
    before = site.read("menus", 3)
    performed, snapshot = stage.perform("update_menu", id=3, name="Bread & butter")
    assert site.read("menus", 3) == {**before, "name": "Bread &amp; butter"}
    assert performed.result["description"] == "At the top"
    stage.restore(snapshot)
    assert site.read("menus", 3) == before


def test_a_menu_renamed_by_somebody_else_since_is_left_alone(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("update_menu", id=3, name="Ours")
    site.change("menus", 3, name="Theirs")
    with pytest.raises(Refusal, match="Changed again since then: Name"):
        stage.restore(snapshot)


def test_a_deleted_menu_comes_back_with_its_items_their_nesting_and_its_place(stage: Stage, site: SampleSite) -> None:
    parent = stage.read("list_menu_items", menu_id=3)["items"][1]["id"]
    site.add("menu-items", title="Below", url="/b/", menus=3, menu_order=4, parent=parent, status="publish",
             target="_blank", classes=["big"])  # fmt: skip
    before = look(stage, 3)
    proposal = stage.plan("delete_menu", id=3)
    assert proposal.effect == "Delete the menu Main menu for good, with its 4 items."
    assert list(proposal.warnings) == ["Visitors see it at: Primary menu. That place will show no menu."]
    _, snapshot = stage.perform("delete_menu", id=3)
    assert (names(stage), places(stage)) == ([], {"primary": 0, "footer": 0})
    restored, redo = stage.restore(snapshot)
    [menu] = stage.read("list_menus")["menus"]
    assert look(stage, menu["id"]) == before
    assert places(stage) == {"primary": menu["id"], "footer": 0}
    assert list(restored.differs) == []
    assert f"with the new id {menu['id']}" in restored.message
    stage.undo_restore(redo)
    assert names(stage) == []


def test_a_place_that_another_menu_has_since_is_not_taken_from_it(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("delete_menu", id=3)
    other = site.add("menus", name="Other", locations=["primary"])["id"]
    restored, _ = stage.restore(snapshot)
    assert places(stage)["primary"] == other
    assert list(restored.differs) == ["locations"]
    assert restored.message.endswith("Another menu stands now at: primary.")


def test_a_menu_with_the_same_name_is_in_the_way(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("delete_menu", id=3)
    site.add("menus", name="Main menu")
    with pytest.raises(Refusal, match="with other items in it"):
        stage.restore(snapshot)


def test_a_place_is_taken_over_from_another_menu_and_given_back(stage: Stage, site: SampleSite) -> None:
    other = site.add("menus", name="Other", description="Ours", locations=["footer"])["id"]
    before = places(stage)
    proposal = stage.plan("assign_menu_location", location="primary", menu_id=other)
    assert proposal.effect == "Show the menu Other in the place Primary menu."
    assert list(proposal.warnings) == ["It takes the place of the menu Main menu, which visitors see there now."]
    _, snapshot = stage.perform("assign_menu_location", location="primary", menu_id=other)
    assert places(stage) == {"primary": other, "footer": other}
    assert site.read("menus", other)["description"] == "Ours"
    _, redo = stage.restore(snapshot)
    assert places(stage) == before
    stage.undo_restore(redo)
    assert places(stage) == {"primary": other, "footer": other}


def test_a_place_can_be_left_empty(stage: Stage) -> None:
    assert stage.plan("assign_menu_location", location="primary", menu_id=0).effect == (
        "Show no menu in the place Primary menu."
    )
    _, snapshot = stage.perform("assign_menu_location", location="primary", menu_id=0)
    assert places(stage)["primary"] == 0
    stage.restore(snapshot)
    assert places(stage)["primary"] == 3


def test_a_place_that_shows_another_menu_since_is_left_alone(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("assign_menu_location", location="footer", menu_id=3)
    site.add("menus", name="Other", locations=["footer"])
    with pytest.raises(Refusal, match="Changed again since then: Menu\\."):
        stage.restore(snapshot)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"location": "sidebar", "menu_id": 3}, "no place sidebar"),
        ({"location": "primary", "menu_id": 99}, "no menu 99"),
    ],
)
def test_a_place_or_menu_that_is_not_there_is_refused(stage: Stage, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        stage.plan("assign_menu_location", **arguments)


@pytest.mark.parametrize(
    ("tool", "arguments", "path"),
    [
        ("create_menu", {"name": "Extra"}, "/wp/v2/menus"),
        ("update_menu", {"id": 3, "name": "Extra"}, "/wp/v2/menus/3"),
        ("assign_menu_location", {"location": "footer", "menu_id": 3}, "/wp/v2/menus/3"),
        ("delete_menu", {"id": 3}, "/wp/v2/menus/3"),
    ],
)
@pytest.mark.parametrize("saving", [True, False])
def test_after_an_error_the_site_is_looked_at(
    stage: Stage, site: SampleSite, tool: str, arguments: dict[str, Any], path: str, saving: bool
) -> None:
    method = "DELETE" if tool == "delete_menu" else "POST"
    site.misbehave(AnswerInstead(500, BROKEN, saving=saving), method=method, path=path)
    if saving:
        performed, _ = stage.perform(tool, **arguments)
        assert performed.result["success"] is True
        return
    with pytest.raises(SiteTrouble) as caught:
        stage.perform(tool, **arguments)
    assert caught.value.written == "no"


def test_what_an_earlier_step_makes_is_not_looked_up(stage: Stage, site: SampleSite) -> None:
    """C63: the engine puts the true ids in before the write is sent."""
    made = stand_in(1)
    site.requests.clear()
    link = stage.plan("create_menu_item", menu_id=made, title="Us", object_type="page", object_id=stand_in(2))
    assert link.effect == 'Add "Us" to what step 1 makes.'
    assert [one.label for one in link.changes] == ["Menu items", "Links to"]
    assert lines(link.changes[0].after) == ["Us"]
    assert link.changes[1].after == "what step 2 makes"
    below = stage.plan("create_menu_item", menu_id=3, title="Sub", url="/s/", parent=stand_in(3))
    assert below.changes[0].after[-1]["label"] == "Sub (below what step 3 makes)"
    place = stage.plan("assign_menu_location", location="footer", menu_id=made)
    assert place.effect == "Show what step 1 makes in the place Footer menu."
    assert not [entry for entry in site.requests if str(made) in entry.route or str(stand_in(2)) in entry.route]


def test_a_link_may_stand_for_an_item_of_any_type_that_the_site_opens(stage: Stage, site: SampleSite) -> None:
    recipe = site.add("recipes", title="Rye", status="publish")
    performed, _ = stage.perform(
        "create_menu_item", menu_id=3, title="Rye bread", object_type="recipe", object_id=recipe["id"]
    )
    made = stage.read("get_menu_item", item_id=performed.result["id"])
    assert (made["type"], made["object"], made["object_id"]) == ("post_type", "recipe", recipe["id"])
    with pytest.raises(Refusal, match="no type and no taxonomy film"):
        stage.plan("create_menu_item", menu_id=3, title="X", object_type="film", object_id=1)


def test_a_menu_that_a_person_made_again_is_never_deleted_by_undoing_a_restore(
    stage: Stage, site: SampleSite
) -> None:
    before = look(stage, 3)
    _, snapshot = stage.perform("delete_menu", id=3)
    _, redo = stage.restore(snapshot)
    ours = stage.read("list_menus")["menus"][0]["id"]
    stage.undo_restore(redo)
    assert names(stage) == []
    # The same menu again, which for all that anybody can tell a person may have made.
    stage.restore(snapshot)
    theirs = stage.read("list_menus")["menus"][0]["id"]
    restored, redo = stage.restore(snapshot)
    assert restored.message == (
        f"The menu Main menu was there already, as menu {theirs} with the same items, so nothing was made."
    )
    assert (look(stage, theirs), ours == theirs) == (before, False)
    with pytest.raises(Refusal, match="not certain that the restore made the menu, so it is not deleted"):
        stage.undo_restore(redo)
    assert names(stage) == ["Main menu"]


@pytest.mark.parametrize("name", ["Main menu", "MAIN menu"])
def test_a_menu_of_the_same_name_and_as_many_other_items_is_in_the_way(
    stage: Stage, site: SampleSite, name: str
) -> None:
    _, snapshot = stage.perform("delete_menu", id=3)
    theirs = site.add("menus", name=name)["id"]
    for order in (1, 2, 3):
        site.add("menu-items", title=f"Theirs {order}", url="/x/", menus=theirs, menu_order=order, status="publish")
    with pytest.raises(Refusal, match="WordPress takes no second menu of one name"):
        stage.restore(snapshot)
    assert len(look(stage, theirs)) == 3


def test_a_menu_that_an_error_hides_is_found_and_filled(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("delete_menu", id=3)
    site.misbehave(AnswerInstead(500, BROKEN, saving=True), method="POST", path="/wp/v2/menus", times=1)
    restored, redo = stage.restore(snapshot)
    assert list(restored.differs) == []
    assert (names(stage), len(look(stage, restored.left["id"]))) == (["Main menu"], 3)
    stage.undo_restore(redo)
    assert names(stage) == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("update_menu", {"id": 3, "name": "Ours"}),
        ("create_menu_item", {"menu_id": 3, "title": "X", "url": "/x/"}),
        ("update_menu_item", {"item_id": 21, "title": "X"}),
        ("update_menu_item", {"item_id": 21, "position": 2}),
        ("delete_menu_item", {"item_id": 21}),
        ("delete_menu", {"id": 3}),
    ],
)
def test_a_step_upon_a_menu_that_an_earlier_step_deletes_says_that_it_can_not_run(
    stage: Stage, tool: str, arguments: dict[str, Any]
) -> None:
    gone = stage.plan("delete_menu", id=3)
    assert stage.plan(tool, **arguments).target == gone.target
    state = {**stage.base(tool, **arguments), **gone.after}
    warnings = list(write_tool(tool).write.predict(arguments, state, stage.scene).warnings)
    assert warnings[0] == "Another step of the plan deletes it first, and then this step can not run."
    assert "Another step of the plan takes it out of the menu, and then this step can not run." not in warnings


def test_undoing_a_rename_sends_and_compares_the_name_only(stage: Stage, site: SampleSite) -> None:
    site.change("menus", 3, description="At the top")
    _, snapshot = stage.perform("update_menu", id=3, name="Ours", description="At the top")
    site.change("menus", 3, description="Theirs since")
    restored, redo = stage.restore(snapshot)
    menu = site.read("menus", 3)
    assert (menu["name"], menu["description"], list(restored.differs)) == ("Main menu", "Theirs since", [])
    stage.undo_restore(redo)
    menu = site.read("menus", 3)
    assert (menu["name"], menu["description"]) == ("Ours", "Theirs since")
