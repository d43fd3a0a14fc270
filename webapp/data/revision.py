"""Which tables this Sayso works with, by the names of their migrations. It makes none (see `webapp.schema`)."""

from __future__ import annotations

from sqlalchemy import inspect, text
from sqlalchemy.orm import Session

# Every migration there is, the first one first; the last one makes the tables that this Sayso works with.
KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
NEWEST = KNOWN[-1]


def of(session: Session) -> str | None:
    """Return the migration that a database was last brought to; None where it has no tables of Sayso."""
    if not inspect(session.connection()).has_table("alembic_version"):
        return None
    found: str | None = session.scalar(text("SELECT version_num FROM alembic_version"))
    return found
