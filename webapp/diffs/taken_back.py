"""What a text would take back of a change that somebody made of another, when it was written before that. Pure.

It is told by three texts: as it was when the later one was written, as it is since the change, and as it would be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby, takewhile
from typing import NamedTuple

from .told import told
from .words import Piece, word_diff


class Taken(NamedTuple):
    """Words that somebody put, and what would stand there; empty where nothing does.

    Attributes:
        now: empty where they took words out that would come back.
    """

    now: str
    later: str


class _Place(NamedTuple):
    """A change between two texts: from where to where in one of them, and the words of both."""

    begin: int
    end: int
    removed: str
    added: str


def in_markup(was: str, now: str, later: str) -> list[Taken]:
    """Return what a text with markup would take back: words where it is words, and else the markup itself."""
    return in_text(*(told(text).text for text in (was, now, later))) or in_text(was, now, later)


def in_text(was: str, now: str, later: str) -> list[Taken]:
    """Return what the later text would take back of what was changed since, in reading order."""
    edits = [(begin, end) for begin, end, _removed, _added in _places(word_diff(was, now).pieces, "added")]
    ends = [end for _begin, end in edits]
    found = []
    for place in _places(word_diff(now, later).pieces, "removed"):
        here = (edits[number] for number in range(bisect_left(ends, place.begin), len(edits)))
        if any(_takes_back(place, *edit) for edit in takewhile(partial(_reaches, place), here)):
            found.append(Taken(place.removed, place.added))
    return found


def _places(pieces: Iterable[Piece], own: str) -> Iterator[_Place]:
    """Yield the changes, each placed in the text that what is of a kind belongs to."""
    at = 0
    for same, group in groupby(pieces, lambda piece: piece.kind == "same"):
        together = list(group)
        removed, added = ("".join(one.text for one in together if one.kind == kind) for kind in ("removed", "added"))
        length = sum(len(one.text) for one in together if one.kind in ("same", own))
        if not same:
            yield _Place(at, at + length, removed, added)
        at += length


def _reaches(place: _Place, edit: tuple[int, int]) -> bool:
    return edit[0] <= place.end


def _takes_back(place: _Place, begin: int, end: int) -> bool:
    if begin == end:
        # Words were taken out here, and something would stand here again.
        return bool(place.added) and place.begin <= begin <= place.end
    return place.begin < end and begin < place.end
