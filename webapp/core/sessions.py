"""What the tools that manage the plan answer: begin, end, read, trim, apply, and how an apply is going.

They run in plan mode as well, and never write to a site themselves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Decision, Mode, Plan, Status, Step
from webapp.errors import Refusal

from . import asking, diagnoses, forecasts, plans, receipts, reports, rights, runs, snapshots, steps
from .asking import Told
from .desk import Desk
from .gate import Call
from .redaction import outlined, redacted, without_secrets

# Clients cut longer answers, and then what they read is no plan any more.
LONGEST_LISTING = 50_000
_SHORTER = (400, 100, 30)
READ_ONLY = frozenset({"get_plan", "get_job_status", "list_snapshots", "diagnose_connection"})


def begin(desk: Desk, call: Call) -> Told:
    """Answer begin_session."""
    asked = call.arguments.get("mode") == "plan"
    with desk.writing() as session:
        plan = plans.begin(
            session,
            desk,
            call.key,
            call.site,
            mode_on=asked or rights.always_plans(call.key, call.site),
            title=call.arguments.get("title"),
            note=call.arguments.get("note"),
            client=call.client,
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
            plans.forget_mode(session, call.key.id)
            always = rights.always_plans(call.key, call.site)
            return Told({"success": True, "plan_mode": always, "discarded_steps": 0, "message": "No plan was open."})
        waiting = _waiting(session, plan)
        if call.key.mode == Mode.BROWSER and waiting:
            return _kept_for_the_person(desk, plan, len(waiting))
        left = plans.close(session, desk, plan, "ended")
    gone = f"{_steps(left)} did not land and {'is' if left == 1 else 'are'} gone." if left else "No step was left."
    always = rights.always_plans(call.key, call.site)
    state = "This key always plans, so the next write begins a new plan." if always else "Plan mode is off."
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
    message = f"{_steps(waiting)} stay{'s' if waiting == 1 else ''} in the plan: the person decides at {url}."
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
        # A plan that a key had before it was shared would be everybody's.
        plan = None if call.key.shared else plans.live(session, desk, call.key.id)
        if plan is None:
            return Told(
                {
                    "success": True,
                    "plan_mode": rights.always_plans(call.key, call.site),
                    "mode": "plan" if rights.always_plans(call.key, call.site) else "direct",
                    "session_id": None,
                    "expires_in": 0,
                    "pending_steps": 0,
                    "steps": [],
                    "message": _nothing_sentence(session, desk, call),
                }
            )
        listed = [step for step in plans.steps_of(session, plan) if step.status != Status.DISCARDED]
        wanted = call.arguments.get("step_id")
        if wanted is not None:
            return Told(_in_full(desk, call, plans.named(listed, [wanted])[0]))
        return Told(_whole(session, desk, call, plan, listed))


def _nothing_sentence(session: Session, desk: Desk, call: Call) -> str:
    try:
        plans.demand_not_expired(session, desk, call.key.id)
    except Refusal as expired:
        return f"{expired.message} {expired.hint}"
    return "No step is waiting."


def _whole(session: Session, desk: Desk, call: Call, plan: Plan, listed: Sequence[Step]) -> dict[str, Any]:
    waiting = len([step for step in listed if plans.waits(step)])
    body: dict[str, Any] = {
        "success": True,
        "plan_mode": plan.mode_on,
        "mode": "plan",
        "session_id": plan.public_id,
        "expires_in": plans.seconds_left(desk, plan),
        "pending_steps": waiting,
        "steps": _listing(desk, call, listed),
        "message": waiting_sentence(waiting),
    }
    last = runs.last_finished(session, plan)
    if last is not None:
        body["last_receipt"] = receipts.read(session, desk, last, call.prefix)
    return {**body, **_review(desk, call, plan, _decisions(session, listed), _warnings(listed))}


def _listing(desk: Desk, call: Call, listed: Sequence[Step]) -> list[dict[str, Any]]:
    """Tell the steps, the longer their arguments are all together the less of each; one alone is told in full."""
    entries = [_entry(desk, call, step) for step in listed]
    for longest in _SHORTER:
        if len(json.dumps(entries, ensure_ascii=False)) <= LONGEST_LISTING:
            break
        entries = [{**entry, "arguments": outlined(entry["arguments"], longest)} for entry in entries]
    return entries


def _entry(desk: Desk, call: Call, step: Step) -> dict[str, Any]:
    fields = steps.described(desk, call, step)
    return {"step_id": fields.pop("step_id"), "position": fields.pop("position"), "status": step.status, **fields}


def _in_full(desk: Desk, call: Call, step: Step) -> dict[str, Any]:
    entry = _entry(desk, call, step)
    entry["arguments"] = redacted(forecasts.fitted(desk, step), longest=None)
    entry["changes"] = [without_secrets(change) for change in forecasts.forecast_of(desk, step)["changes"]]
    return {"success": True, "steps": [entry]}


def discard(desk: Desk, call: Call) -> Told:
    """Answer discard_plan."""
    rights.demand_own(call.key)
    asking.demand_some(call.arguments.get("step_ids"))
    with desk.writing() as session:
        plan = plans.live(session, desk, call.key.id)
        gone: list[Step] = []
        if plan is not None:
            gone = plans.discard(session, desk, plan, call.arguments.get("step_ids"))
            forecasts.again(session, desk, plan)
        elif call.arguments.get("step_ids"):
            plans.demand_not_expired(session, desk, call.key.id)
            raise Refusal("respira_step_not_found", "There is no plan, so it has no such step.")
        left = 0 if plan is None else len(_waiting(session, plan))
        mode = rights.always_plans(call.key, call.site) if plan is None else plan.mode_on
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


def list_snapshots(desk: Desk, call: Call) -> Told:
    """Answer list_snapshots: this key's own, the newest first."""
    limit = min(call.arguments.get("limit", snapshots.MOST_LISTED), snapshots.MOST_LISTED)
    with desk.reading() as session:
        return Told({"success": True, "snapshots": snapshots.listed(session, desk, call.key.id, limit)})


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


def _decisions(session: Session, listed: Sequence[Step]) -> list[dict[str, Any]]:
    ids = {step.id: step.public_id for step in listed}
    newest = {
        row.step_id: row
        for row in session.scalars(select(Decision).where(Decision.step_id.in_(ids)).order_by(Decision.id))
    }
    return [
        {"step_id": ids[row.step_id], "verdict": row.verdict, **({"note": row.note} if row.note else {})}
        for row in newest.values()
        if row.verdict != "reopen"
    ]


def _warnings(listed: Sequence[Step]) -> list[dict[str, Any]]:
    return [
        {"step_id": step.public_id, "position": step.position, "warnings": list(step.warnings)}
        for step in listed
        if step.warnings and plans.waits(step)
    ]


def _review(
    desk: Desk,
    call: Call,
    plan: Plan,
    decisions: Sequence[Mapping[str, Any]] = (),
    warnings: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    review: dict[str, Any] = {}
    if call.key.mode == Mode.BROWSER:
        review = {"url": steps.review_url(desk, plan), "approval": "browser"}
    if decisions:
        review["decisions"] = list(decisions)
    if warnings:
        review["warnings"] = list(warnings)
    return {"review": review} if review else {}


VERBS: Mapping[str, Callable[[Desk, Call], Told]] = {
    "begin_session": begin,
    "end_session": end,
    "get_plan": read,
    "apply_plan": asking.apply,
    "discard_plan": discard,
    "get_job_status": asking.job_status,
    "list_snapshots": list_snapshots,
    "diagnose_connection": diagnoses.tell,
    "report_issue": reports.file,
}
