"""Yeses by link: where a yes that somebody gave with a review link holds.

For a key whose writes a person decides about in the browser it holds only where the link's owner let it count. A key
may become such a one after the yes was given, so this is asked again before anything runs.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from webapp.data import Decision, Key, Mode, Plan, ReviewLink, Status, Step

from . import events
from .desk import Desk


def not_counting(session: Session, step_ids: Iterable[int]) -> dict[int, Decision]:
    """Return, by the ids of their steps, the yeses that came by a link which does not count for a `browser` key."""
    newest = (
        select(func.max(Decision.id))
        .where(Decision.step_id.in_(list(step_ids)), Decision.counts)
        .group_by(Decision.step_id)
    )
    found = (
        select(Decision)
        .outerjoin(ReviewLink, ReviewLink.id == Decision.link_id)
        .where(Decision.id.in_(newest), Decision.verdict == "accept", Decision.link_id.is_not(None))
        .where(or_(ReviewLink.id.is_(None), ReviewLink.counts.is_(False)))
    )
    return {decision.step_id: decision for decision in session.scalars(found)}


def let_fall(session: Session, desk: Desk, key: Key, person_id: int | None) -> None:
    """Put back among the undecided what does not hold for a key as it is now; the yes is kept as an opinion.

    Args:
        person_id: who changed the key.
    """
    if key.mode != Mode.BROWSER:
        return
    wanted = select(Step).join(Plan, Plan.id == Step.plan_id)
    accepted = session.scalars(
        wanted.where(Plan.key_id == key.id, Plan.ended_at.is_(None), Step.status == Status.ACCEPTED)
    )
    steps = {step.id: step for step in accepted}
    for step_id, decision in not_counting(session, steps).items():
        step = steps[step_id]
        decision.counts, step.status = False, Status.PLANNED
        events.record(
            session,
            desk,
            "step.reopened",
            step.public_id,
            site_id=key.site_id,
            key_id=key.id,
            person_id=person_id,
        )
    session.flush()
