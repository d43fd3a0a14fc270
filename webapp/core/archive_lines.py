"""Archive lines: what the history says of each plan, run and undo, read for a whole page of them at once.

Which of them a page holds is the business of `archives`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import exists, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from webapp.data import (
    Back,
    Decision,
    Key,
    Person,
    Plan,
    Run,
    RunStep,
    Sight,
    Site,
    Snapshot,
    Status,
    Step,
    Undo,
    UndoPart,
)

from .archives import Kind, Place

_NOTHING = (0, 0)


@dataclass(frozen=True)
class ArchiveLine:
    """A plan that is over and of which nothing ran, a run, or an undo.

    Attributes:
        public_id: of the plan, the run or the undo.
        title: of the plan, and of a run that which its plan had then; of an undo, that of the run that it takes back,
            or what the write was.
        key: None for an undo of what no run did.
        client: the program that asked for the plan.
        person: the name of who pressed Apply or Undo; None where an agent asked.
        accepted_by: the names of those who said yes to steps, where an agent asked to apply.
        over: whether it is finished.
        why: of a plan, `ended` or `expired`.
        counts: how many steps or parts there are of each outcome.
        undone_by: the name of who took the run back, the newest of them; empty where nobody is known, None where
            nothing of it is taken back now, or nobody wanted it whole.
        undone: how many writes of it are taken back now, of how many that were to be.
        broken: how many public pages were broken for visitors when they were looked at last after it.
    """

    place: Place
    public_id: str
    title: str | None
    site: Site
    key: Key | None
    client: str | None = None
    person: str | None = None
    accepted_by: Sequence[str] = ()
    over: bool = True
    why: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    undone_by: str | None = None
    undone: tuple[int, int] = (0, 0)
    broken: int = 0

    @property
    def at(self) -> datetime:
        """When it happened: a plan's end, or when a run or an undo was asked for."""
        return self.place.at


def read(session: Session, places: Sequence[Place]) -> list[ArchiveLine]:
    """Return the lines that stand in these places."""
    lines = {
        line.place: line for line in [*_runs(session, places), *_plans(session, places), *_undos(session, places)]
    }
    return [lines[place] for place in places if place in lines]


def _ids(places: Sequence[Place], kind: Kind) -> dict[int, Place]:
    return {place.id: place for place in places if place.kind == kind}


def _runs(session: Session, places: Sequence[Place]) -> list[ArchiveLine]:
    here = _ids(places, Kind.RUN)
    rows = session.execute(
        select(Run, Plan.client, Site, Key, Person.name)
        .join(Plan, Plan.id == Run.plan_id)
        .join(Site, Site.id == Run.site_id)
        .join(Key, Key.id == Run.key_id)
        .outerjoin(Person, Person.id == Run.person_id)
        .where(Run.id.in_(here))
    ).all()
    counts, accepted = _outcomes(session, here), _accepted_by(session, here)
    undone_by, undone = _undone_by(session, here), _undone(session, here)
    broken = _broken(session, Sight.run_id, here)
    return [
        ArchiveLine(
            place=here[run.id],
            public_id=run.public_id,
            title=run.title,
            site=site,
            key=key,
            client=client,
            person=person,
            accepted_by=[] if run.person_id is not None else accepted.get(run.id, []),
            over=run.finished_at is not None,
            counts=counts.get(run.id, {}),
            undone_by=undone_by.get(run.id, "") if undone.get(run.id, _NOTHING)[0] else None,
            undone=undone.get(run.id, _NOTHING),
            broken=broken[run.id],
        )
        for run, client, site, key, person in rows
    ]


def _outcomes(session: Session, runs: Mapping[int, Place]) -> dict[int, Counter[str]]:
    """Return by run how many steps came to what; one whose outcome nobody knows yet is `unknown`."""
    rows = session.execute(
        select(RunStep.run_id, RunStep.outcome, Step.status, func.count())
        .join(Step, Step.id == RunStep.step_id)
        .where(RunStep.run_id.in_(runs))
        .group_by(RunStep.run_id, RunStep.outcome, Step.status)
    )
    counts: dict[int, Counter[str]] = {}
    for run_id, outcome, status, number in rows:
        came_to = "waiting" if outcome is None else "unknown" if status == Status.UNKNOWN else outcome
        counts.setdefault(run_id, Counter())[came_to] += number
    return counts


def _broken(
    session: Session, whose: InstrumentedAttribute[int | None], ids: Mapping[int, Place]
) -> Counter[int | None]:
    """Return by run or undo how many public pages were broken after it."""
    rows = session.execute(select(whose, Sight.found).where(whose.in_(ids), Sight.looked_at.is_not(None)))
    return Counter(row_id for row_id, found in rows if any(one["grave"] for one in found))


def _undone_by(session: Session, runs: Mapping[int, Place]) -> dict[int, str]:
    """Return by run who took something of it back with an undo of the whole, the newest of them."""
    brought_back = exists().where(UndoPart.undo_id == Undo.id, UndoPart.outcome.in_((Back.EXACTLY, Back.EXCEPT)))
    rows = session.execute(
        select(Undo.run_id, Person.name)
        .outerjoin(Person, Person.id == Undo.person_id)
        .where(Undo.run_id.in_(runs), brought_back)
        .order_by(Undo.id)
    )
    return {run_id: name or "" for run_id, name in rows if run_id is not None}


def _undone(session: Session, runs: Mapping[int, Place]) -> dict[int, tuple[int, int]]:
    """Return by run how many of the writes that were to be taken back with it are so now, and how many these are.

    An undo may have failed or left something out, and what it brought back may have been taken back since.
    """
    rows = session.execute(
        select(Undo.run_id, Snapshot.id, Snapshot.restored_at)
        .join(UndoPart, UndoPart.undo_id == Undo.id)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .where(Undo.run_id.in_(runs), Undo.asked_at.is_not(None))
        .distinct()
    )
    found: dict[int, tuple[int, int]] = {}
    for run_id, _, restored_at in rows:
        back, of_all = found.get(run_id or 0, _NOTHING)
        found[run_id or 0] = back + (restored_at is not None), of_all + 1
    return found


def _accepted_by(session: Session, runs: Mapping[int, Place]) -> dict[int, list[str]]:
    rows = session.execute(
        select(RunStep.run_id, func.coalesce(Person.name, Decision.by_name))
        .join(Decision, Decision.step_id == RunStep.step_id)
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(RunStep.run_id.in_(runs), Decision.verdict == "accept", Decision.counts)
        .distinct()
    )
    names: dict[int, list[str]] = {}
    for run_id, name in rows:
        names.setdefault(run_id, []).append(name or "somebody")
    return {run_id: sorted(found) for run_id, found in names.items()}


def _plans(session: Session, places: Sequence[Place]) -> list[ArchiveLine]:
    here = _ids(places, Kind.PLAN)
    rows = session.execute(
        select(Plan, Site, Key)
        .join(Site, Site.id == Plan.site_id)
        .join(Key, Key.id == Plan.key_id)
        .where(Plan.id.in_(here))
    ).all()
    counts: dict[int, Counter[str]] = {}
    found = select(Step.plan_id, Step.status, func.count()).where(Step.plan_id.in_(here))
    for plan_id, status, number in session.execute(found.group_by(Step.plan_id, Step.status)):
        counts.setdefault(plan_id, Counter())[status] += number
    return [
        ArchiveLine(
            place=here[plan.id],
            public_id=plan.public_id,
            title=plan.title,
            site=site,
            key=key,
            client=plan.client,
            why=plan.ended_why or "expired",
            counts=counts.get(plan.id, {}),
        )
        for plan, site, key in rows
    ]


def _undos(session: Session, places: Sequence[Place]) -> list[ArchiveLine]:
    here = _ids(places, Kind.UNDO)
    former, of_run = aliased(Undo), aliased(Run)
    rows = session.execute(
        select(Undo, Site, Person.name, of_run.title, Plan.client, Key)
        .join(Site, Site.id == Undo.site_id)
        .outerjoin(Person, Person.id == Undo.person_id)
        .outerjoin(former, former.id == Undo.of_undo_id)
        .outerjoin(of_run, of_run.id == func.coalesce(Undo.run_id, former.run_id))
        .outerjoin(Plan, Plan.id == of_run.plan_id)
        .outerjoin(Key, Key.id == of_run.key_id)
        .where(Undo.id.in_(here))
    ).all()
    (counts, labels), broken = _parts(session, here), _broken(session, Sight.undo_id, here)
    return [
        ArchiveLine(
            place=here[undo.id],
            public_id=undo.public_id,
            title=title or labels.get(undo.id),
            site=site,
            key=key,
            client=client,
            person=person,
            over=undo.finished_at is not None,
            counts=counts.get(undo.id, {}),
            broken=broken[undo.id],
        )
        for undo, site, person, title, client, key in rows
    ]


def _parts(session: Session, undos: Mapping[int, Place]) -> tuple[dict[int, Counter[str]], dict[int, str]]:
    """Return by undo how many parts came to what, and what the first of its writes was."""
    rows = session.execute(
        select(UndoPart.undo_id, UndoPart.outcome, Snapshot.label)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .where(UndoPart.undo_id.in_(undos))
        .order_by(UndoPart.undo_id, UndoPart.position)
    )
    counts: dict[int, Counter[str]] = {}
    labels: dict[int, str] = {}
    for undo_id, outcome, label in rows:
        counts.setdefault(undo_id, Counter())[outcome or "waiting"] += 1
        labels.setdefault(undo_id, label)
    return counts, labels
