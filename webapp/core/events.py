"""Writing down what happened, in the transaction of what it tells of or not at all; and reading it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from webapp.data import Event, Key, Membership, Person, Site, Step

from . import entrances
from .desk import Desk


def record(
    session: Session,
    desk: Desk,
    what: str,
    subject: str,
    *,
    site_id: int | None = None,
    key_id: int | None = None,
    person_id: int | None = None,
    **details: Any,
) -> None:
    """Add a line to the audit log.

    Args:
        what: `noun.verb` in the past, such as `step.applied`.
        subject: the public id of what it happened to.
        details: ids and counts; never arguments or secrets.
    """
    session.add(
        Event(
            at=desk.clock(),
            what=what,
            subject=subject,
            site_id=site_id,
            key_id=key_id,
            person_id=person_id,
            details=details,
            door=entrances.here(),
        )
    )


class Line(NamedTuple):
    """An event with the names of what it is about; each is None where there is none, or it is gone."""

    event: Event
    site: Site | None
    key: Key | None
    person: Person | None
    step: Step | None


def listed(
    session: Session, person_id: int, *, site: Site | None = None, before: int | None = None, most: int = 50
) -> list[Line]:
    """Return what happened on a person's sites and to the person, the newest first.

    Args:
        site: only what happened there; one of the person's own.
        before: only what is older than the event of this id.
        most: how many at most.
    """
    theirs = select(Membership.site_id).where(Membership.person_id == person_id)
    own = and_(Event.site_id.is_(None), Event.person_id == person_id)
    found = (
        select(Event, Site, Key, Person, Step)
        .outerjoin(Site, Site.id == Event.site_id)
        .outerjoin(Key, Key.id == Event.key_id)
        .outerjoin(Person, Person.id == Event.person_id)
        .outerjoin(Step, Step.public_id == Event.subject)
        .where(or_(Event.site_id.in_(theirs), own))
        .order_by(Event.id.desc())
        .limit(most)
    )
    if site is not None:
        found = found.where(Event.site_id == site.id)
    if before is not None:
        found = found.where(Event.id < before)
    return [Line(*row) for row in session.execute(found)]
