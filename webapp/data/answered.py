"""Answers that were given to calls which may be sent again, so that a second sending does nothing a second time."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class AnsweredCall(Row):
    """One call that its sender marked, so that it can be told from a new one.

    Attributes:
        mark: an HMAC of the sender's own mark and of the route it was sent to.
        request_mark: an HMAC of what was sent, to tell another call under the same mark.
        answer: sealed; None while the call still runs.
    """

    __tablename__ = "answered_calls"
    __table_args__ = (UniqueConstraint("key_id", "mark"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"))
    mark: Mapped[str]
    request_mark: Mapped[str]
    answer: Mapped[str | None]
    made_at: Mapped[datetime] = mapped_column(index=True)
