"""The inbox: which plans a person finds listed. What is in a plan, and what is decided, is `reviews`' business."""

from __future__ import annotations

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from webapp.data import Key, Membership, Plan, Site, Step

from .desk import Desk
from .views import WITHOUT_LONG, PlanView, StepView, is_pending

# How many plans a page of the list holds.
A_PAGE = 30


def waiting(session: Session, desk: Desk, person_id: int, site_public: str | None = None) -> list[PlanView]:
    """Return the plans of a person's sites that wait for somebody, the newest first.

    What was planned with a key that is revoked can not run, so it waits for nobody.

    Args:
        site_public: only this site's.
    """
    theirs = _of_person(person_id, site_public)
    views = _with_steps(session, theirs.where(Plan.ended_at.is_(None), Key.revoked_at.is_(None)))
    return [view for view in views if is_pending(session, desk, view)]


def listed(session: Session, person_id: int, site_public: str | None = None, page: int = 1) -> list[PlanView]:
    """Return the plans of a person's sites, the newest first: those of a page, and the first of the next one.

    A plan that never had a step says nothing, so it is left out.

    Args:
        site_public: only this site's.
        page: the first is 1.
    """
    theirs = _of_person(person_id, site_public).where(Plan.last_position > 0)
    wanted = theirs.offset((page - 1) * A_PAGE).limit(A_PAGE + 1)
    return _with_steps(session, wanted)


def _of_person(person_id: int, site_public: str | None) -> Select[Plan, Site, Key]:
    return (
        select(Plan, Site, Key)
        .join(Site, Site.id == Plan.site_id)
        .join(Key, Key.id == Plan.key_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, *([] if site_public is None else [Site.public_id == site_public]))
        .order_by(Plan.id.desc())
    )


def _with_steps(session: Session, wanted: Select[Plan, Site, Key]) -> list[PlanView]:
    rows = [(plan, site, key) for plan, site, key in session.execute(wanted)]
    ids = [plan.id for plan, _site, _key in rows]
    steps: dict[int, list[StepView]] = {plan_id: [] for plan_id in ids}
    found = select(Step).where(Step.plan_id.in_(ids)).order_by(Step.position).options(*WITHOUT_LONG)
    for step in session.scalars(found):
        steps[step.plan_id].append(StepView(step))
    return [PlanView(plan, site, key, steps[plan.id]) for plan, site, key in rows]
