"""A target as it was before we wrote to it: enough to bring it back."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Snapshot(Row):
    """`before` is the sealed state from before the write, `after` the sealed state the write left, set once
    it is known. `restored_by` is the snapshot that was taken when this one was restored."""

    __tablename__ = "snapshots"

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    key_id: Mapped[int | None] = mapped_column(ForeignKey("keys.id", ondelete="SET NULL"), index=True)
    step_id: Mapped[int | None] = mapped_column(ForeignKey("steps.id", ondelete="SET NULL"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    tool: Mapped[str]
    kind: Mapped[str]
    target_kind: Mapped[str]
    target_id: Mapped[str]
    label: Mapped[str]
    before: Mapped[str]
    after: Mapped[str | None]
    restorable: Mapped[bool] = mapped_column(default=False)
    taken_at: Mapped[datetime]
    restored_at: Mapped[datetime | None]
    restored_by: Mapped[str | None]
