"""The parts of an undo: which writes it takes back, in which order. Our own rows tell it; no site is asked.

Where a step landed on a copy that a person approved since, the approval is what is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Back, Copy, Outcome, Run, RunStep, Snapshot, Undo, UndoPart
from webapp.errors import Refusal
from webapp.tools import undo_keys
from webapp.tools.answers import SavedSnapshot, State
from webapp.tools.nouns import NO_POSTS
from webapp.tools.session.snapshots import NAME

from . import restores, undoing
from .desk import Desk

_WRITE = "before_write"
# In what a step kept that restores a snapshot: that snapshot.
_RESTORED = "restored.uuid"
BACK_AGAIN = (Back.EXACTLY, Back.EXCEPT)


def of_run(session: Session, desk: Desk, run: Run) -> list[Snapshot]:
    """Return all that a run changed and that is not taken back yet, the newest write first.

    What cannot be brought back at all is among it, so that a person is told. What a step of the run took back itself,
    and what was changed on a copy that is gone, is not.
    """
    applied = select(RunStep.step_id).where(RunStep.run_id == run.id, RunStep.outcome == Outcome.APPLIED)
    step_ids = list(session.scalars(applied))
    rows = session.scalars(
        select(Snapshot).where(Snapshot.step_id.in_(step_ids), Snapshot.kind == _WRITE, Snapshot.after.is_not(None))
    ).all()
    own = {row.uuid for row in rows}
    found: dict[int, Snapshot] = {}
    for row in rows:
        if row.restored_at is None and not _took_back(desk, row, own):
            found |= {one.id: one for one in _beside_its_copy(session, desk, row, step_ids)}
    return [found[number] for number in sorted(found, reverse=True)]


def of_undo(session: Session, desk: Desk, undo: Undo) -> list[Snapshot]:
    """Return what takes back what an undo brought back, in the reverse order of doing."""
    rows = session.execute(
        select(UndoPart, Snapshot)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .where(UndoPart.undo_id == undo.id, UndoPart.outcome.in_(BACK_AGAIN))
        .order_by(UndoPart.position.desc())
    )
    found = [_that_takes_back(session, desk, part, row) for part, row in rows]
    return [one for one in found if one is not None and one.restored_at is None]


def demanded(session: Session, desk: Desk, row: Snapshot) -> SavedSnapshot:
    """Return a snapshot that may be restored, as far as our own rows tell.

    Raises:
        Refusal: `respira_cannot_restore`, with the reason.
    """
    saved = restores.demanded(session, desk, row)
    copy = _copy(session, row, saved.undo)
    if copy is not None and copy.state == "approved" and row.kind == _WRITE:
        hint = "Undo the approval instead, on the page of the copy."
        raise Refusal("respira_cannot_restore", "The copy that this changed was approved since.", hint=hint)
    return saved


def things_of(row: Snapshot, undo: State) -> frozenset[tuple[str, str]]:
    """Return by what a write is told to be of the same thing as another: a draft copy is another thing than its item.

    Args:
        undo: what the write's snapshot keeps for undoing it.
    """
    made = {(row.target_kind, str(undo[undo_keys.ID]))} if undo_keys.is_of_a_draft(undo) else set()
    if made and row.target_kind not in NO_POSTS:
        return frozenset(made)
    return frozenset({(row.target_kind, row.target_id), *made})


def undo_of(desk: Desk, row: Snapshot) -> State:
    """Return what a snapshot keeps for undoing its write."""
    if row.after is None:
        return {}
    undo: State = desk.sealer.unseal(f"snapshot.after {row.uuid}", row.after)["undo"]
    return undo


def _took_back(desk: Desk, row: Snapshot, own: set[str]) -> bool:
    return row.tool == NAME and restores.unsealed(desk, row).before.get(_RESTORED) in own


def _beside_its_copy(session: Session, desk: Desk, row: Snapshot, step_ids: Sequence[int]) -> list[Snapshot]:
    """Return what stands for a write: itself, or the approval of its copy, or nothing where the copy is gone."""
    undo = undo_of(desk, row)
    copy = _copy(session, row, undo)
    if copy is None or copy.state in ("open", "kept"):
        return [row]
    approval = session.scalar(select(Snapshot).where(Snapshot.uuid == copy.snapshot_uuid))
    if copy.state != "approved" or approval is None or approval.after is None or approval.restored_at is not None:
        return []
    if copy.step_id not in step_ids:
        return [row]
    # A new draft is there still once its publishing is undone, and goes with the step that made it.
    made = copy.original_id == copy.copy_id and undo_keys.made_id(undo) is not None
    return [approval, row] if made else [approval]


def _copy(session: Session, row: Snapshot, undo: State) -> Copy | None:
    """Return the draft copy that a write made or changed. One that it binned comes back whatever became of it."""
    if row.kind != _WRITE or row.target_kind in NO_POSTS or row.tool.startswith("delete_"):
        return None
    if not undo_keys.is_of_a_draft(undo):
        return None
    same = Copy.site_id == row.site_id, Copy.copy_id == undo[undo_keys.ID], Copy.kind == row.target_kind
    return session.scalar(select(Copy).where(*same).order_by(Copy.id.desc()).limit(1))


def _that_takes_back(session: Session, desk: Desk, part: UndoPart, row: Snapshot) -> Snapshot | None:
    """Return the snapshot by which what a part brought back is taken back.

    That is what was kept before it; where it undid a restore, it is the snapshot that was restored first.
    """
    uuid = part.kept_uuid
    if row.kind == undoing.RESTORE or row.tool == NAME:
        before = restores.unsealed(desk, row).before
        uuid = before.get(undoing.OF, before.get(_RESTORED))
    return session.scalar(select(Snapshot).where(Snapshot.uuid == uuid))
