"""Applying: carrying out a run, step by step, through the same gate a direct call meets.

For each step: claim it; replay its stored request through the gate; look whether the target moved; commit the
snapshot; write; read back; commit the outcome. The truth is in the rows at every moment, so a run that was cut
off goes on from them. Nothing calls the site while a transaction is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import UNDER_WAY, Outcome, Phase, Run, RunStep, Status, Step

from . import claims, events, issuing, leases, receipts, reconciling, runs, sights, turns
from .desk import Desk
from .leases import TakenOver


class _LaidDown(Exception):
    """The worker ends: whoever comes next goes on with the run."""


def carry_out(desk: Desk, run_public_id: str, worker: str, stopping: Callable[[], bool] = lambda: False) -> bool:
    """Carry a run out to its end, or go on with one whose worker died.

    Args:
        worker: who works on it, unique for this attempt.
        stopping: whether the worker is to end; the run is then laid down between two steps.

    Returns:
        Whether it was carried out. Not so when it is finished already, when another worker has it or took it over,
        or when it was laid down.

    Raises:
        Refusal: `respira_site_busy`, something else goes on there, or what was sent before somebody died may still
            come; the run is free to be taken up again.
    """
    run_id = claims.take(desk, Run, run_public_id, worker)
    if run_id is None:
        return False
    with desk.reading() as session:
        run = session.get_one(Run, run_id)
    try:
        with (
            claims.kept(desk, Run, run_id, worker),
            leases.held_by_worker(desk, run.site_id, run.public_id, "applying a plan"),
        ):
            sights.before_run(desk, run)
            for part_id in _parts(desk, run_id):
                if stopping():
                    raise _LaidDown
                if not turns.take(desk, run_id, part_id, worker):
                    break
            _finish(desk, run_id, worker)
    except (TakenOver, _LaidDown):
        return False
    except reconciling.StillOnItsWay as cut_off:
        raise reconciling.put_off() from cut_off
    return True


def _parts(desk: Desk, run_id: int) -> list[int]:
    """Return the run's parts: one that was cut off while it wrote first, so that it is settled whatever comes."""
    with desk.writing() as session:
        run = session.get_one(Run, run_id)
        run.started_at = run.started_at or desk.clock()
        rows = session.scalars(
            select(RunStep.id)
            .join(Step, Step.id == RunStep.step_id)
            .where(RunStep.run_id == run_id)
            .order_by(RunStep.phase.not_in(UNDER_WAY), Step.position)
        )
        return list(rows)


def _finish(desk: Desk, run_id: int, worker: str) -> None:
    """Close the run; what was not reached stays in the plan as not run."""
    with desk.writing() as session:
        run = session.get_one(Run, run_id)
        if run.worker != worker:
            raise TakenOver
        _leave(session, desk, run)
        run.finished_at, run.lease_until = desk.clock(), None
        counts = [part.outcome for part, _step in receipts.part_rows(session, run)]
        events.record(
            session,
            desk,
            "run.finished",
            run.public_id,
            site_id=run.site_id,
            key_id=run.key_id,
            person_id=run.person_id,
            applied=counts.count(Outcome.APPLIED),
            failed=counts.count(Outcome.FAILED),
            not_run=counts.count(Outcome.NOT_RUN),
        )
        session.flush()
        issuing.issue(session, desk, run)


def _leave(session: Session, desk: Desk, run: Run) -> None:
    """Write down of each step that was not reached that it did not run, and why."""
    rows = receipts.part_rows(session, run)
    why = runs.why_stopped(session, run) if run.stop_asked else _why_not_reached(rows)
    for part, step in rows:
        if part.outcome is not None:
            continue
        part.phase, part.outcome, part.finished_at = Phase.DONE, Outcome.NOT_RUN, desk.clock()
        receipts.seal_report(desk, part, {"why": why})
        if step.status in (*turns.CLAIMABLE, Status.RUNNING):
            step.status = Status.NOT_RUN


def _why_not_reached(rows: Sequence[tuple[RunStep, Step]]) -> str:
    first = next((step for part, step in rows if part.outcome == Outcome.FAILED), None)
    if first is None:
        return "The run ended before its turn came."
    if first.status == Status.UNKNOWN:
        return f"It is not known whether step {first.position} was saved, so the run went no further."
    return f"Step {first.position} failed before it."
