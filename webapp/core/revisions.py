"""Revisions: a step that takes the place of one that a person sent back, and which notes it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import Decision, Note, NoteKind, Person, Plan, Status, Step
from webapp.errors import Refusal
from webapp.tools.tool import WriteTool

from . import events, forecasts, notes, plans, withdrawn
from .desk import Desk
from .gate import REVISES, Call


def demand_known(session: Session, desk: Desk, plan: Plan | None, call: Call) -> None:
    """Demand, before the site is asked, that the step which a call names as revised is one that it can replace.

    Raises:
        Refusal: there is no such step, or nobody waits for it.
    """
    if call.revises is None:
        return
    if plan is None:
        plans.demand_not_expired(session, desk, call.key.id)
        raise Refusal("respira_step_not_found", f"There is no plan, so it has no step {call.revises} to revise.")
    _named(plans.steps_of(session, plan), call.revises)


def former_of(session: Session, desk: Desk, call: Call, step: Step, steps: Sequence[Step]) -> Step | None:
    """Return the step whose place a new one takes: the named one, or the one that it can only mean.

    Args:
        step: the new one, with its tool and its target.
        steps: the others of its plan.

    Raises:
        Refusal: the call names a step that it can not replace.
    """
    if call.revises is not None:
        return _named(steps, call.revises)
    back = [other for other in steps if other.status == Status.SENT_BACK and other.tool == step.tool]
    tool, target = desk.catalogue[step.tool], (step.target_kind, step.target_id)
    if isinstance(tool, WriteTool) and tool.makes:
        # What is to be made may be called something else now; but an agent that was not told yet answers nothing.
        return back[0] if len(back) == 1 and _was_told(session, back[0]) else None
    same = [other for other in back if (other.target_kind, other.target_id) == target]
    return same[0] if len(same) == 1 else None


def _was_told(session: Session, step: Step) -> bool:
    """Tell whether the agent has read what a person wants of a step that was sent back."""
    asked = select(Note.id).where(Note.step_id == step.id, Note.kind == NoteKind.CHANGE, Note.told_at.is_not(None))
    return session.scalar(asked.limit(1)) is not None


def _named(steps: Sequence[Step], step_id: str) -> Step:
    former = plans.named(steps, [step_id])[0]
    if not plans.waits(former):
        raise Refusal(
            "respira_step_not_waiting",
            f"Step {former.position} ({step_id}) is {former.status.replace('_', ' ')}, so no other takes its place.",
            hint=f"Leave {REVISES} out to plan this as a step of its own.",
        )
    return former


def heir_of(step: Step, steps: Sequence[Step]) -> Step | None:
    """Return the step that stands in the place of another now, over however many revisions; None where none does.

    Args:
        steps: all of its plan, those included that were withdrawn.
    """
    replacing = {other.replaces_id: other for other in steps if other.replaces_id is not None}
    heir = replacing.get(step.id)
    while heir is not None and heir.status == Status.DISCARDED:
        heir = replacing.get(heir.id)
    return heir


def set_aside(step: Step, former: Step) -> None:
    """Put a new step in the place of a former one, before it is told what it will find."""
    step.replaces_id = former.id
    former.status = Status.DISCARDED


def answer(session: Session, desk: Desk, call: Call, plan: Plan, step: Step, former: Step | None) -> None:
    """Settle the notes that a new step answers, and let those go on with it that it does not.

    It answers those about the step before it, what was asked of a withdrawn step in its place, and a plan sent back
    as a whole. The latter is answered only once the agent was told, and only by a write that it did not withdraw.
    """
    lasts = plans.lifetime(call.key, call.site)
    said = withdrawn.last_said(session, desk, plan, step, lasts)
    is_new = not withdrawn.is_planned_again(session, desk, plan, step, lasts)
    held = [note for note in _open(session, plan) if _stays_open(session, desk, note, step, former, is_new=is_new)]
    # What was answered in a plan before is over with that plan.
    asks = said is not None and said.here and said.decision.verdict == "ask"
    if any(note.kind == NoteKind.CHANGE for note in held) or (asks and not _was_sent_back(session, former)):
        withdrawn.stay_sent_back(session, step, None if said is None else said.decision)
    if former is not None:
        events.record(
            session,
            desk,
            "step.revised",
            step.public_id,
            site_id=plan.site_id,
            key_id=plan.key_id,
            of=former.public_id,
        )
        forecasts.again(session, desk, plan)


def _stays_open(session: Session, desk: Desk, note: Note, step: Step, former: Step | None, *, is_new: bool) -> bool:
    """Settle an open note that a new step answers; else tell whether it is about this step from now on."""
    about = None if note.step_id is None else session.get(Step, note.step_id)
    tool = desk.catalogue[step.tool]
    makes = isinstance(tool, WriteTool) and bool(tool.makes)
    in_its_place = about is not None and withdrawn.is_in_place_of(step, about, makes=makes)
    same = about is not None and about.fingerprint == step.fingerprint
    if about is not former and in_its_place and (same or note.kind == NoteKind.QUESTION):
        note.step_id = step.id
        return True
    of_whole = note.step_id is None and note.kind == NoteKind.CHANGE and note.told_at is not None and is_new
    if of_whole or in_its_place or (about is not None and about is former):
        note.settled_at, note.answer_id = desk.clock(), step.id
        step.answers = note.public_id
    return False


def _open(session: Session, plan: Plan) -> list[Note]:
    wanted = (Note.plan_id == plan.id, Note.settled_at.is_(None), Note.kind != NoteKind.REMARK)
    return list(session.scalars(select(Note).where(*wanted).order_by(Note.id)))


def _was_sent_back(session: Session, former: Step | None) -> bool:
    """Tell whether a person sent the step back whose place another took: then the other is an answer to that."""
    if former is None:
        return False
    said = select(Decision.verdict).where(Decision.step_id == former.id, Decision.counts)
    return session.scalar(said.order_by(Decision.id.desc()).limit(1)) == "ask"


def in_words(session: Session, plan: Plan, step: Step) -> tuple[str, dict[str, Any]]:
    """Say to the agent whose place a step took, and what follows from that.

    Returns:
        A sentence for the message, and what goes under `review`.
    """
    former = None if step.replaces_id is None else session.get(Step, step.replaces_id)
    if former is None:
        return "", {} if step.answers is None else {"answers": step.answers}
    told: dict[str, Any] = {"revises": former.public_id}
    if step.answers is not None:
        told["answers"] = step.answers
    left = [
        str(other.position)
        for other in plans.steps_of(session, plan)
        if former.public_id in other.needs and plans.waits(other)
    ]
    if left:
        which = f"Step {left[0]} refers" if len(left) == 1 else f"Steps {', '.join(left)} refer"
        told["warnings"] = [f"{which} to step {former.position}, which is replaced: plan that again too."]
    return f" It takes the place of step {former.position} ({former.public_id}), at the end of the plan.", told


def still_asked(session: Session, step: Step, before: str | None) -> str | None:
    """Say to the agent, which sent the same write again, that a person asked for a change; None where nobody did.

    Args:
        before: which step the same write was when it was sent back, where the agent withdrew that.
    """
    if step.status != Status.SENT_BACK:
        return None
    asked = (
        select(Decision, func.coalesce(Person.name, Decision.by_name))
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(Decision.step_id == step.id, Decision.verdict == "ask", Decision.counts)
    )
    found = session.execute(asked.order_by(Decision.id.desc())).first()
    said = "" if found is None else f" {found[1]} wrote: {notes.in_quotes(found[0].labels, found[0].note)}"
    begin = f"The person sent step {step.position} back, and this is the same write again, so nothing is different."
    if before is not None:
        begin = f"The person sent this same write back before, as {before}, so it is sent back still."
    return f'{begin}{said} Change the write, and send it with {REVISES}: "{step.public_id}".'


def against_former(former: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Compare what two steps would make of the same item, field by field.

    A field that only one of them changes stays as it is in the other.

    Args:
        former, now: their changes.

    Returns:
        A change for each field that they leave different: `before` is what the former step said.
    """
    before, after = ({change["field"]: change for change in changes} for changes in (former, now))
    told = []
    for field in [*after, *(name for name in before if name not in after)]:
        one, other = before.get(field), after.get(field)
        was = one["after"] if one is not None else other["before"] if other is not None else None
        is_now = other["after"] if other is not None else one["before"] if one is not None else None
        if was != is_now:
            told.append({**(other or one or {}), "before": was, "after": is_now})
    return told


def former_shown(session: Session, desk: Desk, step: Step) -> tuple[Step, list[dict[str, Any]]] | None:
    """Return the step whose place another took, with the changes that it would have made.

    None where there is none, or where what it would have made is forgotten.
    """
    former = None if step.replaces_id is None else session.get(Step, step.replaces_id)
    if former is None or former.forecast is None:
        return None
    return former, forecasts.forecast_of(desk, former)["changes"]
