"""Undoing: how one snapshot is restored for a person, in pieces: look, keep what stands there, send, write down.

Which ones are, and in which order, is the business of `undos`. An agent's restore is an ordinary write of the
catalogue and goes through the gate like any other.
"""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Membership, Site, Snapshot
from webapp.errors import Refusal
from webapp.tools.answers import Performed, Restored, SavedSnapshot, State, Target
from webapp.tools.brought_back import ALREADY, ALREADY_AGAIN, FINAL
from webapp.tools.new_ids import MADE_AGAIN
from webapp.tools.session.snapshots import APPROVAL, NAME
from webapp.tools.tool import WriteTool
from webapp.tools.values import under
from webapp.wordpress.client import WordPress

from . import restores, snapshots
from .desk import Desk

RESTORE = "before_restore"
# How the label of what is kept before a restore begins.
AGAIN = "Undo of: "
# In the state kept before a restore: the snapshot that is restored.
OF = "restoring.uuid"


class Restorer(Protocol):
    """Whatever knows how to bring a snapshot back: a tool that writes, or the care for copies."""

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what the restore would overwrite."""

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring it back."""

    def undo_restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what undoing a restore would overwrite."""

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Undo a restore."""


def find(session: Session, person_id: int, uuid: str) -> tuple[Snapshot, Site]:
    """Return a snapshot of one of the person's sites.

    Raises:
        Refusal: `respira_snapshot_not_found`.
    """
    row = session.execute(
        select(Snapshot, Site)
        .join(Site, Site.id == Snapshot.site_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, Snapshot.uuid == uuid)
    ).first()
    if row is None:
        raise Refusal("respira_snapshot_not_found", "There is no such snapshot.")
    return row[0], row[1]


def looked(desk: Desk, row: Snapshot, snapshot: SavedSnapshot, wordpress: WordPress) -> State:
    """Read what restoring a snapshot, or undoing a restore, would overwrite.

    Raises:
        Refusal: it can not be restored, with the reason.
        SiteTrouble: the site could not be read.
    """
    restorer = _restorer(desk, row)
    look = restorer.undo_restore_state if row.kind == RESTORE else restorer.restore_state
    return look(wordpress, snapshot)


def is_so(state: State) -> bool:
    """Tell whether the target is already as the restore would make it, so that nothing is sent."""
    return bool(state.get(ALREADY) or state.get(ALREADY_AGAIN))


def keep_before(
    session: Session, desk: Desk, row: Snapshot, snapshot: SavedSnapshot, state: State, person_id: int | None
) -> str:
    """Keep what a restore will overwrite; it must be committed before anything is sent.

    Where the target is so already, an earlier restore that landed may be what made it so: then its own is kept.

    Returns:
        The uuid of the snapshot that keeps it.
    """
    begun = _unfinished(session, desk, row) if is_so(state) else None
    if begun is not None:
        return begun
    return snapshots.take(
        session,
        desk,
        site_id=row.site_id,
        tool=row.tool,
        target=Target(row.target_kind, row.target_id, row.label),
        label=f"{AGAIN}{row.label}",
        before={**snapshot.before, **state, OF: row.uuid},
        kind=RESTORE,
        key_id=row.key_id,
        step_id=row.step_id,
        person_id=person_id,
    ).uuid


def bring_back(desk: Desk, row: Snapshot, snapshot: SavedSnapshot, state: State, wordpress: WordPress) -> Restored:
    """Send what brings the target back; nothing where it is so already.

    Args:
        state: what `looked` has just read.
    """
    restorer = _restorer(desk, row)
    send = restorer.undo_restore if row.kind == RESTORE else restorer.restore
    return send(wordpress, snapshot, state)


def write_down(
    session: Session,
    desk: Desk,
    row: Snapshot,
    snapshot: SavedSnapshot,
    kept: str,
    restored: Restored,
    person_id: int | None,
) -> None:
    """Write down that a snapshot was restored, and all that follows from it.

    Args:
        kept: the uuid of what was kept before.
    """
    # The undoing of a restore is undone by restoring the first snapshot again.
    undo = FINAL if row.kind == RESTORE or row.tool == NAME else snapshot.undo
    before = session.scalars(select(Snapshot).where(Snapshot.uuid == kept)).one()
    left = {**snapshot.after, **under("left", restored.left), MADE_AGAIN: list(map(list, restored.new_ids))}
    snapshots.complete(desk, before, Performed({}, left, undo))
    restores.note(
        session,
        desk,
        session.get_one(Snapshot, row.id),
        kept,
        gone_copy_id=restored.gone_copy_id,
        back_copy_id=restored.back_copy_id,
        anew=restored.anew,
        person_id=person_id,
    )


def _unfinished(session: Session, desk: Desk, row: Snapshot) -> str | None:
    """Return the snapshot of an earlier restore of the same snapshot that landed, but whose answer was lost."""
    begun = session.scalars(
        select(Snapshot)
        .where(Snapshot.site_id == row.site_id, Snapshot.kind == RESTORE, Snapshot.after.is_(None))
        .where(Snapshot.tool == row.tool, Snapshot.target_id == row.target_id, Snapshot.id > row.id)
        .order_by(Snapshot.id.desc())
    ).all()
    return next((one.uuid for one in begun if restores.unsealed(desk, one).before.get(OF) == row.uuid), None)


def _restorer(desk: Desk, row: Snapshot) -> Restorer:
    if row.tool == APPROVAL:
        return desk.copies[row.target_kind]
    tool = desk.catalogue[row.tool]
    if not isinstance(tool, WriteTool):
        raise LookupError(f"{row.tool} does not write, so it has no snapshots")
    return tool.write
