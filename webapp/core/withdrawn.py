"""What people said of writes that the agent withdrew: that does not go away with the step, or with the plan.

A write that was sent back is sent back still when the very same is planned again. An open note goes over to the step
that comes to the same place, or to the key's next plan. What holds Apply back is in `notes`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import Session

from webapp.data import Decision, Note, NoteKind, Plan, Status, Step, public_id

from .desk import Desk


class Said(NamedTuple):
    """What a person decided about the same write when it was planned before.

    Attributes:
        where: which step that was, in words: "step 3", "step 3 of a plan before".
        here: whether that was in the same plan.
    """

    decision: Decision
    where: str
    here: bool


def carry_over(session: Session, desk: Desk, plan: Plan, lasts: timedelta) -> None:
    """Let what is open of the plan that a key had before go on in its new one, where that begins soon enough.

    In the former plan it stays as it was said.

    Args:
        lasts: how long a plan of the key lives; the new one may begin so long after the former was over.
    """
    earlier = select(Plan).where(Plan.key_id == plan.key_id, Plan.id < plan.id)
    former = session.scalar(earlier.order_by(Plan.id.desc()).limit(1))
    if former is None or not is_recent(desk, former, lasts):
        return
    for note in session.scalars(_open_of(session, former)):
        # The agent is to be told of it as of something that holds now, and once.
        note.told_at = note.told_at or desk.clock()
        kept = {"kind": note.kind, "text": note.text, "labels": list(note.labels), "made_at": note.made_at}
        by = {"person_id": note.person_id, "link_id": note.link_id, "by_name": note.by_name}
        session.add(Note(public_id=public_id("note"), plan_id=plan.id, step_id=note.step_id, **kept, **by))
    session.flush()


def is_recent(desk: Desk, plan: Plan, lasts: timedelta) -> bool:
    """Tell whether a plan goes on, or was over so short a time ago that what is open of it still holds.

    Args:
        lasts: how long a plan of its key lives.
    """
    return min(plan.ended_at or plan.expires_at, plan.expires_at) >= desk.clock() - lasts


def _open_of(session: Session, plan: Plan) -> Select[Note]:
    """Return the questions and wishes of a plan that is over to which nothing was done."""
    gone = select(Step.id).where(Step.plan_id == plan.id, Step.status == Status.DISCARDED)
    # A plan that ran to its end answers by that what was said of it as a whole.
    left = plan.last_position == 0 or session.scalar(gone.limit(1)) is not None
    found = select(Note).outerjoin(Step, Step.id == Note.step_id).where(Note.plan_id == plan.id)
    about = Step.status == Status.DISCARDED
    wanted = found.where(or_(about, Note.step_id.is_(None)) if left else about)
    return wanted.where(Note.settled_at.is_(None), Note.kind != NoteKind.REMARK).order_by(Note.id)


def lately(desk: Desk, plan: Plan, lasts: timedelta) -> Select[int]:
    """Return a query of the ids of a key's plan and of those that were over a short time ago."""
    recent = or_(Plan.id == plan.id, Plan.ended_at >= desk.clock() - lasts)
    return select(Plan.id).where(Plan.key_id == plan.key_id, recent)


def is_planned_again(session: Session, desk: Desk, plan: Plan, step: Step, lasts: timedelta) -> bool:
    """Tell whether a new step is a write that the agent withdrew before."""
    same = select(Step.id).where(Step.fingerprint == step.fingerprint, Step.status == Status.DISCARDED)
    return session.scalar(same.where(Step.plan_id.in_(lately(desk, plan, lasts))).limit(1)) is not None


def last_said(session: Session, desk: Desk, plan: Plan, step: Step, lasts: timedelta) -> Said | None:
    """Return what a person decided last about the same write when it was another step, whatever became of that."""
    found = session.execute(
        select(Decision, Step.position, Step.plan_id)
        .join(Step, Step.id == Decision.step_id)
        .where(Step.plan_id.in_(lately(desk, plan, lasts)), Step.fingerprint == step.fingerprint)
        .where(Step.id != step.id, Decision.counts)
        .order_by(Decision.id.desc())
    ).first()
    if found is None:
        return None
    decision, position, plan_id = found
    here = plan_id == plan.id
    return Said(decision, f"step {position}" if here else f"step {position} of a plan before", here)


def is_held(session: Session, desk: Desk, plan: Plan, mark: str, lasts: timedelta) -> bool:
    """Tell whether a person still waits for an answer about a write: they sent it back, or what they asked is open.

    Args:
        plan: the key's newest; what is open of it holds for as long as it would go over to the next one.
        mark: by which the same write is known again.
    """
    if not is_recent(desk, plan, lasts):
        return False
    same = select(Step.id).where(Step.fingerprint == mark, Step.plan_id.in_(lately(desk, plan, lasts)))
    open_ones = same.where(Step.status.in_((Status.DISCARDED, Status.SENT_BACK)))
    gone = same.where(Step.status == Status.DISCARDED)
    about = or_(Note.step_id.in_(open_ones), and_(Note.step_id.is_(None), gone.exists()))
    asked = select(Note.id).where(Note.plan_id == plan.id, Note.settled_at.is_(None), Note.kind != NoteKind.REMARK)
    return session.scalar(asked.where(about).limit(1)) is not None


def is_in_place_of(step: Step, former: Step, *, makes: bool) -> bool:
    """Tell whether a new step comes to the place of one that was withdrawn.

    Args:
        makes: the tool makes something, so that it has no target that tells two of its writes apart.
    """
    if former.id == step.id or former.status != Status.DISCARDED or former.tool != step.tool:
        return False
    return makes or (former.target_kind, former.target_id) == (step.target_kind, step.target_id)


def stay_sent_back(session: Session, step: Step, asked: Decision | None) -> None:
    """Let a new step stand where the same write stood: sent back, by whom and with which words.

    Args:
        asked: what was decided then; None where that is long ago.
    """
    step.status = Status.SENT_BACK
    if asked is not None:
        told = {
            name: getattr(asked, name) for name in ("person_id", "link_id", "by_name", "note", "labels", "made_at")
        }
        session.add(Decision(step_id=step.id, verdict=asked.verdict, digest=step.digest, counts=True, **told))
    session.flush()
