"""Secrets that an installation makes itself and keeps, sealed."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from .row import Row


class KeptSecret(Row):
    """A secret by its name. It is sealed, so taking a sealing key away does not lose it once it is sealed anew."""

    __tablename__ = "kept_secrets"

    name: Mapped[str] = mapped_column(primary_key=True)
    sealed: Mapped[str]
    made_at: Mapped[datetime]
