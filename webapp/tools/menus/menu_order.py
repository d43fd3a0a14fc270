"""The order of a menu's items. Pure.

WordPress keeps one number per item for the whole menu, does not make room for a new one, and lets two items
share a number. An entry is [id, title, parent, order]; an item that is not made yet has a text as its id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webapp.tools.answers import Change

Entry = list[Any]


@dataclass(frozen=True)
class Room:
    """The number a new item takes, and the new numbers of the items behind it, last one first."""

    order: int
    moved: Sequence[tuple[int, int]]


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries as WordPress lists them."""
    return sorted(entries, key=lambda entry: (entry[3], isinstance(entry[0], str), entry[0]))


def room_for(entries: Sequence[Entry], parent: int, position: int | None) -> Room:
    """Return where a new item goes.

    Args:
        position: its place among the items with the same parent, from 1; None for the end.
    """
    entries = in_order(entries)
    siblings = [entry for entry in entries if entry[2] == parent]
    last = max((entry[3] for entry in entries), default=0)
    if position is None or position > len(siblings):
        return Room(last + 1, [])
    return _room_from(entries, entries.index(siblings[position - 1]), siblings[position - 1][3])


def room_at(entries: Sequence[Entry], order: int) -> Room:
    """Return how an item takes a number that it had before, also where another one has it now."""
    entries = in_order(entries)
    at = next((place for place, entry in enumerate(entries) if entry[3] >= order), len(entries))
    return _room_from(entries, at, order)


def _room_from(entries: Sequence[Entry], at: int, order: int) -> Room:
    """Return the number of a new item before the entry at `at`, as near to `order` as those before it allow."""
    order = max(order, entries[at - 1][3] + 1 if at else 1)
    moved, taken = [], order
    for entry in entries[at:]:
        if entry[3] <= taken:
            moved.append((entry[0], taken + 1))
        taken = max(entry[3], taken + 1)
    return Room(order, list(reversed(moved)))


def with_new(entries: Sequence[Entry], room: Room, title: str, parent: int) -> list[Entry]:
    """Return the entries as they would be with the new item."""
    orders = dict(room.moved)
    kept = [[entry[0], entry[1], entry[2], orders.get(entry[0], entry[3])] for entry in entries]
    return in_order([*kept, [f"new {len(kept) + 1:03}", title, parent, room.order]])


def below(entries: Sequence[Entry], item_id: Any) -> list[Any]:
    """Return the ids of what stands below an item, at any depth."""
    found: list[Any] = []
    wanted = [item_id]
    while wanted:
        wanted = [entry[0] for entry in entries if entry[2] in wanted and entry[0] not in (item_id, *found)]
        found += wanted
    return found


def moved_to(entries: Sequence[Entry], item_id: int, parent: int, position: int | None) -> list[Entry]:
    """Return the entries with one of them, and what stands below it, at another place.

    Numbers that need not change stay.

    Args:
        position: its new place among the items with the same parent, from 1; None for the end.
    """
    entries = in_order(entries)
    moving = {item_id, *below(entries, item_id)}
    block = sorted((entry for entry in entries if entry[0] in moving), key=lambda entry: entry[0] != item_id)
    block[0] = [item_id, block[0][1], parent, block[0][3]]
    rest = [entry for entry in entries if entry[0] not in moving]
    at = _place_among(rest, parent, position)
    return _numbered(rest[:at], block, rest[at:])


def _place_among(rest: Sequence[Entry], parent: int, position: int | None) -> int:
    siblings = [entry for entry in rest if entry[2] == parent]
    if position is not None and position <= len(siblings):
        return rest.index(siblings[position - 1])
    if not parent:
        return len(rest)
    last = siblings[-1][0] if siblings else parent
    family = {last, *below(rest, last)}
    return 1 + max((place for place, entry in enumerate(rest) if entry[0] in family), default=len(rest) - 1)


def _numbered(before: Sequence[Entry], block: Sequence[Entry], behind: Sequence[Entry]) -> list[Entry]:
    taken = max((entry[3] for entry in before), default=0)
    next_one = behind[0][3] if behind else None
    later = list(before)
    for entry in block:
        stays = entry[3] > taken and (next_one is None or entry[3] < next_one)
        taken = entry[3] if stays else taken + 1
        later.append([*entry[:3], taken])
    for entry in behind:
        taken = max(entry[3], taken + 1)
        later.append([*entry[:3], taken])
    return later


def without(entries: Sequence[Entry], item_id: int) -> list[Entry]:
    """Return the entries without one of them; what stood right below it stands in its place."""
    gone = next((entry for entry in entries if entry[0] == item_id), None)
    if gone is None:
        return in_order(entries)
    kept = [entry for entry in entries if entry[0] != item_id]
    return in_order([[entry[0], entry[1], gone[2] if entry[2] == item_id else entry[2], entry[3]] for entry in kept])


def bare(entries: Sequence[Entry]) -> list[list[Any]]:
    """Return entries without their titles, which follow the pages they link to and so move by themselves."""
    return [[entry[0], entry[2], entry[3]] for entry in in_order(entries)]


def in_places(items: Sequence[list[Any]]) -> list[list[int]]:
    """Return bare entries without ids, as what is made again has a new one: the place of what each stands below, from
    1, and its number."""
    ids = [one[0] for one in items]
    return [[ids.index(one[1]) + 1 if one[1] in ids else 0, one[2]] for one in items]


def titles(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the titles of entries by id."""
    return {str(entry[0]): str(entry[1]) for entry in entries}


def titled(items: Sequence[list[Any]], names: dict[str, str]) -> list[Entry]:
    """Put together again what `bare` and `titles` took apart."""
    return [[item[0], names.get(str(item[0]), ""), item[1], item[2]] for item in items]


def tree(entries: Sequence[Entry], asked: Any = None) -> list[dict[str, Any]]:
    """Return the menu as `webapp.diffs.trees` takes one.

    Args:
        asked: the id of the item that a change is about.
    """
    entries = in_order(entries)
    known = {entry[0] for entry in entries}
    found: list[dict[str, Any]] = []

    def add(parent: int, depth: int, above: frozenset[int]) -> None:
        for entry in entries:
            if entry[2] == parent or (parent == 0 and entry[2] not in known and entry[2] != 0):
                mark = {"asked": True} if entry[0] == asked else {}
                found.append({"id": str(entry[0]), "label": str(entry[1]), "depth": depth, **mark})
                if entry[0] not in above:
                    add(entry[0], depth + 1, above | {entry[0]})

    add(0, 0, frozenset())
    return found


# What people call the order of a menu.
ITEMS_LABEL = "Menu items"


def order_change(now: Sequence[Entry], later: Sequence[Entry], asked: Any = None) -> Change:
    """Return how people are shown a menu as it reads now and as it would read.

    Args:
        asked: the id of the item that the change is about.
    """
    return Change("items", ITEMS_LABEL, tree(now, asked), tree(later, asked), "tree")
