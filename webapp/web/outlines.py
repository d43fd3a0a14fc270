"""Menus as trees with their moves, lists as what goes, comes and stays, and values side by side, made ready for
reading. Pure; it compares and never decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.diffs.fields import meaning
from webapp.diffs.trees import Kind, Row, Spot, moves, ordinal, spoken

from .phrases import as_json, count

# Longer values are compared word by word, or stand one under the other.
SIDE_BY_SIDE = 400  # characters
# So many lines in a row that stay as they are, and more, are folded; so many of them stay in view at each end.
FOLDED_FROM, IN_VIEW = 8, 2
# Deeper lines are set in no further.
DEEPEST = 6
_WORDS: dict[Kind, str] = {"moved": "moved", "added": "new", "removed": "goes", "changed": "changed"}


@dataclass(frozen=True)
class Line:
    """A line of a tree as it is printed; or a fold, with its words in `about` and the lines in it."""

    row: Row
    level: int = 0
    notes: tuple[str, ...] = ()
    about: str = ""
    folded: Sequence[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Outline:
    """A tree as it is printed: what became of it in a sentence, and its lines."""

    summary: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class Listed:
    """What of a list goes, what comes, and what stays."""

    goes: Sequence[Any]
    comes: Sequence[Any]
    stays: Sequence[Any]


def shown(change: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a change has besides, if it is a tree (`outline`), a list (`listed`) or two short values (`plain`).

    Of two values the words that people read for them are `now` and `then`, and `about` what the field is for.
    """
    before, after = change["before"], change["after"]
    if change["kind"] == "tree":
        return {"outline": outline(before or [], after or [])}
    if change["kind"] == "list" and all(one is None or isinstance(one, list) for one in (before, after)):
        return {"listed": listed(before or [], after or [])}
    now, then = said(before), said(after)
    if change["kind"] == "html" or max(len(now), len(then)) > SIDE_BY_SIDE:
        return {}
    return {"plain": True, "now": now, "then": then, "about": change.get("about") or meaning(change["field"])}


def said(value: Any) -> str:
    """Return a value as people read it; nothing for one that is not there."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
        return "\n".join(map(said, value))
    return value if isinstance(value, str) else as_json(value)


def listed(before: Sequence[Any], after: Sequence[Any]) -> Listed:
    """Return what goes, comes and stays, each as often as it does."""
    gone, come = Counter(map(said, before)), Counter(map(said, after))
    stays = gone & come
    return Listed(list(_some(before, gone - stays)), list(_some(after, come - stays)), list(_some(after, stays)))


def _some(values: Sequence[Any], wanted: Counter[str]) -> Iterator[str]:
    left = wanted.copy()
    for value in map(said, values):
        if left[value] > 0:
            left[value] -= 1
            yield value


def outline(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Outline:
    """Return a tree as it is printed."""
    rows = moves(before, after)
    counted = Counter(row.kind for row in rows)
    told = [f"{counted[kind]} {word}" for kind, word in _WORDS.items() if counted[kind]]
    stays = f"{count(counted['same'], 'line')} {'stays as it is' if counted['same'] == 1 else 'stay as they are'}"
    summary = "; ".join([", ".join(told) or "Nothing moves", *([stays] if counted["same"] else [])]) + "."
    return Outline(summary[0].upper() + summary[1:], list(_folded([_line(row) for row in rows])))


def _line(row: Row) -> Line:
    return Line(row, min(row.depth, DEEPEST), tuple(_notes(row)))


def _notes(row: Row) -> Iterator[str]:
    if row.kind == "moved" and row.was is not None and row.now is not None:
        yield f"from {_from(row.was, row.now)} to {spoken(row.now)}"
    if row.depth > DEEPEST:
        yield f"level {row.depth + 1}"


def _from(was: Spot, now: Spot) -> str:
    return ordinal(was.place) if was.below == now.below else spoken(was)


def _folded(lines: Sequence[Line]) -> Iterator[Line]:
    """Fold lines that stay as they are, where many stand in a row."""
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and lines[end].row.kind == "same":
            end += 1
        first = at if at == 0 else at + IN_VIEW
        last = end if end == len(lines) else end - IN_VIEW
        if last - first >= FOLDED_FROM:
            yield from lines[at:first]
            about = f"{count(last - first, 'line')} that stay as they are"
            yield Line(lines[first].row, about=about, folded=lines[first:last])
            yield from lines[last:end]
        else:
            yield from lines[at:end]
        yield from lines[end : end + 1]
        at = end + 1
