"""The gist of a step: each of its changes in a line, short enough for a card, made once when the step is forecast.

Nothing long is compared here: of a long text the place is told where it first differs. What a person decides by is
the whole comparison on the step's own page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.diffs import trees
from webapp.diffs.facts import words_of

from .redaction import without_secrets

# So many characters of a value stand in a line.
LONGEST = 120
# So much is shown before the place where a long text first differs.
_BEFORE = 40


def of(changes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return each change as `field`, `label`, `kind`, `before`, `after`, and `whole`: whether that is all of it."""
    return [_line(without_secrets(change)) for change in changes]


def _line(change: Mapping[str, Any]) -> dict[str, Any]:
    before, after = _sides(change)
    line = {"field": change["field"], "label": _part(change["label"], 0), "kind": change["kind"]}
    if len(before) <= LONGEST and len(after) <= LONGEST:
        whole = change["kind"] != "html" or (before, after) == (_told(change["before"]), _told(change["after"]))
        return {**line, "before": before, "after": after, "whole": whole}
    same = next((place for place, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    begin = max(0, same - _BEFORE)
    return {**line, "before": _part(before, begin), "after": _part(after, begin), "whole": False}


def _sides(change: Mapping[str, Any]) -> tuple[str, str]:
    if change["kind"] == "tree":
        return trees.in_short(change["before"] or [], change["after"] or [])
    before, after = _told(change["before"]), _told(change["after"])
    return _in_words(before, after) if change["kind"] == "html" else (before, after)


def _in_words(before: str, after: str) -> tuple[str, str]:
    """Return what a visitor reads of two texts with markup; the markup itself where only that differs."""
    one, other = (" ".join(words_of(text).split()) for text in (before, after))
    return (before, after) if one == other else (one, other)


def _told(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _part(text: str, begin: int) -> str:
    end = begin + LONGEST
    return f"{'… ' if begin and text else ''}{text[begin:end]}{' …' if end < len(text) else ''}"
