"""A database that is in use loses nothing on its way to newer tables, and nothing on the way back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, Column, DateTime, MetaData, Numeric, create_engine
from sqlalchemy.types import Boolean, Integer

from webapp import schema
from webapp.tools.groups import AT_FIRST, off_but

Rows = dict[str, dict[str, Any]]
# What a row of the first tables gets in the columns that came later.
LATER: dict[str, dict[str, Any]] = {
    "decisions": {"link_id": None, "by_name": None, "counts": 1, "labels": "[]", "anyway": 0},
    "people": {"time_zone": None},
    "steps": {
        "upon": "[]",
        "needs": "[]",
        "undecided": 0,
        "makes_copy": 0,
        "planned_again": 0,
        "risks": "[]",
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
    "keys": {"tools_off": json.dumps(off_but(AT_FIRST)), "expires_at": None, "paused_at": None},
    "plans": {"client": None, "words": "plans title\nplans note\nsteps effect"},
    "runs": {"looked_at": "2026-03-02 09:00:00.000000", "title": "plans title", "note": "plans note"},
    "events": {"door": None},
    "sessions": {"browser": None, "seen_at": None},
    "sites": {"scope": "full", "protected": "[]", "plan_forced": 0, "shared_keys_write": 0, "paused_at": None},
}


class Old:
    """A database with the first tables and one row in each; every reference to a row is filled."""

    def __init__(self, file: Path) -> None:
        self.url = f"sqlite:///{file}"
        self.config = Config(toml_file=schema.ROOT / "pyproject.toml", attributes={"url": self.url})
        command.upgrade(self.config, "0001")
        self.connection = sqlite3.connect(file, isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        self._fill()

    def _fill(self) -> None:
        engine, tables = create_engine(self.url), MetaData()
        tables.reflect(engine)
        engine.dispose()
        self.connection.execute("PRAGMA foreign_keys = ON")
        for table in tables.sorted_tables:
            if table.name != "alembic_version":
                names = ", ".join(f'"{column.name}"' for column in table.columns)
                places = ", ".join("?" for _ in table.columns)
                values = [_value(column) for column in table.columns]
                self.connection.execute(f"INSERT INTO {table.name} ({names}) VALUES ({places})", values)

    def rows(self) -> Rows:
        """Every row, by its table; there is one in each, or none."""
        names = [name for (name,) in self.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: self.connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        return {name: dict(rows[0]) for name, rows in found.items() if len(rows) == 1 and name != "alembic_version"}

    def broken_references(self) -> list[Any]:
        return self.connection.execute("PRAGMA foreign_key_check").fetchall()


def _value(column: Column[Any]) -> Any:
    """A value that fits a column; as every id is 1, each reference leads to the one row of its table."""
    if isinstance(column.type, Boolean | Integer | Numeric):
        return 1
    if isinstance(column.type, JSON):
        return json.dumps([column.name])
    return "2026-03-02 09:00:00.000000" if isinstance(column.type, DateTime) else f"{column.table.name} {column.name}"


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Old]:
    made = Old(tmp_path / "sayso.db")
    with closing(made.connection):
        yield made


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
    lands_on = json.dumps({"where": where, "post_id": 42, "copy_id": None})
    old.connection.execute("UPDATE steps SET status = ?, lands_on = ?", (status, lands_on))
    schema.upgrade(old.url)
    assert json.loads(old.rows()["steps"]["risks"]) == risks


def test_what_tells_of_the_end_of_a_run_is_not_there_where_notices_are_of_plans_alone(old: Old) -> None:
    schema.upgrade(old.url)
    old.connection.execute(
        "INSERT INTO notice_addresses (id, public_id, site_id, way, address, made_at) "
        "VALUES (1, 'address_1', 1, 'mail', 'sealed', '2026-03-02 09:00:00.000000')"
    )
    for kind, plan, run in (("ended", None, 1), ("waiting", 1, None)):
        row = (kind, plan, run, "due", "2026-03-02 09:00:00.000000")
        old.connection.execute(
            "INSERT INTO notices (address_id, kind, plan_id, run_id, state, due_at) VALUES (1, ?, ?, ?, ?, ?)", row
        )
    command.downgrade(old.config, "0005")
    assert old.rows()["notices"]["kind"] == "waiting"
