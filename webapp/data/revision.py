"""Which tables this Sayso works with, by the names of their migrations. It makes none (see `webapp.schema`)."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp.errors import Refusal

from .away import is_away
from .session import Database

# Every migration there is, the first one first; the last one makes the tables that this Sayso works with.
KNOWN = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
NEWEST = KNOWN[-1]


def of(session: Session) -> str | None:
    """Return the migration that a database was last brought to; None where it has no tables of Sayso."""
    if not inspect(session.connection()).has_table("alembic_version"):
        return None
    found: str | None = session.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def demand_newest(database: Database) -> None:
    """Demand that a database has the tables that this Sayso works with: on others it would do harm. One that is away
    just now is not asked: whoever uses it meets that later, and it is told there.

    Raises:
        Refusal: `respira_other_tables`.
    """
    if database.path is not None and not Path(database.path).is_file():
        raise Refusal("respira_other_tables", f"There is no database {database.path}.")
    try:
        with database.reading() as session:
            found = of(session)
    except SQLAlchemyError as fault:
        if is_away(fault):
            return
        raise
    demand_none_newer(found)
    if found != NEWEST:
        there = f"tables at {found}" if found else "no tables of Sayso"
        raise Refusal(
            "respira_other_tables", f"The database has {there}, and this Sayso works with those at {NEWEST}."
        )


def demand_none_newer(found: str | None) -> None:
    """Demand that tables are none that only a newer Sayso knows.

    Raises:
        Refusal: `respira_other_tables`.
    """
    if found is not None and found not in KNOWN:
        raise Refusal(
            "respira_other_tables",
            f"The database is of a newer Sayso: its tables are at {found}, and this one knows those up to {NEWEST}.",
            hint="Put the newer Sayso back.",
        )
