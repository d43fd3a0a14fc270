"""Figures for Prometheus: of the whole installation from its rows, and of what this process answered.

The rows are counted when somebody asks, in one reading transaction, so they are true for all programs together. It is
the one file that speaks Prometheus.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from webapp.data import Notice, Plan, Program, Run, RunStep, Site, SiteLease, Status, Step, Undo

from . import programs
from .desk import Desk

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SIZES = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}
_STEPS_THAT_WAIT = (Status.PLANNED, Status.ACCEPTED, Status.SENT_BACK, Status.UNKNOWN)


class Answered:
    """Counts what this process answered."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("door", "outcome")
        self._seconds = Histogram(
            "sayso_answer_seconds",
            "How long answers of this process took, by door and how they ended.",
            labels,
            registry=self.registry,
            buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30),
        )
        self._answers = Counter("sayso_answers", "Answers of this process.", labels, registry=self.registry)

    def count(self, door: str, status: int, seconds: float) -> None:
        """Count one answer.

        Args:
            door: an agent's door, or `browser`.
            status: the HTTP status.
        """
        outcome = "answered" if status < 400 else "refused" if status < 500 else "broke"
        self._seconds.labels(door, outcome).observe(seconds)
        self._answers.labels(door, outcome).inc()


def told(desk: Desk, answered: Answered) -> bytes:
    """Return every figure as Prometheus reads it."""
    registry = CollectorRegistry()
    registry.register(_OfTheRows(desk))
    return generate_latest(registry) + generate_latest(answered.registry)


class _OfTheRows:
    """Collects what the rows tell."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def collect(self) -> Iterator[Metric]:
        """Count everything at one moment."""
        with self._desk.reading() as session:
            yield from _of_plans(session)
            yield from _of_runs(session, self._desk.clock())
            yield from _of_the_rest(session, self._desk.clock())


def _of_plans(session: Session) -> Iterator[Metric]:
    live = session.scalar(select(func.count()).select_from(Plan).where(Plan.ended_at.is_(None)))
    yield _gauge("sayso_plans_live", "Plans that are not over.", live)
    by_status = _labelled("sayso_steps", "Steps that wait for somebody, by where they stand.", "status")
    counted = dict.fromkeys(_STEPS_THAT_WAIT, 0)
    rows = select(Step.status, func.count()).where(Step.status.in_(_STEPS_THAT_WAIT)).group_by(Step.status)
    for status, number in session.execute(rows):
        counted[Status(status)] = number
    for one, number in counted.items():
        by_status.add_metric([one], number)
    yield by_status


def _of_runs(session: Session, now: datetime) -> Iterator[Metric]:
    for name, of, kind in (("run", "apply", Run), ("undo", "undo", Undo)):
        under_way = kind.finished_at.is_(None), kind.asked_at.is_not(None)
        row = session.execute(select(func.count(), func.min(kind.asked_at)).where(*under_way)).one()
        yield _gauge(f"sayso_{name}s_under_way", f"Every {of} that is not finished.", row[0])
        yield _gauge(
            f"sayso_{name}_oldest_seconds", f"How long ago the oldest {of} was asked for.", _age(row[1], now)
        )
    by_outcome = _labelled("sayso_run_steps", "Steps of runs that are kept, by how they ended.", "outcome")
    for outcome, number in session.execute(select(RunStep.outcome, func.count()).group_by(RunStep.outcome)):
        by_outcome.add_metric([outcome or "open"], number)
    yield by_outcome
    since = session.scalar(select(func.min(SiteLease.since)).where(SiteLease.until > now))
    yield _gauge(
        "sayso_lease_oldest_seconds", "How long the site that is written to longest is held.", _age(since, now)
    )


def _of_the_rest(session: Session, now: datetime) -> Iterator[Metric]:
    notices = _labelled("sayso_notices", "Notices that are due, or did not arrive.", "state")
    rows = select(Notice.state, func.count()).where(Notice.state.in_(("due", "failed"))).group_by(Notice.state)
    counted = {"due": 0, "failed": 0}
    for state, number in session.execute(rows):
        counted[state] = number
    for state, number in counted.items():
        notices.add_metric([state], number)
    yield notices
    connected = select(func.count()).select_from(Site).where(Site.disconnected_at.is_(None))
    yield _gauge("sayso_sites_connected", "Sites that are connected.", session.scalar(connected))
    paused = connected.where(Site.paused_at.is_not(None))
    yield _gauge("sayso_sites_paused", "Sites of those that are paused.", session.scalar(paused))
    yield _gauge("sayso_workers", "Workers that were seen within three minutes.", programs.alive(session, now))
    seen = session.scalar(select(func.max(Program.seen_at)))
    if seen is not None:
        yield _gauge("sayso_worker_seen_seconds", "How long ago any worker was seen.", _age(seen, now))
    size = session.scalar(_SIZES[session.connection().dialect.name])
    yield _gauge("sayso_database_bytes", "How large the database is.", size)


def _age(moment: datetime | None, now: datetime) -> float:
    return 0.0 if moment is None else (now - moment).total_seconds()


def _gauge(name: str, about: str, value: float | None) -> Metric:
    return GaugeMetricFamily(name, about, value=value or 0)


def _labelled(name: str, about: str, label: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, labels=[label])
