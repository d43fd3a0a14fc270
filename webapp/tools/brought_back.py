"""The words of every restore: why one can not be, what a person is shown of it, and what is told when it is done.

It asks no site and sends nothing; each tool says itself what it puts back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.diffs.fields import label, ordered, shown
from webapp.errors import Refusal
from webapp.tools.answers import Change, State
from webapp.tools.values import unlike

# Keys of a state: the target is as it was before already; what a person is shown of a restore.
ALREADY, ALREADY_AGAIN, SHOWN = "undone.already", "again.already", "about.changes"
# What a write leaves behind that can not be undone: also the undoing of a restore, which is done again through the
# snapshot that was restored first.
FINAL: State = {"undo.way": "no"}


def cannot(reason: str, *, hint: str | None = None) -> Refusal:
    """Return the refusal of a restore."""
    return Refusal("respira_cannot_restore", reason, hint=hint)


def demand_unchanged(left: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Demand that nobody changed since what a write, or a restore, left behind.

    Raises:
        Refusal: `respira_cannot_restore`, with the fields.
    """
    edited = unlike(left, left, now)
    if edited:
        words = f"Changed again since then: {', '.join(map(label, edited))}."
        raise cannot(words, hint="Undo the later change first, or change the item by hand.")


def shown_changes(now: Mapping[str, Any], later: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a person is shown of putting fields back: each as it is, and as it would be."""
    names = ordered(name for name in unlike(later, later, now) if later[name] is not None or name != "date")
    return [Change(name, label(name), now.get(name), later[name], shown(name)).as_json() for name in names]


def told(called: str, differs: list[str], *, unchecked: bool = False) -> str:
    """Return the sentence about an item that was put back."""
    start = called[0].upper() + called[1:]
    if differs:
        return f"{start} is back, except: {', '.join(map(label, differs))}."
    return f"{start} is back as it was." + (" It could not be read again to check." if unchecked else "")
