"""Bringing the database's tables up to date. The migrations themselves are in the project's `migrations` folder."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from webapp.data import Database, revision
from webapp.errors import Refusal

ROOT = Path(__file__).resolve().parent.parent


def upgrade(url: str) -> None:
    """Run every migration that the database has not seen.

    Args:
        url: where the database is (see `Settings.database_url`).

    Raises:
        Refusal: `respira_no_migrations`, this is no checkout; `respira_other_tables`, they are of a newer Sayso, or
            there is no folder for the file.
    """
    if not (ROOT / "migrations" / "env.py").is_file():
        raise Refusal("respira_no_migrations")
    database = Database(url)
    try:
        if database.path is not None and not Path(database.path).parent.is_dir():
            raise Refusal(
                "respira_other_tables",
                f"There is no folder {Path(database.path).parent} for the database.",
                hint="Make it, or correct SAYSO_DATABASE_URL.",
            )
        with database.reading() as session:
            revision.demand_none_newer(revision.of(session))
    finally:
        database.close()
    config = Config(toml_file=ROOT / "pyproject.toml", attributes={"url": url})
    command.upgrade(config, "head")
