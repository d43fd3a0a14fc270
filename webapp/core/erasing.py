"""Erasing: what ended longer ago than an installation keeps things, piece by piece, so that nobody waits long for it.

A plan goes with all that it led to: steps, decisions, runs, receipts, undos, and the snapshots by which its writes
could be taken back. Where snapshots are kept for less long than the rest, they go first. What is old enough is
told by `outdated`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.orm import Session

from webapp.data import (
    Copy,
    Event,
    Note,
    Notice,
    Plan,
    ReviewLink,
    Run,
    Site,
    Snapshot,
    Step,
    Undo,
    UndoPart,
)

from . import events, outdated
from .desk import Desk
from .outdated import Bounds

# So much is erased in one transaction at most, and so many transactions there are in a row.
_PLANS, _SNAPSHOTS, _EVENTS = 10, 200, 1_000
_PIECES = 100
# What a line that is erased of a site is counted as.
_Counts = dict[int, Counter[str]]


def erase(desk: Desk) -> bool:
    """Erase what ended longer ago than is kept: whole days at a time, which are told of in one line for each site.

    Returns:
        Whether all of it is erased; False where there was so much that some is left for the next time.
    """
    before = outdated.bounds(desk)
    latest = before.latest
    if latest is None:
        return True
    return any(not _erased_a_piece(desk, before, latest) for _piece in range(_PIECES))


def _erased_a_piece(desk: Desk, before: Bounds, latest: datetime) -> bool:
    """Erase a piece of what is outdated; tell whether there may be more."""
    counts: _Counts = {}
    alone: _Counts = {}
    full = []
    with desk.writing() as session:
        if before.everything is not None:
            full += [
                _plans(session, before.everything, counts),
                _copies(session, before.everything),
                _events(session, before.everything, counts),
            ]
            _tell(session, desk, before.everything.date().isoformat(), counts)
        full += [_snapshots(session, before, alone), _undos(session, latest)]
        _tell(session, desk, latest.date().isoformat(), alone)
    return any(full)


def _tell(session: Session, desk: Desk, day: str, counts: _Counts) -> None:
    """Write down in one line how much of each site was erased; what a further piece erased is added to that line.

    Args:
        day: what ended before it is erased.
    """
    for site in session.scalars(select(Site).where(Site.id.in_(counts))):
        erased = {name: counts[site.id][name] for name in ("plans", "snapshots", "events")}
        told = select(Event).where(
            Event.subject == site.public_id,
            Event.what == outdated.ERASED,
            Event.details["before"].as_string() == day,
        )
        last = session.scalar(told.order_by(Event.id.desc()).limit(1))
        if last is None:
            events.record(session, desk, outdated.ERASED, site.public_id, site_id=site.id, before=day, **erased)
        else:
            last.details = {"before": day, **{name: last.details[name] + erased[name] for name in erased}}


def _plans(session: Session, before: datetime, counts: _Counts) -> bool:
    found = session.execute(
        select(Plan.id, Plan.site_id, outdated.holds_mode().label("held"))
        .where(*outdated.plans(before))
        .limit(_PLANS)
    ).all()
    if not found:
        return False
    ids = [row.id for row in found]
    steps, runs = select(Step.id).where(Step.plan_id.in_(ids)), select(Run.id).where(Run.plan_id.in_(ids))
    _count(counts, "snapshots", session, Snapshot, Snapshot.step_id.in_(steps))
    for gone in (
        delete(Snapshot).where(Snapshot.step_id.in_(steps)),
        delete(Notice).where(Notice.run_id.in_(runs)),
        delete(Run).where(Run.plan_id.in_(ids)),
        delete(Note).where(Note.plan_id.in_(ids)),
        delete(ReviewLink).where(ReviewLink.plan_id.in_(ids)),
        delete(Step).where(Step.plan_id.in_(ids)),
        delete(Plan).where(Plan.id.in_([row.id for row in found if not row.held])),
    ):
        session.execute(gone)
    # That a key's plan mode is on since then must not be forgotten: its next write would reach the site.
    held = [row.id for row in found if row.held]
    bare: dict[str, Any] = {"title": None, "note": None, "client": None, "words": "", "last_position": 0}
    session.execute(update(Plan).where(Plan.id.in_(held)).values(bare))
    for row in found:
        counts.setdefault(row.site_id, Counter())["plans"] += 1
    return len(found) == _PLANS


def _copies(session: Session, before: datetime) -> bool:
    """Erase the copies that were decided about, and whose plan is gone or never was."""
    over = select(Copy.id).where(Copy.step_id.is_(None), ~outdated.not_over(Copy, before)).limit(_SNAPSHOTS)
    ids = list(session.scalars(over))
    session.execute(delete(Copy).where(Copy.id.in_(ids)))
    return len(ids) == _SNAPSHOTS


def _snapshots(session: Session, before: Bounds, counts: _Counts) -> bool:
    """Erase the snapshots that go by their own age; what they are of stays, and can not be taken back any more."""
    ids = list(session.scalars(select(Snapshot.id).where(outdated.snapshots_alone(before)).limit(_SNAPSHOTS)))
    _count(counts, "snapshots", session, Snapshot, Snapshot.id.in_(ids))
    session.execute(delete(Snapshot).where(Snapshot.id.in_(ids)))
    return len(ids) == _SNAPSHOTS


def _undos(session: Session, before: datetime) -> bool:
    """Erase the undos of which no part is left."""
    left = exists().where(UndoPart.undo_id == Undo.id)
    session.execute(delete(Undo).where(Undo.made_at < before, ~left))
    return False


def _events(session: Session, before: datetime, counts: _Counts) -> bool:
    # They are written down in the order of time, so the oldest are the first; more are not looked at.
    first = select(Event.id, Event.at).order_by(Event.id).limit(_EVENTS).subquery()
    ids = list(session.scalars(select(first.c.id).where(first.c.at < before)))
    _count(counts, "events", session, Event, Event.id.in_(ids), Event.what != outdated.ERASED)
    session.execute(delete(Event).where(Event.id.in_(ids)))
    return len(ids) == _EVENTS


def _count(
    counts: _Counts, name: str, session: Session, table: type[Snapshot | Event], *which: ColumnElement[bool]
) -> None:
    """Add to each site's counts how many of these rows it has."""
    rows: Sequence[Any] = session.execute(
        select(table.site_id, func.count()).where(table.site_id.is_not(None), *which).group_by(table.site_id)
    ).all()
    for site_id, number in rows:
        counts.setdefault(site_id, Counter())[name] += number
