"""What a call asks of a menu item: which fields, which place, and whether that can be. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments, Change, State
from webapp.tools.menus.menu_item_fields import FIELD_LABELS, moves
from webapp.tools.menus.menu_links import demand_link_scheme
from webapp.tools.menus.menu_order import Entry, below, moved_to
from webapp.tools.standing_in import stands_in, words_for
from webapp.tools.values import text_of

_FIELDS = ("title", "url", "target", "classes", "attr_title", "description")
_PLACES = ("parent", "position")


def asked_fields(arguments: Arguments) -> dict[str, Any]:
    """Return the fields that a call names, but for the place, as WordPress takes them."""
    asked = {name: arguments[name] for name in _FIELDS if name in arguments}
    # WordPress keeps one empty class where there is none.
    return asked if "classes" not in asked else {**asked, "classes": asked["classes"].split() or [""]}


def asks_to_move(arguments: Arguments) -> bool:
    """Tell whether a call names a place."""
    return any(name in arguments for name in _PLACES)


def demand_possible(arguments: Arguments, item: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Demand that a call asks for something, and for nothing that the item could never be.

    Raises:
        Refusal: `respira_nothing_to_change`, `respira_not_found` or `respira_invalid_arguments`.
    """
    if not asked and not asks_to_move(arguments):
        raise Refusal("respira_nothing_to_change")
    if not item.get("menus"):
        words = f"Menu item {item['id']} is in no menu."
        raise Refusal("respira_not_found", words)
    if item.get("type") != "custom" and "url" in asked:
        words = f'"{text_of(item.get("title"))}" leads to its {item.get("object")} wherever that is: leave out url.'
        raise Refusal("respira_invalid_arguments", words, hint="Delete the item and add a plain link instead.")
    demand_link_scheme(str(asked.get("url", "")))
    empty = [name for name in ("title", "url") if asked.get(name) == ""]
    if item.get("type") == "custom" and empty:
        words = f"A plain link needs a {' and a '.join(empty)}."
        raise Refusal("respira_invalid_arguments", words)


def demand_parent(arguments: Arguments, entries: list[Entry], menu: str) -> None:
    """Demand that an item can stand below the one that a call names.

    Raises:
        Refusal: `respira_not_found` or `respira_invalid_arguments`.
    """
    parent, item_id = arguments.get("parent", 0), arguments["item_id"]
    if not parent or stands_in(parent):
        return
    if parent == item_id or parent in below(entries, item_id):
        raise Refusal("respira_invalid_arguments", "A menu item can not stand below itself.")
    if parent not in {entry[0] for entry in entries}:
        raise Refusal("respira_not_found", f"There is no item {parent} in the menu {menu}.")


def later_order(entries: list[Entry], arguments: Arguments) -> list[Entry]:
    """Return the menu with the item at the place that a call names."""
    item_id = arguments["item_id"]
    former = next(entry[2] for entry in entries if entry[0] == item_id)
    parent = arguments.get("parent", former)
    if parent == former and "position" not in arguments:
        return entries
    return moved_to(entries, item_id, parent, arguments.get("position"))


def told_order(entries: list[Entry], arguments: Arguments) -> list[Entry]:
    """Return entries for words: an item with the label it gets, and a note where it goes below one yet to be made."""
    parent = arguments.get("parent", 0)
    note = f" (below {words_for(parent)})" if stands_in(parent) else ""

    def told(label: str) -> str:
        return (arguments.get("title") or label) + note

    return [[one[0], told(one[1]), *one[2:]] if one[0] == arguments["item_id"] else one for one in entries]


def wanted_fields(arguments: Arguments, entries: list[Entry]) -> dict[str, dict[str, Any]]:
    """Return what a call makes of the item, and of those that make room for it."""
    wanted = moves(entries, later_order(entries, arguments)) if asks_to_move(arguments) else {}
    main = str(arguments["item_id"])
    return {**wanted, main: {**asked_fields(arguments), **wanted.get(main, {})}}


def change_of(state: State, item_id: int, field: str, value: Any) -> Change:
    """Return how people are shown one field."""
    before = state.get(f"item.{item_id}.{field}")
    if field == "classes":
        before, value = " ".join(before or []), " ".join(value)
    if field == "title":
        name = state["about.titles"].get(str(item_id), "")
        before, value = before or f"{name} (follows what it leads to)", value or "(follows what it leads to)"
    return Change(field, FIELD_LABELS[field], before, value, "value")
