"""A step's turn in a run: from the claim to the outcome. It decides nothing about the other steps but whether
the run goes on."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from sqlalchemy import select, update
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from webapp import logs
from webapp.data import UNDER_WAY, Decision, Key, Mode, Outcome, Phase, Plan, Run, RunStep, Status, Step
from webapp.errors import Refusal, SiteTrouble, Trouble
from webapp.tools.answers import Proposal, State, Target
from webapp.tools.tool import WriteTool
from webapp.wordpress.client import WordPress

from . import (
    awaited,
    doubts,
    forecasts,
    gate,
    outcomes,
    plans,
    receipts,
    reconciling,
    rights,
    sites,
    snapshots,
    stale,
    yeses,
)
from .desk import Desk
from .gate import Call
from .leases import TakenOver
from .outcomes import Ready, Turn

log = structlog.get_logger(__name__)
CLAIMABLE = (Status.PLANNED, Status.ACCEPTED, Status.NOT_RUN, Status.FAILED)
_GONE = "It was discarded or dropped before its turn came."
_NOT_ACCEPTED = "It was not accepted any more when its turn came."


def take(desk: Desk, run_id: int, part_id: int, worker: str) -> bool:
    """Give one step its turn.

    Args:
        worker: who carries the run out.

    Returns:
        Whether the run goes on with the next step.

    Raises:
        TakenOver: another worker carries the run out now.
        StillOnItsWay: what was sent before somebody died may still come.
        OperationalError: the database is gone. What was begun is settled by whoever goes on.
    """
    turn = _claimed(desk, run_id, part_id, worker)
    if turn is None:
        return _goes_on(desk, run_id, part_id)
    try:
        if turn.part.phase not in UNDER_WAY:
            _run(desk, turn)
        elif reconciling.settle(desk, turn):
            return take(desk, run_id, part_id, worker)
    except (TakenOver, reconciling.StillOnItsWay, OperationalError, InterfaceError):
        raise
    except Trouble as trouble:
        outcomes.fail(desk, turn, trouble, wrote_nothing=True)
    except Exception as fault:  # noqa: BLE001 - a bug in one tool must not hold up every later run of the site
        _broke(desk, turn, fault)
    return _goes_on(desk, run_id, part_id)


def _broke(desk: Desk, turn: Turn, fault: Exception) -> None:
    """Write down that a bug of ours ended the turn; its text stays in the log."""
    name = logs.id_now()
    log.error("step.broke", step=turn.step.public_id, id=name, exc_info=fault)
    with desk.reading() as session:
        sent = session.get_one(RunStep, turn.part.id).phase in UNDER_WAY
    trouble = (
        SiteTrouble("respira_outcome_unknown") if sent else Refusal("respira_broke", f"Something broke, id {name}.")
    )
    outcomes.fail(desk, turn, trouble, wrote_nothing=not sent, unknown=sent)


def _claimed(desk: Desk, run_id: int, part_id: int, worker: str) -> Turn | None:
    """Claim the step by compare-and-set; None when it is done, was taken away, or the run is to stop."""
    with desk.writing() as session:
        run, part = session.get_one(Run, run_id), session.get_one(RunStep, part_id)
        if run.worker != worker:
            raise TakenOver
        if part.outcome is not None or (run.stop_asked and part.phase not in UNDER_WAY):
            return None
        step = session.get_one(Step, part.step_id)
        if part.phase == Phase.WAITING and not _claim(session, desk, run, part, step):
            return None
        return Turn(run, part, step, run.key_id, worker)


def _claim(session: Session, desk: Desk, run: Run, part: RunStep, step: Step) -> bool:
    """Claim a step whose turn begins. Where a person says the yes, it must still stand."""
    browser = session.get_one(Key, run.key_id).mode == Mode.BROWSER
    accepted_only = run.person_id is not None or browser
    plan = session.get_one(Plan, step.plan_id)
    unmet = awaited.first_unmet(step.needs, plans.steps_of(session, plan))
    if unmet is not None and step.status in CLAIMABLE:
        part.phase, part.outcome, part.finished_at = Phase.DONE, Outcome.NOT_RUN, desk.clock()
        receipts.seal_report(desk, part, {"why": f"It needs what step {unmet.position} makes, and that has not run."})
        step.status = Status.NOT_RUN
        return False
    if accepted_only and forecasts.first_that_differs([step], plans.steps_of(session, plan)) is not None:
        forecasts.again(session, desk, plan)
        step.status = Status.PLANNED if step.status == Status.ACCEPTED else step.status
    if browser and run.person_id is None and yeses.not_counting(session, [step.id]):
        step.status = Status.PLANNED if step.status == Status.ACCEPTED else step.status
    session.flush()
    claimed = session.execute(
        update(Step)
        .where(Step.id == step.id, Step.status.in_((Status.ACCEPTED,) if accepted_only else CLAIMABLE))
        .where(Step.request.is_not(None))
        .values(status=Status.RUNNING)
    )
    if claimed.rowcount != 1:  # type: ignore[attr-defined]
        part.phase, part.outcome, part.finished_at = Phase.DONE, Outcome.NOT_RUN, desk.clock()
        receipts.seal_report(desk, part, {"why": _NOT_ACCEPTED if plans.waits(step) else _GONE})
        return False
    part.phase, part.started_at = Phase.CLAIMED, desk.clock()
    part.approved_by_apply = step.approval_required
    session.refresh(step)
    return True


def _goes_on(desk: Desk, run_id: int, part_id: int) -> bool:
    with desk.reading() as session:
        run, part = session.get_one(Run, run_id), session.get_one(RunStep, part_id)
        if run.stop_asked:
            return False
        return part.outcome != Outcome.FAILED or run.continue_on_error


def _run(desk: Desk, turn: Turn) -> None:
    """Check, snapshot, write, read back.

    Raises:
        Trouble: before anything was sent.
    """
    call = gate.readmit(desk, turn.step, turn.key_id)
    with sites.reached(desk, call.site) as wordpress:
        ready = _ready(desk, turn, call, wordpress)
        snapshot = _snapshot(desk, turn, ready)
        wordpress.taken = lambda: _answered(desk, turn)
        try:
            performed = reconciling.perform(ready.tool, wordpress, ready.call, ready.state, ready.saved)
        except SiteTrouble as trouble:
            if trouble.written == "no":
                outcomes.fail(desk, turn, trouble, wrote_nothing=True)
            else:
                reconciling.after_trouble(desk, turn, ready, trouble, wordpress)
            return
        outcomes.land(desk, turn, performed, snapshot, noisy=wordpress.noisy)


def _demand_yes(session: Session, turn: Turn, call: Call) -> None:
    """Demand a person's yes where only a person gives it now: the key may have changed since the step was claimed.

    Raises:
        Refusal: `respira_plan_changed`.
    """
    if call.key.mode != Mode.BROWSER or turn.run.person_id is not None:
        return
    newest = (
        select(Decision.verdict)
        .where(Decision.step_id == turn.step.id, Decision.counts)
        .order_by(Decision.id.desc())
        .limit(1)
    )
    if session.scalar(newest) != "accept" or yeses.not_counting(session, [turn.step.id]):
        raise Refusal(
            "respira_plan_changed",
            "Since this apply began, a person decides about it in the browser. Nothing was sent.",
        )


def _ready(desk: Desk, turn: Turn, call: Call, wordpress: WordPress) -> Ready:
    tool = call.tool
    if not isinstance(tool, WriteTool):
        raise TypeError(f"{tool.name} does not write")
    rights.demand_unprotected(call.site, turn.step.target_kind, turn.step.target_id)
    call = call.seen_from(turn.step.public_id)
    state = tool.write.read(wordpress, call.arguments, call.scene)
    with desk.reading() as session:
        plan = session.get_one(Plan, turn.step.plan_id)
        steps = plans.steps_of(session, plan)
    proposal = _standing(desk, turn, steps, call, state, wordpress)
    # A target that was not there yet when the step was planned has its id only now.
    target_id = proposal.target.id if turn.step.needs else turn.step.target_id
    return Ready(call, tool, state, tool.write.save(wordpress, call.arguments, state, call.scene), target_id)


def _standing(
    desk: Desk, turn: Turn, steps: Sequence[Step], call: Call, state: State, wordpress: WordPress
) -> Proposal:
    """Return what the step would do now, or keep for people what had moved.

    Raises:
        Refusal: as `forecasts.demand_standing`.
    """
    read_at = desk.clock()
    try:
        return forecasts.demand_standing(desk, turn.step, steps, call, state)
    except Refusal as refusal:
        if refusal.code == "respira_step_stale":
            look = stale.found(desk, turn.step, refusal, state, wordpress)
            with desk.writing() as session:
                outcomes.demand_own(session, turn)
                stale.keep(desk, session.get_one(Step, turn.step.id), look, read_at)
        raise


def _snapshot(desk: Desk, turn: Turn, ready: Ready) -> str:
    """Commit the snapshot; from here on the site may be changed."""
    with desk.writing() as session:
        outcomes.demand_own(session, turn)
        call = gate.demand_still(session, desk, ready.call)
        rights.demand_own(call.key)
        _demand_yes(session, turn, call)
        step = session.get_one(Step, turn.step.id)
        step.target_id = ready.target_id
        rights.demand_unprotected(call.site, step.target_kind, step.target_id)
        doubts.demand_certain(session, call.site.id, step.target_kind, step.target_id)
        snapshot = snapshots.take(
            session,
            desk,
            site_id=ready.call.site.id,
            tool=ready.tool.name,
            target=Target(step.target_kind, step.target_id, step.target_name, step.target_link),
            label=step.effect,
            before={**ready.state, **ready.saved},
            key_id=turn.key_id,
            step_id=turn.step.id,
        )
        part = session.get_one(RunStep, turn.part.id)
        part.phase = Phase.WRITING
        receipts.seal_report(desk, part, {"snapshots": [snapshot.uuid]})
        return snapshot.uuid


def _answered(desk: Desk, turn: Turn) -> None:
    """Write down that the site answered the write, for whoever watches; what became of it does not depend on this."""
    mine = select(Run.id).where(Run.id == turn.run.id, Run.worker == turn.worker)
    try:
        with desk.writing() as session:
            session.execute(
                update(RunStep)
                .where(RunStep.id == turn.part.id, RunStep.phase == Phase.WRITING, RunStep.run_id.in_(mine))
                .values(phase=Phase.READING)
            )
    except (SQLAlchemyError, OSError) as fault:
        log.warning("step.phase_not_kept", step=turn.step.public_id, fault=type(fault).__name__)
