"""Outcomes: writing down what became of a step's write, and everything that follows from it in our own rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Outcome, Phase, Plan, Run, RunStep, Snapshot, Status, Step
from webapp.errors import REASONS, Refusal, Trouble
from webapp.tools.answers import Performed, State
from webapp.tools.tool import WriteTool

from . import copies, events, forecasts, issuing, receipts, restores, snapshots, wishes
from .desk import Desk
from .gate import Call
from .leases import TakenOver

# What to do first where it is not known what became of a write, whatever else the site's answer suggests.
LOOK_FIRST = REASONS["respira_outcome_unknown"][2]


@dataclass(frozen=True)
class Turn:
    """One step's turn: the rows it works on, read when it began.

    Attributes:
        worker: who carries the run out; None for a person who looks at a step whose outcome is unknown.
    """

    run: Run
    part: RunStep
    step: Step
    key_id: int
    worker: str | None


def demand_own(session: Session, turn: Turn) -> None:
    """Demand that what became of this step is still this turn's to say.

    Raises:
        TakenOver: the worker was away so long that another one carries the run out.
        Refusal: somebody else settled the step in the meantime.
    """
    if turn.worker is None:
        if session.get_one(Step, turn.step.id).status != Status.UNKNOWN:
            raise Refusal("respira_step_not_waiting", "It is settled already what became of this step.")
    elif session.get_one(Run, turn.run.id).worker != turn.worker:
        raise TakenOver


@dataclass(frozen=True)
class Ready:
    """Everything a write needs, read and checked right before it."""

    call: Call
    tool: WriteTool
    state: State
    saved: State
    target_id: str


def land(desk: Desk, turn: Turn, performed: Performed, snapshot_uuid: str, *, noisy: bool = False) -> None:
    """Write down that a step landed: outcome, links, what the site now holds, the copy it made.

    Where its run is over already, that is another edition of the receipt.

    Args:
        noisy: other text stood around the site's answers.
    """
    with desk.writing() as session:
        demand_own(session, turn)
        step, part = session.get_one(Step, turn.step.id), session.get_one(RunStep, turn.part.id)
        snapshot = session.scalars(select(Snapshot).where(Snapshot.uuid == snapshot_uuid)).one()
        links = links_of(session, desk, performed, snapshot.site_id, turn.key_id, step.id)
        snapshots.complete(desk, snapshot, performed)
        report: dict[str, Any] = {
            "snapshots": [snapshot_uuid],
            "links": links,
            "result": {**performed.result, "snapshot_uuid": snapshot_uuid},
        }
        if performed.differs:
            report["differs"] = list(performed.differs)
        if performed.why:
            report["why"] = performed.why
        if performed.unchecked:
            report["unchecked"] = True
        if noisy:
            report["noisy"] = True
        step.status, step.applied_at, step.wrote_nothing = Status.APPLIED, desk.clock(), False
        step.after = desk.sealer.seal(f"step.after {step.public_id}", performed.after)
        part.phase, part.outcome, part.finished_at = Phase.DONE, Outcome.APPLIED, desk.clock()
        receipts.seal_report(desk, part, report)
        note_consequences(session, desk, performed, snapshot)
        session.flush()
        forecasts.again(session, desk, session.get_one(Plan, step.plan_id))
        events.record(
            session,
            desk,
            "step.applied",
            step.public_id,
            site_id=turn.run.site_id,
            key_id=turn.key_id,
            person_id=turn.run.person_id,
            run=turn.run.public_id,
        )
        session.flush()
        issuing.issue(session, desk, session.get_one(Run, turn.run.id))


def fail(desk: Desk, turn: Turn, trouble: Trouble, *, wrote_nothing: bool, unknown: bool = False) -> None:
    """Write down that a step failed.

    Args:
        wrote_nothing: it is certain that the site was not changed, so the step may run again.
        unknown: it is not known whether the site was changed; a person has to look.
    """
    hint = trouble.hint
    if unknown and LOOK_FIRST not in hint:
        hint = f"{LOOK_FIRST} {hint}".strip()
    error = {"code": trouble.code, "message": trouble.message, "status": trouble.status, "hint": hint}
    with desk.writing() as session:
        demand_own(session, turn)
        step, part = session.get_one(Step, turn.step.id), session.get_one(RunStep, turn.part.id)
        step.status = Status.UNKNOWN if unknown else Status.FAILED
        step.wrote_nothing = wrote_nothing
        if wrote_nothing:
            part.approved_by_apply = False
        part.phase, part.outcome, part.finished_at = Phase.DONE, Outcome.FAILED, desk.clock()
        receipts.seal_report(desk, part, {**receipts.report_of(desk, part), "error": {**error, **trouble.details}})
        forecasts.again(session, desk, session.get_one(Plan, step.plan_id))
        events.record(
            session,
            desk,
            "step.failed",
            step.public_id,
            site_id=turn.run.site_id,
            key_id=turn.key_id,
            person_id=turn.run.person_id,
            code=trouble.code,
            run=turn.run.public_id,
        )


def links_of(
    session: Session, desk: Desk, performed: Performed, site_id: int, key_id: int, step_id: int | None
) -> list[str]:
    """Keep the copy that a write made, and return the preview links of the copy it landed on.

    What the write wishes for that copy is kept too, and how to undo that goes into `performed.undo`.
    """
    if performed.made_copy is not None:
        copy = copies.keep(session, desk, performed.made_copy, site_id=site_id, key_id=key_id, step_id=step_id)
        return [copies.preview_link(desk, copy)]
    if performed.copy_id is not None:
        held = wishes.open_with(session, site_id, performed.copy_id)
        if held is not None:
            performed.undo.update(wishes.keep(desk, held, wishes.among(performed.after)))
            return [copies.preview_link(desk, held)]
    return []


def note_consequences(session: Session, desk: Desk, performed: Performed, snapshot: Snapshot) -> None:
    """Write down what a write did to other rows of ours: a restored snapshot, a copy that is gone."""
    if performed.restored is not None:
        restored = session.scalars(select(Snapshot).where(Snapshot.uuid == performed.restored)).one()
        restores.note(
            session,
            desk,
            restored,
            snapshot.uuid,
            gone_copy_id=performed.gone_copy_id,
            back_copy_id=performed.back_copy_id,
            anew=performed.anew,
        )
    elif performed.gone_copy_id is not None:
        snapshots.forget_copy(session, desk, snapshot.site_id, performed.gone_copy_id, "deleted")
