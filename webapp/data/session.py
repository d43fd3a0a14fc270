"""The two ways to the database: `reading()` and `writing()`. It knows no table.

On SQLite one write runs at a time, across threads and processes: writers queue on a lock of their own
instead of the database's busy handler, whose back-off makes a long tail. Readers never wait (WAL).
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.orm import Session


class Database:
    """A database by its address.

    Args:
        url: an SQLAlchemy address. For SQLite a file; its folder must exist.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._path = url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else None
        self._turn: threading.Lock = threading.Lock()
        if self._path is None:
            self._writer: Engine = create_engine(url, pool_pre_ping=True, hide_parameters=True)
            self._reader: Engine = self._writer.execution_options(postgresql_readonly=True)
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
        with self._alone(), Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Close every connection."""
        self._writer.dispose()
        if self._path is not None:
            self._reader.dispose()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._path is None:
            yield
            return
        with self._turn:
            lock = os.open(self._path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
            finally:
                os.close(lock)


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

    return engine
