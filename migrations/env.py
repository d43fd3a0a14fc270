"""Where Alembic starts: it needs the database's address and the tables, and no other setting."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext

from webapp.data import Database, Row
from webapp.data.row import UtcMoment
from webapp.settings import database_url


def plain(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Write our own column type as what it is in the database, so that a migration stands by itself."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcMoment) else False


address = context.config.attributes.get("url") or database_url()
database = Database(address)
with database.writing() as session:
    context.configure(
        connection=session.connection(),
        target_metadata=Row.metadata,
        render_as_batch=True,
        render_item=plain,
        compare_type=True,
        compare_server_default=True,
    )
    context.run_migrations()
database.close()
