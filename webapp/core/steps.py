"""Steps: proposing a write instead of making it, and what an agent is told of a step.

The site is read once, before any transaction; the step is then added in one short one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Mode, Plan, Status, Step, public_id
from webapp.errors import Refusal
from webapp.tools.answers import State
from webapp.tools.tool import WriteTool

from . import awaited, events, forecasts, gate, plans, revisions, rights, sites, withdrawn
from .desk import Desk
from .gate import Call
from .redaction import outlined

APPROVAL_NOTE = (
    "This tool asks a person to approve it. Applying the plan counts as that approval, so apply only after the "
    "person has read this step and said yes."
)


def is_planned(session: Session, desk: Desk, call: Call) -> bool:
    """Tell whether a write becomes a step: asked for, in the place of one, always so for this key, or by plan mode.

    So does one that a person sent back, or asked about, when it was a step: ending the plan is no answer to that.

    Raises:
        Refusal: `respira_plan_expired`, plan mode was on and its time ran out. An agent that does not know would
            write to the site while it believes that it plans.
    """
    if call.plan_asked or call.revises is not None or rights.always_plans(call.key, call.site):
        return True
    plan = plans.newest(session, call.key.id)
    # A shared key can not plan, so there would be no way to make the write at all.
    if plan is None or call.key.shared:
        return False
    if not plan.mode_on or plan.ended_why == "ended":
        lasts = plans.lifetime(call.key, call.site)
        return isinstance(call.tool, WriteTool) and withdrawn.is_held(session, desk, plan, _mark(desk, call), lasts)
    plans.demand_not_expired(session, desk, call.key.id)
    return True


def propose(desk: Desk, call: Call) -> dict[str, Any]:
    """Make a write a step of the key's plan.

    Returns:
        The `respira_plan_step` answer of the contract.

    Raises:
        Refusal: the write could never run, the plan is full, the key is shared, or it names a step that it can not
            take the place of.
        SiteTrouble: the site could not be read.
    """
    rights.demand_own(call.key)
    tool, read_at = _writing(call), desk.clock()
    with desk.reading() as session:
        plan = plans.live(session, desk, call.key.id)
        revisions.demand_known(session, desk, plan, call)
        twin = None if plan is None else _twin(session, desk, plan, call)
        if plan is not None and twin is not None:
            return answered(session, desk, call, plan, twin, deduplicated=True)
    with sites.reached(desk, call.site) as wordpress:
        state = tool.write.read(wordpress, call.arguments, call.scene)
    with desk.writing() as session:
        call = gate.demand_still(session, desk, call)
        plan = plans.open_one(session, desk, call.key, call.site, call.client)
        step, is_new = placed(session, desk, call, plan, state, read_at)
        return answered(session, desk, call, plan, step, deduplicated=not is_new)


def placed(
    session: Session, desk: Desk, call: Call, plan: Plan, state: State, read_at: datetime
) -> tuple[Step, bool]:
    """Make a call a step of a plan, unless the same write waits there already.

    Args:
        state: of its target, as read for it.
        read_at: when that was begun.

    Returns:
        The step, and whether it is new.

    Raises:
        Refusal: `respira_plan_full`, the target is protected, or the step whose place it is to take is not there.
    """
    twin = _twin(session, desk, plan, call)
    if twin is not None:
        return twin, False
    return _added(session, desk, call, plan, _mark(desk, call), state, read_at), True


def _mark(desk: Desk, call: Call) -> str:
    """Return the mark by which the same write is known again."""
    return desk.sealer.mark([call.tool.name, _writing(call).meaning(call.arguments)])


def _added(session: Session, desk: Desk, call: Call, plan: Plan, mark: str, state: State, read_at: datetime) -> Step:
    plan.last_position += 1
    step = Step(
        public_id=public_id("step"),
        plan_id=plan.id,
        position=plan.last_position,
        status=Status.PLANNED,
        door=call.door,
        tool=call.tool.name,
        fingerprint=mark,
        approval_required=_writing(call).asks_approval(call.arguments, call.scene),
        note=call.note,
        wrote_nothing=False,
        stale=[],
        # What this plan changes from here on is not in the base.
        made_at=read_at,
    )
    step.request = desk.sealer.seal(f"step.request {step.public_id}", dict(call.request))
    steps = plans.steps_of(session, plan)
    shown = outlined(awaited.as_sent(call.arguments, awaited.ids_by_position(steps)))
    step.arguments = desk.sealer.seal(f"step.arguments {step.public_id}", shown)
    step.base = desk.sealer.seal(f"step.base {step.public_id}", state)
    write = _writing(call).write
    proposal = write.predict(call.arguments, state, call.scene.at(step.public_id))
    rights.demand_unprotected(call.site, proposal.target.kind, proposal.target.id)
    step.target_kind, step.target_id = proposal.target.kind, proposal.target.id
    former = revisions.former_of(session, desk, call, step, steps)
    if former is not None:
        revisions.set_aside(step, former)
    if len([other for other in steps if plans.waits(other)]) >= plans.MOST_WAITING:
        raise Refusal("respira_plan_full")
    below = forecasts.ground(desk, step, steps)
    if below.upon:
        proposal = write.predict(call.arguments, below.state, call.scene.at(step.public_id, below.earlier))
    forecasts.write_down(desk, step, proposal, call.site, call.key, below, call.needs, steps)
    session.add(step)
    session.flush()
    events.record(
        session, desk, "step.planned", step.public_id, site_id=plan.site_id, key_id=plan.key_id, tool=step.tool
    )
    revisions.answer(session, desk, call, plan, step, former)
    plans.keep_words(session, plan)
    return step


def answered(
    session: Session, desk: Desk, call: Call, plan: Plan, step: Step, *, deduplicated: bool
) -> dict[str, Any]:
    """Return the `respira_plan_step` answer for a step."""
    waiting = [other.public_id for other in plans.steps_of(session, plan) if plans.waits(other)]
    begin = f"This write is {'already' if deduplicated else 'now'} step {step.position} of the plan."
    message = (
        f"Plan mode: nothing was written. {begin} Show the person the plan and call "
        f"{call.named('apply_plan')} only after they say yes; sending the write again does not run it."
    )
    if call.key.mode == Mode.BROWSER:
        message += f" The person decides at {review_url(desk, plan)}."
    place, review = ("", {}) if deduplicated else revisions.in_words(session, plan, step)
    return {
        "code": "respira_plan_step",
        "planned": True,
        "mutation_performed": False,
        "message": message + place,
        **described(desk, call, step),
        "deduplicated": deduplicated,
        "plan": {
            "mode": "plan",
            "step_ids": waiting,
            "pending_steps": len(waiting),
            "expires_in": plans.seconds_left(desk, plan),
        },
        **_review(session, desk, call, plan, step, review),
    }


def described(desk: Desk, call: Call, step: Step) -> dict[str, Any]:
    """Return the fields of a step that both the step's answer and the plan's list carry."""
    fields: dict[str, Any] = {
        "step_id": step.public_id,
        "position": step.position,
        "tool": call.named(step.tool),
        "arguments": forecasts.arguments_of(desk, step),
        "predicted_effect": step.effect,
        "lands_on": step.lands_on,
        "approval_required": step.approval_required,
    }
    if step.approval_required:
        fields["approval_note"] = APPROVAL_NOTE
    return fields


def review_url(desk: Desk, plan: Plan) -> str:
    """Return the address where a person decides about a plan."""
    return f"{desk.settings.public_url}/plans/{plan.public_id}"


def _review(
    session: Session, desk: Desk, call: Call, plan: Plan, step: Step, revised: Mapping[str, Any]
) -> dict[str, Any]:
    said = withdrawn.last_said(session, desk, plan, step, plans.lifetime(call.key, call.site))
    asked_before = said.where if said is not None and said.decision.verdict == "ask" else None
    still_asked = revisions.still_asked(session, step, asked_before)
    warnings = [*([] if still_asked is None else [still_asked]), *revised.get("warnings", []), *step.warnings]
    if said is not None and said.decision.verdict == "drop":
        words = f' and wrote: "{said.decision.note}"' if said.decision.note else ""
        warnings.append(f"The person dropped this same write before, as {said.where}{words}.")
    review: dict[str, Any] = dict(revised)
    if call.key.mode == Mode.BROWSER:
        review |= {"url": review_url(desk, plan), "approval": "browser"}
    if warnings:
        review["warnings"] = warnings
    edits = gate.edits_of(desk, step)
    if edits:
        review["edited_by_person"] = outlined(edits)
    tool = desk.catalogue.get(step.tool)
    if isinstance(tool, WriteTool) and tool.makes:
        review["refer_to_it"] = f"{{{{{step.public_id}.id}}}}"
    return {"review": review} if review else {}


def _twin(session: Session, desk: Desk, plan: Plan, call: Call) -> Step | None:
    """Return the waiting step that is the same write, if there is one.

    Where a tool sets values, a later step may have set others: then the same write again means something else.
    """
    mark = _mark(desk, call)
    waiting = [step for step in plans.steps_of(session, plan) if plans.waits(step)]
    twin = next((step for step in reversed(waiting) if step.fingerprint == mark), None)
    if twin is None or not call.tool.idempotent:
        return twin
    return None if any(_sets_anew(desk, twin, later) for later in waiting) else twin


def _sets_anew(desk: Desk, step: Step, later: Step) -> bool:
    """Tell whether a later step on the same target sets one of the same values differently."""
    if later.position <= step.position:
        return False
    if (later.target_kind, later.target_id) != (step.target_kind, step.target_id):
        return False
    former, latter = (forecasts.forecast_of(desk, one)["after"] for one in (step, later))
    return any(latter[name] != value for name, value in former.items() if name in latter)


def _writing(call: Call) -> WriteTool:
    if not isinstance(call.tool, WriteTool):
        raise TypeError(f"{call.tool.name} does not write")
    return call.tool
