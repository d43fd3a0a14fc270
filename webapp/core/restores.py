"""Restores in our own rows: what a restore, or the undoing of one, did to its snapshot and to the copy behind it.

The site is not asked here, and nothing is written to it.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Snapshot
from webapp.errors import Refusal
from webapp.tools import new_ids, undo_keys
from webapp.tools.answers import SavedSnapshot, State, Target
from webapp.tools.nouns import NO_POSTS
from webapp.tools.session.snapshots import NAME

from . import doubts, events, snapshots, wishes
from .desk import Desk

# Links in menus are made again with menus, and with the terms that they lead to.
_MENUS = frozenset({"menu", "menu_location", "term"})
# Of what pages and posts hold ids.
_IN_POSTS = frozenset({"term", "media", "user"})
# What became of a copy whose draft is in the trash or was: one that a restore brings back from there waits again.
_IN_THE_TRASH = ("undone", "deleted", "gone", "rejected")


def unsealed(desk: Desk, row: Snapshot) -> SavedSnapshot:
    """Return a snapshot's row as tools see it."""
    after = _left(desk, row)
    return SavedSnapshot(
        uuid=row.uuid,
        tool=row.tool,
        label=row.label,
        target=Target(row.target_kind, row.target_id, row.label),
        before=desk.sealer.unseal(f"snapshot.before {row.uuid}", row.before),
        after=after.get("state", {}),
        undo=after.get("undo", {}),
        restorable=row.restorable,
    )


def as_now(session: Session, desk: Desk, row: Snapshot) -> SavedSnapshot:
    """Return a snapshot's row as tools see it, with the new ids of what was made again since it was taken."""
    if row.target_kind in _MENUS:
        kinds = _MENUS
    else:
        kinds = frozenset({row.target_kind}) if row.target_kind in NO_POSTS else _IN_POSTS
    since = session.scalars(
        select(Snapshot)
        .where(Snapshot.site_id == row.site_id, Snapshot.id > row.id, Snapshot.after.is_not(None))
        .where(or_(Snapshot.kind == "before_restore", Snapshot.tool == NAME), Snapshot.target_kind.in_(kinds))
        .order_by(Snapshot.id)
    )
    return new_ids.read_with(unsealed(desk, row), new_ids.known(_left(desk, one).get("state", {}) for one in since))


def _left(desk: Desk, row: Snapshot) -> State:
    left: State = {} if row.after is None else desk.sealer.unseal(f"snapshot.after {row.uuid}", row.after)
    return left


def demanded(session: Session, desk: Desk, row: Snapshot) -> SavedSnapshot:
    """Return a snapshot that may be restored, as far as our own rows tell.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    snapshots.demand_restorable(session, row)
    snapshot = as_now(session, desk, row)
    wishes.demand_unchanged(session, desk, row.site_id, snapshot)
    _demand_no_other_copy(session, row, snapshot)
    made = undo_keys.made_id(snapshot.undo)
    doubts.demand_certain(session, row.site_id, row.target_kind, row.target_id, snapshot.undo.get(undo_keys.ID), made)
    return replace(snapshot, later=_later_write(session, desk, row, snapshot))


def _later_write(session: Session, desk: Desk, row: Snapshot, snapshot: SavedSnapshot) -> str | None:
    """Name the newest write of ours on the draft that a snapshot's write made, if there is one to undo first."""
    made = undo_keys.made_id(snapshot.undo)
    if made is None:
        return None
    later = session.scalars(
        select(Snapshot)
        .where(Snapshot.site_id == row.site_id, Snapshot.kind == "before_write", Snapshot.id > row.id)
        .where(Snapshot.target_kind == row.target_kind)
        # What makes something new has no id for a target yet.
        .where(Snapshot.target_id.in_((row.target_id, str(made))))
        .where(Snapshot.restorable, Snapshot.restored_at.is_(None))
        .order_by(Snapshot.id.desc())
    )
    for one in later:
        if unsealed(desk, one).undo.get(undo_keys.ID) == made:
            return f"{one.label} Its snapshot is {one.uuid}."
    return None


def note(
    session: Session,
    desk: Desk,
    restored: Snapshot,
    by: str,
    *,
    gone_copy_id: int | None,
    back_copy_id: int | None,
    anew: State,
    person_id: int | None = None,
) -> None:
    """Write down that a snapshot was restored, and what became of the copy behind it.

    Args:
        by: the uuid of the snapshot taken before the restore.
        gone_copy_id: the draft copy that was binned.
        back_copy_id: the draft copy that is back from the trash.
        anew: what the first snapshot says from now on of how its write is undone, see `Restored`.
    """
    restored.restored_at, restored.restored_by = desk.clock(), by
    if gone_copy_id is not None:
        snapshots.forget_copy(session, desk, restored.site_id, gone_copy_id, "undone")
    if back_copy_id is not None:
        _open_again(session, restored.site_id, back_copy_id)
    _wait_again(session, restored)
    first = session.scalar(select(Snapshot).where(Snapshot.restored_by == restored.uuid))
    if first is None:
        wishes.put_back(session, desk, restored.site_id, unsealed(desk, restored))
    else:
        # What was restored was itself a restore: what it had brought back can be restored again.
        first.restored_at, first.restored_by = None, None
        _told_anew(desk, first, anew)
        _published_again(session, desk, first)
        wishes.put_forward(session, desk, restored.site_id, unsealed(desk, first))
    events.record(
        session,
        desk,
        "snapshot.restored",
        restored.uuid,
        site_id=restored.site_id,
        key_id=restored.key_id,
        person_id=person_id,
    )


def _told_anew(desk: Desk, first: Snapshot, anew: State) -> None:
    """Let a snapshot whose write was undone and made again know what stands there now, such as its new id."""
    if anew and first.after is not None:
        left = desk.sealer.unseal(f"snapshot.after {first.uuid}", first.after)
        left["undo"] = {**left["undo"], **anew}
        first.after = desk.sealer.seal(f"snapshot.after {first.uuid}", left)


def _wait_again(session: Session, approval: Snapshot) -> None:
    """Let a new draft wait for a person again, once its publishing was undone."""
    draft = _published(session, approval)
    if draft is not None and draft.state == "approved":
        draft.state, draft.decided_by, draft.decided_at = "open", None, None


def _published_again(session: Session, desk: Desk, approval: Snapshot) -> None:
    draft = _published(session, approval)
    if draft is not None and draft.state == "open":
        draft.state, draft.decided_by, draft.decided_at = "approved", approval.person_id, desk.clock()


def _published(session: Session, approval: Snapshot) -> Copy | None:
    """Return the new draft that an approval published."""
    return session.scalar(select(Copy).where(Copy.snapshot_uuid == approval.uuid, Copy.original_id == Copy.copy_id))


def _demand_no_other_copy(session: Session, row: Snapshot, snapshot: SavedSnapshot) -> None:
    """Demand that no other copy of the item waits where a restore would bring a copy back."""
    copy = _closed(session, row.site_id, undo_keys.copy_that_comes_back(snapshot))
    if copy is not None and _other_open(session, copy) is not None:
        raise Refusal(
            "respira_cannot_restore",
            f"Another draft copy of {copy.name} waits for a person now.",
            hint="Decide about that one first.",
        )


def _open_again(session: Session, site_id: int, copy_id: int) -> None:
    copy = _closed(session, site_id, copy_id)
    if copy is not None and _other_open(session, copy) is None:
        copy.state, copy.decided_by, copy.decided_at = "open", None, None


def _closed(session: Session, site_id: int, copy_id: int | None) -> Copy | None:
    return session.scalar(
        select(Copy)
        .where(Copy.site_id == site_id, Copy.copy_id == copy_id, Copy.state.in_(_IN_THE_TRASH))
        .order_by(Copy.id.desc())
        .limit(1)
    )


def _other_open(session: Session, copy: Copy) -> Copy | None:
    return session.scalar(
        select(Copy).where(
            Copy.key_id == copy.key_id,
            Copy.kind == copy.kind,
            Copy.original_id == copy.original_id,
            Copy.state == "open",
        )
    )
