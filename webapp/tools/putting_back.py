"""Putting former values of an item back, and binning a copy that a write made.

A snapshot's `undo` says which of the two: {"undo.way": "changed", "undo.id", "undo.before", "undo.after"} or
{"undo.way": "made", "undo.id"}. Only fields that the write changed are sent, and never over the work of
somebody who changed them since.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from webapp.diffs.fields import label
from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import WordPress

from .answers import Restored, SavedSnapshot, State
from .nouns import Noun
from .values import fields_of, find, find_in_use, find_open_draft, only, text_of, under, unlike, within
from .writing import differing, send


def changed(
    item_id: int,
    sent: Collection[str],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    undated: bool = False,
) -> State:
    """Return what is needed to put the former values of an item back.

    Args:
        sent: the fields that were written; WordPress may set the address, and a draft's date, along with a status.
        undated: the item was a draft without a date.
    """
    names = dict.fromkeys((*sent, "slug") if "status" in sent else sent)
    moved = unlike(names, before, after)
    former = only(moved, before)
    if undated and "status" in moved:
        former["date"] = None
    return {
        "undo.way": "changed",
        "undo.id": item_id,
        "undo.before": former,
        "undo.after": only(moved, after),
    }


def look(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> State:
    """Read what putting back would overwrite.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    if snapshot.undo.get("undo.way") == "made":
        return _look_at_copy(site, noun, snapshot)
    if snapshot.undo.get("undo.way") != "changed":
        raise cannot("It is not known what the write left behind, so nothing is put back.")
    item_id, after = snapshot.undo["undo.id"], snapshot.undo["undo.after"]
    now = only(after, fields_of(noun, _present(site, noun, item_id)))
    edited = unlike(after, after, now)
    if edited:
        words = f"Changed again since then: {', '.join(map(label, edited))}."
        raise cannot(words, hint="Undo the later change first, or change the item by hand.")
    return {"undone.way": "changed", "undone.id": item_id, **under("now", now)}


def _look_at_copy(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> State:
    copy_id = snapshot.undo["undo.id"]
    item = find_open_draft(site, noun, copy_id)
    if item is None:
        raise cannot(f"Draft copy {copy_id} was binned, deleted or published since.")
    left = within("copy", snapshot.after)
    now = fields_of(noun, item)
    edited = unlike((name for name in left if name in now), left, now)
    if edited:
        raise cannot(f"Somebody worked on draft copy {copy_id} since: {', '.join(map(label, edited))}.")
    return {"undone.way": "made", "undone.id": copy_id, **under("now", only(["slug", "status"], now))}


def put_back(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> Restored:
    """Put back what `look` has looked at."""
    item_id = snapshot.undo["undo.id"]
    if snapshot.undo["undo.way"] == "made":
        site.delete(noun.path(item_id))
        message = f"Draft copy {item_id} of a {noun.kind} is in the trash."
        return Restored(message, gone_copy_id=item_id)
    before = snapshot.undo["undo.before"]
    return write_back(site, noun, item_id, before, parent=before.get("parent"))


def put_forward(site: WordPress, noun: Noun, state: State) -> Restored:
    """Undo `put_back`: bring back what `look` has read."""
    item_id = state["undone.id"]
    if state["undone.way"] == "made" and find(site, noun, item_id).get("status") != "trash":
        raise cannot(f"Draft copy {item_id} is not in the trash any more.")
    return write_back(site, noun, item_id, within("now", state))


def write_back(
    site: WordPress, noun: Noun, item_id: int, fields: Mapping[str, Any], *, parent: int | None = None
) -> Restored:
    """Send fields back to an item, leave out what the site will not take, and say so.

    Args:
        parent: the item's parent, of which the message tells when it is in the trash or gone.
    """
    sending = dict(fields)
    while True:
        try:
            stored = send(site, noun, item_id, sending)
            break
        except SiteTrouble as trouble:
            named = trouble.details.get("params")
            refused = [name for name in sending if isinstance(named, dict | list) and name in named]
            if trouble.written != "no" or not refused or len(refused) == len(sending):
                raise
            for name in refused:
                del sending[name]
    differs = differing(fields, stored)
    called = noun.called(item_id, text_of(stored.item.get("title")))
    return Restored(told(called, differs, unchecked=stored.unchecked) + parent_note(site, noun, parent), differs)


def told(called: str, differs: list[str], *, unchecked: bool = False) -> str:
    """Return the sentence about an item that was put back."""
    start = called[0].upper() + called[1:]
    if differs:
        return f"{start} is back, except: {', '.join(map(label, differs))}."
    return f"{start} is back as it was." + (" It could not be read again to check." if unchecked else "")


def parent_note(site: WordPress, noun: Noun, parent: int | None) -> str:
    """Return a sentence about an item's parent that is in the trash or gone; else nothing."""
    if not parent:
        return ""
    try:
        in_trash = find(site, noun, parent).get("status") == "trash"
    except (Refusal, SiteTrouble):
        return f" Its parent {noun.kind} {parent} could not be found."
    return f" Its parent {noun.kind} {parent} is in the trash." if in_trash else ""


def _present(site: WordPress, noun: Noun, item_id: int) -> dict[str, Any]:
    try:
        return find_in_use(site, noun, item_id)
    except Refusal as refusal:
        raise cannot(refusal.message) from refusal


def cannot(reason: str, *, hint: str | None = None) -> Refusal:
    """Return the refusal of a restore."""
    return Refusal("respira_cannot_restore", reason, hint=hint)
