"""What holds at every moment: read from the rows and compared with what was seen and what the model knows."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.properties.whole.playing import Play
from tests.properties.whole.world import rows_of
from webapp.core import receipts, restores
from webapp.data import Outcome, Plan, Run, RunStep, Snapshot, Status, Step, Undo, UndoPart

MOST_WAITING = 50
_ENDS = (Status.APPLIED, Status.DISCARDED)
_WAITING = (Status.PLANNED, Status.ACCEPTED, Status.SENT_BACK, Status.NOT_RUN)


class Ledger:
    """What stood in the rows before, to tell which way they moved.

    Attributes:
        places: each plan's positions, with the step that has it.
        told: receipts that were compared already.
    """

    def __init__(self) -> None:
        self.statuses: dict[str, str] = {}
        self.places: dict[tuple[int, int], str] = {}
        self.last: dict[int, int] = {}
        self.told: set[str] = set()


def rows_hold(play: Play, ledger: Ledger) -> None:
    """Hold what stands in the rows against what must always hold."""
    with play.desk.reading() as session:
        steps = list(session.scalars(select(Step)))
        plans = list(session.scalars(select(Plan)))
        _plans_hold(play, ledger, plans, steps)
        for step in steps:
            _step_holds(play, ledger, session, step)
        for run in session.scalars(select(Run).where(Run.finished_at.is_not(None))):
            if run.public_id not in ledger.told:
                ledger.told.add(run.public_id)
                receipt_holds(play, session, run)
        _undos_hold(play, session)


def _plans_hold(play: Play, ledger: Ledger, plans: list[Plan], steps: list[Step]) -> None:
    live = Counter(plan.key_id for plan in plans if plan.ended_at is None)
    if any(count > 1 for count in live.values()):
        play.wrong.append(f"A key has several plans: {live}")
    for plan in plans:
        waiting = [step for step in steps if step.plan_id == plan.id and step.status in _WAITING]
        if len(waiting) > MOST_WAITING:
            play.wrong.append(f"{len(waiting)} steps wait in {plan.public_id}.")
        if plan.last_position < ledger.last.get(plan.id, 0):
            play.wrong.append(f"The positions of {plan.public_id} went back.")
        ledger.last[plan.id] = plan.last_position


def _step_holds(play: Play, ledger: Ledger, session: Session, step: Step) -> None:
    place = step.plan_id, step.position
    if ledger.places.setdefault(place, step.public_id) != step.public_id:
        play.wrong.append(f"The place {place} was used twice.")
    before, known = ledger.statuses.get(step.public_id), play.model.steps.get(step.public_id)
    if before in _ENDS and step.status != before:
        play.wrong.append(f"{step.public_id} went from {before} to {step.status}.")
    if before == Status.DROPPED and step.status not in (before, Status.DISCARDED) and known and known.dropped:
        play.wrong.append(f"{step.public_id} was dropped, and is {step.status} although nobody took that back.")
    if step.status == Status.RUNNING and not _is_running(session, step):
        play.wrong.append(f"{step.public_id} is running in no run.")
    ledger.statuses[step.public_id] = step.status
    if known is not None and known.saved and step.status in (Status.PLANNED, Status.ACCEPTED, Status.NOT_RUN):
        play.wrong.append(f"{step.public_id} is on the site, and is {step.status}.")


def _is_running(session: Session, step: Step) -> bool:
    unfinished = select(RunStep.id).join(Run, Run.id == RunStep.run_id).where(Run.finished_at.is_(None))
    return session.scalar(unfinished.where(RunStep.step_id == step.id)) is not None


def receipt_holds(play: Play, session: Session, run: Run) -> None:
    """Compare the receipt of a finished run with what was seen of it."""
    asked, receipt = play.model.runs[run.public_id], receipts.read(session, play.desk, run, "respira_")
    outcomes = Counter(step["outcome"] for step in receipt["steps"])
    counted = {name: receipt[name] for name in ("applied", "failed", "not_run")}
    if counted != {name: outcomes[name] for name in counted}:
        play.wrong.append(f"The receipt of {run.public_id} counts {counted}, and lists {outcomes}.")
    if receipt["success"] != (receipt["failed"] == receipt["not_run"] == 0):
        play.wrong.append(f"The receipt of {run.public_id} says success {receipt['success']}: {counted}.")
    for told in receipt["steps"]:
        _told_holds(play, session, run, told, asked.saved.get(told["step_id"], 0))


def _was_so_before(play: Play, session: Session, told: dict[str, Any]) -> bool:
    """Tell whether what a step wanted stood there already: then a lost answer does not tell whether it was saved."""
    row = session.scalars(select(Snapshot).where(Snapshot.uuid == told["snapshots"][-1])).one()
    kept = restores.unsealed(play.desk, row)
    return bool(kept.after) and all(kept.before.get(name) == value for name, value in kept.after.items())


def _told_holds(play: Play, session: Session, run: Run, told: dict[str, Any], saved: int) -> None:
    step, outcome = play.model.steps.get(told["step_id"]), told["outcome"]
    row = session.scalars(select(Step).where(Step.public_id == told["step_id"])).one()
    if step is None:
        play.wrong.append(f"{run.public_id} tells of {told['step_id']}, which nobody asked for.")
    elif outcome == Outcome.APPLIED and not saved and not _was_so_before(play, session, told):
        play.wrong.append(f"{told['step_id']} is told as applied, and nothing was saved: {told}")
    elif outcome == Outcome.APPLIED and not step.found and not told.get("differs"):
        play.wrong.append(f"{told['step_id']} is told as applied, and was not on the site: {told}")
    elif outcome == Outcome.NOT_RUN and saved:
        play.wrong.append(f"{told['step_id']} is told as not run, and was saved: {told}")
    elif outcome == Outcome.FAILED and row.wrote_nothing and step.saved and step.found:
        play.wrong.append(f"{told['step_id']} is said to have written nothing, and was saved: {told}")


def _undos_hold(play: Play, session: Session) -> None:
    parts = session.execute(
        select(Undo, UndoPart).join(UndoPart, UndoPart.undo_id == Undo.id).where(UndoPart.kept_uuid.is_not(None))
    )
    for undo, part in parts:
        if undo.asked_at is None or not part.chosen:
            play.wrong.append(f"A part of {undo.public_id} was taken back, and nobody chose it.")
        if session.scalar(select(Snapshot.id).where(Snapshot.uuid == part.kept_uuid)) is None:
            play.wrong.append(f"{undo.public_id} names a snapshot that is not there.")


def secrets_hold(play: Play, log: list[str]) -> None:
    """Look for secrets in every row, in every answer to an agent, and in the log."""
    secrets = [*play.world.secrets, *play.secrets]
    rows, logged = repr(rows_of(play.desk.database)), "\n".join(log)
    for secret in secrets:
        if secret in rows:
            play.wrong.append(f"A secret stands in the rows in the clear: {secret}")
        if secret in logged:
            play.wrong.append(f"A secret stands in the log: {secret}")
    told = "\n".join(play.answers)
    typed = [f"secret-of-{step.word}" for step in play.model.steps.values() if step.tool == "create_user"]
    for secret in [*play.world.secrets, *typed]:
        if secret in told:
            play.wrong.append(f"An agent was told a secret: {secret}")
    for secret in typed:
        if secret in rows or secret in logged:
            play.wrong.append(f"A password that an agent sent stands in the rows or the log: {secret}")
