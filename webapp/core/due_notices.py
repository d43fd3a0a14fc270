"""Which notices are due: of plans that have come to wait for a person, of those whose last hour has begun, and of
runs that did not go through whole.

It only reads, in as many questions for a thousand plans as for one; nothing is sent here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.data import (
    Decision,
    IssuedReceipt,
    Key,
    Mode,
    Note,
    Notice,
    NoticeAddress,
    Outcome,
    Plan,
    Run,
    RunStep,
    Site,
    Status,
    Step,
)

from . import plans
from .desk import Desk
from .notice_words import ENDED, EXPIRING, WAITING
from .views import WITHOUT_LONG

# An agent that planned nothing for so long has stopped planning; one that goes on is not waited for longer than that.
QUIET, LONGEST_WAIT = timedelta(seconds=60), timedelta(minutes=5)
BEFORE_EXPIRY = timedelta(hours=1)
# An end that nobody was told of within a day, since nothing ran here, is old news.
NEWS = timedelta(days=1)
_A_MOMENT = timedelta(microseconds=1)


class Due(NamedTuple):
    """A notice that is to be sent.

    Attributes:
        plan_id, run_id: what it tells of; one of the two.
        former: the one of its kind that was sent before, where it is due once more.
    """

    address_id: int
    plan_id: int | None
    run_id: int | None
    kind: str
    former: Notice | None


def find(session: Session, desk: Desk) -> list[Due]:
    """Return what is due and not written down yet.

    A plan is told of once: again only when a person has said something about it since and the agent planned on, or
    when the agent has renewed its time. A run is told of once.
    """
    return [*_of_plans(session, desk.clock()), *_of_runs(session, desk.clock())]


def _of_runs(session: Session, now: datetime) -> list[Due]:
    """Return the ends of runs in which something failed, for each address that was there then and was not told."""
    failed = select(RunStep.id).where(RunStep.run_id == Run.id, RunStep.outcome == Outcome.FAILED)
    told = select(Notice.id).where(Notice.run_id == Run.id, Notice.address_id == NoticeAddress.id)
    # A run that ended before its end was told to anybody has no receipt either: after an upgrade it is no news.
    issued = select(IssuedReceipt.id).where(IssuedReceipt.run_id == Run.id)
    found = (
        select(NoticeAddress.id, Run.id)
        .join(Run, Run.site_id == NoticeAddress.site_id)
        .join(Site, Site.id == Run.site_id)
        .where(Run.finished_at > now - NEWS, Run.finished_at >= NoticeAddress.made_at, failed.exists())
        .where(Site.disconnected_at.is_(None), issued.exists(), ~told.exists())
        .order_by(Run.id, NoticeAddress.id)
    )
    return [Due(address_id, None, run_id, ENDED, None) for address_id, run_id in session.execute(found)]


def _of_plans(session: Session, now: datetime) -> list[Due]:
    found = _plans(session, now)
    ids = [plan.id for plan in found]
    steps, said = steps_of(session, ids), _said(session, ids)
    addresses: dict[int, list[int]] = defaultdict(list)
    sites = {plan.site_id for plan in found}
    wanted = select(NoticeAddress.site_id, NoticeAddress.id).where(NoticeAddress.site_id.in_(sites))
    for site_id, address_id in session.execute(wanted):
        addresses[site_id].append(address_id)
    former = {
        (notice.address_id, notice.plan_id, notice.kind): notice
        for notice in session.scalars(select(Notice).where(Notice.plan_id.in_(ids)))
    }
    due: list[Due] = []
    for plan in found:
        for kind, since in _reasons(plan, steps.get(plan.id, []), said, now):
            for address_id in addresses[plan.site_id]:
                last = former.get((address_id, plan.id, kind))
                if last is None or _is_due_again(last, since):
                    due.append(Due(address_id, plan.id, None, kind, last))
    return due


def _is_due_again(last: Notice, since: datetime | None) -> bool:
    if last.state == "due" or last.tried_at is None or since is None:
        return False
    return last.tried_at < since


def _plans(session: Session, now: datetime) -> list[Plan]:
    return list(
        session.scalars(
            select(Plan)
            .join(Key, Key.id == Plan.key_id)
            .join(Site, Site.id == Plan.site_id)
            .where(Plan.ended_at.is_(None), Plan.expires_at > now, Key.mode == Mode.BROWSER)
            .where(Plan.site_id.in_(select(NoticeAddress.site_id)))
            .where(Key.revoked_at.is_(None), Key.paused_at.is_(None), Key.shared.is_(False))
            .where(Site.paused_at.is_(None), Site.disconnected_at.is_(None))
        )
    )


def steps_of(session: Session, plan_ids: Iterable[int]) -> dict[int, list[Step]]:
    """Return the steps of plans that wait for a person, in order, without their long columns."""
    found = select(Step).where(Step.plan_id.in_(list(plan_ids))).order_by(Step.position).options(*WITHOUT_LONG)
    steps: dict[int, list[Step]] = defaultdict(list)
    for step in session.scalars(found):
        if plans.waits(step) and step.status != Status.SENT_BACK:
            steps[step.plan_id].append(step)
    return steps


def _said(session: Session, plan_ids: Sequence[int]) -> dict[int, datetime]:
    """Return by plan when a person last decided or said something about it."""
    decided = (
        select(Step.plan_id, func.max(Decision.made_at))
        .join(Decision, Decision.step_id == Step.id)
        .where(Step.plan_id.in_(plan_ids))
        .group_by(Step.plan_id)
    )
    noted = select(Note.plan_id, func.max(Note.made_at)).where(Note.plan_id.in_(plan_ids)).group_by(Note.plan_id)
    said: dict[int, datetime] = {}
    for plan_id, at in [*session.execute(decided), *session.execute(noted)]:
        said[plan_id] = max(at, said.get(plan_id, at))
    return said


def _reasons(
    plan: Plan, waiting: Sequence[Step], said: Mapping[int, datetime], now: datetime
) -> list[tuple[str, datetime | None]]:
    """Return the kinds of notices that a plan gives reason for, each with since when that is a new reason."""
    reasons: list[tuple[str, datetime | None]] = []
    # What a run left, whoever began it knows of; where it failed, its end is told.
    undecided = [step for step in waiting if step.status not in (Status.ACCEPTED, Status.NOT_RUN, Status.FAILED)]
    if undecided and _has_settled(undecided, now):
        last = said.get(plan.id)
        # A person who has a step planned again moves its time, and knows of it.
        by_agent = [step.made_at for step in undecided if not step.planned_again]
        again = last is not None and bool(by_agent) and max(by_agent) > last
        # A notice of the very moment in which they spoke came before their words.
        reasons.append((WAITING, last + _A_MOMENT if again and last is not None else None))
    if waiting and plan.expires_at - now <= BEFORE_EXPIRY:
        reasons.append((EXPIRING, plan.expires_at - BEFORE_EXPIRY))
    return reasons


def _has_settled(undecided: Sequence[Step], now: datetime) -> bool:
    return now - max(step.made_at for step in undecided) >= QUIET or now - undecided[0].made_at >= LONGEST_WAIT
