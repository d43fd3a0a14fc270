"""Taking back what was written: shown first as a plan of its own, then carried out, part by part."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row

_UNDER_WAY = text("asked_at IS NOT NULL AND finished_at IS NULL")


class Back(StrEnum):
    """What became of one part of an undo."""

    EXACTLY = "exactly"
    EXCEPT = "except"
    FAILED = "failed"
    UNKNOWN = "unknown"
    NOT_RUN = "not_run"
    LEFT_OUT = "left_out"


class Undo(Row):
    """The taking back of one write, of a whole run, or of an undo. Nothing is written before `asked_at`.

    `worker` and `lease_until` say who carries it out; a lapsed lease is taken over.

    Attributes:
        run_id: the run that is taken back whole; None for one write and for an undo.
        of_undo_id: the undo that is taken back.
        digest: of all that the last look at the site found, which the yes is given to; empty before it.
        looked_at: when the last look at the site began.
        asked_at: when a person said yes.
    """

    __tablename__ = "undos"
    __table_args__ = (
        Index(
            "ix_undos_open_site",
            "site_id",
            unique=True,
            sqlite_where=_UNDER_WAY,
            postgresql_where=_UNDER_WAY,
        ),
        Index("ix_undos_site_id", "site_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    run_id: Mapped[int | None] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), index=True)
    of_undo_id: Mapped[int | None] = mapped_column(ForeignKey("undos.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    digest: Mapped[str]
    stop_asked: Mapped[bool]
    worker: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    made_at: Mapped[datetime]
    looked_at: Mapped[datetime | None]
    asked_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]


class UndoPart(Row):
    """One write that an undo takes back. They are carried out by `position`, the newest write first.

    Attributes:
        look: sealed; what the last look found: what restoring would change, what somebody edited since and who, or
            why it can not be; None before it.
        digest: of that.
        chosen: it is taken back: after a look what is not edited, after the yes what a person wants.
        over: also over what somebody edited since.
        phase: as that of a step in a run.
        report: sealed; what became of it: the sentence, what could not be brought back, or the error.
        kept_uuid: the snapshot that was taken before it, by which it is taken back itself.
    """

    __tablename__ = "undo_parts"
    __table_args__ = (UniqueConstraint("undo_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    undo_id: Mapped[int] = mapped_column(ForeignKey("undos.id", ondelete="CASCADE"), index=True)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    look: Mapped[str | None]
    digest: Mapped[str | None]
    chosen: Mapped[bool]
    over: Mapped[bool]
    phase: Mapped[str]
    outcome: Mapped[str | None]
    report: Mapped[str | None]
    kept_uuid: Mapped[str | None]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
