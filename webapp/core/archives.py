"""Archives: the plans that are over, the runs and the undos of a person's sites in one list, the newest first.

Each page of it is found by where the one before it ended, so that the oldest costs no more than the newest. It reads
our own rows only, asks no site and decides nothing. What a run did step by step is the business of `histories`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, exists, false, func, literal, or_, select, union_all
from sqlalchemy.orm import InstrumentedAttribute, Session

from webapp.data import (
    LARGEST_ID,
    Key,
    Membership,
    Outcome,
    Person,
    Plan,
    Run,
    RunStep,
    Site,
    Snapshot,
    Undo,
    UndoPart,
)

from .desk import Desk

# How many lines a page of the list holds.
A_PAGE = 30
# Whoever asks for more words than this looks for a text and not for a plan.
_MOST_WORDS = 8
_MOST_NAMES = 50
# So many rows are few.
_FEW = 300
_PLACE = re.compile(r"(\d{8}T\d{12})-(plan|run|undo)-(\d{1,18})")
_MOMENT = "%Y%m%dT%H%M%S%f"


class Became(StrEnum):
    """What became of a line of the list."""

    THROUGH = "through"
    FAILED = "failed"
    EXPIRED = "expired"
    ENDED = "ended"
    TAKEN_BACK = "taken-back"


class Kind(StrEnum):
    """What a line of the list is. At the same moment they stand in the order of their names."""

    PLAN = "plan"
    RUN = "run"
    UNDO = "undo"


class Place(NamedTuple):
    """Where in the list a line stands."""

    at: datetime
    kind: Kind
    id: int

    def __str__(self) -> str:
        return f"{self.at.astimezone(UTC).strftime(_MOMENT)}-{self.kind}-{self.id}"


@dataclass(frozen=True)
class Sought:
    """What the list is kept to; None, or no words, for everything.

    Attributes:
        site: a public id.
        key: a public id, or what is in a key's name.
        person: the id of who pressed Apply or Undo; 0 where an agent did.
        since, until: moments; what happened at `until` is left out.
        words: each of them is in what the plan and its steps say.
    """

    site: str | None = None
    key: str | None = None
    person: int | None = None
    became: Became | None = None
    since: datetime | None = None
    until: datetime | None = None
    words: str = ""


def place_of(typed: str) -> Place | None:
    """Return the place that an address names; None where it names none."""
    found = _PLACE.fullmatch(typed)
    if found is None:
        return None
    try:
        at = datetime.strptime(found[1], _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Place(at, Kind(found[2]), min(int(found[3]), LARGEST_ID))


def listed(
    session: Session, desk: Desk, person_id: int, sought: Sought, before: Place | None = None, most: int = A_PAGE
) -> list[Place]:
    """Return the places of the lines that fit, the newest first.

    Args:
        before: only what stands after this place in the list.
        most: how many at most.
    """
    where = _where(session, person_id, sought)
    sources = [*_runs(where, sought), *_plans(where, sought, desk.clock()), *_undos(where, sought)]
    if not where.sites or not sources:
        return []
    parts = [select(_newest(source, before, most).subquery()) for source in sources]
    lines = union_all(*parts).subquery()
    newest = select(lines).order_by(lines.c.at.desc(), lines.c.kind, lines.c.id.desc()).limit(most)
    return [Place(row.at, Kind(row.kind), row.id) for row in session.execute(newest)]


def people(session: Session, person_id: int) -> list[Person]:
    """Return who else may decide on a person's sites, and the person, by name."""
    theirs = select(Membership.site_id).where(Membership.person_id == person_id)
    there = select(Membership.person_id).where(Membership.site_id.in_(theirs))
    return list(session.scalars(select(Person).where(Person.id.in_(there)).order_by(Person.name, Person.id)))


def key_names(session: Session, person_id: int) -> list[str]:
    """Return names of keys of a person's sites, those first that were used last; of many keys not all."""
    theirs = select(Membership.site_id).where(Membership.person_id == person_id)
    names = (
        select(Key.name)
        .where(Key.site_id.in_(theirs))
        .group_by(Key.name)
        .order_by(func.max(func.coalesce(Key.last_used_at, Key.made_at)).desc())
        .limit(_MOST_NAMES)
    )
    return list(session.scalars(names))


class _Where(NamedTuple):
    """Where to look. What few rows are like is found first, and the lines by that. What many are like is asked of
    each line in turn, the newest first, so that the first ones are found at once.

    Attributes:
        sites: ids of those of the person's sites that are meant.
        saying: ids of the plans that say what is sought, where they are few.
        keys: ids of the keys that are meant, where they are few.
    """

    sites: Sequence[int]
    saying: Sequence[int] | None
    keys: Sequence[int] | None

    def narrowed(self, sought: Sought, rows: type[Run | Plan]) -> list[ColumnElement[bool]]:
        """Return what is demanded of runs or of plans by where they are, by their keys, and by what they say."""
        plan = Run.plan_id if rows is Run else Plan.id
        told: list[ColumnElement[bool]] = [] if self.saying is None else [plan.in_(self.saying)]
        if sought.key is not None:
            told.append(rows.key_id.in_(_keys(self.sites, sought.key) if self.keys is None else self.keys))
        if self.saying is None and self.keys is None:
            # What is few is of these sites already, and then another index would be in the way.
            told.append(rows.site_id.in_(self.sites))
        if self.saying is None and _words_of(sought.words):
            said = _saying(sought.words)
            told += [exists().where(Plan.id == Run.plan_id, *said)] if rows is Run else said
        return told


def _where(session: Session, person_id: int, sought: Sought) -> _Where:
    theirs = select(Site.id).join(Membership, Membership.site_id == Site.id).where(Membership.person_id == person_id)
    sites = list(session.scalars(theirs if sought.site is None else theirs.where(Site.public_id == sought.site)))
    plans = select(Plan.id).where(Plan.site_id.in_(sites), *_saying(sought.words))
    return _Where(
        sites,
        _few(session, plans) if _words_of(sought.words) else None,
        None if sought.key is None else _few(session, _keys(sites, sought.key)),
    )


def _few(session: Session, ids: Select[int]) -> list[int] | None:
    """Return what is found, where it is not much."""
    found = list(session.scalars(ids.limit(_FEW + 1)))
    return found if len(found) <= _FEW else None


class _Source(NamedTuple):
    """Rows that are lines of the list: when each happened, and which of them are sought."""

    kind: Kind
    at: InstrumentedAttribute[Any]
    id: InstrumentedAttribute[int]
    conditions: Sequence[ColumnElement[bool]]


def _newest(source: _Source, before: Place | None, most: int) -> Select[Any]:
    kind, at, row_id, conditions = source
    found = select(literal(str(kind)).label("kind"), row_id.label("id"), at.label("at")).where(*conditions)
    if before is not None:
        same = and_(at == before.at, row_id < before.id) if kind == before.kind else false()
        later = at == before.at if kind > before.kind else same
        found = found.where(at <= before.at, or_(at < before.at, later))
    return found.order_by(at.desc(), row_id.desc()).limit(most)


def _runs(where: _Where, sought: Sought) -> list[_Source]:
    if sought.became not in (None, Became.THROUGH, Became.FAILED):
        return []
    conditions = [*where.narrowed(sought, Run), *_within(Run.asked_at, sought)]
    if sought.person is not None:
        conditions.append(Run.person_id == sought.person if sought.person else Run.person_id.is_(None))
    if sought.became is not None:
        not_through = select(RunStep.run_id).where(RunStep.outcome.in_((Outcome.FAILED, Outcome.NOT_RUN)))
        failed = Run.id.in_(not_through)
        conditions.append(failed if sought.became == Became.FAILED else ~failed & Run.finished_at.is_not(None))
    return [_Source(Kind.RUN, Run.asked_at, Run.id, conditions)]


def _plans(where: _Where, sought: Sought, now: datetime) -> list[_Source]:
    """Return the plans that are over and of which nothing ran: ended, and expired also where nobody noticed yet."""
    if sought.became not in (None, Became.EXPIRED, Became.ENDED) or sought.person is not None:
        return []
    conditions = [
        *where.narrowed(sought, Plan),
        Plan.last_position > 0,
        ~exists().where(Run.plan_id == Plan.id),
    ]
    why = [] if sought.became is None else [Plan.ended_why == sought.became]
    ended = [*conditions, *why, Plan.ended_at.is_not(None), *_within(Plan.ended_at, sought)]
    unswept = [*conditions, Plan.ended_at.is_(None), Plan.expires_at <= now, *_within(Plan.expires_at, sought)]
    sources = [_Source(Kind.PLAN, Plan.ended_at, Plan.id, ended)]
    if sought.became != Became.ENDED:
        sources.append(_Source(Kind.PLAN, Plan.expires_at, Plan.id, unswept))
    return sources


def _undos(where: _Where, sought: Sought) -> list[_Source]:
    if sought.became not in (None, Became.TAKEN_BACK) or sought.person == 0:
        return []
    conditions = [Undo.site_id.in_(where.sites), Undo.asked_at.is_not(None), *_within(Undo.asked_at, sought)]
    if sought.person is not None:
        conditions.append(Undo.person_id == sought.person)
    if sought.key is not None:
        keys = _keys(where.sites, sought.key)
        conditions.append(_takes_back(Snapshot.key_id.in_(keys), select(Run.id).where(Run.key_id.in_(keys))))
    if sought.words:
        labels = [func.lower(Snapshot.label).contains(word, autoescape=True) for word in _words_of(sought.words)]
        plans = select(Plan.id).where(Plan.site_id.in_(where.sites), *_saying(sought.words))
        runs = select(Run.id).where(Run.plan_id.in_(plans if where.saying is None else where.saying))
        conditions.append(_takes_back(and_(*labels), runs))
    return [_Source(Kind.UNDO, Undo.asked_at, Undo.id, conditions)]


def _takes_back(snapshots: ColumnElement[bool], runs: Select[int]) -> ColumnElement[bool]:
    """Demand of an undo that it takes back one of these writes, or one of these runs."""
    of_writes = exists().where(UndoPart.undo_id == Undo.id, Snapshot.id == UndoPart.snapshot_id, snapshots)
    return or_(Undo.run_id.in_(runs), of_writes)


def _within(at: InstrumentedAttribute[Any], sought: Sought) -> list[ColumnElement[bool]]:
    since = [] if sought.since is None else [at >= sought.since]
    return since if sought.until is None else [*since, at < sought.until]


def _keys(sites: Sequence[int], typed: str) -> Select[int]:
    named = or_(Key.public_id == typed, Key.name.icontains(typed, autoescape=True))
    return select(Key.id).where(Key.site_id.in_(sites), named)


def _saying(words: str) -> list[ColumnElement[bool]]:
    return [Plan.words.contains(word, autoescape=True) for word in _words_of(words)]


def _words_of(typed: str) -> list[str]:
    return typed.lower().split()[:_MOST_WORDS]
