"""A comparison as it is printed: what stayed the same is folded, what is very long is cut, and nothing is hidden.

Wherever less than everything is printed, a stretch says how much is left out; the page says where all of it is. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from webapp.diffs.tokens import paragraphs
from webapp.diffs.told import What

from .phrases import count

# So many unchanged paragraphs, or characters, and more, are folded.
FOLDED_FROM, FOLDED_FROM_LENGTH = 3, 800
# An unchanged paragraph next to a change is shown whole up to this length, and else so much of it.
_WHOLE, _NEAR = 600, 240
# What is added or removed is open up to this length; of what is longer the begin and the end are.
_OPEN, _BEGIN, _END = 4_000, 1_500, 600
# So much is printed inside one fold, and on a page altogether.
_IN_A_FOLD, _ON_A_PAGE = 100_000, 400_000
# So many changes are printed on a page.
MOST = 300
_BLANK_LINES = re.compile(r"\n(?:[ \t\r]*\n){4,}")
_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u3000]{20,}")
_ONLY_BLANK = {" ": "space", "\n": "line break", "\t": "tab", "\u00a0": "space that does not break"}

Kind = Literal["same", "added", "removed", "set", "folded", "elsewhere"]


class Said(Protocol):
    """What is folded: a piece of a comparison, or a stretch."""

    @property
    def kind(self) -> Kind: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class Stretch:
    """A piece of a comparison as it is printed.

    Attributes:
        kind: also `set`: words that stay and are only set another way, such as bold; `folded`: unchanged and out of
            view; `elsewhere`: changes that are on another page.
        about: the words of a fold; how words are set now and were before.
        what: of words that are only set another way, what they are.
        number: of the change that begins with this stretch; 0 where none does, or none is counted.
        rest: of a very long stretch, what stands between `text` and `ending`, folded.
        left_out: how many characters of it are not on the page at all.
    """

    kind: Kind
    text: str
    about: str = ""
    what: What = "place"
    number: int = 0
    rest: str = ""
    left_out: int = 0
    ending: str = ""


def folded(said: Iterable[Said]) -> Iterator[Stretch]:
    """Fold long unchanged stretches, leaving what is next to each change in view."""
    all_of_it = list(said)
    for place, one in enumerate(all_of_it):
        if one.kind == "same":
            yield from _folded(one.text, begins=place == 0, ends=place == len(all_of_it) - 1)
        else:
            yield one if isinstance(one, Stretch) else Stretch(one.kind, one.text)


def _folded(text: str, *, begins: bool, ends: bool) -> Iterator[Stretch]:
    lines = paragraphs(text)
    head = "" if begins else _near(lines[0], after=True)
    tail = "" if ends else _near(lines[-1], after=False)
    hidden = text[len(head) : len(text) - len(tail)]
    folds = len(paragraphs(hidden))
    if len(head) + len(tail) >= len(text) or (folds < FOLDED_FROM and len(hidden) < FOLDED_FROM_LENGTH):
        yield Stretch("same", text)
        return
    if head:
        yield Stretch("same", head)
    many = folds >= FOLDED_FROM
    about = count(folds, "unchanged paragraph") if many else f"{len(hidden):,} unchanged characters"
    yield Stretch("folded", hidden, about)
    if tail:
        yield Stretch("same", tail)


def _near(paragraph: str, *, after: bool) -> str:
    """Return what stays in view of a paragraph that comes right after a change, or right before one."""
    if len(paragraph) <= _WHOLE:
        return paragraph
    if after:
        return paragraph[: _NEAR + max(0, paragraph[_NEAR : 2 * _NEAR].find(" "))]
    return paragraph[-_NEAR - max(0, paragraph[-2 * _NEAR : -_NEAR][::-1].find(" ")) :]


def numbered(stretches: Iterable[Stretch], last: int) -> tuple[list[Stretch], int]:
    """Number the changes from the one after `last` on; what took something's place is one change with it.

    Returns:
        the stretches, and the number of the last change among them.
    """
    found: list[Stretch] = []
    inside = False
    for stretch in stretches:
        changed = stretch.kind in ("added", "removed")
        if (changed and not inside) or stretch.kind == "set":
            last += 1
            found.append(replace(stretch, number=last))
        else:
            found.append(stretch)
        inside = changed
    return found, last


def on_page(stretches: Iterable[Stretch], first: int) -> Iterator[Stretch]:
    """Leave out the changes before `first` and those from so many on as a page holds, and what is around them."""
    number = 0
    waiting: list[Stretch] = []
    left = 0
    for stretch in stretches:
        number = stretch.number or number
        if stretch.kind in ("same", "folded"):
            waiting.append(stretch)
        elif first <= number < first + MOST:
            yield from waiting if not left else waiting[-1:]
            waiting = []
            yield stretch
        else:
            left += stretch.number > 0
            waiting = []
    yield from [] if left else waiting
    if left:
        yield Stretch("elsewhere", "", f"{count(left, 'change')} of this field on another page")


def bounded(stretches: Iterable[Stretch], room: int = _ON_A_PAGE) -> Iterator[Stretch]:
    """Cut what is very long, and say how much of it is left out.

    Args:
        room: how many characters may be printed altogether.
    """
    for stretch in stretches:
        cut = _cut(stretch, max(0, room))
        room -= len(cut.text) + len(cut.rest) + len(cut.ending)
        yield replace(cut, text=spelled(cut), rest=_without_blanks(cut.rest), ending=_without_blanks(cut.ending))


def _cut(stretch: Stretch, room: int) -> Stretch:
    text = stretch.text
    if stretch.kind == "folded":
        most = min(_IN_A_FOLD, room)
        return replace(stretch, text=text[:most], left_out=max(0, len(text) - most))
    if len(text) <= _IN_A_FOLD and len(_without_blanks(text)) <= _OPEN:
        return stretch
    rest = text[_BEGIN:-_END]
    most = min(_IN_A_FOLD, room)
    return replace(
        stretch, text=text[:_BEGIN], rest=rest[:most], left_out=max(0, len(rest) - most), ending=text[-_END:]
    )


def spelled(stretch: Stretch) -> str:
    """Return the text of a stretch, with what nobody would see in it put in words."""
    text = stretch.text
    if stretch.kind in ("added", "removed", "set") and text.isspace():
        names = {_ONLY_BLANK.get(sign, "blank") for sign in text}
        noun = names.pop() if len(names) == 1 else "blank"
        return f"⟨{count(len(text), noun)}⟩" + ("\n" if "\n" in text else "")
    return _without_blanks(text)


def _without_blanks(text: str) -> str:
    """Return a text with long runs of empty lines and of spaces put in words: nothing hides behind them."""
    if "\n" in text:
        text = _BLANK_LINES.sub(lambda found: f"\n⟨{count(found[0].count(chr(10)) - 1, 'empty line')}⟩\n", text)
    return _BLANKS.sub(lambda found: f" ⟨{count(len(found[0]), 'space')}⟩ ", text)
