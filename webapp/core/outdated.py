"""What is outdated: which rows ended longer ago than an installation keeps them, and how many of each site that is.

It erases nothing. Kept however old is what something later hangs on: an open copy and whatever changed it, an undo, a
step of unknown outcome, a live plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, String, and_, cast, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from webapp.data import Copy, Event, Key, Plan, Run, Site, Snapshot, Status, Step, Undo, UndoPart

from .desk import Desk

ERASED = "history.erased"


class Bounds(NamedTuple):
    """Before which moments, whole days, things are outdated; None where they never are.

    Attributes:
        everything: of all that ended, its snapshots too.
        snapshots: of the snapshots of what is kept itself.
    """

    everything: datetime | None
    snapshots: datetime | None

    @property
    def latest(self) -> datetime | None:
        """Before when anything at all is outdated."""
        return max((one for one in self if one is not None), default=None)


def bounds(desk: Desk) -> Bounds:
    """Return what the settings say, now."""
    now, settings = desk.clock(), desk.settings
    return Bounds(_day(now, settings.keep_days), _day(now, settings.keep_snapshots_days))


def undo_over_since(desk: Desk, taken: datetime) -> datetime | None:
    """Return since when what was written at a moment can not be taken back, for its snapshot is outdated."""
    kept = [days for days in (desk.settings.keep_days, desk.settings.keep_snapshots_days) if days]
    if not kept:
        return None
    over = datetime.combine(taken.date() + timedelta(days=min(kept) + 1), time(), taken.tzinfo)
    return over if over <= desk.clock() else None


def expected(session: Session, desk: Desk) -> Mapping[int, Counter[str]]:
    """Return how many plans, snapshots and lines of the log of each site are outdated now."""
    before = bounds(desk)
    counts: dict[int, Counter[str]] = {}
    beside: list[ColumnElement[bool]] = []
    if before.everything is not None:
        over, of_steps = select(Plan.id).where(*plans(before.everything)), aliased(Step)
        of_plans = select(of_steps.id).where(of_steps.plan_id.in_(over))
        beside = [or_(Snapshot.step_id.is_(None), Snapshot.step_id.not_in(of_plans))]
        _count(session, counts, "plans", Plan, plans(before.everything))
        _count(session, counts, "events", Event, [Event.at < before.everything, Event.what != ERASED])
        _count(session, counts, "snapshots", Snapshot, [Snapshot.step_id.in_(of_plans)])
    if before.latest is not None:
        _count(session, counts, "snapshots", Snapshot, [snapshots_alone(before), *beside])
    return counts


def _day(now: datetime, days: int) -> datetime | None:
    return datetime.combine((now - timedelta(days=days)).date(), time(), now.tzinfo) if days else None


def _count(
    session: Session,
    counts: dict[int, Counter[str]],
    name: str,
    table: type[Plan | Snapshot | Event],
    which: list[ColumnElement[bool]],
) -> None:
    found = select(table.site_id, func.count()).where(*which).group_by(table.site_id)
    for site_id, number in session.execute(found):
        if site_id is not None:
            counts.setdefault(site_id, Counter())[name] += number


def snapshots_alone(before: Bounds) -> ColumnElement[bool]:
    """Tell of a snapshot that it goes by its own age: that of no plan, and that of a plan that stays for longer."""
    of_open_copy = exists().where(_is_about(Snapshot, Copy), Copy.state == "open").correlate(Snapshot)
    old: list[ColumnElement[bool]] = []
    if before.latest is not None:
        old.append(and_(Snapshot.step_id.is_(None), _taken_before(before.latest)))
    if before.snapshots is not None:
        old.append(and_(Snapshot.step_id.is_not(None), _taken_before(before.snapshots), ~_needed()))
    return and_(or_(*old), ~of_open_copy)


def _taken_before(before: datetime) -> ColumnElement[bool]:
    return and_(Snapshot.taken_at < before, ~in_undo_since(before, Snapshot))


def _needed() -> ColumnElement[bool]:
    """Tell of a step's snapshot that the step, or its plan, is not over."""
    runs = exists().where(Run.plan_id == Plan.id, Run.finished_at.is_(None)).correlate(Plan)
    unsettled = Step.status.in_((Status.UNKNOWN, Status.RUNNING))
    going_on = or_(Plan.ended_at.is_(None), unsettled, runs)
    return exists().where(Step.id == Snapshot.step_id, Plan.id == Step.plan_id, going_on).correlate(Snapshot)


def plans(before: datetime) -> list[ColumnElement[bool]]:
    """Return what is demanded of a plan that is erased."""
    of_steps, of_runs = aliased(Step), aliased(Run)
    copies = exists().where(Copy.step_id == of_steps.id, of_steps.plan_id == Plan.id, not_over(Copy, before))
    changed_copies = exists().where(
        Snapshot.step_id == of_steps.id,
        of_steps.plan_id == Plan.id,
        of_steps.lands_on["where"].as_string() == "copy",
        _is_about(Snapshot, Copy),
        not_over(Copy, before),
    )
    unsettled = exists().where(Step.plan_id == Plan.id, Step.status.in_((Status.UNKNOWN, Status.RUNNING)))
    later = exists().where(Run.plan_id == Plan.id, or_(Run.finished_at.is_(None), Run.finished_at >= before))
    undone = exists().where(of_runs.plan_id == Plan.id, Undo.run_id == of_runs.id, Undo.made_at >= before)
    taken_back = exists().where(
        Snapshot.step_id == of_steps.id, of_steps.plan_id == Plan.id, in_undo_since(before, Snapshot)
    )
    return [
        # Named so that the index by site and end is used.
        Plan.site_id.in_(select(Site.id)),
        Plan.ended_at < before,
        or_(Plan.last_position > 0, ~holds_mode()),
        ~copies,
        ~changed_copies,
        ~unsettled,
        ~later,
        ~undone,
        ~taken_back,
    ]


def holds_mode() -> ColumnElement[bool]:
    """Tell of a plan that it is the one by which a key's plan mode is known to be on."""
    other = aliased(Plan)
    newest = select(func.max(other.id)).where(other.key_id == Plan.key_id).correlate(Plan).scalar_subquery()
    works = exists().where(Key.id == Plan.key_id, Key.revoked_at.is_(None)).correlate(Plan)
    return and_(Plan.mode_on, Plan.ended_why == "expired", Plan.id == newest, works)


def not_over(copy: type[Copy], before: datetime) -> ColumnElement[bool]:
    return or_(copy.state == "open", func.coalesce(copy.decided_at, copy.made_at) >= before)


def _is_about(snapshot: type[Snapshot], copy: type[Copy]) -> ColumnElement[bool]:
    """Tell whether a snapshot is of a copy, or of its original, by which a write on the copy may have been called."""
    own, original = cast(copy.copy_id, String), cast(copy.original_id, String)
    named = and_(original == snapshot.target_id, copy.kind == snapshot.target_kind)
    return and_(copy.site_id == snapshot.site_id, or_(own == snapshot.target_id, named))


def in_undo_since(before: datetime, snapshot: type[Snapshot]) -> ColumnElement[bool]:
    return (
        exists()
        .where(UndoPart.snapshot_id == snapshot.id, Undo.id == UndoPart.undo_id, Undo.made_at >= before)
        .correlate(snapshot)
    )
