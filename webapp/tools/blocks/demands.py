"""What has to be true of blocks before a text is changed: in order, not locked, where they may stand. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.errors import Refusal

from .markup import HOLDS
from .parsing import FREEFORM, Block, Document
from .spelling import wrong
from .telling import in_words, kind_in_words, path_text


def demand_fits(names: Sequence[str], position: str, anchor: Block | None) -> None:
    """Demand that blocks of these names may stand in a place.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    outer = holder(position, anchor)
    inner_only = {inner: outside for outside, inner in HOLDS.items()}
    for name in names:
        if outer in HOLDS and name != HOLDS[outer]:
            raise wrong(f"Only {kind_in_words(HOLDS[outer])} goes into {kind_in_words(outer)}.")
        if name in inner_only and outer != inner_only[name]:
            raise wrong(f"{kind_in_words(name).capitalize()} only stands in {kind_in_words(inner_only[name])}.")


def holder(position: str, anchor: Block | None) -> str:
    """Return the name of the block in which a place is; empty for the top of the text."""
    within = anchor if position in ("inside", "start", "end") else anchor.parent if anchor is not None else None
    return within.name if within is not None else ""


def demand_whole(block: Block) -> None:
    """Demand that the markers of a block, and of the blocks in it, are in order.

    Raises:
        Refusal: `respira_blocks_broken`.
    """
    if not block.span.whole:
        words = f"The markers of {in_words(block)} are not in order: one is missing, or they cross."
        raise Refusal("respira_blocks_broken", words)


def demand_sound(markup: str) -> Document:
    """Demand that some markup is nothing but whole blocks.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    document = Document(markup.strip())
    for block in document.blocks:
        if not block.span.whole:
            raise wrong("The markers of the sent markup are not in order: each opened block must be closed.")
        if block.name == FREEFORM:
            raise wrong("The sent markup holds text outside of any block. Put it into one, such as wp:paragraph.")
    if not document.blocks:
        raise wrong("The sent markup holds no block.")
    return document


def demand_not_last(block: Block) -> None:
    """Demand that taking a block away leaves none empty that must hold one.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    outer = block.parent
    if outer is not None and outer.name in HOLDS and len(outer.children) == 1:
        words = f"It is the last one in {in_words(outer)}, which would be left empty."
        raise wrong(f"{words} Move or remove that one (path {path_text(outer.path)}) instead.")


def demand_unlocked(block: Block, what: str) -> None:
    """Demand that nobody locked a block in the editor.

    Args:
        what: "move" or "remove".

    Raises:
        Refusal: `respira_not_possible`.
    """
    lock: Any = block.attributes.get("lock")
    if isinstance(lock, Mapping) and lock.get(what) is True:
        words = f"{in_words(block)} is locked in the editor: it may not be {what}d."
        raise Refusal(
            "respira_not_possible", words[0].upper() + words[1:], hint="Whoever locked it can unlock it there."
        )
