"""A direct write in hand, or one that did not land: what is needed to find out what became of it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class DirectWrite(Row):
    """One write with plan mode off. Its row is made with its snapshot, and goes once whoever sent it knows that it
    landed.

    Attributes:
        mark: what it marks with, what it makes.
        fingerprint: an HMAC of tool and arguments, to know the same write when it is sent again.
        arguments: sealed; erased once the outcome is told.
        outcome: `landed`, `nothing` or `unknown`; None while it is in hand, or was cut off and nobody looked yet.
        answer: sealed; what is answered to the same write when it is sent again, once it is found that it landed.
        told_at: when its key was told the outcome.
    """

    __tablename__ = "direct_writes"
    __table_args__ = (Index("ix_direct_writes_key_id_fingerprint", "key_id", "fingerprint"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    snapshot_id: Mapped[int] = mapped_column(ForeignKey("snapshots.id", ondelete="CASCADE"), unique=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"))
    mark: Mapped[str]
    fingerprint: Mapped[str]
    arguments: Mapped[str | None]
    outcome: Mapped[str | None]
    answer: Mapped[str | None]
    settled_at: Mapped[datetime | None]
    told_at: Mapped[datetime | None]
