"""The gist of a step: each of its changes in a line, short enough for a card, made once when the step is forecast.

Of a long text the first place that differs is told, between the words around it that stay. What a person decides by
is the whole comparison on the step's own page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from webapp.diffs import trees
from webapp.diffs.facts import words_of
from webapp.diffs.words import Piece, alike, word_diff

from .redaction import without_secrets

# So many characters of a value stand in a line.
LONGEST = 120
# Markup around words that stand whole in a line is passed over up to so many characters.
_SHORT = 300
# So much that stays is shown on each side of what differs.
_AROUND = 40
# What differs of two texts is compared word by word up to so many characters of both, and else so much of its begin.
_COMPARED, _BEGIN = 60_000, 2_000


class _Place(NamedTuple):
    """The first place at which two texts differ: what is there in each, and what stays around it."""

    begin: str
    before: str
    after: str
    end: str


def of(changes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return each change in a line.

    That is `field`, `label` and `kind` as in the change; `before` and `after`, and whether that is the `whole` of it,
    or the whole of it but for `short` markup;
    where it is a place in a long text, what stays before (`begin`) and behind it (`end`), and `tally`: how much
    changes in all the text, where that was counted.
    """
    return [_line(change) | {"short": _is_short(change)} for change in map(without_secrets, changes)]


def is_short(gist: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether the lines of a gist show all that its step would change, so that nobody is led to accept more."""
    return all(line["short"] for line in gist)


def _line(change: Mapping[str, Any]) -> dict[str, Any]:
    before, after = _sides(change)
    line = {"field": change["field"], "label": _part(change["label"]), "kind": change["kind"]}
    line |= {"begin": "", "end": "", "tally": ""}
    if len(before) <= LONGEST and len(after) <= LONGEST:
        whole = change["kind"] != "html" or (before, after) == (_told(change["before"]), _told(change["after"]))
        return {**line, "before": before, "after": after, "whole": whole}
    if change["kind"] == "tree":
        return {**line, "before": _part(before), "after": _part(after), "whole": False}
    if not before or not after:
        tally = _in_and_out(len(after.split()), len(before.split()))
        return {**line, "before": _part(before), "after": _part(after), "whole": False, "tally": tally}
    return {**line, "whole": False, **_first_place(before, after)}


def _is_short(change: Mapping[str, Any]) -> bool:
    markup = () if change["kind"] == "tree" else (_told(change["before"]), _told(change["after"]))
    return all(len(side) <= _SHORT for side in markup) and all(len(side) <= LONGEST for side in _sides(change))


def _first_place(before: str, after: str) -> dict[str, str]:
    begin, end = alike(before, after)
    ours, theirs = before[begin : len(before) - end], after[begin : len(after) - end]
    whole = len(ours) + len(theirs) <= _COMPARED
    if not whole:
        ours, theirs = ours[:_BEGIN], theirs[:_BEGIN]
    pieces = [
        Piece("same", before[:begin]),
        *word_diff(ours, theirs).pieces,
        Piece("same", before[len(before) - end :]),
    ]
    place = _place(pieces)
    shown = {"before": _part(place.before), "after": _part(place.after)}
    around = {"begin": _last_of(place.begin), "end": _part(place.end, _AROUND)}
    return {**shown, **around, "tally": _tally(pieces) if whole else ""}


def _place(pieces: Sequence[Piece]) -> _Place:
    said = {"begin": "", "removed": "", "added": "", "end": ""}
    for kind, text in pieces:
        changed = said["removed"] or said["added"]
        if kind == "same" and changed:
            said["end"] = text
            if text:
                break
        else:
            said["begin" if kind == "same" else kind] += text
    return _Place(said["begin"], said["removed"], said["added"], said["end"])


def _tally(pieces: Iterable[Piece]) -> str:
    counts = {"added": 0, "removed": 0, "same": 0}
    places, inside = 0, False
    for kind, text in pieces:
        counts[kind] += len(text.split())
        places += kind != "same" and not inside
        inside = kind != "same"
    first = f"; this is the first of {places:,} places" if places > 1 else ""
    return _in_and_out(counts["added"], counts["removed"]) + first


def _in_and_out(added: int, removed: int) -> str:
    return f"{added:,} {'word' if added == 1 else 'words'} in, {removed:,} out"


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


def _part(text: str, longest: int = LONGEST) -> str:
    return f"{text[:longest]} …" if len(text) > longest else text


def _last_of(text: str) -> str:
    return f"… {text[-_AROUND:]}" if len(text) > _AROUND else text
