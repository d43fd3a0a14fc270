"""Putting blocks into a text, moving them, taking them out. All the rest of the text stays byte for byte. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .demands import demand_not_last, demand_unlocked, demand_whole
from .parsing import Block, Document
from .spelling import wrong
from .telling import in_words

POSITIONS = ("before", "after", "inside", "start", "end")
# Containers that may be empty: their last tag closes what the blocks stand in.
_MAY_BE_EMPTY = ("core/group", "core/column", "core/columns", "core/buttons", "core/list", "core/quote")
_ONE_ELEMENT = re.compile(r"\s*<[a-z][^<>]*>\s*(?P<end></[a-z0-9]+>\s*)", re.IGNORECASE)


def replaced(document: Document, block: Block, markup: str) -> str:
    """Return the text with other markup in a block's place."""
    return document.text[: block.span.start] + markup + document.text[block.span.end :]


def inserted(document: Document, markup: str, position: str, anchor: Block | None) -> str:
    """Return the text with new blocks in it.

    Args:
        position: `before` or `after` the anchor, or at its `start` or `end`; without an anchor, of the whole text.

    Raises:
        Refusal: `respira_invalid_arguments`, nothing can stand there.
    """
    at, new = _placed(document, markup, position, anchor)
    return document.text[:at] + new + document.text[at:]


def removed(document: Document, block: Block) -> str:
    """Return the text without a block and the blank space that parted it from its neighbours.

    Raises:
        Refusal: `respira_invalid_arguments`, it can not be taken out.
    """
    demand_not_last(block)
    demand_unlocked(block, "remove")
    start, end = _with_gap(document, block)
    return document.text[:start] + document.text[end:]


def duplicated(document: Document, block: Block) -> str:
    """Return the text with a block a second time, right behind itself."""
    return inserted(document, block.markup, "after", block)


def moved(document: Document, block: Block, position: str, anchor: Block | None) -> str:
    """Return the text with a block in another place.

    Raises:
        Refusal: `respira_invalid_arguments`, it can not stand there, or not be taken from where it is.
    """
    if anchor is not None and anchor.path[: len(block.path)] == block.path:
        raise wrong("A block can not be moved next to itself or into itself.")
    demand_not_last(block)
    demand_unlocked(block, "move")
    at, new = _placed(document, block.markup, position, anchor)
    start, end = _with_gap(document, block)
    if at <= start:
        return document.text[:at] + new + document.text[at:start] + document.text[end:]
    return document.text[:start] + document.text[end:at] + new + document.text[at:]


def _placed(document: Document, markup: str, position: str, anchor: Block | None) -> tuple[int, str]:
    """Return where new blocks go, and they with the blank space that parts them from their neighbours."""
    gap = "\r\n\r\n" if "\r\n" in document.text else "\n\n"
    if anchor is not None and position in ("before", "after"):
        return _beside(anchor, markup, position, gap)
    near: Sequence[Block] = document.blocks
    if anchor is not None:
        demand_whole(anchor)
        near = anchor.children
    if near:
        return _beside(*((near[0], markup, "before") if position == "start" else (near[-1], markup, "after")), gap)
    return (_empty_place(anchor) if anchor is not None else 0), markup


def _beside(block: Block, markup: str, position: str, gap: str) -> tuple[int, str]:
    if position == "before":
        return block.span.start, markup + gap
    return block.span.end, gap + markup


def _empty_place(block: Block) -> int:
    found = _ONE_ELEMENT.fullmatch(block.inner)
    if block.name not in _MAY_BE_EMPTY or found is None:
        raise wrong(f"Nothing can be put into {in_words(block)}: it holds no blocks.")
    return block.span.inner[0] + found.start("end")


def _with_gap(document: Document, block: Block) -> tuple[int, int]:
    """Return where a block stands, with the blank space behind it, or before it where it is the last."""
    near, number = document.around(block.path), block.path[-1]
    start, end = block.span.start, block.span.end
    if number + 1 < len(near) and not document.text[end : near[number + 1].span.start].strip():
        return start, near[number + 1].span.start
    if number > 0 and not document.text[near[number - 1].span.end : start].strip():
        return near[number - 1].span.end, end
    return start, end
