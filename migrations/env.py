"""Where Alembic starts: it needs the database's address and the tables, and no other setting."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import JSON, Column

from webapp.data import Database, Row
from webapp.data.row import UtcMoment
from webapp.settings import database_url


def plain(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Write our own column types as what they are in the database, so that a migration stands by itself."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcMoment) else False


def ours(name: str | None, kind: str, _parents: Any) -> bool:
    """Tell that the job queue's tables, which the queue makes itself, are none of ours."""
    return not (kind == "table" and name is not None and name.startswith("huey_"))


def defaults_differ(
    _context: Any, _found: Any, column: Column[Any], told: str | None, _default: Any, wanted: str | None
) -> bool | None:
    """Compare defaults of JSON as they are written, since PostgreSQL compares no JSON; leave the others to Alembic."""
    if not isinstance(column.type, JSON):
        return None
    return (told or "").removesuffix("::json").strip("'") != (wanted or "").strip("'")


address = context.config.attributes.get("url") or database_url()
database = Database(address)
with database.writing() as session:
    context.configure(
        connection=session.connection(),
        target_metadata=Row.metadata,
        render_as_batch=True,
        render_item=plain,
        include_name=ours,
        compare_type=True,
        compare_server_default=defaults_differ,
    )
    context.run_migrations()
database.close()
