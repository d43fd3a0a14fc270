"""Backwards: what the steps of one plan, or of one run, did and can still be taken back, the newest first.

It brings nothing back: each of them is restored as any other snapshot is.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Plan, Run, RunStep, Snapshot, Status, Step
from webapp.errors import Refusal
from webapp.tools.answers import SavedSnapshot

from . import restores
from .desk import Desk

_RUN = "run_"


def of_session(session: Session, desk: Desk, key_id: int, session_id: str) -> list[SavedSnapshot]:
    """Return what a key's plan or run can still take back. What it took back itself is left out.

    Args:
        session_id: the public id of a plan (`sess_...`) or of a run (`run_...`).

    Returns:
        The newest first. Those of which it is not known whether they were saved are among them, not `restorable` and
        without anything to `undo`; others may turn out not to be restorable.

    Raises:
        Refusal: `respira_snapshot_not_found`, nothing landed; `respira_cannot_restore`, all of it is back already, or
            it is not known whether any of it was saved.
    """
    rows = _taken(session, key_id, session_id)
    unknown = {row.uuid for row in rows if row.after is None and _is_unknown(session, row)}
    landed = [row for row in rows if row.after is not None]
    if not landed and not unknown:
        raise Refusal(
            "respira_snapshot_not_found",
            f"This key has changed nothing in {session_id}.",
            hint="Send the session_id of a plan (sess_...) or the job_id of a run (run_...) whose steps landed.",
        )
    own = {row.uuid for row in rows}
    open_ones = [row for row in landed if row.restored_at is None and not _took_back(desk, row, own)]
    if not open_ones:
        raise _nothing_left(session_id, [row for row in rows if row.uuid in unknown], bool(landed))
    return [restores.unsealed(desk, row) for row in rows if row in open_ones or row.uuid in unknown]


def _nothing_left(session_id: str, unknown: Sequence[Snapshot], any_landed: bool) -> Refusal:
    """Return why there is nothing to take back: it is back already, or nobody knows whether it is there."""
    begin = f"All that is known to have landed in {session_id} was restored already."
    if not unknown:
        return Refusal(
            "respira_cannot_restore", f"All of {session_id} was restored already.", hint="Nothing more is needed."
        )
    if not any_landed:
        begin = f"Nothing is known to have landed in {session_id}."
    labels = " ".join(row.label for row in unknown)
    return Refusal(
        "respira_cannot_restore",
        f"{begin} It is not known whether this was saved: {labels}",
        hint="Ask the person to look at it on the page of the plan.",
    )


def _taken(session: Session, key_id: int, session_id: str) -> Sequence[Snapshot]:
    query = select(Snapshot).join(Step, Step.id == Snapshot.step_id)
    if session_id.startswith(_RUN):
        query = query.join(RunStep, RunStep.step_id == Step.id).join(Run, Run.id == RunStep.run_id)
        query = query.where(Run.public_id == session_id)
    else:
        query = query.join(Plan, Plan.id == Step.plan_id).where(Plan.public_id == session_id)
    query = query.where(Snapshot.key_id == key_id, Snapshot.kind == "before_write")
    return session.scalars(query.order_by(Snapshot.id.desc())).all()


def _is_unknown(session: Session, row: Snapshot) -> bool:
    """Tell whether a write whose end is not written down may have been saved. The last try of a step counts."""
    newest = select(Snapshot.id).where(Snapshot.step_id == row.step_id, Snapshot.kind == row.kind)
    if session.scalar(newest.order_by(Snapshot.id.desc()).limit(1)) != row.id:
        return False
    return session.scalar(select(Step.status).where(Step.id == row.step_id)) == Status.UNKNOWN


def _took_back(desk: Desk, row: Snapshot, own: set[str]) -> bool:
    """Tell whether a step restored what an earlier step of the same session had done."""
    return restores.unsealed(desk, row).before.get("restored.uuid") in own
