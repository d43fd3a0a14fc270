"""What changed between two trees, such as a menu before and after, for people: what moved is one move, and not
something that went and something that came.

A tree is a list of nodes in reading order, each with `id`, `label` and `depth` (0 at the top), and `link` where it is
known; one with `asked` is what the change is about, and is told as the one that moved where either of two could be.
Nodes with one id are one node; where no id agrees, what reads alike is. Pure: nothing is decided here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Node = Mapping[str, Any]
Kind = Literal["same", "moved", "added", "removed", "changed"]
_TOP = -1


@dataclass(frozen=True)
class Spot:
    """Where a node stands: below which label, empty at the top, and as which one there, from 1."""

    below: str
    place: int


@dataclass(frozen=True)
class Row:
    """A line of the tree as it is after the change, with what went in between.

    Attributes:
        was_label, was_link: the former ones, where they are others now.
        was, now: where it stood and where it stands; None where there is no such place.
    """

    kind: Kind
    depth: int
    label: str
    link: str = ""
    was_label: str | None = None
    was_link: str | None = None
    was: Spot | None = None
    now: Spot | None = None


class _Tree:
    """A list of nodes with what it says of parents and children, each named by its place in the list."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.parents: list[int] = []
        self.children: dict[int, list[int]] = defaultdict(list)
        self.places: list[int] = []
        above: list[int] = []
        for at, node in enumerate(nodes):
            del above[max(0, node["depth"]) :]
            self.parents.append(above[-1] if above else _TOP)
            self.children[self.parents[-1]].append(at)
            self.places.append(len(self.children[self.parents[-1]]))
            above.append(at)

    def label(self, at: int) -> str:
        return str(self.nodes[at]["label"])

    def link(self, at: int) -> str:
        return str(self.nodes[at].get("link") or "")

    def spot(self, at: int) -> Spot:
        parent = self.parents[at]
        return Spot("" if parent == _TOP else self.label(parent), self.places[at])


def moves(before: Sequence[Node], after: Sequence[Node]) -> list[Row]:
    """Return the tree after a change, line by line, each with what became of it, and what went where it stood.

    Among nodes with the same parent as few as possible are told to have moved.
    """
    return list(_Comparison(_Tree(before), _Tree(after)).rows())


class _Comparison:
    def __init__(self, before: _Tree, after: _Tree) -> None:
        self.before, self.after = before, after
        self.former = _paired(before, after)
        self.kept = set(self.former.values())
        self.still = self._still()

    def rows(self) -> Iterator[Row]:
        waiting = self._level(_TOP, _TOP)[::-1]
        depths = dict.fromkeys(waiting, 0)
        while waiting:
            gone, at = waiting.pop()
            depth = depths[gone, at]
            yield self._gone(at, depth) if gone else self._row(at, depth)
            below = self._level(None, at) if gone else self._level(at, self.former.get(at))
            depths |= dict.fromkeys(below, depth + 1)
            waiting += below[::-1]

    def _level(self, parent: int | None, former: int | None) -> list[tuple[bool, int]]:
        """Return what stands below a node, with what went from there behind what it stood behind.

        Args:
            parent: the node after the change; None for one that went.
            former: the node before the change; None for one that came.
        """
        went: dict[int | None, list[tuple[bool, int]]] = defaultdict(list)
        anchor: int | None = None
        for at in self.before.children.get(former, ()) if former is not None else ():
            if at not in self.kept:
                went[anchor].append((True, at))
            elif at in self.still:
                anchor = at
        found = went[None]
        for at in self.after.children.get(parent, ()) if parent is not None else ():
            found.append((False, at))
            found += went[self.former[at]] if at in self.former else ()
        return found

    def _gone(self, at: int, depth: int) -> Row:
        return Row("removed", depth, self.before.label(at), self.before.link(at), was=self.before.spot(at))

    def _row(self, at: int, depth: int) -> Row:
        label, link, now = self.after.label(at), self.after.link(at), self.after.spot(at)
        former = self.former.get(at)
        if former is None:
            return Row("added", depth, label, link, now=now)
        was_label, was_link = self.before.label(former), self.before.link(former)
        other_label = was_label if was_label != label else None
        other_link = was_link if was_link != link else None
        changed = other_label is not None or other_link is not None
        kind: Kind = "moved" if former not in self.still else "changed" if changed else "same"
        return Row(kind, depth, label, link, other_label, other_link, self.before.spot(former), now)

    def _still(self) -> set[int]:
        """Return the former nodes that did not move: below the same one, and in the same order among those."""
        still: set[int] = set()
        for parent, children in self.after.children.items():
            above = _TOP if parent == _TOP else self.former.get(parent)
            stayed = [at for at in children if at in self.former and self.before.parents[self.former[at]] == above]
            others = [at for at in stayed if not self.before.nodes[self.former[at]].get("asked")]
            all_of, without = (_in_order([self.former[at] for at in some]) for some in (stayed, others))
            still.update(without if len(without) == len(all_of) else all_of)
        return still


def _in_order(numbers: Sequence[int]) -> list[int]:
    """Return the longest part of some numbers that only rises."""
    tails: list[int] = []
    at_tail: list[int] = []
    before: list[int | None] = []
    for at, number in enumerate(numbers):
        length = bisect_left(tails, number)
        before.append(at_tail[length - 1] if length else None)
        if length == len(tails):
            tails.append(number)
            at_tail.append(at)
        tails[length], at_tail[length] = number, at
    found: list[int] = []
    last = at_tail[-1] if at_tail else None
    while last is not None:
        found.append(numbers[last])
        last = before[last]
    return found[::-1]


def _paired(before: _Tree, after: _Tree) -> dict[int, int]:
    """Return by each node after the change the one that it was before."""
    pairs: dict[int, int] = {}

    def pair(before_key: Callable[[int], Any], after_key: Callable[[int], Any]) -> None:
        taken: Collection[int] = set(pairs.values())
        free: dict[Any, list[int]] = defaultdict(list)
        for at in range(len(before.nodes) - 1, -1, -1):
            if at not in taken:
                free[before_key(at)].append(at)
        for at in range(len(after.nodes)):
            key = None if at in pairs else after_key(at)
            if key is not None and free.get(key):
                pairs[at] = free[key].pop()

    def spot(tree: _Tree, at: int) -> tuple[Any, int]:
        parent = tree.parents[at]
        return (None if parent == _TOP else str(tree.nodes[parent]["id"]), tree.places[at])

    def alike(key: Callable[[_Tree, int], Any]) -> None:
        pair(lambda at: key(before, at), lambda at: key(after, at))

    alike(lambda tree, at: (str(tree.nodes[at]["id"]), spot(tree, at)[0]))
    alike(lambda tree, at: str(tree.nodes[at]["id"]))
    alike(lambda tree, at: (tree.label(at), tree.link(at)))
    alike(lambda tree, at: tree.label(at))
    alike(lambda tree, at: tree.link(at) or None)
    alike(spot)
    return pairs


def lines(nodes: Sequence[Node]) -> list[str]:
    """Return a tree as lines for people and programs, nodes below others set in with a dash."""
    return ["– " * node["depth"] + _told(str(node["label"]), str(node.get("link") or "")) for node in nodes]


def _told(label: str, link: str) -> str:
    return f"{label} ({link})" if link else label


def in_short(before: Sequence[Node], after: Sequence[Node]) -> tuple[str, str]:
    """Return in a line each what went or changed, as it was, and what it is now; what stays as it is, is left out."""
    rows = [row for row in moves(before, after) if row.kind != "same"]
    return "; ".join(filter(None, map(_before, rows))), "; ".join(filter(None, map(_after, rows)))


def _before(row: Row) -> str:
    link = row.link if row.kind == "removed" else row.was_link or ""
    return _there(row, _told(row.label if row.was_label is None else row.was_label, link), row.was)


def _after(row: Row) -> str:
    shows_link = row.kind == "added" or row.was_link is not None
    return _there(row, _told(row.label, row.link if shows_link else ""), row.now)


def _there(row: Row, told: str, spot: Spot | None) -> str:
    if spot is None:
        return ""
    return told if row.kind == "changed" else f"{told}, {spoken(spot)}"


def spoken(spot: Spot) -> str:
    """Return a place in words, such as `3rd below Services`."""
    return f"{ordinal(spot.place)} below {spot.below}" if spot.below else f"{ordinal(spot.place)} at the top"


def ordinal(number: int) -> str:
    """Return a place as it is written: 1st, 2nd, 11th."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
