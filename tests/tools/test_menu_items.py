"""Promises of changing a menu item and of taking one out, with its place and what stands below it (C33)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.diffs.trees import Spot, lines, moves
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields, HangUp

Tree = list[tuple[str, str]]


@pytest.fixture
def shelf(site: SampleSite) -> dict[str, int]:
    """A menu: A, B with B1 below it, C."""
    menu = site.add("menus", name="Shelf")["id"]
    ids = {"menu": menu}
    for order, (label, parent) in enumerate((("A", ""), ("B", ""), ("B1", "B"), ("C", "")), start=1):
        ids[label] = site.add(
            "menu-items", title=label, url=f"/{label.lower()}/", menus=menu, menu_order=order, status="publish",
            parent=ids.get(parent, 0),
        )["id"]  # fmt: skip
    site.change(
        "menu-items", ids["B"], target="_blank", classes=["big", "red"], attr_title="Hint", description="More"
    )
    return ids


def tree(stage: Stage, menu_id: int) -> Tree:
    items = stage.read("list_menu_items", menu_id=menu_id)["items"]
    labels = {0: "", **{item["id"]: item["title"] for item in items}}
    return [(item["title"], labels[item["parent"]]) for item in items]


def whole(site: SampleSite, ids: dict[str, int]) -> list[dict[str, Any]]:
    return [site.read("menu-items", ids[label]) for label in ("A", "B", "B1", "C")]


def test_one_field_changes_and_everything_else_of_the_item_stays(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    """C33.5"""
    before = whole(site, shelf)
    proposal = stage.plan("update_menu_item", item_id=shelf["B"], url="https://new.example/")
    assert proposal.effect == 'Change "B" in the menu Shelf: links to.'
    assert [(one.label, one.before, one.after) for one in proposal.changes] == [
        ("Links to", "/b/", "https://new.example/")
    ]
    performed, snapshot = stage.perform("update_menu_item", item_id=shelf["B"], url="https://new.example/")
    after = whole(site, shelf)
    assert after[1] == {**before[1], "url": "https://new.example/"}
    assert [after[0], *after[2:]] == [before[0], *before[2:]]
    assert (performed.result["id"], list(performed.differs)) == (shelf["B"], [])
    restored, redo = stage.restore(snapshot)
    assert whole(site, shelf) == before
    assert restored.message == '"B" is back as it was.'
    stage.undo_restore(redo)
    assert whole(site, shelf) == after


def test_an_item_moves_with_what_stands_below_it_and_comes_back_with_the_same_id(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    """C33.2"""
    before = whole(site, shelf)
    change = stage.plan("update_menu_item", item_id=shelf["B"], parent=shelf["C"]).changes[-1]
    assert (lines(change.before), lines(change.after)) == (["A", "B", "– B1", "C"], ["A", "C", "– B", "– – B1"])
    performed, snapshot = stage.perform("update_menu_item", item_id=shelf["B"], parent=shelf["C"])
    assert tree(stage, shelf["menu"]) == [("A", ""), ("C", ""), ("B", "C"), ("B1", "B")]
    assert list(performed.differs) == []
    restored, redo = stage.restore(snapshot)
    assert whole(site, shelf) == before
    assert list(restored.differs) == []
    stage.undo_restore(redo)
    assert tree(stage, shelf["menu"]) == [("A", ""), ("C", ""), ("B", "C"), ("B1", "B")]


@pytest.mark.parametrize(
    ("label", "place", "labels"),
    [
        ("C", {"position": 1}, ["C", "A", "B", "B1"]),
        ("A", {"position": 2}, ["B", "B1", "A", "C"]),
        ("A", {"position": 9}, ["B", "B1", "C", "A"]),
        ("B1", {"parent": 0}, ["A", "B", "C", "B1"]),
        ("B1", {"parent": 0, "position": 1}, ["B1", "A", "B", "C"]),
        ("A", {"parent": "B", "position": 1}, ["B", "A", "B1", "C"]),
    ],
)
def test_a_place_is_counted_among_the_items_with_the_same_parent(
    stage: Stage, site: SampleSite, shelf: dict[str, int], label: str, place: dict[str, Any], labels: list[str]
) -> None:
    before = whole(site, shelf)
    place = {name: shelf.get(str(value), value) for name, value in place.items()}
    _, snapshot = stage.perform("update_menu_item", item_id=shelf[label], **place)
    assert [one for one, _ in tree(stage, shelf["menu"])] == labels
    orders = [item["order"] for item in stage.read("list_menu_items", menu_id=shelf["menu"])["items"]]
    assert len(set(orders)) == 4
    stage.restore(snapshot)
    assert whole(site, shelf) == before


def test_an_item_that_follows_its_page_still_does_after_a_move_a_label_and_a_restore(
    stage: Stage, site: SampleSite
) -> None:
    """C33.5: the second item of the main menu stands for page 42, About, and has no label of its own."""
    site.change("pages", 42, title='Tom & Jerry\'s "cat"')
    item_id = stage.read("list_menu_items", menu_id=3)["items"][1]["id"]

    def follows() -> bool:
        site.change("pages", 42, title="Dog & bone")
        followed: bool = stage.read("get_menu_item", item_id=item_id)["title"] == "Dog & bone"
        site.change("pages", 42, title='Tom & Jerry\'s "cat"')
        return followed

    _, moved = stage.perform("update_menu_item", item_id=item_id, position=1)
    assert follows()
    stage.restore(moved)
    assert follows()
    stage.perform("create_menu_item", menu_id=3, title="First", url="/first/", position=1)
    assert follows()
    _, labelled = stage.perform("update_menu_item", item_id=item_id, title="Cats")
    assert stage.read("get_menu_item", item_id=item_id)["label_of_its_own"] is True
    assert not follows()
    stage.restore(labelled)
    assert follows()


@pytest.mark.parametrize(
    ("item", "arguments", "words"),
    [
        ("B", {}, "Nothing to change"),
        ("B", {"title": ""}, "A plain link needs a title"),
        ("B", {"url": "javascript:x"}, "can not link to a javascript: address"),
        ("B", {"parent": "B"}, "can not stand below itself"),
        ("B", {"parent": "B1"}, "can not stand below itself"),
        ("B", {"parent": 9999}, "There is no item 9999 in the menu Shelf"),
        ("gone", {"title": "X"}, "There is no menu item 9998"),
    ],
)
def test_what_could_never_be_is_refused(
    stage: Stage, shelf: dict[str, int], item: str, arguments: dict[str, Any], words: str
) -> None:
    sent = {name: shelf.get(str(value), value) for name, value in arguments.items()}
    with pytest.raises(Refusal, match=words):
        stage.plan("update_menu_item", item_id=shelf.get(item, 9998), **sent)


def test_a_link_to_a_page_has_no_address_of_its_own(stage: Stage) -> None:
    item_id = stage.read("list_menu_items", menu_id=3)["items"][0]["id"]
    with pytest.raises(Refusal, match="leads to its page wherever that is"):
        stage.plan("update_menu_item", item_id=item_id, url="/elsewhere/")


def test_an_item_that_moves_and_gets_another_label_is_one_node_of_the_menu_with_both(
    stage: Stage, shelf: dict[str, int]
) -> None:
    """C33.2"""
    change = stage.plan("update_menu_item", item_id=shelf["C"], position=1, title="Sea").changes[-1]
    assert change.kind == "tree"
    row = next(row for row in moves(change.before, change.after) if row.kind != "same")
    assert (row.kind, row.was_label, row.label) == ("moved", "C", "Sea")
    assert (row.was, row.now) == (Spot("", 3), Spot("", 1))


def test_a_value_that_is_there_already_is_told(stage: Stage, shelf: dict[str, int]) -> None:
    proposal = stage.plan("update_menu_item", item_id=shelf["B"], url="/b/", classes="big red", position=2)
    assert list(proposal.warnings) == [
        "Links to: it is so already.",
        "CSS classes: it is so already.",
        "It stands at this place already.",
    ]
    assert list(proposal.changes) == []


def test_a_change_of_the_item_by_somebody_else_is_noticed_and_not_run_over(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    base = stage.base("update_menu_item", item_id=shelf["B"], url="/new/")
    site.change("menu-items", shelf["B"], url="/theirs/", title="B")
    moved = stage.moved_since(base, "update_menu_item", item_id=shelf["B"], url="/new/")
    assert moved == [f"item.{shelf['B']}.url"]
    _, snapshot = stage.perform("update_menu_item", item_id=shelf["B"], url="/new/")
    site.change("menu-items", shelf["B"], url="/again/", title="B")
    with pytest.raises(Refusal, match="Changed again since then: Links to"):
        stage.restore(snapshot)


def test_undoing_a_change_of_an_item_sends_and_compares_only_what_it_changed(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    _, snapshot = stage.perform("update_menu_item", item_id=shelf["B"], url="/new/", attr_title="Hint")
    site.change("menu-items", shelf["B"], attr_title="Theirs since", title="B")
    _, redo = stage.restore(snapshot)
    item = site.read("menu-items", shelf["B"])
    assert (item["url"], item["attr_title"]) == ("/b/", "Theirs since")
    stage.undo_restore(redo)
    item = site.read("menu-items", shelf["B"])
    assert (item["url"], item["attr_title"]) == ("/new/", "Theirs since")


def test_an_answer_that_was_lost_after_saving_counts_as_done(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    error = AnswerInstead(500, '{"code":"broken","message":"No","data":{"status":500}}', saving=True)
    site.misbehave(error, method="POST", path=f"/wp/v2/menu-items/{shelf['B']}")
    performed, _ = stage.perform("update_menu_item", item_id=shelf["B"], url="/new/")
    assert performed.after == {f"item.{shelf['B']}.url": "/new/", "about.titles": {
        str(shelf[label]): label for label in ("A", "B", "B1", "C")}}  # fmt: skip


def test_a_field_that_the_site_did_not_keep_is_not_applied(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    site.misbehave(DropFields(("url",)), method="POST", path=f"/wp/v2/menu-items/{shelf['B']}")
    with pytest.raises(SiteTrouble, match="respira_nothing_stored"):
        stage.perform("update_menu_item", item_id=shelf["B"], url="/new/")


def test_what_stands_below_an_item_that_is_taken_out_moves_up_and_goes_below_it_again(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    """C33.3"""
    proposal = stage.plan("delete_menu_item", item_id=shelf["B"])
    assert proposal.effect == 'Take "B" out of the menu Shelf.'
    assert "What stands right below it moves up into its place: B1." in proposal.warnings
    [change] = proposal.changes
    assert (lines(change.before), lines(change.after)) == (["A", "B", "– B1", "C"], ["A", "B1", "C"])
    before = tree(stage, shelf["menu"])
    _, snapshot = stage.perform("delete_menu_item", item_id=shelf["B"])
    assert tree(stage, shelf["menu"]) == [("A", ""), ("B1", ""), ("C", "")]
    restored, redo = stage.restore(snapshot)
    assert tree(stage, shelf["menu"]) == before
    back = stage.read("list_menu_items", menu_id=shelf["menu"])["items"][1]
    assert restored.message == f'"B" is in the menu Shelf again, with the new id {back["id"]}.'
    again = site.read("menu-items", back["id"])
    looks = ("target", "classes", "attr_title", "description")
    assert [again[name] for name in looks] == ["_blank", ["big", "red"], "Hint", "More"]
    stage.undo_restore(redo)
    assert tree(stage, shelf["menu"]) == [("A", ""), ("B1", ""), ("C", "")]


def test_an_item_comes_back_between_those_that_came_since(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    _, snapshot = stage.perform("delete_menu_item", item_id=shelf["A"])
    site.add("menu-items", title="New", url="/n/", menus=shelf["menu"], menu_order=1, status="publish")
    stage.restore(snapshot)
    assert [one for one, _ in tree(stage, shelf["menu"])] == ["A", "New", "B", "B1", "C"]


def test_an_item_is_made_again_once_only(stage: Stage, shelf: dict[str, int]) -> None:
    _, snapshot = stage.perform("delete_menu_item", item_id=shelf["B"])
    stage.restore(snapshot)
    stage.restore(snapshot)
    assert [one for one, _ in tree(stage, shelf["menu"])] == ["A", "B", "B1", "C"]


def test_the_same_link_added_by_hand_is_never_taken_out_by_undoing_a_restore(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    _, snapshot = stage.perform("delete_menu_item", item_id=shelf["A"])
    theirs = site.add("menu-items", title="A", url="/a/", menus=shelf["menu"], menu_order=1, status="publish")["id"]
    restored, redo = stage.restore(snapshot)
    assert restored.message == f'"A" was in the menu Shelf already, as item {theirs}, so nothing was made.'
    assert list(restored.differs) == []
    with pytest.raises(Refusal, match="not certain that the restore made the item, so it is not deleted"):
        stage.undo_restore(redo)
    assert [one for one, _ in tree(stage, shelf["menu"])] == ["A", "B", "B1", "C"]


def test_an_item_that_an_error_hides_is_found_and_not_made_twice(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    _, snapshot = stage.perform("delete_menu_item", item_id=shelf["A"])
    lost = AnswerInstead(500, '{"code":"broken","message":"No","data":{"status":500}}', saving=True)
    site.misbehave(lost, method="POST", path="/wp/v2/menu-items", times=1)
    _, redo = stage.restore(snapshot)
    assert [one for one, _ in tree(stage, shelf["menu"])] == ["A", "B", "B1", "C"]
    stage.undo_restore(redo)
    assert [one for one, _ in tree(stage, shelf["menu"])] == ["B", "B1", "C"]


def test_a_delete_that_the_site_refuses_leaves_the_menu_as_it_was(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    before = whole(site, shelf)
    no = AnswerInstead(403, '{"code":"rest_cannot_delete","message":"No","data":{"status":403}}')
    site.misbehave(no, method="DELETE", path=f"/wp/v2/menu-items/{shelf['B']}")
    with pytest.raises(SiteTrouble) as caught:
        stage.perform("delete_menu_item", item_id=shelf["B"])
    assert caught.value.written == "no"
    assert whole(site, shelf) == before


def test_a_delete_whose_answer_was_lost_is_looked_at(stage: Stage, site: SampleSite, shelf: dict[str, int]) -> None:
    site.misbehave(HangUp(after_saving=True), method="DELETE", path=f"/wp/v2/menu-items/{shelf['B']}")
    with pytest.raises(SiteTrouble) as caught:
        stage.perform("delete_menu_item", item_id=shelf["B"])
    assert caught.value.written == "perhaps"
    assert tree(stage, shelf["menu"]) == [("A", ""), ("B1", ""), ("C", "")]


def test_a_change_upon_an_item_that_an_earlier_step_takes_out_is_flagged(stage: Stage, shelf: dict[str, int]) -> None:
    gone = stage.plan("delete_menu_item", item_id=shelf["B"])
    state = {**stage.base("update_menu_item", item_id=shelf["B"], url="/x/"), **gone.after}
    arguments = {"item_id": shelf["B"], "url": "/x/"}
    warnings = write_tool("update_menu_item").write.predict(arguments, state, stage.scene).warnings
    assert "Another step of the plan takes it out of the menu, and then this step can not run." in warnings


def test_on_a_theme_without_places_every_change_of_a_menu_is_flagged(
    stage: Stage, site: SampleSite, shelf: dict[str, int]
) -> None:
    """C33.4"""
    site.wp.locations = {}
    said = "The site's theme has no place for menus, so visitors will not see this."
    for tool, arguments in (
        ("update_menu_item", {"item_id": shelf["B"], "url": "/x/"}),
        ("delete_menu_item", {"item_id": shelf["B"]}),
        ("create_menu", {"name": "X"}),
        ("update_menu", {"id": shelf["menu"], "name": "X"}),
        ("delete_menu", {"id": shelf["menu"]}),
    ):
        assert said in stage.plan(tool, **arguments).warnings
    listed = stage.read("list_menus")
    assert (listed["shown"], listed["warning"]) == (
        "navigation",
        f"{said} It may show a navigation: list_navigation tells.",
    )
