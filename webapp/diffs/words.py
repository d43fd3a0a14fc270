"""What changed between two texts, word by word, for people.

Paragraphs are compared first, then the words inside the paragraphs that differ. Where two texts are too long and too
different for that within a blink, longer stretches are marked than had to be, and the comparison says so. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .alignment import ROOM, aligned
from .exact import Stretch
from .tokens import begin_of_sign, begin_of_word, end_of_word, paragraphs, tokens

Kind = Literal["same", "added", "removed"]

# Between texts longer than this, in characters, words are not compared any more.
_LONGEST = 1_100_000
# Of texts that are longer together, in characters, less is compared exactly.
_SMALL, _LESS_ROOM = 250_000, 400_000_000
# A rewritten passage of so many words is shown as a whole; of the shorter of the two fewer than one in five stay.
_REWRITTEN, _FEW_STAY = 12, 5
# What has more words and signs than this is no passage.
_LONGEST_PASSAGE = 4000
# So many signs and spaces between two changes are read together with them.
_LONE = 3
# What is longer without a space is no word.
_LONGEST_WORD = 200


class Piece(NamedTuple):
    """A stretch of text that is in both texts, only in the later one, or only in the earlier one."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class Comparison:
    """The pieces that lead from one text to another, in reading order.

    Same and removed pieces joined give the earlier text; same and added pieces joined give the later one. Between two
    unchanged pieces what was removed comes before what was added.

    Attributes:
        coarse: longer stretches are marked than had to be, as the texts are long and very different.
    """

    pieces: list[Piece]
    coarse: bool = False


@dataclass
class _Place:
    """What stays the same for a while, and then is one thing before and another after."""

    same: str = ""
    removed: str = ""
    added: str = ""


def word_diff(before: str, after: str) -> Comparison:
    """Compare two texts word by word."""
    begin, end = alike(before, after)
    room = ROOM if len(before) + len(after) - 2 * (begin + end) <= _SMALL else _LESS_ROOM
    pieces, coarse = _by_paragraphs(before[begin : len(before) - end], after[begin : len(after) - end], room)
    places = _places([Piece("same", before[:begin]), *pieces, Piece("same", before[len(before) - end :])])
    return Comparison(list(_pieces(_without_lone_signs(places))), coarse)


def alike(before: str, after: str) -> tuple[int, int]:
    """Return how many characters are the same at the begin and at the end, up to whole words."""
    most = min(len(before), len(after))
    begin = _most_that_fit(most, lambda size: before[:size] == after[:size])
    if begin == len(before) == len(after):
        return begin, 0
    begin = min(begin_of_word(before, begin), begin_of_word(after, begin))
    begin = min(begin_of_sign(before, begin), begin_of_sign(after, begin))
    ours, theirs = len(before), len(after)
    end = _most_that_fit(most - begin, lambda size: before[ours - size :] == after[theirs - size :])
    return begin, min(ours - end_of_word(before, ours - end), theirs - end_of_word(after, theirs - end))


def _most_that_fit(most: int, fits: Callable[[int], bool]) -> int:
    """Return the greatest size up to `most` that fits, where every smaller one fits too."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if fits(middle):
            least = middle
        else:
            most = middle - 1
    return least


def _by_paragraphs(before: str, after: str, room: int) -> tuple[list[Piece], bool]:
    ours, theirs = paragraphs(before), paragraphs(after)
    one, other = _numbered(ours, theirs)
    found: list[Piece] = []
    coarse = False
    for removed, added, same in _around(ours, theirs, aligned(one, other, (1,), room).stretches):
        one_text, other_text = "".join(removed), "".join(added)
        # Each passage has the room that its share of the text gives it.
        share = room * (len(one_text) + len(other_text)) // (len(before) + len(after) + 1)
        pieces, rough = _by_words(one_text, other_text, share)
        found += [*pieces, Piece("same", "".join(same))]
        coarse = coarse or rough
    return found, coarse


def _by_words(before: str, after: str, room: int) -> tuple[list[Piece], bool]:
    whole = [Piece("removed", before), Piece("added", after)]
    if not before or not after:
        return whole, False
    if max(len(before), len(after)) > _LONGEST:
        return whole, True
    ours, theirs = tokens(before), tokens(after)
    one, other = _numbered(ours, theirs)
    alignment = aligned(one, other, room=room)
    if _is_rewritten(ours, theirs, alignment.stretches):
        return whole, alignment.coarse or _is_endless(ours, theirs)
    found: list[Piece] = []
    coarse = alignment.coarse
    for removed, added, same in _around(ours, theirs, alignment.stretches):
        found += [Piece("removed", "".join(removed)), Piece("added", "".join(added)), Piece("same", "".join(same))]
        coarse = coarse or _is_endless(removed, added)
    return found, coarse


def _numbered(ours: Sequence[str], theirs: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return both lists with a number for each text, equal texts having equal numbers."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys([*ours, *theirs]))}
    return [numbers[text] for text in ours], [numbers[text] for text in theirs]


def _around(
    ours: Sequence[str], theirs: Sequence[str], stretches: Iterable[Stretch]
) -> Iterator[tuple[Sequence[str], Sequence[str], Sequence[str]]]:
    """Yield by turns what only the one list has, what only the other has, and what both have after that."""
    place = there = 0
    for stretch in [*stretches, Stretch(len(ours), len(theirs), 0)]:
        end = stretch.before + stretch.length
        yield ours[place : stretch.before], theirs[there : stretch.after], ours[stretch.before : end]
        place, there = end, stretch.after + stretch.length


def _is_rewritten(ours: Sequence[str], theirs: Sequence[str], stretches: Iterable[Stretch]) -> bool:
    if max(len(ours), len(theirs)) > _LONGEST_PASSAGE:
        return False
    fewer, more = sorted((_words_among(ours), _words_among(theirs)))
    stay = sum(_words_among(ours[begin : begin + length]) for begin, _there, length in stretches)
    return more >= _REWRITTEN and stay * _FEW_STAY < fewer


def _words_among(texts: Iterable[str]) -> int:
    return sum(1 for text in texts if not text.isspace())


def _is_endless(removed: Sequence[str], added: Sequence[str]) -> bool:
    """Tell whether something without any space, longer than words are, took the place of another such."""
    return all(max(map(len, texts), default=0) > _LONGEST_WORD for texts in (removed, added))


def _places(pieces: Iterable[Piece]) -> Iterator[_Place]:
    place = _Place()
    for kind, text in pieces:
        if kind == "removed":
            place.removed += text
        elif kind == "added":
            place.added += text
        elif text and (place.removed or place.added):
            yield place
            place = _Place(same=text)
        else:
            place.same += text
    yield place


def _without_lone_signs(places: Iterable[_Place]) -> Iterator[_Place]:
    """Make one change of two that only a space or a sign stands between, as words that follow each other are read."""
    last: _Place | None = None
    for place in places:
        replaces = last and (last.removed or place.removed) and (last.added or place.added)
        if last and replaces and (place.removed or place.added) and _is_lone(place.same):
            last.removed += place.same + place.removed
            last.added += place.same + place.added
            continue
        if last:
            yield last
        last = place
    if last:
        yield last


def _is_lone(text: str) -> bool:
    return 0 < len(text) <= _LONE and "\n" not in text and not any(map(str.isalnum, text))


def _pieces(places: Iterable[_Place]) -> Iterator[Piece]:
    for place in places:
        if place.same:
            yield Piece("same", place.same)
        if place.removed:
            yield Piece("removed", place.removed)
        if place.added:
            yield Piece("added", place.added)
