"""Nothing works on tables that it does not know, and whoever starts it reads why."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from tests import databases
from webapp import schema
from webapp.data import Database, revision
from webapp.errors import Refusal


def at(url: str, migration: str) -> Database:
    """A database whose tables say that they are at a migration."""
    database = Database(url)
    with database.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :named"), {"named": migration})
    return database


def test_tables_of_a_newer_sayso_are_not_worked_on_and_not_migrated(tmp_path: Path) -> None:
    database = at(databases.migrated_url(tmp_path), "9001")
    words = "The database is of a newer Sayso: its tables are at 9001, and this one knows those up to"
    with pytest.raises(Refusal, match=words) as told:
        revision.demand_newest(database)
    assert (told.value.code, told.value.advice) == ("respira_other_tables", "Put the newer Sayso back.")
    with pytest.raises(Refusal, match=words):
        schema.upgrade(database.url)
    database.close()


def test_older_tables_are_not_worked_on_before_they_are_migrated(tmp_path: Path) -> None:
    database = at(databases.migrated_url(tmp_path), "0001")
    with pytest.raises(Refusal, match="The database has tables at 0001") as told:
        revision.demand_newest(database)
    assert told.value.advice == "Run `sayso migrate`."
    database.close()


def test_a_database_without_tables_and_one_that_is_not_there_are_told_apart_and_none_is_made(tmp_path: Path) -> None:
    empty = Database(databases.new_url(tmp_path))
    with empty.writing() as session:
        session.execute(text("SELECT 1"))
    with pytest.raises(Refusal, match="The database has no tables of Sayso"):
        revision.demand_newest(empty)
    empty.close()
    missing = Database(f"sqlite:///{tmp_path}/elsewhere.db")
    with pytest.raises(Refusal, match=r"There is no database .*elsewhere\.db"):
        revision.demand_newest(missing)
    assert not (tmp_path / "elsewhere.db").exists()
    with pytest.raises(Refusal, match="There is no folder"):
        schema.upgrade(f"sqlite:///{tmp_path}/nowhere/sayso.db")
