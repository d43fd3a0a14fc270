"""The inbox: which plans a person finds listed. What is in a plan, and what is decided, is `reviews`' business; what
became of those that are over is listed by `archives`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Select, exists, or_, select
from sqlalchemy.orm import Session

from webapp.data import Key, Membership, Plan, Site, Status, Step

from .desk import Desk
from .views import WITHOUT_LONG, PlanView, StepView, is_pending

# How many plans a page of the list holds.
A_PAGE = 30


class Shelf(StrEnum):
    """Which plans, by what became of them."""

    NEEDS_YOU = "needs-you"
    WITH_AGENT = "with-agent"
    ALL = "all"


@dataclass(frozen=True)
class Wanted:
    """What a person keeps the list to.

    Attributes:
        site, key: public ids.
        words: to be found in the title of a plan or in what it is for.
    """

    site: str | None = None
    key: str | None = None
    words: str | None = None


def waiting(session: Session, desk: Desk, person_id: int, wanted: Wanted) -> list[PlanView]:
    """Return the plans of a person's sites that wait for somebody, the newest first.

    What was planned with a key that is revoked can not run, so it waits for nobody.
    """
    theirs = _of_person(person_id, wanted).where(Plan.ended_at.is_(None), Key.revoked_at.is_(None))
    return [view for view in _with_steps(session, theirs) if is_pending(session, desk, view)]


def shelf_of(view: PlanView) -> Shelf:
    """Tell of a plan that waits for whom it waits: a person, or the agent that was asked for changes."""
    asked = all(step.row.status == Status.SENT_BACK for step in view.steps if step.waits)
    return Shelf.WITH_AGENT if asked else Shelf.NEEDS_YOU


def listed(session: Session, person_id: int, wanted: Wanted, page: int = 1) -> list[PlanView]:
    """Return the plans of a person's sites, the newest first: those of a page, and the first of the next one.

    A plan that never had a step says nothing, so it is left out.

    Args:
        page: the first is 1.
    """
    theirs = _of_person(person_id, wanted).where(Plan.last_position > 0)
    return _with_steps(session, theirs.offset((page - 1) * A_PAGE).limit(A_PAGE + 1))


def _of_person(person_id: int, wanted: Wanted) -> Select[Plan, Site, Key]:
    found = (
        select(Plan, Site, Key)
        .join(Site, Site.id == Plan.site_id)
        .join(Key, Key.id == Plan.key_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id)
        .order_by(Plan.id.desc())
    )
    if wanted.site is not None:
        found = found.where(Site.public_id == wanted.site)
    if wanted.key is not None:
        found = found.where(Key.public_id == wanted.key)
    if wanted.words is not None:
        told = (
            Plan.title.icontains(wanted.words, autoescape=True),
            Plan.note.icontains(wanted.words, autoescape=True),
        )
        found = found.where(or_(*told))
    return found


def keys_with_plans(session: Session, person_id: int) -> list[tuple[Key, Site]]:
    """Return the keys that planned something on a person's sites, by name, each with its site."""
    rows = session.execute(
        select(Key, Site)
        .join(Site, Site.id == Key.site_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, exists().where(Plan.key_id == Key.id, Plan.last_position > 0))
        .order_by(Key.name, Key.id)
    )
    return [(key, site) for key, site in rows]


def _with_steps(session: Session, wanted: Select[Plan, Site, Key]) -> list[PlanView]:
    rows = [(plan, site, key) for plan, site, key in session.execute(wanted)]
    ids = [plan.id for plan, _site, _key in rows]
    steps: dict[int, list[StepView]] = {plan_id: [] for plan_id in ids}
    found = select(Step).where(Step.plan_id.in_(ids)).order_by(Step.position).options(*WITHOUT_LONG)
    for step in session.scalars(found):
        steps[step.plan_id].append(StepView(step))
    return [PlanView(plan, site, key, steps[plan.id]) for plan, site, key in rows]
