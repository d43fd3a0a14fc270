"""One planned write, and the decisions of people about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Status(StrEnum):
    """Where a step stands."""

    PLANNED = "planned"
    ACCEPTED = "accepted"
    DROPPED = "dropped"
    SENT_BACK = "sent_back"
    RUNNING = "running"
    APPLIED = "applied"
    FAILED = "failed"
    NOT_RUN = "not_run"
    UNKNOWN = "unknown"
    DISCARDED = "discarded"


class Step(Row):
    """A planned write.

    `request` is the call as it arrived, sealed; `arguments` what may be shown of it, sealed too: an address
    or a text of somebody is no secret, but nobody's to read in a stolen file. `base` is the sealed
    state of the target when the step was planned, `forecast` the sealed prediction that people are shown
    (changes, and the state after). `digest` covers everything that a yes is given to. `wrote_nothing` is
    set on a failed step when it is certain that the site was not changed. `stale` holds the names of the
    fields that moved on the site since, as the last check saw it."""

    __tablename__ = "steps"
    __table_args__ = (UniqueConstraint("plan_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    plan_id: Mapped[int] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    status: Mapped[str] = mapped_column(index=True)
    door: Mapped[str]
    tool: Mapped[str]
    request: Mapped[str | None]
    arguments: Mapped[str | None]
    fingerprint: Mapped[str]
    target_kind: Mapped[str]
    target_id: Mapped[str]
    target_name: Mapped[str]
    target_link: Mapped[str | None]
    effect: Mapped[str]
    lands_on: Mapped[dict[str, Any]]
    approval_required: Mapped[bool]
    undo: Mapped[str]
    warnings: Mapped[list[Any]]
    note: Mapped[str | None]
    base: Mapped[str | None]
    forecast: Mapped[str | None]
    digest: Mapped[str]
    wrote_nothing: Mapped[bool] = mapped_column(default=False)
    after: Mapped[str | None]
    applied_at: Mapped[datetime | None]
    stale: Mapped[list[Any]] = mapped_column(default=list)
    checked_at: Mapped[datetime | None]
    made_at: Mapped[datetime]


class Decision(Row):
    """What a person decided about a step, having seen `digest`. The newest one counts."""

    __tablename__ = "decisions"

    id: Mapped[int] = mapped_column(primary_key=True)
    step_id: Mapped[int] = mapped_column(ForeignKey("steps.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    verdict: Mapped[str]
    note: Mapped[str | None]
    digest: Mapped[str]
    made_at: Mapped[datetime]
