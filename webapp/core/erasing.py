"""Erasing: what ended longer ago than an installation keeps things, piece by piece, so that nobody waits long for it.

A plan goes with all that it led to: steps, decisions, runs, receipts, undos, and the snapshots by which its writes
could be taken back. Kept is what something later hangs on: an open copy and whatever changed it, an undo, a step of
unknown outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, String, and_, cast, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from webapp.data import (
    Copy,
    Event,
    Key,
    Note,
    Notice,
    Plan,
    ReviewLink,
    Run,
    Site,
    Snapshot,
    Status,
    Step,
    Undo,
    UndoPart,
)

from . import events
from .desk import Desk

# So much is erased in one transaction at most, and so many transactions there are in a row.
_PLANS, _SNAPSHOTS, _EVENTS = 10, 200, 1_000
_PIECES = 100
_ERASED = "history.erased"
# What a line that is erased of a site is counted as.
_Counts = dict[int, Counter[str]]


def erase(desk: Desk) -> None:
    """Erase what ended longer ago than is kept: whole days at a time, which are told of in one line for each site."""
    days = desk.settings.keep_days
    if not days:
        return
    now = desk.clock()
    before = datetime.combine((now - timedelta(days=days)).date(), time(), now.tzinfo)
    for _piece in range(_PIECES):
        if not _erased_a_piece(desk, before):
            return


def _erased_a_piece(desk: Desk, before: datetime) -> bool:
    """Erase a piece of what ended before a moment; tell whether there may be more."""
    counts: _Counts = {}
    with desk.writing() as session:
        full = [
            _plans(session, before, counts),
            _copies(session, before),
            _snapshots(session, before, counts),
            _undos(session, before),
            _events(session, before, counts),
        ]
        _tell(session, desk, before.date().isoformat(), counts)
    return any(full)


def _tell(session: Session, desk: Desk, day: str, counts: _Counts) -> None:
    """Write down in one line how much of each site was erased; what a further piece erased is added to that line.

    Args:
        day: what ended before it is erased.
    """
    for site in session.scalars(select(Site).where(Site.id.in_(counts))):
        erased = {name: counts[site.id][name] for name in ("plans", "snapshots", "events")}
        told = select(Event).where(Event.subject == site.public_id, Event.what == _ERASED)
        last = session.scalar(told.order_by(Event.id.desc()).limit(1))
        if last is None or last.details["before"] != day:
            events.record(session, desk, _ERASED, site.public_id, site_id=site.id, before=day, **erased)
        else:
            last.details = {"before": day, **{name: last.details[name] + erased[name] for name in erased}}


def _plans(session: Session, before: datetime, counts: _Counts) -> bool:
    found = session.execute(
        select(Plan.id, Plan.site_id, _holds_mode().label("held")).where(*_over(before)).limit(_PLANS)
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


def _over(before: datetime) -> list[ColumnElement[bool]]:
    """Return what is demanded of a plan that is erased."""
    of_steps, of_runs = aliased(Step), aliased(Run)
    copies = exists().where(Copy.step_id == of_steps.id, of_steps.plan_id == Plan.id, _not_over(Copy, before))
    changed_copies = exists().where(
        Snapshot.step_id == of_steps.id,
        of_steps.plan_id == Plan.id,
        of_steps.lands_on["where"].as_string() == "copy",
        _is_about(Snapshot, Copy),
        _not_over(Copy, before),
    )
    unsettled = exists().where(Step.plan_id == Plan.id, Step.status.in_((Status.UNKNOWN, Status.RUNNING)))
    later = exists().where(Run.plan_id == Plan.id, or_(Run.finished_at.is_(None), Run.finished_at >= before))
    undone = exists().where(of_runs.plan_id == Plan.id, Undo.run_id == of_runs.id, Undo.made_at >= before)
    taken_back = exists().where(
        Snapshot.step_id == of_steps.id, of_steps.plan_id == Plan.id, _in_undo_since(before, Snapshot)
    )
    return [
        # Named so that the index by site and end is used.
        Plan.site_id.in_(select(Site.id)),
        Plan.ended_at < before,
        or_(Plan.last_position > 0, ~_holds_mode()),
        ~copies,
        ~changed_copies,
        ~unsettled,
        ~later,
        ~undone,
        ~taken_back,
    ]


def _holds_mode() -> ColumnElement[bool]:
    """Tell of a plan that it is the one by which a key's plan mode is known to be on."""
    other = aliased(Plan)
    newest = select(func.max(other.id)).where(other.key_id == Plan.key_id).correlate(Plan).scalar_subquery()
    works = exists().where(Key.id == Plan.key_id, Key.revoked_at.is_(None)).correlate(Plan)
    return and_(Plan.mode_on, Plan.ended_why == "expired", Plan.id == newest, works)


def _not_over(copy: type[Copy], before: datetime) -> ColumnElement[bool]:
    return or_(copy.state == "open", func.coalesce(copy.decided_at, copy.made_at) >= before)


def _is_about(snapshot: type[Snapshot], copy: type[Copy]) -> ColumnElement[bool]:
    """Tell whether a snapshot is of a copy, or of its original, by which a write on the copy may have been called."""
    own, original = cast(copy.copy_id, String), cast(copy.original_id, String)
    named = and_(original == snapshot.target_id, copy.kind == snapshot.target_kind)
    return and_(copy.site_id == snapshot.site_id, or_(own == snapshot.target_id, named))


def _in_undo_since(before: datetime, snapshot: type[Snapshot]) -> ColumnElement[bool]:
    return (
        exists()
        .where(UndoPart.snapshot_id == snapshot.id, Undo.id == UndoPart.undo_id, Undo.made_at >= before)
        .correlate(snapshot)
    )


def _copies(session: Session, before: datetime) -> bool:
    """Erase the copies that were decided about, and whose plan is gone or never was."""
    over = select(Copy.id).where(Copy.step_id.is_(None), ~_not_over(Copy, before)).limit(_SNAPSHOTS)
    ids = list(session.scalars(over))
    session.execute(delete(Copy).where(Copy.id.in_(ids)))
    return len(ids) == _SNAPSHOTS


def _snapshots(session: Session, before: datetime, counts: _Counts) -> bool:
    """Erase the snapshots of no plan: of writes at once, of approvals and of restores."""
    of_open_copy = exists().where(_is_about(Snapshot, Copy), Copy.state == "open").correlate(Snapshot)
    over = select(Snapshot.id).where(
        Snapshot.step_id.is_(None), Snapshot.taken_at < before, ~of_open_copy, ~_in_undo_since(before, Snapshot)
    )
    ids = list(session.scalars(over.limit(_SNAPSHOTS)))
    _count(counts, "snapshots", session, Snapshot, Snapshot.id.in_(ids))
    session.execute(delete(Snapshot).where(Snapshot.id.in_(ids)))
    return len(ids) == _SNAPSHOTS


def _undos(session: Session, before: datetime) -> bool:
    """Erase the undos of which no part is left."""
    left = exists().where(UndoPart.undo_id == Undo.id)
    session.execute(delete(Undo).where(Undo.run_id.is_(None), Undo.made_at < before, ~left))
    return False


def _events(session: Session, before: datetime, counts: _Counts) -> bool:
    # They are written down in the order of time, so the oldest are the first; more are not looked at.
    first = select(Event.id, Event.at).order_by(Event.id).limit(_EVENTS).subquery()
    ids = list(session.scalars(select(first.c.id).where(first.c.at < before)))
    _count(counts, "events", session, Event, Event.id.in_(ids), Event.what != _ERASED)
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
