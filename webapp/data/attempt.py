"""What is counted for all web processes together, such as tries to sign in."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class Attempt(Row):
    """One try at something. `about` is a hash of whose it was: addresses of people are nobody's to read in a file."""

    __tablename__ = "attempts"
    __table_args__ = (Index("ix_attempts_about_at", "about", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    about: Mapped[str]
    at: Mapped[datetime] = mapped_column(index=True)
