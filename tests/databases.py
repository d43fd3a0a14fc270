"""Migrated databases for tests, on SQLite or on PostgreSQL as `--database` says, lent to one test after the other.

SQLAlchemy keeps what it made of a statement with the engine, so an engine of its own for each test would have every
statement compiled again; that was a third of what the tests of the engine cost. Here only the engines stay. What they
lead to is empty for each test, and no connection outlives its test.
"""

from __future__ import annotations

import atexit
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg

from tests import postgresql
from webapp import schema
from webapp.data import Database
from webapp.worker import Queue

SQLITE, POSTGRESQL = "sqlite", "postgresql"
# Which of the two the tests of this run get; `tests/conftest.py` sets it once, before the first test.
kind = SQLITE
_free: list[Database] = []
_numbers = itertools.count(1)


@contextmanager
def lent(folder: Path) -> Iterator[Database]:
    """Lend an empty, migrated database for as long as the block lasts.

    After a block that failed, something may still be at work on the database, so nobody gets it again.

    Args:
        folder: of the test; on SQLite the file lies in it, as `sayso.db`.
    """
    with _lent_file(folder) if kind == SQLITE else _lent_tables() as database:
        yield database
    _free.append(database)


def new_url(folder: Path) -> str:
    """Return the address of a database with no tables yet, for whoever migrates it or opens it several times."""
    if kind == SQLITE:
        return f"sqlite:///{folder}/sayso.db"
    return postgresql.server().make(f"new_{next(_numbers)}")


def migrated_url(folder: Path, of: str | None = None) -> str:
    """Return the address of a migrated, empty database, for programs that open it themselves.

    Args:
        of: which of the two it is, where a test is about one of them.
    """
    if (of or kind) == SQLITE:
        shutil.copy(_migrated_file(), folder / "sayso.db")
        return f"sqlite:///{folder}/sayso.db"
    return postgresql.server().make(f"own_{next(_numbers)}", like=_migrated_tables())


@contextmanager
def _lent_file(folder: Path) -> Iterator[Database]:
    """Lay the file into the folder. Its address leads there by a link, which leads elsewhere for the next test."""
    database = _free.pop() if _free else Database(f"sqlite:///{tempfile.mkdtemp(dir=_room())}/lent/sayso.db")
    shutil.copy(_migrated_file(), folder / "sayso.db")
    link = Path(database.url.removeprefix("sqlite:///")).parent
    link.symlink_to(folder.absolute(), target_is_directory=True)
    try:
        yield database
    finally:
        database.close()
        link.unlink()


@contextmanager
def _lent_tables() -> Iterator[Database]:
    name = f"lent_{next(_numbers)}"
    database = _free.pop() if _free else Database(postgresql.server().make(name, like=_migrated_tables()))
    try:
        yield database
    finally:
        database.close()
    _empty(database.url)


def _empty(url: str) -> None:
    """Empty the tables in which something stands, and let every count begin at 1 again."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CALL empty_all()")


@cache
def _room() -> Path:
    """Make a folder for what all tests of this run share."""
    folder = Path(tempfile.mkdtemp(prefix="sayso-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _migrated_file() -> Path:
    """Migrate one empty database for all tests of this run; each gets a copy."""
    schema.upgrade(f"sqlite:///{_room()}/migrated.db")
    return _room() / "migrated.db"


@cache
def _migrated_tables() -> str:
    """Migrate one empty database for all tests of this process, and return its name; each gets a copy."""
    url = postgresql.server().make("migrated")
    schema.upgrade(url)
    queue = Queue(url)
    queue.lay_tables()
    queue.close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_EMPTY_ALL)
    return "migrated"


# Deleting from the few tables that a test has filled is many times faster than truncating them all.
_EMPTY_ALL = """
CREATE PROCEDURE empty_all() LANGUAGE plpgsql AS $$
DECLARE one text; filled boolean;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', one) INTO filled;
    IF filled THEN EXECUTE format('DELETE FROM %I', one); END IF;
  END LOOP;
  FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL LOOP
    EXECUTE format('ALTER SEQUENCE %I RESTART', one);
  END LOOP;
END $$
"""
