"""A value at two or three times, made ready to stand side by side, with the words marked that differ.

It compares and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from webapp.diffs import trees
from webapp.diffs.words import Piece, word_diff

from .comparisons import told
from .phrases import as_json
from .stretches import Stretch, bounded, folded

Kind = Literal["text", "html", "value", "list", "tree"]


# One of them; an empty value has no stretches.
Side = list[Stretch]


def sides(values: Sequence[Any], kind: Kind, *, written: bool = False) -> tuple[Side, Side, Side | None]:
    """Return the three sides of a field.

    Args:
        values: when planned, now, and after the step.
        written: whether the step writes the field; where it does not, there is no third side.
    """
    texts = [_text(value, kind) for value in values]
    if kind == "html" and texts[0] == texts[1]:
        # Only the markup differs, so that is what is shown.
        texts = [_text(value, "text") for value in values]
    moved, changed = word_diff(texts[0], texts[1]).pieces, word_diff(texts[1], texts[2]).pieces
    return _side(moved, "added"), _side(moved, "removed"), _side(changed) if written else None


def two(before: Any, after: Any, kind: Kind) -> tuple[Side, Side]:
    """Return the two sides of a field: before and after."""
    texts = [_text(value, kind) for value in (before, after)]
    if kind == "html" and texts[0] == texts[1]:
        texts = [_text(value, "text") for value in (before, after)]
    pieces = word_diff(*texts).pieces
    return _side(pieces, "added"), _side(pieces, "removed")


def _side(pieces: Iterable[Piece], without: str = "") -> Side:
    return list(bounded(folded(piece for piece in pieces if piece.kind != without)))


def _text(value: Any, kind: Kind) -> str:
    if value is None or value == []:
        return ""
    if kind == "tree":
        return "\n".join(trees.lines(value))
    if isinstance(value, str):
        return told(value) if kind == "html" else value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        return "\n".join(map(str, value))
    return as_json(value) if isinstance(value, dict | list) else str(value)
