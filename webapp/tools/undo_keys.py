"""What the engine reads of what tools keep for undoing: the few keys of a snapshot that both know, by name.

Every other key of a snapshot is the tool's own, and may change with the tool. These may not: old snapshots hold them.
"""

from __future__ import annotations

from typing import Any

from webapp.tools.answers import NEW, SavedSnapshot, State

# In `undo`: how a write is undone, the id of what it made or changed, and whether that is a draft copy.
WAY, ID, IS_COPY = "undo.way", "undo.id", "undo.copy"
MADE, CHANGED, FINAL = "made", "changed", "no"
# In what was kept before a restore: how the write was undone that it took back, and the id of what that had made.
UNDONE_WAY, UNDONE_ID = "undone.way", "undone.id"
_UNDONE = "undone."
# The links in menus that go with a term: what is kept of each, and in that its menu.
_LINKS, _FIELDS, _MENU = "saved.links", "fields", "menus"
# The ids of the terms that stood below one that was deleted.
_BELOW = "saved.below"
# Which menu a place of the theme showed before a write, and after it.
_MENU_BEFORE, _MENU_AFTER = "saved.menu", "place.menu"


def made_id(undo: State) -> Any:
    """Return the id of what a write made anew; None where it made nothing."""
    return undo[ID] if undo.get(WAY) == MADE else None


def is_final(undo: State) -> bool:
    """Tell whether a write left behind nothing by which it could be undone."""
    return undo.get(WAY) == FINAL


def is_of_a_draft(undo: State) -> bool:
    """Tell whether a write made or changed an item that may be a draft copy."""
    return undo.get(WAY) in (MADE, CHANGED)


def is_before_a_restore(before: State) -> bool:
    """Tell whether a state was kept before a restore."""
    return any(key.startswith(_UNDONE) for key in before)


def also_touched(snapshot: SavedSnapshot) -> set[tuple[str, str]]:
    """Return by kind and id what a write was about besides its target.

    That is what it made, the menus of a place or of links, and the terms that stood below one.
    """
    kind, target_id = snapshot.target.kind, snapshot.target.id
    if kind == "menu_location":
        menus = snapshot.before.get(_MENU_BEFORE), snapshot.after.get(_MENU_AFTER)
        return {("menu", str(menu)) for menu in menus if menu}
    links = {("menu", str(link[_FIELDS].get(_MENU))) for link in snapshot.before.get(_LINKS, [])}
    below = {(kind, str(term)) for term in snapshot.before.get(_BELOW, [])}
    if links or below:
        return links | below
    return {(kind, str(snapshot.undo[ID]))} if target_id.startswith(NEW) and ID in snapshot.undo else set()


def copy_that_comes_back(snapshot: SavedSnapshot) -> Any:
    """Return the id of the draft copy that restoring a snapshot brings back from the trash; None for none."""
    if snapshot.undo.get(IS_COPY):
        return snapshot.undo[ID]
    return snapshot.before.get(UNDONE_ID) if snapshot.before.get(UNDONE_WAY) == MADE else None
