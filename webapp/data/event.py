"""The audit log: what happened, named `noun.verb` in the past."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Event(Row):
    """A line of the log. `details` holds ids and counts, never arguments or secrets."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    what: Mapped[str]
    site_id: Mapped[int | None] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    key_id: Mapped[int | None] = mapped_column(ForeignKey("keys.id", ondelete="SET NULL"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    subject: Mapped[str]
    details: Mapped[dict[str, Any]]
