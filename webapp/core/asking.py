"""What an agent's apply answers: it asks for a run, waits for it a while, and tells how it is going.

Who may run which steps is decided in `runs`; carrying them out is the worker's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import clock
from webapp.data import Mode, Plan, Run, RunStep, Status, Step
from webapp.errors import REASONS, Refusal

from . import plans, receipts, rights, runs, steps, waiting
from .desk import Desk
from .gate import Call

DOOR_WAITS = 20.0


class Told(NamedTuple):
    """An answer of the engine: the body, and the HTTP status."""

    body: dict[str, Any]
    status: int = 200


def apply(desk: Desk, call: Call) -> Told:
    """Answer apply_plan: start a run and wait for it a while, or say why none was started.

    Raises:
        Refusal: a named step is not of this plan or may not run, or the site is busy; then nothing runs.
    """
    rights.demand_own(call.key)
    step_ids = call.arguments.get("step_ids")
    demand_some(step_ids)
    # One patience for both: for another run of the site to end, and then for this one.
    until = clock.monotonic() + DOOR_WAITS
    with desk.reading() as session:
        plan = plans.live(session, desk, call.key.id)
        open_run = None if plan is None else runs.open_of(session, plan)
        if plan is None and step_ids:
            plans.demand_not_expired(session, desk, call.key.id)
    if plan is None:
        if step_ids:
            raise Refusal("respira_step_not_found", "There is no plan, so it has no such step. Nothing was run.")
        return _nothing_waiting(desk, call, None)
    if open_run is None:
        waiting.demand_free(desk, call.site.id)
        asked = _asked(desk, call, step_ids)
        if isinstance(asked, Told):
            return asked
        open_run = asked
    desk.wake(open_run.public_id)
    return _followed(desk, call, open_run.public_id, until - clock.monotonic())


def _asked(desk: Desk, call: Call, step_ids: list[str] | None) -> Run | Told:
    """Write down the run of what may run; or tell why there is none."""
    with desk.writing() as session:
        plan = plans.live(session, desk, call.key.id)
        if plan is None:
            # It expired while this call waited for another run.
            raise Refusal("respira_plan_expired")
        open_run = runs.open_of(session, plan)
        if open_run is not None:
            return open_run
        chosen = _chosen(session, desk, call, plan, step_ids)
        if isinstance(chosen, Told):
            return chosen
        if chosen:
            goes_on = call.arguments.get("continue_on_error", False)
            return runs.start(session, desk, plan, chosen, continue_on_error=goes_on)
    return _nothing_waiting(desk, call, plan)


def demand_some(step_ids: list[str] | None) -> None:
    """Refuse an empty list of steps: it could mean none, or all.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if step_ids is not None and not step_ids:
        raise Refusal(
            "respira_invalid_arguments", "The list step_ids is empty. Leave it out to mean every step that waits."
        )


def _chosen(session: Session, desk: Desk, call: Call, plan: Plan, step_ids: list[str] | None) -> list[Step] | Told:
    try:
        return runs.for_agent(session, desk, plan, call.key.mode, step_ids)
    except Refusal as refusal:
        if refusal.code != "respira_waiting_for_person":
            raise
        return _waits_for_person(session, desk, call, plan, refusal.message)


def job_status(desk: Desk, call: Call) -> Told:
    """Answer get_job_status."""
    with desk.reading() as session:
        run = session.scalar(select(Run).where(Run.public_id == call.arguments["job_id"], Run.key_id == call.key.id))
    if run is None:
        raise Refusal("respira_job_not_found")
    return _followed(desk, call, run.public_id, 0.0)


def _followed(desk: Desk, call: Call, run_id: str, seconds: float) -> Told:
    finished = waiting.wait_for(desk, run_id, seconds)
    with desk.reading() as session:
        run = session.scalars(select(Run).where(Run.public_id == run_id)).one()
        if not finished:
            return Told(_running(session, call, run), 202)
        body = receipts.read(session, desk, run, call.prefix)
        plan = session.get_one(Plan, run.plan_id)
        if call.key.mode == Mode.BROWSER:
            body["review"] = {
                **body.get("review", {}),
                "url": steps.review_url(desk, plan),
                "waiting": _undecided(session, plan),
            }
        return Told(body)


def _running(session: Session, call: Call, run: Run) -> dict[str, Any]:
    parts = list(session.scalars(select(RunStep.outcome).where(RunStep.run_id == run.id)))
    done = len([outcome for outcome in parts if outcome is not None])
    return {
        "success": False,
        "code": "respira_job_running",
        "job_id": run.public_id,
        "done": done,
        "of": len(parts),
        "message": (
            f"The plan is still being applied: {done} of {len(parts)} step(s) are done. Ask "
            f"{call.named('get_job_status')} with this job_id; applying again does not start a second run."
        ),
    }


def _nothing_waiting(desk: Desk, call: Call, plan: Plan | None) -> Told:
    with desk.reading() as session:
        undecided = [] if plan is None else _undecided(session, plan)
        if plan is not None and call.key.mode == Mode.BROWSER and undecided:
            return _waits_for_person(session, desk, call, plan, REASONS["respira_waiting_for_person"][1])
        last = runs.last_finished_of_key(session, call.key.id)
        body: dict[str, Any] = {
            "success": False,
            "code": "respira_nothing_waiting",
            "message": "No step is waiting, so nothing was run.",
            "plan_mode": plans.is_on(plan, call.key, call.site),
        }
        if last is not None:
            body["last_receipt"] = receipts.read(session, desk, last, call.prefix)
    return Told(body, 202)


def _waits_for_person(session: Session, desk: Desk, call: Call, plan: Plan, message: str) -> Told:
    url = steps.review_url(desk, plan)
    pending = len([step for step in plans.steps_of(session, plan) if plans.waits(step)])
    return Told(
        {
            "success": False,
            "code": "respira_waiting_for_person",
            "message": f"{message} Send the person this address: {url}",
            "plan_mode": plans.is_on(plan, call.key, call.site),
            "pending_steps": pending,
            "review": {"url": url, "approval": "browser", "waiting": _undecided(session, plan)},
        },
        202,
    )


def _undecided(session: Session, plan: Plan) -> list[str]:
    return [
        step.public_id
        for step in plans.steps_of(session, plan)
        if plans.waits(step) and step.status != Status.ACCEPTED
    ]
