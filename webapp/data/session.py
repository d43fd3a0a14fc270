"""The two ways to the database: `reading()` and `writing()`. It knows no table.

One write runs at a time, on SQLite as on PostgreSQL, across threads, processes and machines: what a writer has looked
at holds until it commits, so a verb may look first and then decide. No site is called meanwhile, so a turn is short.
Readers never wait, and everything that one of them reads is of the same moment.

On SQLite writers queue on a lock of their own instead of the database's busy handler, whose back-off makes a long
tail. On PostgreSQL the writers of one process queue before they take a connection, so that they leave the others to
readers; processes queue on an advisory lock, which the server frees when a writer's connection is gone.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import TimeoutError
from sqlalchemy.orm import Session

from . import texts

_SQLITE = "sqlite:///"
_POSTGRESQL = "postgresql://"
_DRIVER = "postgresql+psycopg://"
# So many connections a process keeps open to PostgreSQL, and so many more at the most while many calls come at once.
# Two web programs, two workers and their queues together stay below the hundred that a server allows by itself.
_KEPT, _MORE = 5, 10
# Whose writer's turn it is: any number would do that nothing else locks in the same database.
_TURN = text("SELECT pg_advisory_xact_lock(5419721)")
# A writer that waits this long, in milliseconds, gives up; one that does nothing this long loses its turn.
_LONGEST_WAIT = 30_000
CAREFUL = {
    "connect_timeout": 10,
    # A machine that is cut off in the middle of a write is noticed, and its turn is over.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "options": f"-c lock_timeout={_LONGEST_WAIT} -c idle_in_transaction_session_timeout={_LONGEST_WAIT}",
}


class Database:
    """A database by its address.

    Args:
        url: an address as in `SAYSO_DATABASE_URL`. For SQLite a file, whose folder must exist.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.path = url.removeprefix(_SQLITE) if url.startswith(_SQLITE) else None
        self._turn: threading.Lock = threading.Lock()
        if self.path is None:
            self._writer: Engine = _postgresql(url)
            self._reader: Engine = self._writer.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        else:
            self._writer = _sqlite(url, "BEGIN IMMEDIATE", read_only=False)
            self._reader = _sqlite(url, "BEGIN", read_only=True)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session that cannot change anything."""
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open the one session that may change things now; it commits at the end, or rolls back whole."""
        if self.path is None:
            with self._next(), Session(self._writer, expire_on_commit=False) as session, session.begin():
                session.execute(_TURN)
                yield session
        else:
            with self._alone(self.path), Session(self._writer, expire_on_commit=False) as session, session.begin():
                yield session

    def close(self) -> None:
        """Close every connection."""
        self._writer.dispose()
        self._reader.dispose()

    @contextmanager
    def _next(self) -> Iterator[None]:
        if not self._turn.acquire(timeout=_LONGEST_WAIT / 1000):
            raise TimeoutError("The writers of this process waited too long for each other.")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _alone(self, path: str) -> Iterator[None]:
        with self._turn:
            lock = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
            finally:
                os.close(lock)


def _postgresql(url: str) -> Engine:
    engine = create_engine(
        url.replace(_POSTGRESQL, _DRIVER, 1),
        connect_args=CAREFUL,
        # A server that was started anew in the meantime costs nobody an error.
        pool_pre_ping=True,
        pool_size=_KEPT,
        max_overflow=_MORE,
        hide_parameters=True,
    )
    texts.keep_sound(engine)
    return engine


def _sqlite(url: str, begin: str, *, read_only: bool) -> Engine:
    engine = create_engine(
        url,
        connect_args={"timeout": 30, "check_same_thread": False},
        pool_size=20,
        max_overflow=20,
        # An error is logged, and the values of a statement are somebody's texts.
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if read_only:
            connection.execute("PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def begin_it(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    texts.keep_sound(engine)
    return engine
