"""Finding the block that a call names, in the text in which it was seen and in the one that the call lands on.

A path counts blocks, and an earlier step of the same plan may have added or removed some since the agent looked. So a
block is followed from where it was seen, and a name that has come to mean another block is refused. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from webapp.errors import Refusal

from .parsing import Block, Document
from .spelling import full_name
from .tags import classes_of
from .telling import fingerprint, ids, own_words, path_text, words_of

IDENTIFIERS = ("path", "id", "text", "content", "type", "class", "admin_label")
_MOST_TOLD = 20
# Beyond this many comparisons, whether blocks were moved about is not worth finding out.
_MOST_COMPARED = 1_000_000

# For each level down to a block: its number there, and by what the blocks around it are recognised.
Trail = list[list[Any]]


@dataclass(frozen=True)
class Named:
    """What a call says of which block it means.

    Attributes:
        kind: one of IDENTIFIERS.
        holding: a text that must be in the block too; empty for none.
        first: take the first where several fit.
    """

    kind: str
    value: str
    holding: str = ""
    first: bool = False


def matches(document: Document, named: Named) -> list[Block]:
    """Return the blocks of a text that fit.

    Raises:
        Refusal: `respira_invalid_arguments`, what is said can name no block.
    """
    found = _found(document, named.kind, named.value)
    return [block for block in found if named.holding in block.markup or named.holding in words_of(block.markup)]


def one(document: Document, named: Named) -> Block:
    """Return the one block that fits.

    Raises:
        Refusal: `respira_element_not_found`; `respira_ambiguous_target` with the paths of the blocks that fit.
    """
    found = matches(document, named)
    if not found:
        raise not_found(named)
    if len(found) > 1 and not named.first:
        paths = [path_text(block.path) for block in found[:_MOST_TOLD]]
        words = f"{len(found)} blocks fit {named.kind} {named.value[:60]!r}, so none was chosen."
        raise Refusal("respira_ambiguous_target", words, candidate_paths=paths)
    return found[0]


def not_found(named: Named) -> Refusal:
    """Return the refusal for a name that fits no block."""
    words = f"No block fits {named.kind} {named.value[:60]!r}"
    words += f" and holds {named.holding[:60]!r}." if named.holding else "."
    return Refusal("respira_element_not_found", words, found=False)


def _found(document: Document, kind: str, value: str) -> list[Block]:
    if kind == "path":
        block = document.at(path_of(value))
        return [] if block is None else [block]
    every = list(document.every())
    if kind == "id":
        return [block for block, told in zip(every, ids(every), strict=True) if told == value]
    if kind == "type":
        return [block for block in every if block.name == full_name(value)]
    if kind == "class":
        return [block for block in every if value in classes_of(block.own_html)]
    if kind == "admin_label":
        return [block for block in every if _label(block.attributes) == value]
    wanted = " ".join(value.split())
    return [block for block in every if wanted and wanted in own_words(block)]


def _label(attributes: Mapping[str, Any]) -> Any:
    metadata = attributes.get("metadata")
    return metadata.get("name") if isinstance(metadata, Mapping) else None


def path_of(text: str) -> tuple[int, ...]:
    """Return a path's numbers.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    parts = text.strip().split(".")
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        words = f'{text[:60]!r} is no path of a block. A path is like "2" or "2.0.1", counted from 0.'
        raise Refusal("respira_invalid_arguments", words)
    return tuple(map(int, parts))


def trail_of(document: Document, block: Block) -> Trail:
    """Return by what a block is found again after its text was changed."""
    trail, around = [], document.blocks
    for number in block.path:
        trail.append([number, [fingerprint(near) for near in around]])
        around = around[number].children
    return trail


def followed(document: Document, trail: Trail) -> Block | None:
    """Return the block in a text that is the one of a trail; None where it is gone or can not be told."""
    around, found = document.blocks, None
    for number, then in trail:
        now = [fingerprint(block) for block in around]
        place = _place(then, now, number)
        if place is None:
            return _moved(document, trail)
        found = around[place]
        around = found.children
    return found


def _moved(document: Document, trail: Trail) -> Block | None:
    number, around = trail[-1]
    alike = [block for block in document.every() if fingerprint(block) == around[number]]
    return alike[0] if len(alike) == 1 and around.count(around[number]) == 1 else None


def _place(then: Sequence[str], now: Sequence[str], number: int) -> int | None:
    if then == now:
        return number
    if len(then) * len(now) > _MOST_COMPARED:
        return None
    for tag, start, end, start_now, end_now in SequenceMatcher(None, then, now, autojunk=False).get_opcodes():
        if start <= number < end:
            alike = tag == "equal" or (tag == "replace" and end - start == end_now - start_now)
            return start_now + number - start if alike else None
    return None


def meant(document: Document, named: Named, trail: Trail | None) -> Block:
    """Return the block that a call means.

    Args:
        trail: of the block that the name meant when the call was made; None where that is not known.

    Raises:
        Refusal: as `one`; `respira_element_moved`, the name means another block now, or none.
    """
    try:
        block = one(document, named)
    except Refusal as refusal:
        if trail is None or refusal.code != "respira_element_not_found":
            raise
        raise Refusal(
            "respira_element_moved", "An earlier step of the plan changes or removes this block."
        ) from refusal
    then = None if trail is None else followed(document, trail)
    if trail is not None and then is None:
        raise Refusal("respira_element_moved", "An earlier step of the plan removes or replaces this block.")
    if then is not None and then.path != block.path:
        words = "Through an earlier step of the plan, what was sent here has come to mean another block."
        raise Refusal("respira_element_moved", words)
    return block
