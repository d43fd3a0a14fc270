"""The most that two sequences have in common, in the same order: exactly, for sequences of some ten thousand items.

A whole row of the usual table is one long number, and going down a row is a few operations on such numbers: Hyyrö,
"Bit-parallel LCS-length computation revisited" (2004). Only some rows are kept; those between are computed again.
Pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import isqrt
from typing import NamedTuple


class Stretch(NamedTuple):
    """So many items from these places on are the same in both."""

    before: int
    after: int
    length: int


def most_in_common(before: Sequence[int], after: Sequence[int]) -> list[Stretch]:
    """Return what two sequences have most in common, in order.

    It takes a time in proportion to the product of their lengths, about half a second for 1,600,000,000, and the
    memory of the shorter one, in bits, for each different item that both hold.
    """
    both = set(before) & set(after)
    places, there = ([place for place, item in enumerate(items) if item in both] for items in (before, after))
    ours, theirs = [before[place] for place in places], [after[place] for place in there]
    # A row is as long as the first of the two: that is to be the shorter one.
    if len(ours) <= len(theirs):
        pairs = _pairs(ours, theirs)
    else:
        pairs = [(place, other) for other, place in _pairs(theirs, ours)]
    return _joined([(places[place], there[other]) for place, other in pairs])


def _masks(items: Sequence[int]) -> dict[int, int]:
    """Return each item with a number that has a bit for each place where it stands."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        places[item].append(place)
    return {item: _mask(where) for item, where in places.items()}


def _mask(places: Sequence[int]) -> int:
    bits = bytearray(places[-1] // 8 + 1)
    for place in places:
        bits[place // 8] |= 1 << place % 8
    return int.from_bytes(bits, "little")


def _pairs(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    """Return the places of each item that stays, in both, the last first."""
    masks, every = _masks(before), isqrt(len(after)) + 1
    full = (1 << len(before)) - 1
    kept = [full]
    for begin in range(0, len(after), every):
        kept.append(_rows(kept[-1], after[begin : begin + every], masks, full)[-1])
    pairs: list[tuple[int, int]] = []
    column = len(before)
    for number in range(len(kept) - 2, -1, -1):
        begin = number * every
        rows = _rows(kept[number], after[begin : begin + every], masks, full)
        found, column = _walked_back(rows, column)
        pairs += [(place, begin + row) for place, row in found]
    return pairs


def _rows(first: int, items: Sequence[int], masks: Mapping[int, int], full: int) -> list[int]:
    """Return the row that is given, and the one after each of the items.

    A bit of a row is 0 where the sequence up to that place has one item more in common than up to the place before.
    """
    rows = [first]
    row = first
    for item in items:
        stays = row & masks.get(item, 0)
        row = (row + stays | row - stays) & full
        rows.append(row)
    return rows


def _walked_back(rows: Sequence[int], column: int) -> tuple[list[tuple[int, int]], int]:
    """Go from the last of these rows to the first; return what stays, the last first, and the column at the end."""
    found: list[tuple[int, int]] = []
    row = len(rows) - 1
    while row and column:
        if rows[row] >> (column - 1) & 1:
            column -= 1
            continue
        row -= 1
        if rows[row] >> (column - 1) & 1:
            column -= 1
            found.append((column, row))
    return found, column


def _joined(pairs: Sequence[tuple[int, int]]) -> list[Stretch]:
    found: list[Stretch] = []
    begin = other = length = 0
    for place, there in reversed(pairs):
        if length and (place, there) == (begin + length, other + length):
            length += 1
            continue
        if length:
            found.append(Stretch(begin, other, length))
        begin, other, length = place, there, 1
    return [*found, Stretch(begin, other, length)] if length else found
