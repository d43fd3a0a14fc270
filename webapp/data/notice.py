"""Where people are told that a plan waits, and what was sent there."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Way(StrEnum):
    """How somebody is told."""

    MAIL = "mail"
    WEBHOOK = "webhook"


class NoticeAddress(Row):
    """Where to tell of the plans of a site.

    Attributes:
        address: a mail address, or the URL of a webhook; sealed, for such a URL is often a secret.
        secret: sealed; what a webhook's messages are signed with. None for mail.
    """

    __tablename__ = "notice_addresses"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    way: Mapped[str]
    address: Mapped[str]
    secret: Mapped[str | None]
    made_at: Mapped[datetime]


class Notice(Row):
    """One message to one address: of a kind, at most once for each plan, or for each run.

    Attributes:
        plan_id: None for a test.
        kind: `waiting`, `expiring`, `ended` or `test`.
        state: `due`, `sent` or `failed`.
        answer: what came of it, in a line.
        run_id: the run that it tells the end of. It was added in place, where SQLite takes no rule for deletes.
    """

    __tablename__ = "notices"
    __table_args__ = (
        UniqueConstraint("address_id", "plan_id", "kind"),
        Index("ix_notices_run_id_address_id", "run_id", "address_id", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    address_id: Mapped[int] = mapped_column(ForeignKey("notice_addresses.id", ondelete="CASCADE"), index=True)
    plan_id: Mapped[int | None] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str]
    state: Mapped[str] = mapped_column(index=True)
    tries: Mapped[int] = mapped_column(default=0, server_default="0")
    due_at: Mapped[datetime]
    tried_at: Mapped[datetime | None]
    answer: Mapped[str | None]
    run_id: Mapped[int | None]
