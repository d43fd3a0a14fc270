"""Migrated databases for tests, lent to one test after the other: each lies in the folder of the test that has it.

SQLAlchemy keeps what it made of a statement with the engine, so an engine of its own for each test would have every
statement compiled again; that was a third of what the tests of the engine cost. Here only the engines stay. The file
is a new one for each test, and no connection outlives its test.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from webapp import schema
from webapp.data import Database

_free: list[Database] = []


@contextmanager
def lent(folder: Path) -> Iterator[Database]:
    """Lay an empty, migrated database into a folder, as `sayso.db`, for as long as the block lasts.

    Its address leads there by a link, which leads elsewhere for the next test. After a block that failed, something
    may still be at work on the database, so nobody gets it again.
    """
    database = _free.pop() if _free else Database(f"sqlite:///{tempfile.mkdtemp(dir=_room())}/lent/sayso.db")
    shutil.copy(_migrated(), folder / "sayso.db")
    link = Path(database.url.removeprefix("sqlite:///")).parent
    link.symlink_to(folder.absolute(), target_is_directory=True)
    try:
        yield database
    finally:
        database.close()
        link.unlink()
    _free.append(database)


@cache
def _room() -> Path:
    """Make a folder for what all tests of this run share."""
    folder = Path(tempfile.mkdtemp(prefix="sayso-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _migrated() -> Path:
    """Migrate one empty database for all tests of this run; each gets a copy."""
    schema.upgrade(f"sqlite:///{_room()}/migrated.db")
    return _room() / "migrated.db"
