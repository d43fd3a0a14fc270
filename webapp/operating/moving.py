"""Taking everything out of one database and into another, whichever of the two kinds each is.

The file is JSON, a line for each row, compressed: first what follows, then the rows, then what they add up to. What
is sealed stays sealed. It is read and written a few rows at a time, and everything that is read is of one moment.

Two installations must not go on from the same rows, or each writes what both hold as under way. So what is taken in
is held back as a restored backup is, unless it is said that Sayso moved, which is not believed of a file that was
taken while something was at work.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Column, Row, Table, bindparam, func, insert, select, text
from sqlalchemy.orm import Session

from webapp import clock, schema
from webapp.core import programs
from webapp.data import Database, SiteLease, revision
from webapp.data.row import UtcMoment
from webapp.errors import Refusal
from webapp.worker import Queue

from . import aftercare, new_files, rows
from .aftercare import Held

_KIND, _FORMAT = "sayso export", 1
_AT_ONCE = 200
# In this the texts of all lines are added up, so that their order does not matter: databases sort texts differently.
_SIZE = 2**256


@dataclass(frozen=True)
class Moved:
    """What was taken out or in.

    Attributes:
        counts: how many rows of each table.
        digest: what all rows add up to: the same for the same rows, whatever the database.
        at_work: taken out: a worker lived meanwhile, or something was being written to a site.
        held: taken in: what was held back; None where Sayso moved.
    """

    counts: Mapping[str, int]
    digest: str
    at_work: bool = False
    held: Held | None = None

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(self.counts.values())


class _Sum:
    """Adds lines up. Two lots of lines with the same sum are the same lines, in whatever order."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, line: str) -> None:
        self._sum = (self._sum + int.from_bytes(hashlib.sha256(line.encode()).digest())) % _SIZE

    @property
    def digest(self) -> str:
        return f"{self._sum:064x}"


def export(url: str, file: Path) -> Moved:
    """Write every row of a database into a new file, while others go on using it.

    Raises:
        Refusal: `respira_not_done_here`, there is such a file, or the tables are not those of this Sayso.
    """
    database, added = Database(url), _Sum()
    try:
        with (
            new_files.made(file) as draft,
            database.reading() as session,
            gzip.open(draft, "wt", encoding="utf-8") as out,
        ):
            _demand_newest(rows.demand_known(revision.of(session), "The database"), "the database")
            counts, at_work = rows.counted(session), _at_work(session)
            head = {"kind": _KIND, "format": _FORMAT, "tables": revision.NEWEST, "at_work": at_work}
            out.write(_line({**head, "counts": counts}))
            for line in _lines(session):
                added.add(line)
                out.write(line)
            out.write(_line({"digest": added.digest}))
        return Moved(counts, added.digest, at_work)
    finally:
        database.close()


def take_in(url: str, file: Path, *, moved: bool) -> Moved:
    """Lay every row of such a file into a database that is missing or empty: all of them, or none.

    What is there afterwards is read again and compared with what the file says.

    Args:
        moved: nothing goes on where the file is from, so everything goes on here; otherwise it is held back.

    Raises:
        Refusal: `respira_not_done_here`, with the reason; `respira_no_migrations`.
    """
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            head = _head(next(lines, ""), file)
            if moved and head.get("at_work") is not False:
                raise _at_work_then(file)
            database = _empty(url)
            try:
                with database.writing() as session:
                    told = _laid_in(session, lines, file)
                    _count_on(session)
                    same = _compared(session, head["counts"], told)
                    return same if moved else replace(same, held=aftercare.hold_back(session, clock.now()))
            finally:
                database.close()
    except FileNotFoundError as fault:
        raise Refusal("respira_not_done_here", f"There is no {file}.") from fault
    except gzip.BadGzipFile as fault:
        raise _no_export(file) from fault
    except (OSError, EOFError, ValueError, zlib.error) as fault:
        raise _broken(file) from fault


def _at_work(session: Session) -> bool:
    now = clock.now()
    writes = select(func.count()).select_from(SiteLease).where(SiteLease.until > now)
    return bool(programs.alive(session, now) or session.scalar(writes))


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def _lines(session: Session) -> Iterator[str]:
    """Give every row as a line: the name of its table, and its values in the order of the table's columns."""
    for table in rows.tables():
        # A JSON column tells nothing and JSON's own null apart.
        nothing = [column.is_(None) for column in table.columns if isinstance(column.type, JSON)]
        wanted = select(table, *nothing).order_by(*table.primary_key.columns)
        for row in session.execute(wanted.execution_options(yield_per=_AT_ONCE)):
            yield _line([table.name, _spelled(table, row)])


def _spelled(table: Table, row: Row[Any]) -> list[Any]:
    nothing = iter(row[len(table.columns) :])
    return [_written(column, value, nothing) for column, value in zip(table.columns, row, strict=False)]


def _written(column: Column[Any], value: Any, nothing: Iterator[bool]) -> Any:
    if isinstance(column.type, JSON):
        return None if next(nothing) else [value]
    return value.isoformat() if isinstance(value, datetime) else value


def _read(column: Column[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(column.type, JSON):
        return JSON.NULL if value[0] is None else value[0]
    return datetime.fromisoformat(value) if isinstance(column.type, UtcMoment) else value


def _head(line: str, file: Path) -> dict[str, Any]:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("kind") != _KIND or head.get("format") != _FORMAT:
        raise _no_export(file)
    _demand_newest(rows.demand_known(head["tables"], "The export"), "the export")
    return head


def _demand_newest(found: str, whose: str) -> None:
    if found != revision.NEWEST:
        raise Refusal(
            "respira_not_done_here",
            f"The tables of {whose} are at {found}, and this Sayso moves those at {revision.NEWEST}.",
            hint="Bring the database up to date with `sayso migrate` first, then export it.",
        )


def _empty(url: str) -> Database:
    schema.upgrade(url)
    queue = Queue(url)
    queue.lay_tables()
    queue.close()
    database = Database(url)
    try:
        rows.demand_none(database)
    except Refusal:
        database.close()
        raise
    return database


def _laid_in(session: Session, lines: Iterable[str], file: Path) -> str:
    """Insert the rows, and return the digest that the file tells at its end."""
    tables, added = {table.name: table for table in rows.tables()}, _Sum()
    rest = iter(lines)
    while some := list(islice(rest, _AT_ONCE)):
        found: dict[str, list[list[Any]]] = {}
        for line in some:
            value = json.loads(line)
            if isinstance(value, dict):
                _insert(session, tables, found)
                if value.get("digest") != added.digest:
                    raise _broken(file)
                return added.digest
            added.add(line)
            found.setdefault(value[0], []).append(value[1])
        _insert(session, tables, found)
    raise _broken(file)


def _insert(session: Session, tables: Mapping[str, Table], found: Mapping[str, list[list[Any]]]) -> None:
    for name, some in found.items():
        columns = tables[name].columns
        into = insert(tables[name]).values({column.name: _bound(column) for column in columns})
        session.execute(
            into,
            [{column.name: _read(column, value) for column, value in zip(columns, row, strict=True)} for row in some],
        )


def _bound(column: Column[Any]) -> Any:
    return bindparam(column.name, type_=JSON(none_as_null=True) if isinstance(column.type, JSON) else column.type)


def _count_on(session: Session) -> None:
    """Let new rows be numbered after those that were laid in, where a database counts by itself."""
    if session.connection().dialect.name != "postgresql":
        return
    for table in rows.tables():
        if "id" in table.columns and (last := session.scalar(select(func.max(table.c.id)))) is not None:
            set_to = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")
            session.execute(set_to, {"name": table.name, "last": last})


def _compared(session: Session, counts: Mapping[str, int], told: str) -> Moved:
    """Read again what was laid in."""
    added = _Sum()
    for line in _lines(session):
        added.add(line)
    found = rows.counted(session)
    if found != counts or added.digest != told:
        raise Refusal("respira_not_done_here", "What was laid in is not what the file holds, so nothing was kept.")
    return Moved(found, added.digest)


def _no_export(file: Path) -> Refusal:
    return Refusal("respira_not_done_here", f"{file} is no export of Sayso.")


def _at_work_then(file: Path) -> Refusal:
    return Refusal(
        "respira_not_done_here",
        f"{file} was taken while Sayso was at work, so it can not be gone on from as if nothing was done since.",
        hint="Stop web and worker where it is from and export anew, or leave `--moved` out: then nothing goes on "
        "by itself.",
    )


def _broken(file: Path) -> Refusal:
    return Refusal("respira_not_done_here", f"{file} is broken or cut off, so nothing of it was kept.")
