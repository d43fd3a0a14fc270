"""Looks into a database past the product's own code, and makes one refuse, whichever database it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, MetaData, event, select, text

from webapp.data import Database

_REFUSAL = {
    "sqlite": ["CREATE TRIGGER refusing BEFORE {what} ON {table} {when} BEGIN SELECT RAISE(ABORT, 'no room'); END"],
    "postgresql": [
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION USING MESSAGE = 'no room', ERRCODE = 'disk_full'; END $$",
        "CREATE TRIGGER refusing BEFORE {what} ON {table} FOR EACH ROW {when} EXECUTE FUNCTION refuse()",
    ],
}
_ALLOWANCE = {"sqlite": "DROP TRIGGER refusing", "postgresql": "DROP FUNCTION refuse CASCADE"}


def every_value(database: Database) -> list[str]:
    """Every value of every row, each as a text."""
    tables = MetaData()
    with database.reading() as session:
        connection = session.connection()
        tables.reflect(connection)
        rows = [row for table in tables.sorted_tables for row in connection.execute(select(table))]
    return [str(value) for row in rows for value in row]


def everything(database: Database) -> bytes:
    """All that a database keeps: of SQLite every byte of its files, which holds deleted rows too; else every row."""
    if database.path is None:
        return "\n".join(every_value(database)).encode()
    files = sorted(Path(database.path).parent.glob(f"{Path(database.path).name}*"))
    assert files
    return b"".join(one.read_bytes() for one in files)


@contextmanager
def refusing(database: Database, what: str, table: str, when: str = "") -> Iterator[None]:
    """Make the database refuse one kind of write for as long as the block lasts, as a full disk would.

    Args:
        what: such as `UPDATE OF phase`.
        when: a condition on the new row, such as `WHEN (NEW.phase = 'reading')`; each row when left out.
    """
    with database.writing() as session:
        kind = session.get_bind().dialect.name
        for statement in _REFUSAL[kind]:
            session.execute(text(statement.format(what=what, table=table, when=when)))
    try:
        yield
    finally:
        with database.writing() as session:
            session.execute(text(_ALLOWANCE[kind]))


class QueryPlans:
    """How a database goes about each statement that reads, while the block lasts: the indexes it uses, and the tables
    that it reads whole. On PostgreSQL it is told to read none whole where it need not, and none in the order of its
    pages, as it would with many rows."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __enter__(self) -> QueryPlans:
        event.listen(Engine, "before_cursor_execute", self._explain)
        return self

    def __exit__(self, *_fault: object) -> None:
        event.remove(Engine, "before_cursor_execute", self._explain)

    def _explain(
        self, connection: Connection, _cursor: object, statement: str, values: object, *_rest: object
    ) -> None:
        if not statement.startswith("SELECT"):
            return
        driver = connection.connection.cursor()
        if connection.dialect.name == "sqlite":
            self.lines.extend(row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {statement}", values))
            return
        driver.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        self.lines.extend(row[0].strip() for row in driver.execute(f"EXPLAIN {statement}", values))

    @property
    def whole(self) -> set[str]:
        """The tables that were read whole, in no order of an index."""
        words = [line.removeprefix("->").split() for line in self.lines]
        of_sqlite = {word[1] for word in words if word[:1] == ["SCAN"] and "INDEX" not in word}
        return of_sqlite | {word[3] for word in words if word[:3] == ["Seq", "Scan", "on"]}

    @property
    def used(self) -> str:
        """All lines, in which the names of indexes are found."""
        return "\n".join(self.lines)
