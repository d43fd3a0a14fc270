"""The rows of a whole database: whether there are any, how many, and whether each leads where it says.

It is for commands that copy everything; what a row means is none of its business.
"""

from __future__ import annotations

from sqlalchemy import Table, func, inspect, select, text
from sqlalchemy.orm import Session

from webapp.data import Database, Row, revision
from webapp.errors import Refusal


def tables() -> list[Table]:
    """Return every table, each after those that its rows refer to."""
    return Row.metadata.sorted_tables


def counted(session: Session) -> dict[str, int]:
    """Return how many rows each table has."""
    return {table.name: session.scalar(select(func.count()).select_from(table)) or 0 for table in tables()}


def demand_none(database: Database) -> None:
    """Refuse to go on where a database has rows already, or tables that are none of ours.

    Raises:
        Refusal: `respira_not_done_here`.
    """
    with database.reading() as session:
        there = set(inspect(session.connection()).get_table_names())
        ours = {table.name for table in tables()}
        others = {name for name in there - ours - {"alembic_version"} if not name.startswith("huey_")}
        filled = sorted(others) or [
            table.name
            for table in tables()
            if table.name in there and session.scalar(select(func.count()).select_from(table))
        ]
    if filled:
        raise Refusal(
            "respira_not_done_here",
            f"The database that SAYSO_DATABASE_URL names is not empty: there is something in {filled[0]}.",
            hint="Name a new file, or a database that nothing is in.",
        )


def demand_known(found: str | None, whose: str) -> str:
    """Return the migration that tables are at, where this Sayso knows it.

    Args:
        found: the migration; None for no tables of Sayso.
        whose: what they are of, for the sentence if not.

    Raises:
        Refusal: `respira_not_done_here`.
    """
    if found is None:
        raise Refusal("respira_not_done_here", f"{whose} has no tables of Sayso.")
    if found not in revision.KNOWN:
        raise Refusal(
            "respira_not_done_here",
            f"{whose} is of a newer Sayso: its tables are at {found}, and those of this one at {revision.NEWEST}.",
            hint="Do it with the Sayso that it came from, or a newer one.",
        )
    return found


def broken_references(session: Session) -> int:
    """Return how many references lead to no row."""
    broken = 0
    for table in tables():
        for key in table.foreign_keys:
            there, meant = key.parent, key.column.table.alias()
            lost = (
                select(func.count())
                .select_from(table)
                .where(there.is_not(None), ~select(text("1")).where(meant.c[key.column.name] == there).exists())
            )
            broken += session.scalar(lost) or 0
    return broken
