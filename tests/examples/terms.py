"""Examples of the tools that make, change and delete terms."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

_NEW_ID = "a term that is made again has a new id"


def _labs(hand: Reader) -> Answer:
    term = hand.post("categories", name="R&D > Labs", description="Fish & chips")
    return {"id": term["id"]}


def _labs_in_use(hand: Reader) -> Answer:
    prepared = _labs(hand)
    hand.post("categories", name="Local", parent=prepared["id"])
    hand.post("posts", title="One", status="publish", categories=[prepared["id"]])
    hand.post("posts", title="Two", status="draft", categories=[prepared["id"]])
    return prepared


def _labs_in_a_menu(hand: Reader) -> Answer:
    prepared = _labs(hand)
    [menu] = hand.get("menus")
    link = {"type": "taxonomy", "object": "category", "object_id": prepared["id"], "menus": menu["id"]}
    item = hand.post("menu-items", title="Labs", status="publish", menu_order=7, **link)
    below = {"url": "https://below.example/", "parent": item["id"], "menus": menu["id"], "menu_order": 8}
    hand.post("menu-items", title="Below", status="publish", **below)
    return prepared


def _is_made(hand: Reader, prepared: Answer, result: Answer) -> None:
    made = hand.get(f"categories/{result['id']}")
    assert (made["name"], made["parent"]) == ("Sale &amp; more", prepared["id"])


def _description_changed(hand: Reader, prepared: Answer, result: Answer) -> None:
    term = hand.get(f"categories/{prepared['id']}")
    assert (term["name"], term["description"]) == ("R&amp;D &gt; Labs", "Tom &amp; Jerry")


def _is_gone(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert prepared["id"] not in [term["id"] for term in hand.get("categories", per_page=100)]


EXAMPLES = (
    Example(
        tool="create_term",
        prepare=_labs,
        arguments=lambda prepared: {"taxonomy": "category", "name": "Sale & more", "parent": prepared["id"]},
        landed=_is_made,
    ),
    Example(
        tool="update_term",
        prepare=_labs,
        arguments=lambda prepared: {"taxonomy": "category", "id": prepared["id"], "description": "Tom & Jerry"},
        landed=_description_changed,
    ),
    Example(
        tool="delete_term",
        prepare=_labs_in_use,
        arguments=lambda prepared: {"taxonomy": "category", "id": prepared["id"]},
        landed=_is_gone,
        differs={
            "categories *": _NEW_ID,
            "categories * parent": "what stood below it stands below the new id",
            "categories * _links": "the same",
            "posts * categories": "what had it has the new id",
        },
    ),
    Example(
        tool="delete_term",
        name="in a menu",
        prepare=_labs_in_a_menu,
        arguments=lambda prepared: {"taxonomy": "category", "id": prepared["id"]},
        landed=_is_gone,
        differs={
            "categories *": _NEW_ID,
            "menu-items *": "a link that is made again has a new id",
            "menu-items * parent": "what stood below it stands below the new id",
        },
    ),
)
