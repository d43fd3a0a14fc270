"""The steps of a key's plan mode, in order. At most one plan of a key is live."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Plan(Row):
    """A plan. It is over when `ended_at` is set, or, also before anybody noticed, when `expires_at` is past.

    `mode_on` says whether every write of an `ask` key becomes a step. `last_position` only grows, so a
    position is never used twice. `client` is the program that asked for the plan when it was last begun. `words` is
    what the history is searched in: title, note, client and the effects of the steps, in small letters."""

    __tablename__ = "plans"
    __table_args__ = (
        Index(
            "ix_plans_live_key",
            "key_id",
            unique=True,
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index("ix_plans_key_id", "key_id"),
        Index("ix_plans_site_id_ended_at", "site_id", "ended_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"))
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"))
    mode_on: Mapped[bool]
    title: Mapped[str | None]
    note: Mapped[str | None]
    client: Mapped[str | None]
    last_position: Mapped[int] = mapped_column(default=0)
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    ended_why: Mapped[str | None]
    words: Mapped[str] = mapped_column(default="", server_default=text("''"))
