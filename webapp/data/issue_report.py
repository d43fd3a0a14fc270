"""What agents report to a site's owner: that something did not work. It goes to nobody else."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class IssueReport(Row):
    """A report of an agent. `body` is sealed: it quotes what the agent sent and saw."""

    __tablename__ = "issue_reports"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(unique=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("sites.id", ondelete="CASCADE"), index=True)
    key_id: Mapped[int] = mapped_column(ForeignKey("keys.id", ondelete="CASCADE"), index=True)
    body: Mapped[str]
    made_at: Mapped[datetime]
    closed_at: Mapped[datetime | None]
