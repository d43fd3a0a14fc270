"""Promises of menus as they are planned, applied and brought back, several steps together (C33, C63)."""

from __future__ import annotations

from typing import Any

from tests import taking_back
from tests.core.acts import plan
from tests.installed import Agent, Installed
from tests.worked_example import snapshots_of
from webapp.sample_site import SampleSite


def tree(wordpress: SampleSite, menu_id: int) -> list[tuple[str, str]]:
    items = wordpress.read("menu-items")
    assert isinstance(items, list)
    inside = [item for item in items if item.get("menus") == menu_id]
    labels = {0: "", **{item["id"]: item["title"]["raw"] for item in inside}}
    return [(item["title"]["raw"], labels[item["parent"]]) for item in inside]


def shelf(wordpress: SampleSite) -> dict[str, int]:
    """A menu: A, B with B1 below it, C."""
    ids = {"menu": wordpress.add("menus", name="Shelf", locations=["footer"])["id"]}
    for order, (label, parent) in enumerate((("A", ""), ("B", ""), ("B1", "B"), ("C", "")), start=1):
        fields: dict[str, Any] = {"menus": ids["menu"], "menu_order": order, "status": "publish"}
        made = wordpress.add("menu-items", title=label, url="/x/", parent=ids.get(parent, 0), **fields)
        ids[label] = made["id"]
    return ids


def applied(agent: Agent) -> dict[str, Any]:
    receipt = agent.call("apply_plan")
    assert (receipt["failed"], receipt["not_run"]) == (0, 0), receipt
    return receipt


def test_a_new_item_takes_its_place_and_no_two_share_one(agent: Agent, wordpress: SampleSite) -> None:
    """C33.1"""
    ids = shelf(wordpress)
    plan(agent, ("create_menu_item", {"menu_id": ids["menu"], "title": "D", "url": "/d/", "position": 2}))
    applied(agent)
    assert tree(wordpress, ids["menu"]) == [("A", ""), ("D", ""), ("B", ""), ("B1", "B"), ("C", "")]
    items = wordpress.read("menu-items")
    assert isinstance(items, list)
    orders = [item["menu_order"] for item in items if item.get("menus") == ids["menu"]]
    assert len(set(orders)) == 5


def test_several_steps_on_one_menu_are_told_upon_each_other_and_all_come_back(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C33.2, C33.3"""
    ids = shelf(wordpress)
    plan(
        agent,
        ("update_menu_item", {"item_id": ids["B"], "parent": ids["C"]}),
        ("create_menu_item", {"menu_id": ids["menu"], "title": "D", "url": "/d/", "position": 1}),
        ("delete_menu_item", {"item_id": ids["B"]}),
        ("update_menu_item", {"item_id": ids["A"], "title": "Start"}),
    )
    last = agent.call("get_plan")["steps"][2]
    [change] = agent.call("get_plan", step_id=last["step_id"])["steps"][0]["changes"]
    assert (change["before"], change["after"]) == (["D", "A", "C", "– B", "– – B1"], ["D", "A", "C", "– B1"])
    receipt = applied(agent)
    assert tree(wordpress, ids["menu"]) == [("D", ""), ("Start", ""), ("C", ""), ("B1", "C")]
    *later, move = snapshots_of(receipt)
    for uuid in later:
        taking_back.restore(sayso.desk, sayso.owner, uuid)
    assert tree(wordpress, ids["menu"]) == [("A", ""), ("C", ""), ("B", "C"), ("B1", "B")]
    # The item that came back has a new id, which the move knows.
    assert list(taking_back.restore(sayso.desk, sayso.owner, move).differs) == []
    assert tree(wordpress, ids["menu"]) == [("A", ""), ("B", ""), ("B1", "B"), ("C", "")]


def test_a_menu_its_item_and_its_place_in_one_plan(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    """C63.1: the later steps refer to the menu that the first one makes."""
    [menu] = plan(agent, ("create_menu", {"name": "Small print"}))
    made = f"{{{{{menu}.id}}}}"
    [terms] = plan(agent, ("create_menu_item", {"menu_id": made, "title": "Terms", "url": "/terms/"}))
    below = {"menu_id": made, "title": "Privacy", "url": "/privacy/", "parent": f"{{{{{terms}.id}}}}"}
    plan(agent, ("create_menu_item", below), ("assign_menu_location", {"location": "footer", "menu_id": made}))
    effects = [step["predicted_effect"] for step in agent.call("get_plan")["steps"]]
    assert effects == [
        "Make the menu Small print, with no items yet.",
        'Add "Terms" to what step 1 makes.',
        'Add "Privacy" to what step 1 makes.',
        "Show what step 1 makes in the place Footer menu.",
    ]
    receipt = applied(agent)
    menu_id = receipt["steps"][0]["result"]["id"]
    assert tree(wordpress, menu_id) == [("Terms", ""), ("Privacy", "Terms")]
    assert wordpress.read("menu-locations", "footer")["menu"] == menu_id
    for uuid in snapshots_of(receipt):
        assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
    menus = wordpress.read("menus")
    assert isinstance(menus, list)
    assert [one["name"] for one in menus] == ["Main menu"]
