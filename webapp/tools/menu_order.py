"""The order of a menu's items. Pure.

WordPress keeps one number per item for the whole menu, does not make room for a new one, and lets two items
share a number. An entry is [id, title, parent, order]; an item that is not made yet has a text as its id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
    at = entries.index(siblings[position - 1])
    order = max(siblings[position - 1][3], entries[at - 1][3] + 1 if at else 1)
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


def bare(entries: Sequence[Entry]) -> list[list[Any]]:
    """Return entries without their titles, which follow the pages they link to and so move by themselves."""
    return [[entry[0], entry[2], entry[3]] for entry in in_order(entries)]


def titles(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the titles of entries by id."""
    return {str(entry[0]): str(entry[1]) for entry in entries}


def titled(items: Sequence[list[Any]], names: dict[str, str]) -> list[Entry]:
    """Put together again what `bare` and `titles` took apart."""
    return [[item[0], names.get(str(item[0]), ""), item[1], item[2]] for item in items]


def lines(entries: Sequence[Entry]) -> list[str]:
    """Return the menu as lines for people, items below others set in with a dash."""
    entries = in_order(entries)
    known = {entry[0] for entry in entries}
    found: list[str] = []

    def add(parent: int, depth: int, above: frozenset[int]) -> None:
        for entry in entries:
            if entry[2] == parent or (parent == 0 and entry[2] not in known and entry[2] != 0):
                found.append("– " * depth + str(entry[1]))
                if entry[0] not in above:
                    add(entry[0], depth + 1, above | {entry[0]})

    add(0, 0, frozenset())
    return found
