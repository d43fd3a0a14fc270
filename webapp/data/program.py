"""The programs of an installation, by what each last said of itself."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Program(Row):
    """A worker that runs, or ran: each has a row of its own and renews it every minute.

    Attributes:
        name: host, process and a random part.
        version: of Sayso.
    """

    __tablename__ = "programs"

    name: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[str]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]
