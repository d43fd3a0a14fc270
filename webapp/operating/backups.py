"""Copying the whole database into one file while Sayso runs, and laying it out again elsewhere.

The file is of one moment, and of the database's own kind: SQLite's, or pg_dump's custom format. It holds no setting:
without the sealing keys what is sealed in it opens nowhere.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from webapp import schema
from webapp.data import Database, revision
from webapp.errors import Refusal
from webapp.worker import Queue

from . import new_files, pg_programs, rows

_SQLITE = "sqlite:///"
_VERSION = "alembic_version"
_FILE_OF_SQLITE, _FILE_OF_PG_DUMP = b"SQLite format 3\0", b"PGDMP"


@dataclass(frozen=True)
class Found:
    """What a backup holds, or what was laid out from one.

    Attributes:
        tables: the migration that its tables were at.
        counts: how many rows each table has.
        size: of the file, in bytes.
    """

    tables: str
    counts: Mapping[str, int]
    size: int

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(self.counts.values())


def back_up(url: str, file: Path) -> Found | None:
    """Copy a database into a new file, at one moment, while others go on using it.

    Args:
        url: where the database is (see `Settings.database_url`).

    Returns:
        What the copy holds; None where that is not known before it is laid out, as of pg_dump's.

    Raises:
        Refusal: `respira_not_done_here`, with the reason: there is such a file, there is no such database, the copy
            is broken, or pg_dump is not there or fails.
    """
    with new_files.made(file) as draft:
        if not url.startswith(_SQLITE):
            pg_programs.dump(url, draft)
            return None
        source = Path(url.removeprefix(_SQLITE))
        if not source.is_file():
            raise Refusal("respira_not_done_here", f"There is no database at {source}.")
        _copied(source, draft)
        return _checked(draft, "The copy")


def restore(url: str, file: Path) -> Found:
    """Lay a backup out in a database that is missing or empty, and bring its tables up to date.

    Returns:
        What is there afterwards; `tables` is the migration that the backup's tables were at.

    Raises:
        Refusal: `respira_not_done_here`, with the reason; `respira_no_migrations`.
    """
    kind = _kind_of(file)
    if (kind == _FILE_OF_SQLITE) != url.startswith(_SQLITE):
        raise Refusal(
            "respira_not_done_here",
            "This backup is of the other kind of database than SAYSO_DATABASE_URL names.",
            hint="Lay it out in its own kind, then move it with `sayso export` and `sayso import`.",
        )
    if kind == _FILE_OF_SQLITE:
        _lay_out_file(file, Path(url.removeprefix(_SQLITE)))
    else:
        _demand_empty(url)
        pg_programs.lay_out(url, file)
    return _brought_up_to_date(url, file)


def _kind_of(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            head = opened.read(len(_FILE_OF_SQLITE))
    except OSError as fault:
        raise Refusal("respira_not_done_here", f"{file} can not be read: {fault.strerror}.") from fault
    for kind in (_FILE_OF_SQLITE, _FILE_OF_PG_DUMP):
        if head.startswith(kind):
            return kind
    raise Refusal("respira_not_done_here", f"{file} is no backup of Sayso.")


def _lay_out_file(file: Path, target: Path) -> None:
    """Copy a backup to where the database is to be, checked before it bears that name."""
    if not target.parent.is_dir():
        raise Refusal(
            "respira_not_done_here", f"There is no folder {target.parent} for the database.", hint="Make it."
        )
    with tempfile.TemporaryDirectory(prefix=".sayso-", dir=target.parent) as aside:
        draft = Path(aside) / target.name
        _copied(file, draft)
        _checked(draft, "The backup")
        if target.exists():
            _demand_empty(f"{_SQLITE}{target}")
            for beside in ("", "-wal", "-shm"):
                target.with_name(target.name + beside).unlink(missing_ok=True)
        with new_files.made(target) as whole:
            os.replace(draft, whole)


def _demand_empty(url: str) -> None:
    database = Database(url)
    try:
        rows.demand_none(database)
    finally:
        database.close()


def _copied(source: Path, draft: Path) -> None:
    """Copy one SQLite file into another, as it is at one moment, whoever writes to it meanwhile."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=30)) as there,
            closing(sqlite3.connect(draft)) as here,
        ):
            there.backup(here)
            # In one file, without another one beside it.
            here.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as fault:
        raise Refusal("respira_not_done_here", f"{source} could not be copied: {fault}.") from fault
    draft.chmod(0o600)


def _checked(draft: Path, whose: str) -> Found:
    """Return what a SQLite file holds, where nothing of it is broken and its tables are ours."""
    try:
        with closing(sqlite3.connect(draft)) as there:
            wrong = [told for (told,) in there.execute("PRAGMA integrity_check") if told != "ok"]
            lost = there.execute("PRAGMA foreign_key_check").fetchall()
            names = {name for (name,) in there.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            found = there.execute("SELECT version_num FROM alembic_version").fetchone() if _VERSION in names else None
            ours = [table.name for table in rows.tables() if table.name in names]
            counts = {name: there.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in ours}  # noqa: S608 - our own names
    except sqlite3.Error as fault:
        raise Refusal("respira_not_done_here", f"{whose} is broken: {fault}.") from fault
    if wrong or lost:
        what = wrong[0] if wrong else f"{len(lost)} references lead nowhere"
        raise Refusal("respira_not_done_here", f"{whose} is broken: {what}.")
    return Found(rows.demand_known(found and found[0], whose), counts, draft.stat().st_size)


def _brought_up_to_date(url: str, file: Path) -> Found:
    database = Database(url)
    try:
        with database.reading() as session:
            before = rows.demand_known(revision.of(session), "The backup")
        schema.upgrade(url)
        queue = Queue(url)
        queue.lay_tables()
        queue.close()
        with database.reading() as session:
            if lost := rows.broken_references(session):
                raise Refusal(
                    "respira_not_done_here", f"What was laid out is broken: {lost} references lead nowhere."
                )
            return Found(before, rows.counted(session), file.stat().st_size)
    except SQLAlchemyError as fault:
        raise Refusal("respira_not_done_here", "What was laid out can not be read.") from fault
    finally:
        database.close()
