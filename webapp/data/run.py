"""One apply of a plan, and what became of each of its steps: the rows a receipt is read from."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Phase(StrEnum):
    """How far one step of a run has come. From `writing` on, the site may have been changed; from `reading` on, the
    site has answered the write."""

    WAITING = "waiting"
    CLAIMED = "claimed"
    WRITING = "writing"
    READING = "reading"
    DONE = "done"


# A part that was cut off in one of these may have changed the site.
UNDER_WAY = (Phase.WRITING, Phase.READING)


class Outcome(StrEnum):
    """What the receipt says of a step."""

    APPLIED = "applied"
    FAILED = "failed"
    NOT_RUN = "not_run"


class Run(Row):
    """An apply. `worker` and `lease_until` say who carries it out; a lapsed lease is taken over.

    Attributes:
        title, note: what its plan was called when it was asked for; the plan may get others later.
        looked_at: when the public pages were looked at after it, as a visitor sees them; None before that.
    """

    __tablename__ = "runs"
    __table_args__ = (
        Index(
            "ix_runs_open_site",
            "site_id",
            unique=True,
            sqlite_where=text("finished_at IS NULL"),
            postgresql_where=text("finished_at IS NULL"),
        ),
        Index("ix_runs_site_id_asked_at", "site_id", "asked_at"),
        Index("ix_runs_key_id_asked_at", "key_id", "asked_at"),
        Index("ix_runs_person_id_asked_at", "person_id", "asked_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    plan_id: Mapped[int] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"))
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    title: Mapped[str | None]
    note: Mapped[str | None]
    continue_on_error: Mapped[bool]
    stop_asked: Mapped[bool] = mapped_column(default=False)
    worker: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    asked_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    looked_at: Mapped[datetime | None]


class RunStep(Row):
    """A step's part in a run. `report` is sealed: result, links, snapshots, differences or the error."""

    __tablename__ = "run_steps"
    __table_args__ = (
        UniqueConstraint("run_id", "step_id"),
        Index("ix_run_steps_outcome_run_id", "outcome", "run_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)
    step_id: Mapped[int] = mapped_column(ForeignKey("steps.id", ondelete="CASCADE"), index=True)
    phase: Mapped[str]
    outcome: Mapped[str | None]
    approved_by_apply: Mapped[bool] = mapped_column(default=False)
    report: Mapped[str | None]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
