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
# What people call the fields that somebody changed since, where a person wants it restored all the same.
EDITED = "about.edited"
# Where a restore is more than putting former values back: what it does, what that means, and what undo does then.
DOES, MEANS, UNDO = "about.does", "about.means", "about.undo"
_FOR_GOOD = "There is no trash for it: this deletes it for good."
_ANEW = "This makes it anew on the live site, with a new id."
_HINT = "Undo the later change first, or change it by hand."
AGAIN = "Undo makes it again, with a new id."
GONE_AGAIN = "Undo deletes it for good again."
BINNED_AGAIN = "Undo moves it to the trash again."
OUT_OF_TRASH = "Undo brings it back from the trash."
# It is as it is to be, so nothing is sent and nothing changes.
AS_WANTED: State = {ALREADY: True, SHOWN: []}
AS_WANTED_AGAIN: State = {ALREADY_AGAIN: True, SHOWN: []}


def deletes(called: str, undo: str = AGAIN) -> State:
    """Return what a restore says of itself that deletes something for good.

    Args:
        called: what, as in a sentence: "the user nora".
        undo: what undoing the restore does.
    """
    return {DOES: f"Delete {called} for good", MEANS: _FOR_GOOD, UNDO: undo}


def makes_again(called: str, undo: str = GONE_AGAIN) -> State:
    """Return what a restore says of itself that makes something anew."""
    return {DOES: f"Make {called} again", MEANS: _ANEW, UNDO: undo}


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


def changed_since(edited: Collection[str], *, hint: str = _HINT) -> Refusal:
    """Return the refusal to go over what somebody changed since.

    Args:
        edited: what people call that; `details` carries it, which tells this refusal from all others of a restore.
    """
    words = f"Changed again since then: {', '.join(edited)}."
    return Refusal("respira_cannot_restore", words, hint=hint, edited=list(edited))


def edited_since(
    snapshot: SavedSnapshot, edited: Collection[str], *, undo: str | None = None, hint: str = _HINT
) -> State:
    """Return what a look tells of what somebody changed since; nothing where nobody did.

    Args:
        edited: what people call that.
        undo: what undoing does, where it does not bring back what was changed since.

    Raises:
        Refusal: `respira_cannot_restore`, unless a person wants it restored all the same.
    """
    if not edited:
        return {}
    if not snapshot.over:
        raise changed_since(edited, hint=hint)
    told: State = {EDITED: list(edited)}
    return told if undo is None else told | {UNDO: f"{undo} {lost(edited)}"}


def lost(edited: Collection[str]) -> str:
    """Return the sentence about what somebody changed since, where nothing brings it back."""
    return f"What was changed since does not come back: {', '.join(edited)}."


def fields_edited(
    left: Mapping[str, Any],
    now: Mapping[str, Any],
    *,
    unlike: Unlike = unlike,
    label: Callable[[str], str] = label,
) -> list[str]:
    """Return what people call the fields that are not as a write, or a restore, left them.

    Args:
        unlike: how values are compared, where they are not those of an item.
        label: what a field is called then.
    """
    return [label(name) for name in unlike(left, left, now)]


def labelled(names: Iterable[str]) -> str:
    """Return fields of an item as part of a sentence."""
    return ", ".join(map(label, names))


def shown_changes(now: Mapping[str, Any], later: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a person is shown of putting fields back: each as it is, and as it would be."""
    names = ordered(name for name in unlike(later, later, now) if later[name] is not None or name != "date")
    return [Change(name, label(name), now.get(name), later[name], shown(name)).as_json() for name in names]


def shown_gone(now: Mapping[str, Any], names: Iterable[str]) -> list[dict[str, Any]]:
    """Return what a person is shown of fields that go together with the whole of a thing."""
    return [Change(name, label(name), now[name], None, shown(name)).as_json() for name in ordered(names)]


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
