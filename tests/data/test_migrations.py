"""A database that is in use loses nothing on its way to newer tables, and nothing on the way back."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, Column, DateTime, MetaData, Numeric, text
from sqlalchemy.orm import Session
from sqlalchemy.types import Boolean, Integer

from tests import databases
from tests.programs import start
from webapp import schema
from webapp.data import Database, revision
from webapp.tools.groups import AT_FIRST, off_but

NINE = datetime(2026, 3, 2, 9, tzinfo=UTC)
Rows = dict[str, dict[str, Any]]
# What a row of the first tables gets in the columns that came later.
LATER: dict[str, dict[str, Any]] = {
    "decisions": {"link_id": None, "by_name": None, "counts": True, "labels": [], "anyway": False},
    "people": {"time_zone": None},
    "steps": {
        "upon": [],
        "needs": [],
        "undecided": False,
        "makes_copy": False,
        "planned_again": False,
        "risks": [],
        "gist": None,
        "edits": None,
        "edited_by": None,
        "edited_at": None,
        "replaces_id": None,
        "answers": None,
        "moved_by": None,
        "former": None,
        "now": None,
        "moved_from": None,
    },
    "keys": {"tools_off": off_but(AT_FIRST), "expires_at": None, "paused_at": None},
    "plans": {"client": None, "words": "plans title\nplans note\nsteps effect"},
    "runs": {"looked_at": NINE, "title": "plans title", "note": "plans note"},
    "events": {"door": None},
    "sessions": {"browser": None, "seen_at": None, "remembered": True},
    "sites": {"scope": "full", "protected": [], "plan_forced": False, "shared_keys_write": False, "paused_at": None},
}


class Old:
    """A database with the first tables and one row in each; every reference to a row is filled."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.config = Config(toml_file=schema.ROOT / "pyproject.toml", attributes={"url": url})
        command.upgrade(self.config, "0001")
        self.database = Database(url)
        with self.database.writing() as session:
            for table in self._tables(session).sorted_tables:
                session.execute(table.insert().values({column.name: _value(column) for column in table.columns}))

    def rows(self) -> Rows:
        """Every row, by its table; there is one in each, or none."""
        with self.database.reading() as session:
            found = {
                table.name: session.execute(table.select()).mappings().all()
                for table in self._tables(session).sorted_tables
            }
        return {name: _told(rows[0]) for name, rows in found.items() if len(rows) == 1}

    def put(self, table: str, **values: Any) -> None:
        """Put one more row into a table."""
        with self.database.writing() as session:
            session.execute(self._tables(session).tables[table].insert().values(**values))

    def change(self, table: str, **values: Any) -> None:
        """Change every row of a table."""
        with self.database.writing() as session:
            session.execute(self._tables(session).tables[table].update().values(**values))

    def broken_references(self) -> list[Any]:
        """References that lead nowhere. PostgreSQL has none at any time; SQLite can, after a table was built anew."""
        if self.database.path is None:
            return []
        with self.database.reading() as session:
            return list(session.execute(text("PRAGMA foreign_key_check")))

    def _tables(self, session: Session) -> MetaData:
        tables = MetaData()
        tables.reflect(session.connection(), only=lambda name, _tables: name != "alembic_version")
        return tables


def _value(column: Column[Any]) -> Any:
    """A value that fits a column; as every id is 1, each reference leads to the one row of its table."""
    if isinstance(column.type, Boolean):
        return True
    if isinstance(column.type, Integer | Numeric):
        return 1
    if isinstance(column.type, JSON):
        return [column.name]
    return NINE if isinstance(column.type, DateTime) else f"{column.table.name} {column.name}"


def _told(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with its moments in UTC; of the two databases, SQLite tells them without a zone."""
    return {
        name: value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC) if isinstance(value, datetime) else value
        for name, value in row.items()
    }


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Old]:
    made = Old(databases.new_url(tmp_path))
    yield made
    made.database.close()


def test_what_was_kept_in_the_first_tables_is_there_after_every_upgrade_and_after_the_way_back(old: Old) -> None:
    before = old.rows()
    assert len(before) == 16
    assert before["steps"]["plan_id"] == before["snapshots"]["step_id"] == 1
    assert before["keys"]["name"] == "keys name"

    schema.upgrade(old.url)
    upgraded = {name: {**row, **LATER.get(name, {})} for name, row in before.items()}
    assert old.rows() == upgraded
    assert old.broken_references() == []

    command.downgrade(old.config, "0001")
    assert old.rows() == before
    assert old.broken_references() == []

    schema.upgrade(old.url)
    assert old.rows() == upgraded
    assert old.broken_references() == []


@pytest.mark.parametrize(
    ("status", "where", "risks"),
    [
        ("applied", "live", ["live"]),
        ("applied", "copy", []),
        ("planned", "live", ["long", "live"]),
        ("not_run", "copy", ["long"]),
    ],
)
def test_a_step_of_before_says_that_it_is_live_and_is_opened_before_it_is_accepted(
    old: Old, status: str, where: str, risks: list[str]
) -> None:
    old.change("steps", status=status, lands_on={"where": where, "post_id": 42, "copy_id": None})
    schema.upgrade(old.url)
    assert old.rows()["steps"]["risks"] == risks


def test_what_tells_of_the_end_of_a_run_is_not_there_where_notices_are_of_plans_alone(old: Old) -> None:
    schema.upgrade(old.url)
    old.put("notice_addresses", id=1, public_id="address_1", site_id=1, way="mail", address="sealed", made_at=NINE)
    for kind, plan, run in (("ended", None, 1), ("waiting", 1, None)):
        old.put("notices", address_id=1, kind=kind, plan_id=plan, run_id=run, state="due", due_at=NINE)
    command.downgrade(old.config, "0005")
    assert old.rows()["notices"]["kind"] == "waiting"


def test_two_programs_may_bring_one_database_up_to_date_at_once(tmp_path: Path) -> None:
    url = databases.new_url(tmp_path)
    both = [start([sys.executable, "-m", "webapp.cli", "migrate"], {"SAYSO_DATABASE_URL": url}) for _ in range(2)]
    assert [one.wait(120) for one in both] == [0, 0]
    database = Database(url)
    with database.reading() as session:
        assert revision.of(session) == revision.NEWEST
    database.close()
