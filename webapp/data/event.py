"""The audit log: what happened, named `noun.verb` in the past."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Event(Row):
    """A line of the log. `details` holds ids and counts, never arguments or secrets.

    Attributes:
        door: through which door it came: `mcp`, `rest`, `browser`, `link`, `command` or `worker`; None for what was
            written down before doors were.
    """

    __tablename__ = "events"
    # Each ends with the id, since the log is read with the newest first: what an index leads to needs no sorting.
    __table_args__ = (
        Index("ix_events_site_id_id", "site_id", "id"),
        # Of all that a person did, what belongs to no site is little: it is found without a walk through the rest.
        Index("ix_events_site_id_person_id_id", "site_id", "person_id", "id"),
        Index("ix_events_key_id_id", "key_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    what: Mapped[str]
    site_id: Mapped[int | None] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    key_id: Mapped[int | None] = mapped_column(ForeignKey("keys.id", ondelete="SET NULL"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    subject: Mapped[str] = mapped_column(index=True)
    details: Mapped[dict[str, Any]]
    door: Mapped[str | None]
