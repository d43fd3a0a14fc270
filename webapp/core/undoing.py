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
from webapp.tools.tool import WriteTool
from webapp.wordpress.client import WordPress

from . import copies, leases, scenes, sites, snapshots, waiting
from .desk import Desk

RESTORE = "before_restore"


class Restorer(Protocol):
    """Whatever knows how to bring a snapshot back: a tool that writes, or the care for copies."""

    def restore_state(self, site: WordPress, snapshot: SavedSnapshot) -> State:
        """Read what the restore would overwrite."""

    def restore(self, site: WordPress, snapshot: SavedSnapshot, state: State) -> Restored:
        """Bring it back."""

    def undo_restore(self, site: WordPress, snapshot: SavedSnapshot) -> Restored:
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
            snapshots.demand_restorable(session, row)
        snapshot = scenes.unsealed(desk, row)
        with sites.reached(desk, site) as wordpress:
            return _restored(desk, person, row, snapshot, wordpress)


def _restored(desk: Desk, person: Person, row: Snapshot, snapshot: SavedSnapshot, wordpress: WordPress) -> Restored:
    restorer = _restorer(desk, row)
    if row.kind == RESTORE:
        restored = restorer.undo_restore(wordpress, snapshot)
        with desk.writing() as session:
            kept = session.get_one(Snapshot, row.id)
            snapshots.mark_restored(session, desk, kept, "", gone_copy_id=restored.gone_copy_id, person_id=person.id)
        return restored
    state = restorer.restore_state(wordpress, snapshot)
    with desk.writing() as session:
        before = snapshots.take(
            session,
            desk,
            site_id=row.site_id,
            tool=row.tool,
            target=Target(row.target_kind, row.target_id, row.label),
            label=f"Undo of: {row.label}",
            before={**snapshot.before, **state},
            kind=RESTORE,
            key_id=row.key_id,
            step_id=row.step_id,
            person_id=person.id,
        )
    restored = restorer.restore(wordpress, snapshot, state)
    with desk.writing() as session:
        kept_before = session.get_one(Snapshot, before.id)
        snapshots.complete(desk, kept_before, Performed({}, snapshot.after, snapshot.undo))
        snapshots.mark_restored(
            session,
            desk,
            session.get_one(Snapshot, row.id),
            before.uuid,
            gone_copy_id=restored.gone_copy_id,
            person_id=person.id,
        )
    return restored


def _restorer(desk: Desk, row: Snapshot) -> Restorer:
    if row.tool == copies.APPROVAL:
        return desk.copies[row.target_kind]
    tool = desk.catalogue[row.tool]
    if not isinstance(tool, WriteTool):
        raise LookupError(f"{row.tool} does not write, so it has no snapshots")
    return tool.write
