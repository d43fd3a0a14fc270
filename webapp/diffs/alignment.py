"""Which stretches two sequences have in common, in the same order. Pure.

What is alike at both ends is taken first. Then the shortest way from one to the other is looked for, as long as few
things differ; where many do, the most that both have in common. Where they are too long for that, stretches that
stand once in each are anchors, and what lies between them is compared by itself. The work is bounded by a count and
not by the clock, so the same two sequences always give the same answer.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from .exact import Stretch, most_in_common

# How many items in a row make an anchor; the longer ones are tried first.
ANCHORS = (8, 1)
# A way of so many differences is looked for at first.
_FEW = 60
# The products of the lengths of what is compared exactly may add up to so much: 40,000 words and spaces twice.
ROOM = 1_600_000_000
# So many items in a row that are the same are not so by chance.
_SURE = 8
# In longer sequences, both together, single items that stand once in each are there by chance.
_NOT_TOO_LONG = 40_000
# All ways that are tried for two sequences together may take so many steps.
_PATIENCE = 200_000


class _Region(NamedTuple):
    begin: int
    end: int
    other_begin: int
    other_end: int

    @property
    def empty(self) -> bool:
        return self.begin == self.end or self.other_begin == self.other_end


class _Way(NamedTuple):
    """What stays on a way through a region, and whether it leads to the end."""

    stretches: list[Stretch]
    complete: bool


@dataclass
class Alignment:
    """What two sequences have in common.

    Attributes:
        stretches: in order; they do not overlap.
        coarse: somewhere there may be more in common than was found.
        patience: how many steps may still be taken.
        room: how much may still be compared exactly.
    """

    stretches: list[Stretch] = field(default_factory=list)
    coarse: bool = False
    patience: int = _PATIENCE
    room: int = ROOM


def aligned(
    before: Sequence[int], after: Sequence[int], anchors: Sequence[int] = ANCHORS, room: int = ROOM
) -> Alignment:
    """Return what two sequences have in common.

    Args:
        anchors: how many items in a row make an anchor, the longest first.
        room: how much may be compared exactly: the products of the lengths of what is, and more where most of it is
            different.
    """
    found = Alignment(room=room)
    _align(found, before, after, _Region(0, len(before), 0, len(after)), anchors)
    return found


def _align(
    found: Alignment, before: Sequence[int], after: Sequence[int], whole: _Region, anchors: Sequence[int]
) -> None:
    region = _without_ends(before, after, whole)
    _add(found, Stretch(whole.begin, whole.other_begin, region.begin - whole.begin))
    if not region.empty:
        _align_middle(found, before, after, region, anchors)
    _add(found, Stretch(region.end, region.other_end, whole.end - region.end))


def _add(found: Alignment, stretch: Stretch) -> None:
    if stretch.length:
        found.stretches.append(stretch)


def _without_ends(before: Sequence[int], after: Sequence[int], region: _Region) -> _Region:
    begin, end, other_begin, other_end = region
    while begin < end and other_begin < other_end and before[begin] == after[other_begin]:
        begin += 1
        other_begin += 1
    while begin < end and other_begin < other_end and before[end - 1] == after[other_end - 1]:
        end -= 1
        other_end -= 1
    return _Region(begin, end, other_begin, other_end)


def _align_middle(
    found: Alignment, before: Sequence[int], after: Sequence[int], region: _Region, anchors: Sequence[int]
) -> None:
    if set(before[region.begin : region.end]).isdisjoint(after[region.other_begin : region.other_end]):
        return
    rest = _gone_ahead(found, before, after, region)
    if rest is None:
        return
    one, other = before[rest.begin : rest.end], after[rest.other_begin : rest.other_end]
    # Each different item that both hold takes as much as one more to be compared with.
    room = len(one) * len(other) + min(len(one), len(other)) * len(set(one) & set(other))
    if room <= found.room:
        found.room -= room
        for place, there, length in most_in_common(one, other):
            _add(found, Stretch(rest.begin + place, rest.other_begin + there, length))
        return
    for size in anchors:
        held = _anchored(one, other, size) if size > 1 or len(one) + len(other) <= _NOT_TOO_LONG else []
        if held:
            smaller = [each for each in anchors if each < size]
            _align_between(found, before, after, rest, held, smaller)
            return
    found.coarse = True


def _gone_ahead(found: Alignment, before: Sequence[int], after: Sequence[int], region: _Region) -> _Region | None:
    """Go on as long as only few things differ before long stretches are the same again; return what is left."""
    while True:
        way = _shortest_way(found, before, after, region, _FEW)
        if way.complete:
            found.stretches += way.stretches
            return None
        sure = max((number for number, stretch in enumerate(way.stretches, 1) if stretch.length >= _SURE), default=0)
        if not sure:
            return region
        found.stretches += way.stretches[:sure]
        last = way.stretches[sure - 1]
        region = region._replace(begin=last.before + last.length, other_begin=last.after + last.length)


def _align_between(
    found: Alignment,
    before: Sequence[int],
    after: Sequence[int],
    region: _Region,
    held: Sequence[Stretch],
    anchors: Sequence[int],
) -> None:
    begin, other_begin = region.begin, region.other_begin
    for place, there, length in held:
        place, there = region.begin + place, region.other_begin + there
        _align(found, before, after, _Region(begin, place, other_begin, there), anchors)
        _add(found, Stretch(place, there, length))
        begin, other_begin = place + length, there + length
    _align(found, before, after, _Region(begin, region.end, other_begin, region.other_end), anchors)


def _anchored(before: Sequence[int], after: Sequence[int], size: int) -> list[Stretch]:
    """Return stretches of `size` items that are found in both sequences, in an order that both have.

    Of the earlier sequence only every row that begins at a multiple of `size` is looked for: what is alike around an
    anchor is found when the ends of the regions between anchors are compared.
    """
    ours, theirs = _rows(before, size)[::size], _rows(after, size)
    common = set(ours) & set(theirs)
    places = _once(ours, common)
    there = {row: place for place, row in _once(theirs, common).items()}
    pairs = [(place * size, there[row]) for place, row in places.items() if row in there]
    alike = [pair for pair in pairs if before[pair[0] : pair[0] + size] == after[pair[1] : pair[1] + size]]
    return _apart(_in_both_orders(_chained(alike, size)))


def _chained(pairs: Sequence[tuple[int, int]], size: int) -> list[Stretch]:
    """Return rows of `size` items, which begin at these pairs of places, with those that follow each other as one."""
    found: list[Stretch] = []
    begin = other = length = 0
    for place, there in pairs:
        if length and place == begin + length and there == other + length:
            length += size
            continue
        if length:
            found.append(Stretch(begin, other, length))
        begin, other, length = place, there, size
    return [*found, Stretch(begin, other, length)] if length else found


def _once(rows: Sequence[int], wanted: Set[int]) -> dict[int, int]:
    """Return the wanted rows that stand once among all of them, by their places."""
    found = [(place, row) for place, row in enumerate(rows) if row in wanted]
    counts = Counter(row for _place, row in found)
    return {place: row for place, row in found if counts[row] == 1}


def _rows(items: Sequence[int], size: int) -> Sequence[int]:
    if size == 1:
        return items
    return list(map(hash, zip(*(items[first:] for first in range(size)), strict=False)))


def _in_both_orders(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the most stretches whose order is the same in both sequences."""
    ends: list[int] = []
    last: list[int] = []
    former: list[int | None] = []
    for number, stretch in enumerate(stretches):
        place = bisect_left(ends, stretch.after)
        former.append(last[place - 1] if place else None)
        ends[place : place + 1] = [stretch.after]
        last[place : place + 1] = [number]
    kept: list[Stretch] = []
    at = last[-1] if last else None
    while at is not None:
        kept.append(stretches[at])
        at = former[at]
    return kept[::-1]


def _apart(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Shorten each stretch that reaches into the one after it."""
    kept: list[Stretch] = []
    end = other_end = 0
    for place, there, length in stretches:
        over = max(end - place, other_end - there, 0)
        if over < length:
            kept.append(Stretch(place + over, there + over, length - over))
            end, other_end = place + length, there + length
    return kept


def _shortest_way(found: Alignment, before: Sequence[int], after: Sequence[int], region: _Region, most: int) -> _Way:
    """Return what stays on the shortest way through a region; on the way that leads furthest where more differs.

    It is the greedy search of Myers, "An O(ND) difference algorithm and its variations" (1986).
    """
    begin, other_begin = region.begin, region.other_begin
    ours, theirs = region.end - begin, region.other_end - other_begin
    reached = {1: 0}
    trail: list[dict[int, int]] = []
    for differences in range(most + 1):
        found.patience -= differences + 1
        if found.patience < 0:
            return _Way([], complete=False)
        trail.append(dict(reached))
        for way in range(-differences, differences + 1, 2):
            down = way == -differences or (way != differences and reached[way - 1] < reached[way + 1])
            place = reached[way + 1] if down else reached[way - 1] + 1
            there = place - way
            while place < ours and there < theirs and before[begin + place] == after[other_begin + there]:
                place += 1
                there += 1
            reached[way] = place
            if place >= ours and there >= theirs:
                return _Way(_walked_back(trail, region, place, there), complete=True)
    inside = (way for way in range(-most, most + 1, 2) if reached[way] <= ours and 0 <= reached[way] - way <= theirs)
    furthest = max(inside, key=lambda way: 2 * reached[way] - way, default=None)
    if furthest is None:
        return _Way([], complete=False)
    return _Way(_walked_back(trail, region, reached[furthest], reached[furthest] - furthest), complete=False)


def _walked_back(trail: Sequence[dict[int, int]], region: _Region, place: int, there: int) -> list[Stretch]:
    kept: list[Stretch] = []
    for differences in range(len(trail) - 1, -1, -1):
        reached, way = trail[differences], place - there
        down = way == -differences or (way != differences and reached[way - 1] < reached[way + 1])
        former = way + 1 if down else way - 1
        begin = reached[former] + (0 if down else 1)
        if place > begin:
            kept.append(Stretch(region.begin + begin, region.other_begin + begin - way, place - begin))
        place, there = reached[former], reached[former] - former
    return kept[::-1]
