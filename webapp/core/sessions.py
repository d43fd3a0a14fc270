"""What the tools that manage the plan answer: begin, end, read, trim, apply, and how an apply is going.

They run in plan mode as well, and never write to a site themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Decision, Mode, Plan, Run, RunStep, Status, Step
from webapp.errors import REASONS, Refusal

from . import applying, forecasts, gate, plans, receipts, runs, snapshots, steps
from .desk import Desk
from .gate import Call
from .redaction import redacted

DOOR_WAITS = 20.0
READ_ONLY = frozenset({"get_plan", "get_job_status", "list_snapshots"})


class Told(NamedTuple):
    """An answer of the engine: the body, and the HTTP status."""

    body: dict[str, Any]
    status: int = 200


def begin(desk: Desk, call: Call) -> Told:
    """Answer begin_session."""
    asked = call.arguments.get("mode") == "plan"
    with desk.writing() as session:
        plan = plans.begin(
            session,
            desk,
            call.key,
            call.site,
            mode_on=asked or call.key.mode != Mode.ASK,
            title=call.arguments.get("title"),
            note=call.arguments.get("note"),
        )
        waiting = _waiting(session, plan)
    body: dict[str, Any] = {
        "success": True,
        "session_id": plan.public_id,
        "plan_mode": plan.mode_on,
        "expires_in": plans.seconds_left(desk, plan),
        "pending_steps": len(waiting),
    }
    return Told({**body, **_review(desk, call, plan)})


def end(desk: Desk, call: Call) -> Told:
    """Answer end_session. On a `browser` key what waits is kept for the person."""
    with desk.writing() as session:
        plan = plans.live(session, desk, call.key.id)
        if plan is None:
            return Told({"success": True, "plan_mode": False, "discarded_steps": 0, "message": "No plan was open."})
        waiting = _waiting(session, plan)
        if call.key.mode == Mode.BROWSER and waiting:
            return _kept_for_the_person(desk, plan, len(waiting))
        left = plans.close(session, desk, plan, "ended")
        forgotten = (
            f"{_steps(left)} never ran and {'is' if left == 1 else 'are'} gone." if left else "No step was left."
        )
    return Told(
        {
            "success": True,
            "session_id": plan.public_id,
            "plan_mode": always,
            "discarded_steps": left,
            "message": f"{state} {gone}",
        }
    )


def _kept_for_the_person(desk: Desk, plan: Plan, waiting: int) -> Told:
    url = steps.review_url(desk, plan)
    message = (
        f"{_steps(waiting)} stay{'s' if waiting == 1 else ''} in the plan: the person decides at {url}. "
        "Discard the plan to drop them."
    )
    return Told(
        {
            "success": True,
            "code": "respira_waiting_for_person",
            "session_id": plan.public_id,
            "plan_mode": True,
            "discarded_steps": 0,
            "pending_steps": waiting,
            "message": message,
            "review": {"url": url, "approval": "browser"},
        },
        202,
    )


def read(desk: Desk, call: Call) -> Told:
    """Answer get_plan: every step in order, or one in full."""
    with desk.reading() as session:
        plan = plans.live(session, desk, call.key.id)
        if plan is None:
            return Told(
                {
                    "success": True,
                    "plan_mode": call.key.mode != Mode.ASK,
                    "mode": "plan" if call.key.mode != Mode.ASK else "direct",
                    "session_id": None,
                    "expires_in": 0,
                    "pending_steps": 0,
                    "steps": [],
                    "message": "No step is waiting.",
                }
            )
        listed = [step for step in plans.steps_of(session, plan) if step.status != Status.DISCARDED]
        wanted = call.arguments.get("step_id")
        if wanted is not None:
            return Told(_in_full(desk, call, plans.named(listed, [wanted])[0]))
        return Told(_whole(session, desk, call, plan, listed))


def _whole(session: Session, desk: Desk, call: Call, plan: Plan, listed: Sequence[Step]) -> dict[str, Any]:
    waiting = len([step for step in listed if plans.waits(step)])
    body: dict[str, Any] = {
        "success": True,
        "plan_mode": plan.mode_on,
        "mode": "plan",
        "session_id": plan.public_id,
        "expires_in": plans.seconds_left(desk, plan),
        "pending_steps": waiting,
        "steps": [_entry(call, step) for step in listed],
        "message": waiting_sentence(waiting),
    }
    last = runs.last_finished(session, plan)
    if last is not None:
        body["last_receipt"] = receipts.read(session, desk, last, call.prefix)
    return {**body, **_review(desk, call, plan, _decisions(session, listed))}


def _entry(call: Call, step: Step) -> dict[str, Any]:
    fields = steps.described(call, step)
    return {"step_id": fields.pop("step_id"), "position": fields.pop("position"), "status": step.status, **fields}


def _in_full(desk: Desk, call: Call, step: Step) -> dict[str, Any]:
    _name, arguments, _request = gate.stored(desk, step)
    entry = _entry(call, step)
    entry["arguments"] = redacted(arguments, longest=None)
    entry["changes"] = forecasts.forecast_of(desk, step)["changes"]
    return {"success": True, "steps": [entry]}


def discard(desk: Desk, call: Call) -> Told:
    """Answer discard_plan."""
    with desk.writing() as session:
        plan = plans.live(session, desk, call.key.id)
        gone: list[Step] = []
        if plan is not None:
            gone = plans.discard(session, desk, plan, call.arguments.get("step_ids"))
            forecasts.again(session, desk, plan)
        elif call.arguments.get("step_ids"):
            raise Refusal("respira_step_not_found", "There is no plan, so it has no such step.")
        left = 0 if plan is None else len(_waiting(session, plan))
        mode = call.key.mode != Mode.ASK if plan is None else plan.mode_on
    return Told(
        {
            "success": True,
            "discarded": len(gone),
            "step_ids": [step.public_id for step in gone],
            "pending_steps": left,
            "plan_mode": mode,
            "message": f"{_steps(len(gone))} discarded. {waiting_sentence(left)}" if gone else waiting_sentence(left),
        }
    )


def apply(desk: Desk, call: Call) -> Told:
    """Answer apply_plan: start a run and wait for it a while, or say why none was started."""
    step_ids = call.arguments.get("step_ids")
    with desk.reading() as session:
        plan = plans.live(session, desk, call.key.id)
        open_run = None if plan is None else runs.open_of(session, plan)
    if plan is None:
        return _nothing_waiting(desk, call, None)
    if open_run is None:
        applying.demand_free(desk, call.site.id)
        with desk.writing() as session:
            open_run = runs.open_of(session, plan)
            chosen = None if open_run is not None else _chosen(session, desk, call, plan, step_ids)
            if isinstance(chosen, Told):
                return chosen
            if chosen:
                open_run = runs.start(
                    session,
                    desk,
                    plan,
                    chosen,
                    continue_on_error=call.arguments.get("continue_on_error", False),
                )
        if open_run is None:
            return _nothing_waiting(desk, call, plan)
    desk.wake(open_run.public_id)
    return _followed(desk, call, open_run.public_id, DOOR_WAITS)


def _chosen(session: Session, desk: Desk, call: Call, plan: Plan, step_ids: list[str] | None) -> list[Step] | Told:
    try:
        return runs.for_agent(session, plan, call.key.mode, step_ids)
    except Refusal as refusal:
        if refusal.code != "respira_waiting_for_person":
            raise
        return _waits_for_person(desk, call, plan, refusal.message, _undecided(session, plan))


def job_status(desk: Desk, call: Call) -> Told:
    """Answer get_job_status."""
    with desk.reading() as session:
        run = session.scalar(select(Run).where(Run.public_id == call.arguments["job_id"], Run.key_id == call.key.id))
    if run is None:
        raise Refusal("respira_job_not_found")
    return _followed(desk, call, run.public_id, 0.0)


def list_snapshots(desk: Desk, call: Call) -> Told:
    """Answer list_snapshots: this key's own, the newest first."""
    limit = min(call.arguments.get("limit", snapshots.MOST_LISTED), snapshots.MOST_LISTED)
    with desk.reading() as session:
        return Told({"success": True, "snapshots": snapshots.listed(session, call.key.id, limit)})


def _followed(desk: Desk, call: Call, run_id: str, seconds: float) -> Told:
    finished = applying.wait_for(desk, run_id, seconds)
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
            return _waits_for_person(desk, call, plan, REASONS["respira_waiting_for_person"][1], undecided)
        last = None if plan is None else runs.last_finished(session, plan)
        body: dict[str, Any] = {
            "success": False,
            "code": "respira_nothing_waiting",
            "message": "No step is waiting, so nothing was run.",
            "plan_mode": call.key.mode != Mode.ASK if plan is None else plan.mode_on,
        }
        if last is not None:
            body["last_receipt"] = receipts.read(session, desk, last, call.prefix)
    return Told(body, 202)


def _waits_for_person(desk: Desk, call: Call, plan: Plan, message: str, undecided: list[str]) -> Told:
    url = steps.review_url(desk, plan)
    return Told(
        {
            "success": False,
            "code": "respira_waiting_for_person",
            "message": f"{message} Send the person this address: {url}",
            "plan_mode": plan.mode_on,
            "pending_steps": len(undecided),
            "review": {"url": url, "approval": "browser", "waiting": undecided},
        },
        202,
    )


def waiting_sentence(count: int) -> str:
    """Say how many steps wait."""
    if count == 0:
        return "No step is waiting."
    if count == 1:
        return "1 step is waiting for the person's yes. Nothing in it has touched the site."
    return f"{count} steps are waiting for the person's yes. Nothing in them has touched the site."


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _waiting(session: Session, plan: Plan) -> list[Step]:
    return [step for step in plans.steps_of(session, plan) if plans.waits(step)]


def _undecided(session: Session, plan: Plan) -> list[str]:
    return [step.public_id for step in _waiting(session, plan) if step.status != Status.ACCEPTED]


def _decisions(session: Session, listed: Sequence[Step]) -> list[dict[str, Any]]:
    ids = {step.id: step.public_id for step in listed}
    newest = {
        row.step_id: row
        for row in session.scalars(select(Decision).where(Decision.step_id.in_(ids)).order_by(Decision.id))
    }
    return [
        {"step_id": ids[row.step_id], "verdict": row.verdict, **({"note": row.note} if row.note else {})}
        for row in newest.values()
        if row.verdict != "undecided"
    ]


def _review(desk: Desk, call: Call, plan: Plan, decisions: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    review: dict[str, Any] = {}
    if call.key.mode == Mode.BROWSER:
        review = {"url": steps.review_url(desk, plan), "approval": "browser"}
    if decisions:
        review["decisions"] = list(decisions)
    return {"review": review} if review else {}


VERBS: Mapping[str, Callable[[Desk, Call], Told]] = {
    "begin_session": begin,
    "end_session": end,
    "get_plan": read,
    "apply_plan": apply,
    "discard_plan": discard,
    "get_job_status": job_status,
    "list_snapshots": list_snapshots,
}
