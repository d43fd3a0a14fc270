"""What changed between two texts, word by word, for people.

Paragraphs are compared first, then the words inside the paragraphs that differ; so a long text with one
changed sentence stays quick, and unchanged paragraphs come back whole and can be folded. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from diff_match_patch import diff_match_patch  # type: ignore[import-untyped]  # it ships without types

from webapp import clock

Kind = Literal["same", "added", "removed"]

SECONDS = 0.5
# What is left for each comparison when the time is over: the tool then stops at its first look.
_SHORTEST = 0.001
_PARAGRAPH = re.compile(r"[^\n]*\n+|[^\n]+")
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_KINDS: dict[int, Kind] = {-1: "removed", 0: "same", 1: "added"}
# The characters that stand for words: all of Unicode but the surrogates.
_FIRST, _SURROGATES, _AFTER_SURROGATES, _LAST = 0x20, 0xD800, 0xE000, 0x10FFFF
_MOST = (_SURROGATES - _FIRST) + (_LAST - _AFTER_SURROGATES + 1)


@dataclass(frozen=True)
class Piece:
    """A stretch of text that is in both texts, only in the later one, or only in the earlier one."""

    kind: Kind
    text: str


def word_diff(before: str, after: str, *, seconds: float = SECONDS) -> list[Piece]:
    """Return the pieces that lead from one text to the other, in reading order.

    Same and removed pieces joined give `before`; same and added pieces joined give `after`.

    Args:
        seconds: how long to look for a short answer; after that a longer one is given.
    """
    until = clock.monotonic() + seconds
    paragraphs = _diff(_PARAGRAPH.findall(before), _PARAGRAPH.findall(after), until)
    return list(_joined(_inside(paragraphs, until)))


def _inside(paragraphs: Sequence[Piece], until: float) -> Iterator[Piece]:
    """Replace each removed stretch that an added one follows by what changed inside it."""
    at = 0
    while at < len(paragraphs):
        here = paragraphs[at]
        there = paragraphs[at + 1] if at + 1 < len(paragraphs) else None
        if here.kind == "removed" and there is not None and there.kind == "added":
            yield from _diff(_WORD.findall(here.text), _WORD.findall(there.text), until, tidy=True)
            at += 2
        else:
            yield here
            at += 1


def _diff(before: list[str], after: list[str], until: float, *, tidy: bool = False) -> list[Piece]:
    words = list(dict.fromkeys([*before, *after]))
    if len(words) > _MOST:
        return [Piece("removed", "".join(before)), Piece("added", "".join(after))]
    signs = {word: _sign(number) for number, word in enumerate(words)}
    differ: Any = diff_match_patch()
    # Zero would mean: look for as long as it takes.
    differ.Diff_Timeout = max(_SHORTEST, until - clock.monotonic())
    found = differ.diff_main(_spelled(before, signs), _spelled(after, signs), False)
    if tidy:
        differ.diff_cleanupSemantic(found)
    spoken = {sign: word for word, sign in signs.items()}
    return [Piece(_KINDS[kind], "".join(spoken[sign] for sign in text)) for kind, text in found]


def _spelled(words: Iterable[str], signs: dict[str, str]) -> str:
    return "".join(signs[word] for word in words)


def _sign(number: int) -> str:
    code = _FIRST + number
    return chr(code if code < _SURROGATES else code + (_AFTER_SURROGATES - _SURROGATES))


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Join neighbours: between two unchanged stretches, what was removed comes before what was added."""
    removed, added, same = "", "", ""
    for piece in pieces:
        if not piece.text:
            continue
        if piece.kind == "same":
            yield from _both(removed, added)
            removed, added = "", ""
            same += piece.text
            continue
        if same:
            yield Piece("same", same)
            same = ""
        if piece.kind == "removed":
            removed += piece.text
        else:
            added += piece.text
    yield from _both(removed, added)
    if same:
        yield Piece("same", same)


def _both(removed: str, added: str) -> Iterator[Piece]:
    if removed:
        yield Piece("removed", removed)
    if added:
        yield Piece("added", added)
