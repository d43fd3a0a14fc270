"""Examples of the tool that adds links to menus."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader


def _main_menu(hand: Reader) -> Answer:
    [menu] = hand.get("menus")
    return {"id": menu["id"], "titles": hand.menu_titles(menu["id"])}


def _the_link_stands_first(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.menu_titles(prepared["id"]) == ["Shop", *prepared["titles"]]


EXAMPLES = (
    Example(
        tool="create_menu_item",
        prepare=_main_menu,
        arguments=lambda prepared: {
            "menu_id": prepared["id"],
            "title": "Shop",
            "url": "https://shop.example/",
            "position": 1,
        },
        landed=_the_link_stands_first,
    ),
)
