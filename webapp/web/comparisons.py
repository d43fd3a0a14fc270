"""Before and after, made ready for reading: prose word by word, with what stayed the same folded away.

Takes the changes that a step keeps (field, label, before, after, kind) and adds the pieces a template
prints: `words` for prose, `code` for the markup under it. Pure; it compares and never decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, Literal

from webapp.diffs.words import Piece, word_diff
from webapp.web import outlines
from webapp.web.phrases import count

# Shorter lines are shown side by side, whole: now and after.
SIDE_BY_SIDE = 120
# So many unchanged paragraphs, and more, are folded.
FOLDED_FROM = 3
_PARAGRAPH = re.compile(r"[^\n]*\n+|[^\n]+")
# fmt: off
_BREAKING = frozenset({
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre",
    "section", "table", "tbody", "td", "th", "thead", "tr", "ul",
})
# fmt: on


@dataclass(frozen=True)
class Stretch:
    """A piece of a comparison as it is printed; a folded one has the words of its fold in `about`."""

    kind: Literal["same", "added", "removed", "folded"]
    text: str
    about: str = ""


def for_reading(changes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the changes, each with `words`, `code` and `only_markup` beside what it holds.

    `words` is empty where now and after are short enough to stand side by side.
    """
    return [dict(change) | _made_ready(change) for change in changes]


def _made_ready(change: Mapping[str, Any]) -> dict[str, Any]:
    reading = _reading(change)
    return reading if reading["words"] or reading["code"] else reading | outlines.shown(change)


def _reading(change: Mapping[str, Any]) -> dict[str, Any]:
    before, after = change["before"] or "", change["after"] or ""
    prose = change["kind"] in ("text", "html") and isinstance(before, str) and isinstance(after, str)
    if not prose or (change["kind"] == "text" and _short(before) and _short(after)):
        return {"words": [], "code": [], "only_markup": False}
    if change["kind"] == "text":
        return {"words": list(folded(word_diff(before, after))), "code": [], "only_markup": False}
    told_before, told_after = told(before), told(after)
    return {
        "words": list(folded(word_diff(told_before, told_after))),
        "code": list(folded(word_diff(before, after))),
        "only_markup": told_before == told_after,
    }


def _short(text: str) -> bool:
    return len(text) <= SIDE_BY_SIDE and "\n" not in text


def folded(pieces: Iterable[Piece]) -> Iterator[Stretch]:
    """Fold long unchanged stretches, leaving the paragraph before and after each change in view."""
    all_pieces = list(pieces)
    for place, piece in enumerate(all_pieces):
        if piece.kind != "same":
            yield Stretch(piece.kind, piece.text)
            continue
        paragraphs = _PARAGRAPH.findall(piece.text)
        first = 0 if place == 0 else 1
        last = len(paragraphs) - (0 if place == len(all_pieces) - 1 else 1)
        if last - first < FOLDED_FROM:
            yield Stretch("same", piece.text)
            continue
        hidden = paragraphs[first:last]
        yield from _unless_empty("".join(paragraphs[:first]))
        yield Stretch("folded", "".join(hidden), f"{count(len(hidden), 'unchanged paragraph')}")
        yield from _unless_empty("".join(paragraphs[last:]))


def _unless_empty(text: str) -> Iterator[Stretch]:
    if text:
        yield Stretch("same", text)


def told(markup: str) -> str:
    """Return the words of a text with markup, a paragraph a line; comments and attributes are left out."""
    teller = _Teller()
    teller.feed(markup)
    teller.close()
    lines = (" ".join(line.split()) for line in "".join(teller.parts).split("\n"))
    return "\n".join(line for line in lines if line)


class _Teller(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._break(tag)
        if tag == "img":
            self.parts.append(f" [image: {dict(attrs).get('alt') or 'without words'}] ")

    def handle_endtag(self, tag: str) -> None:
        self._break(tag)

    def handle_data(self, data: str) -> None:
        self.parts.append(data.replace("\n", " "))

    def _break(self, tag: str) -> None:
        if tag in _BREAKING:
            self.parts.append("\n")
