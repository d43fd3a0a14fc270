"""Bringing the database's tables up to date. The migrations themselves are in the project's `migrations` folder."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config

from webapp.errors import Refusal

ROOT = Path(__file__).resolve().parent.parent


def upgrade(url: str) -> None:
    """Run every migration that the database has not seen.

    Args:
        url: where the database is (see `Settings.database_url`).

    Raises:
        Refusal: `respira_no_migrations`, this is no checkout.
    """
    if not (ROOT / "migrations" / "env.py").is_file():
        raise Refusal("respira_no_migrations")
    config = Config(toml_file=ROOT / "pyproject.toml", attributes={"url": url})
    command.upgrade(config, "head")
