"""Listings: what get_plan answers, every step in order or one in full. A listing stays short enough to be read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Decision, Mode, Plan, Status, Step
from webapp.errors import Refusal

from . import awaited, forecasts, gate, plans, receipts, rights, runs, steps, tellings
from .asking import Told
from .desk import Desk
from .gate import Call
from .redaction import in_lines, outlined, redacted, without_secrets

# Clients cut longer answers, and then what they read is no plan any more.
LONGEST_LISTING = 50_000
_SHORTER = (400, 100, 30)


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
            return Told(_in_full(session, desk, call, plan, plans.named(listed, [wanted])[0]))
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
        "plan_mode": plans.is_on(plan, call.key, call.site),
        "mode": "plan",
        "session_id": plan.public_id,
        "expires_in": plans.seconds_left(desk, plan),
        "pending_steps": waiting,
        "steps": _listing(desk, call, listed),
        "message": _message(session, call, plan, waiting),
    }
    last = runs.last_finished(session, plan)
    if last is not None:
        body["last_receipt"] = receipts.read(session, desk, last, call.prefix)
    said = {"decisions": _decisions(session, listed), "notes": tellings.of_plan(session, plan)}
    return {**body, **review(desk, call, plan, **said, edits=_edits(desk, listed), warnings=_warnings(listed))}


def _message(session: Session, call: Call, plan: Plan, waiting: int) -> str:
    """Say how many steps wait, or that they are being applied right now."""
    run = runs.open_of(session, plan)
    if run is None:
        return waiting_sentence(waiting)
    return f"The plan is being applied, as job {run.public_id}: {call.named('get_job_status')} tells how far it is."


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


def _in_full(session: Session, desk: Desk, call: Call, plan: Plan, step: Step) -> dict[str, Any]:
    entry = _entry(desk, call, step)
    ids = awaited.ids_by_position(plans.steps_of(session, plan))
    arguments = awaited.as_sent(forecasts.fitted(session, desk, step, plan.key_id), ids)
    entry["arguments"] = redacted(arguments, longest=None)
    entry["changes"] = [in_lines(without_secrets(change)) for change in forecasts.forecast_of(desk, step)["changes"]]
    return {"success": True, "steps": [entry]}


def waiting_sentence(count: int) -> str:
    """Say how many steps wait."""
    if count == 0:
        return "No step is waiting."
    if count == 1:
        return "1 step is waiting for the person's yes. Nothing in it has touched the site."
    return f"{count} steps are waiting for the person's yes. Nothing in them has touched the site."


def _decisions(session: Session, listed: Sequence[Step]) -> list[dict[str, Any]]:
    ids = {step.id: step.public_id for step in listed}
    newest = {
        row.step_id: row
        for row in session.scalars(
            select(Decision).where(Decision.step_id.in_(ids), Decision.counts).order_by(Decision.id)
        )
    }
    return [
        {
            "step_id": ids[row.step_id],
            "verdict": row.verdict,
            **({"note": row.note} if row.note else {}),
            **({"labels": list(row.labels)} if row.labels else {}),
        }
        for row in newest.values()
        if row.verdict != "reopen"
    ]


def _edits(desk: Desk, listed: Sequence[Step]) -> list[dict[str, Any]]:
    """Tell which arguments a person changed, and to what: that runs, and not what the agent sent."""
    return [
        {"step_id": step.public_id, "position": step.position, "arguments": outlined(gate.edits_of(desk, step))}
        for step in listed
        if step.edits is not None
    ]


def _warnings(listed: Sequence[Step]) -> list[dict[str, Any]]:
    return [
        {"step_id": step.public_id, "position": step.position, "warnings": list(step.warnings)}
        for step in listed
        if step.warnings and plans.waits(step)
    ]


def review(
    desk: Desk,
    call: Call,
    plan: Plan,
    decisions: Sequence[Mapping[str, Any]] = (),
    warnings: Sequence[Mapping[str, Any]] = (),
    notes: Sequence[Mapping[str, Any]] = (),
    edits: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Return what we add to an answer about a plan, under `review`; nothing where there is nothing to add."""
    told: dict[str, Any] = {}
    if call.key.mode == Mode.BROWSER:
        told = {"url": steps.review_url(desk, plan), "approval": "browser"}
    if decisions:
        told["decisions"] = list(decisions)
    if notes:
        told["notes"] = list(notes)
    if edits:
        told["edited_by_person"] = list(edits)
    if warnings:
        told["warnings"] = list(warnings)
    return {"review": told} if told else {}
