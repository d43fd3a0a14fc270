"""Draft copies that writes landed on, and drafts that were newly made: they wait for a person."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Copy(Row):
    """A draft copy `copy_id` of the item `original_id`. `base` is the sealed copy as it was when made:
    what differs from it is what approving writes onto the live item. The preview token is kept hashed for
    finding and sealed for showing the link again."""

    __tablename__ = "copies"
    __table_args__ = (
        Index("ix_copies_site_id_copy_id", "site_id", "copy_id"),
        Index(
            "ix_copies_open_original",
            "key_id",
            "kind",
            "original_id",
            unique=True,
            sqlite_where=text("state = 'open'"),
            postgresql_where=text("state = 'open'"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"))
    step_id: Mapped[int | None] = mapped_column(ForeignKey("steps.id", ondelete="SET NULL"))
    kind: Mapped[str]
    original_id: Mapped[int]
    copy_id: Mapped[int]
    name: Mapped[str]
    base: Mapped[str]
    not_carried: Mapped[str]
    preview_hash: Mapped[str] = mapped_column(unique=True)
    preview_token: Mapped[str]
    preview_until: Mapped[datetime]
    state: Mapped[str]
    made_at: Mapped[datetime]
    decided_by: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    decided_at: Mapped[datetime | None]
    snapshot_uuid: Mapped[str | None]
