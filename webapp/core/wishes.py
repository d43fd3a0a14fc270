"""Wishes: the status and slug that steps want of a live item once its copy is approved. They are kept with the copy.

WordPress knows nothing of them, so undoing a step has to put them back here.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy
from webapp.errors import Refusal
from webapp.tools import undo_keys
from webapp.tools.answers import SavedSnapshot, State

from .desk import Desk

# In a snapshot's `undo`: the copy, and what was wished before the step, None for nothing.
COPY, FORMER = "undo.copy_id", "undo.wishes"
_START = "wanted."


def open_with(session: Session, site_id: int, copy_id: int | None) -> Copy | None:
    """Return the open copy that a draft of the site is; none where no draft is meant."""
    return session.scalar(select(Copy).where(Copy.site_id == site_id, Copy.copy_id == copy_id, Copy.state == "open"))


def among(state: State) -> State:
    """Return the wishes among the keys of a state."""
    return {name: value for name, value in state.items() if name.startswith(_START)}


def of_copy(desk: Desk, copy: Copy) -> State:
    """Return what is wished for a copy now."""
    return among(desk.sealer.unseal(f"copy.base {copy.public_id}", copy.base))


def keep(desk: Desk, copy: Copy, later: State) -> State:
    """Keep with a copy what a later step wants; None takes a wish away.

    Returns:
        What is needed to undo that, for the snapshot's `undo`; empty when nothing was wished.
    """
    if not later:
        return {}
    base = desk.sealer.unseal(f"copy.base {copy.public_id}", copy.base)
    former = {name: base.get(name) for name in later}
    changed = {name: value for name, value in {**base, **later}.items() if not (name in later and value is None)}
    copy.base = desk.sealer.seal(f"copy.base {copy.public_id}", changed)
    return {COPY: copy.copy_id, FORMER: former}


def demand_unchanged(session: Session, desk: Desk, site_id: int, snapshot: SavedSnapshot) -> None:
    """Demand that no later step wished something else for the copy that a snapshot's write made or changed.

    Raises:
        Refusal: `respira_cannot_restore`.
    """
    made = undo_keys.made_id(snapshot.undo)
    copy = open_with(session, site_id, snapshot.undo.get(COPY) if made is None else made)
    if copy is None:
        return
    # A restore, whose own snapshot this may be, left behind what was wished before the write that it undid.
    restores = undo_keys.is_before_a_restore(snapshot.before)
    now, left = of_copy(desk, copy), snapshot.undo[FORMER] if restores else among(snapshot.after)
    if any(now.get(name) != left.get(name) for name in (left if made is None else now)):
        raise Refusal(
            "respira_cannot_restore",
            "A later step asked for another status or address for when the copy is approved.",
            hint="Undo the later step first.",
        )


def put_back(session: Session, desk: Desk, site_id: int, snapshot: SavedSnapshot) -> None:
    """Put back what was wished before the write that a snapshot was taken for."""
    copy = open_with(session, site_id, snapshot.undo.get(COPY))
    if copy is not None:
        keep(desk, copy, snapshot.undo[FORMER])


def put_forward(session: Session, desk: Desk, site_id: int, snapshot: SavedSnapshot) -> None:
    """Wish again what the write wished that was undone."""
    copy = open_with(session, site_id, snapshot.undo.get(COPY))
    if copy is not None:
        keep(desk, copy, among(snapshot.after))
