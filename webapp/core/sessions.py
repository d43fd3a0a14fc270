"""What the tools that manage the plan answer: begin, end, trim; reading is in `listings`, applying in `asking`.

They run in plan mode as well, and never write to a site themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Mode, Plan, Step
from webapp.errors import Refusal

from . import asking, copy_answers, diagnoses, forecasts, kept, link_answers, listings, plans, reports, rights, steps
from .asking import Told
from .desk import Desk
from .gate import Call

READ_ONLY = frozenset(
    {
        "get_plan",
        "get_job_status",
        "list_snapshots",
        "get_snapshot",
        "diff_snapshots",
        "list_copies",
        "compare_copy",
        "create_share_link",
        "list_review_links",
        "diagnose_connection",
    }
)


def begin(desk: Desk, call: Call) -> Told:
    """Answer begin_session."""
    asked = call.arguments.get("mode") == "plan"
    with desk.writing() as session:
        plan = plans.begin(
            session,
            desk,
            call.key,
            call.site,
            mode_on=asked,
            title=call.arguments.get("title"),
            note=call.arguments.get("note"),
            client=call.client,
        )
        waiting = _waiting(session, plan)
        kept = _title_kept(session, plan, call)
    body: dict[str, Any] = {
        "success": True,
        "session_id": plan.public_id,
        "plan_mode": plans.is_on(plan, call.key, call.site),
        # The clock starts now, however long it took to write that down.
        "expires_in": int(plans.lifetime(call.key, call.site).total_seconds()),
        "pending_steps": len(waiting),
    }
    around = listings.review(desk, call, plan)
    return Told({**body, **around, **({"review": {**around.get("review", {}), "title_kept": kept}} if kept else {})})


def _title_kept(session: Session, plan: Plan, call: Call) -> str:
    """Say that the plan did not get the title and note that were asked for; empty where it did."""
    asked = call.arguments.get("title"), call.arguments.get("note")
    if not any(asked) or not plans.is_named(session, plan) or asked == (plan.title, plan.note):
        return ""
    return "The title and the note stay as they are: a person said yes to steps that still wait under them."


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
        mode = plans.is_on(plan, call.key, call.site)
    said = listings.waiting_sentence(left)
    return Told(
        {
            "success": True,
            "discarded": len(gone),
            "step_ids": [step.public_id for step in gone],
            "pending_steps": left,
            "plan_mode": mode,
            "message": f"{_steps(len(gone))} discarded. {said}" if gone else said,
        }
    )


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _waiting(session: Session, plan: Plan) -> list[Step]:
    return [step for step in plans.steps_of(session, plan) if plans.waits(step)]


VERBS: Mapping[str, Callable[[Desk, Call], Told]] = {
    "begin_session": begin,
    "end_session": end,
    "get_plan": listings.read,
    "apply_plan": asking.apply,
    "discard_plan": discard,
    "get_job_status": asking.job_status,
    "list_snapshots": kept.listing,
    "get_snapshot": kept.read,
    "diff_snapshots": kept.compare,
    "list_copies": copy_answers.list_copies,
    "compare_copy": copy_answers.compare_copy,
    "create_share_link": copy_answers.create_share_link,
    "create_review_link": link_answers.create,
    "list_review_links": link_answers.listing,
    "revoke_review_link": link_answers.revoke,
    "diagnose_connection": diagnoses.tell,
    "report_issue": reports.file,
}
