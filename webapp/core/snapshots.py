"""Snapshots: keeping what a target was before we wrote, and refusing what can not be restored."""

from __future__ import annotations

import uuid

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy, DirectWrite, Snapshot
from webapp.errors import Refusal
from webapp.tools import undo_keys
from webapp.tools.answers import Performed, State, Target
from webapp.tools.session.snapshots import NAME

from .desk import Desk


def take(
    session: Session,
    desk: Desk,
    *,
    site_id: int,
    tool: str,
    target: Target,
    label: str,
    before: State,
    kind: str = "before_write",
    key_id: int | None = None,
    step_id: int | None = None,
    person_id: int | None = None,
) -> Snapshot:
    """Keep the state before a write. It must be committed before the write is sent.

    Args:
        tool: whose `restore` knows how to bring it back.
        label: what the write was going to do, in a sentence.
        kind: `before_write`, `before_approval` or `before_restore`.
    """
    snapshot = Snapshot(
        uuid=str(uuid.uuid4()),
        site_id=site_id,
        key_id=key_id,
        step_id=step_id,
        person_id=person_id,
        tool=tool,
        kind=kind,
        target_kind=target.kind,
        target_id=target.id,
        label=label,
        before="",
        restorable=False,
        taken_at=desk.clock(),
    )
    snapshot.before = desk.sealer.seal(f"snapshot.before {snapshot.uuid}", before)
    session.add(snapshot)
    session.flush()
    return snapshot


def complete(desk: Desk, snapshot: Snapshot, performed: Performed) -> None:
    """Keep what the write left behind, from when on the snapshot can be restored: all but the undoing of a restore,
    which is done again through the snapshot that was restored first."""
    left = {"state": performed.after, "undo": performed.undo}
    snapshot.after = desk.sealer.seal(f"snapshot.after {snapshot.uuid}", left)
    snapshot.restorable = not undo_keys.is_final(performed.undo)


def forget_copy(session: Session, desk: Desk, site_id: int, copy_id: int, state: str) -> None:
    """Close the copy that a draft was, open or kept by a person, because the draft is gone."""
    there = (Copy.site_id == site_id, Copy.copy_id == copy_id, Copy.state.in_(("open", "kept")))
    copy = session.scalar(select(Copy).where(*there).order_by(Copy.id.desc()).limit(1))
    if copy is not None:
        copy.state = state
        copy.decided_at = desk.clock()


def outcome_of(session: Session, snapshot: Snapshot) -> str | None:
    """Return of a direct write that did not land, or is not known to have, what is known: `nothing` or `unknown`."""
    return session.scalar(select(DirectWrite.outcome).where(DirectWrite.snapshot_id == snapshot.id))


def demand_restorable(session: Session, snapshot: Snapshot) -> None:
    """Refuse to restore what can not be, or must not be any more.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    if snapshot.restored_at is not None:
        raise Refusal("respira_cannot_restore", "This snapshot was restored already.", hint="Nothing more is needed.")
    if not snapshot.restorable and snapshot.after is not None:
        if snapshot.kind == "before_write" and snapshot.tool != NAME:
            raise Refusal(
                "respira_cannot_restore",
                "What this took away could not be kept, so it can not be brought back.",
                hint="Bring it back by hand, such as from a backup of the site.",
            )
        raise Refusal(
            "respira_cannot_restore", "This undid a restore.", hint="Restore the first snapshot again instead."
        )
    if not snapshot.restorable:
        if outcome_of(session, snapshot) == "nothing":
            raise Refusal("respira_cannot_restore", "This write saved nothing, so there is nothing to bring back.")
        raise Refusal(
            "respira_cannot_restore",
            "It is not known of the write after this snapshot that it landed, so there is nothing to bring back.",
            hint="Look at it on the site.",
        )
    approved = session.scalar(
        select(Copy).where(Copy.step_id == snapshot.step_id, Copy.state == "approved", Copy.step_id.is_not(None))
    )
    if approved is not None and snapshot.kind == "before_write":
        raise Refusal(
            "respira_cannot_restore",
            "The copy that this step made was approved since, so taking the step back would change nothing.",
            hint=f"Undo the approval instead: its snapshot is {approved.snapshot_uuid}.",
        )
