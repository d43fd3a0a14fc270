"""Undoing: a person's Restore in the dashboard. It asks once and runs, under the site's lease, after a snapshot.

An agent's restore is an ordinary write of the catalogue and goes through the gate like any other.
"""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Membership, Person, Site, Snapshot
from webapp.errors import Refusal
from webapp.tools.answers import Performed, Restored, SavedSnapshot, State, Target
from webapp.tools.brought_back import ALREADY, FINAL
from webapp.tools.session.snapshots import APPROVAL, NAME
from webapp.tools.tool import WriteTool
from webapp.tools.values import under
from webapp.wordpress.client import WordPress

from . import leases, restores, sites, snapshots, waiting
from .desk import Desk

RESTORE = "before_restore"
# In the state kept before a restore: the snapshot that is restored.
_OF = "restoring.uuid"


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


def restore(desk: Desk, person: Person, uuid: str) -> Restored:
    """Restore a snapshot. The state before is kept in a snapshot of its own, so this can be undone.

    Raises:
        Refusal: it can not be restored, with the reason.
        SiteTrouble: the site did not do it.
    """
    with desk.reading() as session:
        _row, site = find(session, person.id, uuid)
    waiting.demand_free(desk, site.id)
    with leases.held(desk, site.id, f"restore {uuid}", "restoring a snapshot"):
        with desk.reading() as session:
            row, site = find(session, person.id, uuid)
            snapshot = restores.demanded(session, desk, row)
        with sites.reached(desk, site) as wordpress:
            return _restored(desk, person, row, snapshot, wordpress)


def _restored(desk: Desk, person: Person, row: Snapshot, snapshot: SavedSnapshot, wordpress: WordPress) -> Restored:
    restorer, again = _restorer(desk, row), row.kind == RESTORE
    look = restorer.undo_restore_state if again else restorer.restore_state
    state = look(wordpress, snapshot)
    unfinished = _unfinished(desk, row) if state.get(ALREADY) else None
    uuid = unfinished or _kept_before(desk, person, row, {**snapshot.before, **state, _OF: row.uuid})
    bring_back = restorer.undo_restore if again else restorer.restore
    restored = bring_back(wordpress, snapshot, state)
    # The undoing of a restore is undone by restoring the first snapshot again.
    undo = FINAL if again or row.tool == NAME else snapshot.undo
    with desk.writing() as session:
        before = session.scalars(select(Snapshot).where(Snapshot.uuid == uuid)).one()
        snapshots.complete(desk, before, Performed({}, {**snapshot.after, **under("left", restored.left)}, undo))
        restores.note(
            session,
            desk,
            session.get_one(Snapshot, row.id),
            uuid,
            gone_copy_id=restored.gone_copy_id,
            back_copy_id=restored.back_copy_id,
            anew=restored.anew,
            person_id=person.id,
        )
    return restored


def _kept_before(desk: Desk, person: Person, row: Snapshot, before: State) -> str:
    """Keep what a restore will overwrite, before anything is sent."""
    with desk.writing() as session:
        return snapshots.take(
            session,
            desk,
            site_id=row.site_id,
            tool=row.tool,
            target=Target(row.target_kind, row.target_id, row.label),
            label=f"Undo of: {row.label}",
            before=before,
            kind=RESTORE,
            key_id=row.key_id,
            step_id=row.step_id,
            person_id=person.id,
        ).uuid


def _unfinished(desk: Desk, row: Snapshot) -> str | None:
    """Return the snapshot of an earlier restore of the same snapshot that landed, but whose answer was lost."""
    with desk.reading() as session:
        begun = session.scalars(
            select(Snapshot)
            .where(Snapshot.site_id == row.site_id, Snapshot.kind == RESTORE, Snapshot.after.is_(None))
            .where(Snapshot.tool == row.tool, Snapshot.target_id == row.target_id, Snapshot.id > row.id)
            .order_by(Snapshot.id.desc())
        ).all()
        return next((one.uuid for one in begun if restores.unsealed(desk, one).before.get(_OF) == row.uuid), None)


def _restorer(desk: Desk, row: Snapshot) -> Restorer:
    if row.tool == APPROVAL:
        return desk.copies[row.target_kind]
    tool = desk.catalogue[row.tool]
    if not isinstance(tool, WriteTool):
        raise LookupError(f"{row.tool} does not write, so it has no snapshots")
    return tool.write
