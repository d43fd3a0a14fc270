"""Finding the blocks of a text, each with where it stands in it. Nothing is changed or mended.

Blocks nest as WordPress nests them: the next closing marker ends the innermost open block, whatever its name. One
is not closed under its own name is found too, but it is not `whole`, and it is left alone. Pure.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from .spelling import full_name

FREEFORM = "core/freeform"
_EXACT = 2**53
_DEEPEST = 100
# What WordPress takes for blanks are those of ASCII alone.
_MARKER = re.compile(r"<!--\s+(/)?wp:((?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*)\s+(/?-->|\{)", re.ASCII)
_ATTRIBUTES_END = re.compile(r"\}\s+(/?-->)", re.ASCII)
_BLANKS = " \t\n\r\f\v"


class Marker(NamedTuple):
    """A block marker of a text.

    Attributes:
        place: `open`, `close` or `void`, which is both in one.
        attributes: where its attributes stand, as start and end; both the same where it has none.
    """

    place: str
    name: str
    start: int
    end: int
    attributes: tuple[int, int]


@dataclass(slots=True)
class Span:
    """Where a block stands in its text.

    Attributes:
        name: with its namespace, such as `core/paragraph`; `core/freeform` is text without any markers.
        start, end: of the whole block.
        inner: of what its markers enclose; both the same for a block that is one marker only.
        attributes: of its attributes in the first marker.
        whole: it is closed under its own name, and so are all blocks in it.
    """

    name: str
    start: int
    end: int
    inner: tuple[int, int]
    attributes: tuple[int, int]
    whole: bool = True
    children: list[Span] = field(default_factory=list)

    @property
    def is_void(self) -> bool:
        """Whether it is one marker that encloses nothing: the site draws it when it is shown."""
        return self.name != FREEFORM and self.inner == (self.end, self.end)


def markers(text: str) -> Iterator[Marker]:
    """Give the block markers of a text, in order."""
    ends = list(_ATTRIBUTES_END.finditer(text))
    starts = [match.start() for match in ends]
    found = _MARKER.search(text)
    while found is not None:
        closer, name, tail = found.groups()
        at = end = found.end()
        attributes = (at, at)
        if tail == "{":
            following = bisect_left(starts, at)
            if following == len(ends):
                found = _MARKER.search(text, found.start() + 1)
                continue
            end, tail = ends[following].end(), ends[following][1]
            attributes = (at - 1, starts[following] + 1)
        place = "close" if closer else "void" if tail == "/-->" else "open"
        yield Marker(place, full_name(name), found.start(), end, attributes)
        found = _MARKER.search(text, end)


def spans(text: str) -> list[Span]:
    """Return the blocks at the top of a text, those inside them as their `children`, text between as freeform."""
    top: list[Span] = []
    still_open: list[Span] = []
    for marker in markers(text):
        siblings = still_open[-1].children if still_open else top
        if marker.place == "close":
            if still_open:
                _close(still_open, marker)
            continue
        block = Span(marker.name, marker.start, marker.end, (marker.end, marker.end), marker.attributes)
        siblings.append(block)
        if marker.place == "open":
            still_open.append(block)
    while still_open:
        _end(still_open, len(text), len(text), whole=False)
    return _with_freeform(text, top)


def _close(still_open: list[Span], marker: Marker) -> None:
    _end(still_open, marker.start, marker.end, whole=still_open[-1].name == marker.name)


def _end(still_open: list[Span], inner_end: int, end: int, *, whole: bool) -> None:
    block = still_open.pop()
    block.inner, block.end = (block.inner[0], inner_end), end
    block.whole = whole and all(child.whole for child in block.children)


def _with_freeform(text: str, top: list[Span]) -> list[Span]:
    found: list[Span] = []
    at = 0
    for block in top:
        found += _freeform(text, at, block.start)
        found.append(block)
        at = block.end
    return [*found, *_freeform(text, at, len(text))]


def _freeform(text: str, start: int, end: int) -> list[Span]:
    """Return the text between two blocks as a block, without the blank space around it."""
    between = text[start:end]
    bare = between.strip(_BLANKS)
    if not bare:
        return []
    start += between.index(bare)
    end = start + len(bare)
    # A closing marker that closes nothing is no text to work on.
    return [Span(FREEFORM, start, end, (start, end), (start, start), whole=next(markers(bare), None) is None)]


def _number(text: str) -> int | float:
    """Return a number as WordPress writes it again: a whole one has no point."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < _EXACT else value


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        lists = [one.values() if isinstance(one, dict) else one for one in level]
        level = [one for inner in lists for one in inner if isinstance(one, dict | list)]
        if not level:
            return False
    return True


@dataclass(frozen=True)
class Block:
    """A block of a text, in its place among the others.

    Attributes:
        number: which it is of those around it, from 0.
        parent: the block it is in; None at the top.
    """

    text: str
    span: Span
    number: int
    parent: Block | None = None

    @cached_property
    def path(self) -> tuple[int, ...]:
        """The numbers of the blocks it is in, from the top, and its own."""
        numbers, block = [self.number], self.parent
        while block is not None:
            numbers.append(block.number)
            block = block.parent
        return tuple(reversed(numbers))

    @property
    def name(self) -> str:
        """The full name."""
        return self.span.name

    @property
    def markup(self) -> str:
        """The whole block as it stands in the text."""
        return self.text[self.span.start : self.span.end]

    @property
    def inner(self) -> str:
        """What its markers enclose, the blocks in it included."""
        return self.text[slice(*self.span.inner)]

    @property
    def spelled_attributes(self) -> str:
        """Its attributes as they stand in its marker; empty where it has none."""
        return self.text[slice(*self.span.attributes)]

    @property
    def attributes(self) -> dict[str, Any]:
        """Its attributes; none where what stands there is no JSON object, as WordPress takes it, or far too deep."""
        try:
            value = json.loads(self.spelled_attributes or "{}", parse_float=_number)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) and not _is_deep(value) else {}

    @cached_property
    def children(self) -> Sequence[Block]:
        """The blocks right inside it."""
        return [Block(self.text, span, at, self) for at, span in enumerate(self.span.children)]

    def own_pieces(self) -> list[tuple[int, int]]:
        """Return where its own HTML stands, which is what it encloses without the blocks in it."""
        at, pieces = self.span.inner[0], []
        for child in self.span.children:
            pieces.append((at, child.start))
            at = child.end
        return [*pieces, (at, self.span.inner[1])]

    @property
    def own_html(self) -> str:
        """Its own HTML, without the blocks in it."""
        return "".join(self.text[start:end] for start, end in self.own_pieces())


@dataclass(frozen=True)
class Document:
    """A text with its blocks."""

    text: str

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """The blocks at the top."""
        return [Block(self.text, span, at) for at, span in enumerate(spans(self.text))]

    def every(self) -> Iterator[Block]:
        """Give every block, each before the blocks in it."""
        waiting = list(reversed(self.blocks))
        while waiting:
            block = waiting.pop()
            yield block
            waiting += reversed(block.children)

    def at(self, path: Sequence[int]) -> Block | None:
        """Return the block at a path, or None."""
        around, found = self.blocks, None
        for number in path:
            if not 0 <= number < len(around):
                return None
            found = around[number]
            around = found.children
        return found

    def around(self, path: Sequence[int]) -> Sequence[Block]:
        """Return the blocks among which the one at a path stands."""
        holder = self.at(path[:-1])
        return holder.children if holder is not None else self.blocks


@lru_cache(maxsize=8)
def parsed(text: str) -> Document:
    """Return a text with its blocks. One call looks at the same text several times, and long ones take long."""
    return Document(text)
