"""Writing down what happened, in the transaction of what it tells of or not at all; and reading it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, union_all
from sqlalchemy.orm import Session, load_only

from webapp.data import Copy, Event, Key, Membership, Person, Plan, Run, Site, Snapshot, Step, Undo, UndoPart

from . import entrances
from .desk import Desk

# So many lines are read from the database at once.
_AT_ONCE = 500
# From more sites than these the log is read at once.
_MANY = 100
_LONGEST_NAME = 200
# What an id of ours looks like: as a word it stands for what happened to that one thing.
_ID = re.compile(r"[a-z]+_[0-9a-f]{6,}")


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
    """An event with the names of what it is about; each is None where there is none, or it is gone.

    Attributes:
        name: what the plan, run, undo, copy or snapshot is called that it happened to.
    """

    event: Event
    site: Site | None
    key: Key | None
    person: Person | None
    step: Step | None
    name: str | None = None


class Word(NamedTuple):
    """A word that is looked for.

    Attributes:
        text: as it was typed.
        said_of: the names of the events whose sentence has it in any case.
    """

    text: str
    said_of: Sequence[str] = ()


@dataclass(frozen=True)
class Kept:
    """What the log is kept to; None, or no words, for everything.

    Attributes:
        site: a public id.
        key: a public id, or what is in a key's name.
        person: an id.
        noun: what it happened to, such as `step`: the first part of an event's name.
        door: as `entrances` names it.
        since, until: moments; what happened at `until` is left out.
        words: each is in the sentence, in a name, or in what the step does; or it is the id of what it happened to.
    """

    site: str | None = None
    key: str | None = None
    person: int | None = None
    noun: str | None = None
    door: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    words: Sequence[Word] = ()


_EVERYTHING = Kept()


def listed(
    session: Session, person_id: int, kept: Kept = _EVERYTHING, *, before: int | None = None, most: int = 50
) -> list[Line]:
    """Return what happened on a person's sites and to the person, the newest first.

    Args:
        kept: what the log is kept to; what is of no site of the person's is never in it.
        before: only what is older than the event of this id.
        most: how many at most.
    """
    theirs = list(session.scalars(select(Membership.site_id).where(Membership.person_id == person_id)))
    older = [*_conditions(kept), *([] if before is None else [Event.id < before])]
    # Of each site by itself, the newest are read in order by the index; of several at once all would be sorted.
    places = [Event.site_id == site for site in theirs] if len(theirs) <= _MANY else [Event.site_id.in_(theirs)]
    own = and_(Event.site_id.is_(None), Event.person_id == person_id)
    parts = [_named(select(Event.id)).where(place, *older) for place in [*places, own]]
    ids = union_all(*(select(part.order_by(Event.id.desc()).limit(most).subquery()) for part in parts)).subquery()
    newest = select(ids.c.id).order_by(ids.c.id.desc()).limit(most)
    found = _named(select(Event, Site, Key, Person, Step)).options(load_only(Step.position, Step.effect))
    rows = session.execute(found.where(Event.id.in_(newest)).order_by(Event.id.desc())).all()
    called = _called(session, {row.Event.subject for row in rows})
    return [
        Line(event, site, key, person, step, called.get(event.subject)) for event, site, key, person, step in rows
    ]


def _called(session: Session, subjects: Collection[str]) -> dict[str, str]:
    """Return by public id what plans, runs, undos, copies and snapshots are called, in one question for all of them;
    an undo as the run that it takes back, or as the first that it does."""
    first = (
        select(Snapshot.label)
        .join(UndoPart, UndoPart.snapshot_id == Snapshot.id)
        .where(UndoPart.undo_id == Undo.id)
        .order_by(UndoPart.position)
        .limit(1)
        .scalar_subquery()
    )
    undos = select(Undo.public_id, func.coalesce(Run.title, first)).outerjoin(Run, Run.id == Undo.run_id)
    kinds = [
        undos.where(Undo.public_id.in_(subjects)),
        *(
            select(public, name).where(public.in_(subjects))
            for public, name in (
                (Plan.public_id, Plan.title),
                (Run.public_id, Run.title),
                (Copy.public_id, Copy.name),
                (Snapshot.uuid, Snapshot.label),
            )
        ),
    ]
    return {subject: name[:_LONGEST_NAME] for subject, name in session.execute(union_all(*kinds)) if name}


def _named(events: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """Put to events what they name."""
    return (
        events.outerjoin(Site, Site.id == Event.site_id)
        .outerjoin(Key, Key.id == Event.key_id)
        .outerjoin(Person, Person.id == Event.person_id)
        .outerjoin(Step, Step.public_id == Event.subject)
    )


def all_of(desk: Desk, person_id: int, kept: Kept, *, before: int | None, most: int) -> Iterator[Line]:
    """Return the lines of the log, the newest first. No session stays open between some of them and the next.

    Args:
        most: how many at most.
    """
    left = most
    while left > 0:
        with desk.reading() as session:
            lines = listed(session, person_id, kept, before=before, most=min(left, _AT_ONCE))
        yield from lines
        left -= len(lines)
        if len(lines) < _AT_ONCE:
            return
        before = lines[-1].event.id


def note_export(desk: Desk, person_id: int, form: str, asked: Mapping[str, str]) -> None:
    """Write down that somebody took the log with them, for each site that they asked for, so that all who may see
    its log learn of it. Of more than a hundred sites the first hundred are told.

    Args:
        form: of the file, `csv` or `jsonl`.
        asked: what the file is kept to, as an address says it. What was typed is not written down: the names of what
            it is kept to are, and how many words were sought.
    """
    details: dict[str, Any] = {"form": form, "kept_to": sorted(asked), "words": len(asked.get("words", "").split())}
    theirs = select(Site.id).join(Membership, Membership.site_id == Site.id).where(Membership.person_id == person_id)
    meant = theirs.where(Site.public_id == asked["site"]) if "site" in asked else theirs
    with desk.writing() as session:
        sites: list[int | None] = [*session.scalars(meant.order_by(Site.id).limit(_MANY))]
        for site_id in sites or [None]:
            subject = f"person_{person_id}"
            record(session, desk, "log.exported", subject, site_id=site_id, person_id=person_id, **details)


def _conditions(kept: Kept) -> list[ColumnElement[bool]]:
    told = []
    if kept.site is not None:
        told.append(Event.site_id == select(Site.id).where(Site.public_id == kept.site).scalar_subquery())
    if kept.key is not None:
        named = or_(Key.public_id == kept.key, Key.name.icontains(kept.key, autoescape=True))
        told.append(Event.key_id.in_(select(Key.id).where(named)))
    if kept.person is not None:
        told.append(Event.person_id == kept.person)
    if kept.noun is not None:
        told.append(Event.what.startswith(f"{kept.noun}.", autoescape=True))
    if kept.door is not None:
        told.append(Event.door == kept.door)
    told += [] if kept.since is None else [Event.at >= kept.since]
    told += [] if kept.until is None else [Event.at < kept.until]
    return [*told, *map(_says, kept.words)]


def _says(word: Word) -> ColumnElement[bool]:
    if _ID.fullmatch(word.text):
        return Event.subject == word.text
    names = [
        column.icontains(word.text, autoescape=True) for column in (Key.name, Person.name, Site.name, Step.effect)
    ]
    return or_(Event.what.in_(word.said_of), *names)
