"""The words of every restore: why one can not be, what a person is shown of it, and what is told when it is done.

It asks no site and sends nothing; each tool says itself what it puts back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from webapp.diffs.fields import label, ordered, shown
from webapp.errors import Refusal
from webapp.tools import undo_keys
from webapp.tools.answers import Change, SavedSnapshot, State
from webapp.tools.values import unlike

# Returns those of some names whose values differ between two sets of values.
Unlike = Callable[[Iterable[str], Mapping[str, Any], Mapping[str, Any]], list[str]]
# Keys of a state: the target is as it was before already; what a person is shown of a restore.
ALREADY, ALREADY_AGAIN, SHOWN = "undone.already", "again.already", "about.changes"
# Where a restore is more than putting former values back: what it does, what that means, and what undo does then.
DOES, MEANS, UNDO = "about.does", "about.means", "about.undo"
_FOR_GOOD = "There is no trash for it: this deletes it for good when the step runs."
_ANEW = "This makes it anew on the live site when the step runs, with a new id."
AGAIN = "Undo makes it again, with a new id."


def deletes(called: str, undo: str = AGAIN) -> State:
    """Return what a restore says of itself that deletes something for good.

    Args:
        called: what, as in a sentence: "the user nora".
        undo: what undoing the restore does.
    """
    return {DOES: f"Delete {called} for good", MEANS: _FOR_GOOD, UNDO: undo}


def makes_again(called: str, undo: str | None = None) -> State:
    """Return what a restore says of itself that makes something anew."""
    return {DOES: f"Make {called} again", MEANS: _ANEW, **({UNDO: undo} if undo else {})}


def always(snapshot: SavedSnapshot) -> bool:
    """A person approves whatever an agent restores of a tool."""
    return True


def is_of_a_restore(snapshot: SavedSnapshot) -> bool:
    """Tell whether restoring a snapshot makes a write again that a restore took back."""
    return "restored.tool" in snapshot.before


def is_of_the_write(snapshot: SavedSnapshot) -> bool:
    """Tell whether restoring a snapshot takes back what a tool itself wrote."""
    return not is_of_a_restore(snapshot)


# What a write leaves behind that can not be undone: also the undoing of a restore, which is done again through the
# snapshot that was restored first.
FINAL: State = {undo_keys.WAY: undo_keys.FINAL}


def cannot(reason: str, *, hint: str | None = None) -> Refusal:
    """Return the refusal of a restore."""
    return Refusal("respira_cannot_restore", reason, hint=hint)


def changed_since(fields: str) -> Refusal:
    """Return the refusal to go over what somebody changed since.

    Args:
        fields: what that is, as part of a sentence.
    """
    return cannot(f"Changed again since then: {fields}.", hint="Undo the later change first, or change it by hand.")


def labelled(names: Iterable[str]) -> str:
    """Return fields of an item as part of a sentence."""
    return ", ".join(map(label, names))


def demand_unchanged(
    left: Mapping[str, Any],
    now: Mapping[str, Any],
    *,
    unlike: Unlike = unlike,
    labelled: Callable[[Iterable[str]], str] = labelled,
) -> None:
    """Demand that nobody changed since what a write, or a restore, left behind.

    Args:
        unlike: how values are compared, where they are not those of an item.
        labelled: how fields are called then.

    Raises:
        Refusal: `respira_cannot_restore`, with the fields.
    """
    edited = unlike(left, left, now)
    if edited:
        raise changed_since(labelled(edited))


def shown_changes(now: Mapping[str, Any], later: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a person is shown of putting fields back: each as it is, and as it would be."""
    names = ordered(name for name in unlike(later, later, now) if later[name] is not None or name != "date")
    return [Change(name, label(name), now.get(name), later[name], shown(name)).as_json() for name in names]


def told(
    called: str,
    differs: Collection[str],
    *,
    labelled: Callable[[Iterable[str]], str] = labelled,
    unchecked: bool = False,
) -> str:
    """Return the sentence about something that was put back.

    Args:
        called: what, as in a sentence.
        differs: the fields that are not as they were.
        labelled: how they are called, where they are not those of an item.
    """
    start = called[0].upper() + called[1:]
    if differs:
        return f"{start} is back, except: {labelled(differs)}."
    return f"{start} is back as it was." + (" It could not be read again to check." if unchecked else "")
