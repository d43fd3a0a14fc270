"""Putting former values of an item back, and binning a copy that a write made.

A snapshot's `undo` says which of the two: {"undo.way": "changed", "undo.id", "undo.before", "undo.after"} or
{"undo.way": "made", "undo.id"}. Only fields that the write changed are sent, and only where a person wants that over
the work of somebody who changed them since.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from webapp.diffs.fields import label
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Restored, SavedSnapshot, State
from webapp.tools.brought_back import (
    ALREADY,
    ALREADY_AGAIN,
    AS_WANTED,
    AS_WANTED_AGAIN,
    BINNED_AGAIN,
    OUT_OF_TRASH,
    SHOWN,
    UNDO,
    cannot,
    edited_since,
    fields_edited,
    shown_changes,
    told,
)
from webapp.tools.nouns import Noun
from webapp.tools.values import (
    META,
    fields_of,
    find,
    find_in_use,
    find_open_draft,
    only,
    text_of,
    under,
    unlike,
    within,
)
from webapp.tools.writing import Stored, demand_gone, differing, send
from webapp.wordpress.client import WordPress


def changed(
    item_id: int,
    sent: Collection[str],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    undated: bool = False,
) -> State:
    """Return what is needed to put the former values of an item back.

    Along with a status WordPress may set the address and a date, and takes a password from what becomes private; so
    every field is compared, but for custom ones that were not written: plugins count and rate in those by themselves.

    Args:
        sent: the fields that were written.
        undated: the item was a draft without a date.
    """
    along = (name for name in before if name in after and not name.startswith(META) and name != "date")
    names = dict.fromkeys((*sent, *along) if "status" in sent else sent)
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
    item_id, before, after = snapshot.undo["undo.id"], snapshot.undo["undo.before"], snapshot.undo["undo.after"]
    now = only(after, fields_of(noun, _present(site, noun, item_id)))
    state = {"undone.way": "changed", "undone.id": item_id, **under("now", now)}
    if after and not unlike(after, before, now):
        return {**state, **AS_WANTED}
    # Nothing is gone over where somebody has put the former value back.
    edited = fields_edited(only(unlike(after, before, now), after), now)
    return {**state, SHOWN: shown_changes(now, only(after, before)), **edited_since(snapshot, edited)}


def _look_at_copy(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> State:
    copy_id = snapshot.undo["undo.id"]
    state = {"undone.way": "made", "undone.id": copy_id}
    item = find_open_draft(site, noun, copy_id)
    if item is None:
        if _is_in_trash(site, noun, copy_id):
            return {**state, **under("now", _of_a_draft(within("copy", snapshot.after))), **AS_WANTED}
        raise cannot(f"Draft copy {copy_id} was deleted or published since.")
    now = fields_of(noun, item)
    return {
        **state,
        **under("now", _of_a_draft(now)),
        **to_the_trash(snapshot, within("copy", snapshot.after), now),
    }


def to_the_trash(snapshot: SavedSnapshot, left: Mapping[str, Any], now: Mapping[str, Any]) -> State:
    """Return what a person is shown of the trash taking a draft that a write made, with what was changed in it since.

    The trash keeps all that is in it, so nothing but its status is told to change.

    Args:
        left: its fields as the write left them.

    Raises:
        Refusal: `respira_cannot_restore`, somebody, or a later write of ours, changed it since.
    """
    edited = unlike((name for name in left if name in now), left, now)
    later = {} if snapshot.later is None else {"hint": f"Undo the later change first: {snapshot.later}"}
    return {
        SHOWN: shown_changes(now, {"status": "trash"}),
        UNDO: OUT_OF_TRASH,
        **edited_since(snapshot, list(map(label, edited)), **later),
    }


def _of_a_draft(fields: Mapping[str, Any]) -> State:
    """Return what the trash takes from a draft: its place, and that it had no date where it had none."""
    return only((name for name in ("slug", "status", "date") if name in fields), fields)


def _is_in_trash(site: WordPress, noun: Noun, item_id: int) -> bool:
    try:
        return find(site, noun, item_id).get("status") == "trash"
    except Refusal:
        return False


def put_back(site: WordPress, noun: Noun, snapshot: SavedSnapshot, state: State) -> Restored:
    """Put back what `look` has looked at; nothing is sent where it is as it was already."""
    item_id = snapshot.undo["undo.id"]
    if snapshot.undo["undo.way"] == "made":
        if not state.get(ALREADY):
            site.delete(noun.path(item_id))
            demand_gone(lambda: find(site, noun, item_id).get("status") != "trash")
        message = f"Draft copy {item_id} of a {noun.word} is in the trash."
        return Restored(message, gone_copy_id=item_id, left={"status": "trash"})
    before = snapshot.undo["undo.before"]
    sending = {} if state.get(ALREADY) else before
    restored = write_back(site, noun, item_id, sending, parent=before.get("parent"))
    return replace(restored, left=only(snapshot.undo["undo.after"], restored.left))


def look_again(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> State:
    """Read what undoing `put_back` would overwrite.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    item_id, later = snapshot.before["undone.id"], within("now", snapshot.before)
    if snapshot.before["undone.way"] == "made":
        if not _is_in_trash(site, noun, item_id):
            raise cannot(f"Draft copy {item_id} is not in the trash any more.")
        back = shown_changes({**later, "status": "trash"}, later)
        return {"again.status": "trash", SHOWN: back, UNDO: BINNED_AGAIN}
    now = only(later, fields_of(noun, _present(site, noun, item_id)))
    if later and not unlike(later, later, now):
        return {**under("again", now), **AS_WANTED_AGAIN}
    left = within("left", snapshot.after)
    edited = fields_edited(only((name for name in unlike(later, later, now) if name in left), left), now)
    since = edited_since(snapshot, edited, undo="Undo puts the former values back.")
    return {**under("again", now), SHOWN: shown_changes(now, later), **since}


def put_forward(site: WordPress, noun: Noun, snapshot: SavedSnapshot, state: State) -> Restored:
    """Undo `put_back`: bring back what `look` had read, after `look_again` has looked."""
    item_id, made = snapshot.before["undone.id"], snapshot.before["undone.way"] == "made"
    sending = {} if state.get(ALREADY_AGAIN) else within("now", snapshot.before)
    restored = write_back(site, noun, item_id, sending)
    return replace(restored, back_copy_id=item_id if made else None)


def write_back(
    site: WordPress, noun: Noun, item_id: int, fields: Mapping[str, Any], *, parent: int | None = None
) -> Restored:
    """Send fields back to an item, leave out what the site will not take, and say so.

    Nothing is sent when there are no fields. `left` holds every field of the item.

    Args:
        parent: the item's parent, of which the message tells when it is in the trash or gone.
    """
    sending = dict(fields)
    while True:
        try:
            stored = send(site, noun, item_id, sending) if sending else _as_it_is(site, noun, item_id)
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
    message = told(called, differs, unchecked=stored.unchecked) + parent_note(site, noun, parent)
    return Restored(message, differs, left=stored.fields)


def _as_it_is(site: WordPress, noun: Noun, item_id: int) -> Stored:
    item = find(site, noun, item_id)
    return Stored(item, fields_of(noun, item))


def parent_note(site: WordPress, noun: Noun, parent: int | None) -> str:
    """Return a sentence about an item's parent that is in the trash or gone; else nothing."""
    if not parent:
        return ""
    try:
        in_trash = find(site, noun, parent).get("status") == "trash"
    except (Refusal, SiteTrouble):
        return f" Its parent {noun.word} {parent} could not be found."
    return f" Its parent {noun.word} {parent} is in the trash." if in_trash else ""


def _present(site: WordPress, noun: Noun, item_id: int) -> dict[str, Any]:
    try:
        return find_in_use(site, noun, item_id)
    except Refusal as refusal:
        raise cannot(refusal.message) from refusal
