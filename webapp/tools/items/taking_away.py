"""Taking back what a write made anew: it goes to the trash, and can come back from there.

Never where a draft was published since, and where somebody worked on it only where a person wants that. What copies
are undone by is in putting_back.py.
"""

from __future__ import annotations

from dataclasses import replace

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Restored, SavedSnapshot, State
from webapp.tools.brought_back import ALREADY, AS_WANTED, BINNED_AGAIN, DOES, SHOWN, UNDO, cannot, shown_changes
from webapp.tools.items.new_drafts import DRAFT
from webapp.tools.nouns import Noun
from webapp.tools.putting_back import to_the_trash, write_back
from webapp.tools.values import fields_of, find, only, under, within
from webapp.tools.writing import NOTHING_STORED
from webapp.wordpress.client import WordPress

# What brings an item back from the trash as it was.
_BACK = ("status", "slug", "date")


def look_at_made(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> State:
    """Read what taking back would move to the trash.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    item_id, left = snapshot.undo["undo.id"], within("made", snapshot.after)
    called = _called(noun, snapshot)
    try:
        item = find(site, noun, item_id)
    except Refusal as refusal:
        raise cannot(f"{called} was deleted since.") from refusal
    now = fields_of(noun, item)
    state = {
        "undone.way": "made",
        "undone.new": snapshot.undo["undo.new"],
        "undone.id": item_id,
        "undone.called": called,
    }
    if now.get("status") == "trash":
        return {**state, **under("now", only(_BACK, left)), **AS_WANTED}
    if snapshot.undo["undo.new"] == DRAFT and now.get("status") == "publish":
        raise cannot(f"{called} was published since.", hint="Move it to the trash with another step, if need be.")
    does = f"Move the {called[0].lower()}{called[1:]} to the trash"
    return {**state, **under("now", only(_BACK, now)), **to_the_trash(snapshot, left, now), DOES: does}


def take_away(site: WordPress, noun: Noun, snapshot: SavedSnapshot, state: State) -> Restored:
    """Move to the trash what `look_at_made` has looked at."""
    item_id = snapshot.undo["undo.id"]
    if not state.get(ALREADY):
        site.delete(noun.path(item_id))
        if find(site, noun, item_id).get("status") != "trash":
            raise SiteTrouble(NOTHING_STORED, written="no")
    gone = item_id if snapshot.undo["undo.new"] == DRAFT else None
    return Restored(f"{_called(noun, snapshot)} is in the trash.", gone_copy_id=gone, left={"status": "trash"})


def look_at_taken(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> State:
    """Read what bringing back would bring back.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    called = snapshot.before["undone.called"]
    try:
        status = find(site, noun, snapshot.before["undone.id"]).get("status")
    except Refusal as refusal:
        raise cannot(f"{called} was deleted for good.") from refusal
    if status != "trash":
        raise cannot(f"{called} is not in the trash any more.")
    later = within("now", snapshot.before)
    back = shown_changes({**later, "status": "trash"}, later)
    return {"again.status": "trash", SHOWN: back, UNDO: BINNED_AGAIN}


def bring_back(site: WordPress, noun: Noun, snapshot: SavedSnapshot) -> Restored:
    """Bring back from the trash what `take_away` moved there."""
    item_id, new = snapshot.before["undone.id"], snapshot.before["undone.new"]
    restored = write_back(site, noun, item_id, within("now", snapshot.before))
    return replace(restored, back_copy_id=item_id if new == DRAFT else None)


def _called(noun: Noun, snapshot: SavedSnapshot) -> str:
    start = "New draft" if snapshot.undo["undo.new"] == DRAFT else noun.title
    return f"{start} {snapshot.undo['undo.id']} ({within('made', snapshot.after).get('title') or 'no title'})"
