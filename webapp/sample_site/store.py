"""Where the sample site keeps everything: one SQLite file of JSON items, options and uploaded files.

It knows nothing of WordPress: no rules, no shapes, only kinds, ids and counters.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from os import PathLike
from typing import Any

Item = dict[str, Any]
# The largest number that SQLite takes.
_LARGEST = 2**63 - 1

_TABLES = """
CREATE TABLE IF NOT EXISTS items (kind TEXT NOT NULL, id NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS options (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, content_type TEXT NOT NULL, content BLOB NOT NULL);
"""


class Store:
    """A SQLite file shared by all threads of the site.

    `lock` is held by whoever answers a request, so one answer never sees another half done.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.lock = threading.RLock()
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.executescript(_TABLES)

    def close(self) -> None:
        """Close the file. Nothing can be read or written afterwards."""
        with self.lock:
            self._database.close()

    def find(self, kind: str, id: int | str) -> Item | None:
        """Return a fresh copy of one item, or None when there is no such item, as for a number beyond every id."""
        if isinstance(id, int) and abs(id) > _LARGEST:
            return None
        row = self._row("SELECT fields FROM items WHERE kind = ? AND id = ?", kind, id)
        return None if row is None else json.loads(row[0])

    def list(self, kind: str) -> list[Item]:
        """Return fresh copies of all items of a kind, in the order of their ids."""
        with self.lock:
            rows = self._database.execute("SELECT fields FROM items WHERE kind = ? ORDER BY id", (kind,))
            return [json.loads(fields) for (fields,) in rows]

    def put(self, kind: str, item: Item) -> None:
        """Save an item under its own `id`, in place of what was there."""
        self._do("INSERT OR REPLACE INTO items VALUES (?, ?, ?)", kind, item["id"], json.dumps(item))

    def remove(self, kind: str, id: int | str) -> None:
        """Forget an item; a missing one is not an error."""
        self._do("DELETE FROM items WHERE kind = ? AND id = ?", kind, id)

    def next_id(self, counter: str) -> int:
        """Return the next number of a counter, starting with 1. A number is never given twice."""
        with self.lock:
            self._do("INSERT INTO counters VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1", counter)
            row = self._row("SELECT last FROM counters WHERE name = ?", counter)
            assert row is not None
            return int(row[0])

    def count_from(self, counter: str, last: int) -> None:
        """Set a counter so that its next number is `last` + 1."""
        self._do("INSERT OR REPLACE INTO counters VALUES (?, ?)", counter, last)

    def option(self, name: str, default: Any = None) -> Any:
        """Return an option's value, or `default` when the option does not exist."""
        row = self._row("SELECT value FROM options WHERE name = ?", name)
        return default if row is None else json.loads(row[0])

    def set_option(self, name: str, value: Any) -> None:
        """Write an option."""
        self._do("INSERT OR REPLACE INTO options VALUES (?, ?)", name, json.dumps(value))

    def drop_option(self, name: str) -> None:
        """Delete an option; a missing one is not an error."""
        self._do("DELETE FROM options WHERE name = ?", name)

    def keep_file(self, path: str, content_type: str, content: bytes) -> None:
        """Keep an uploaded file under its path below the uploads folder."""
        self._do("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", path, content_type, content)

    def file(self, path: str) -> tuple[str, bytes] | None:
        """Return a file's content type and bytes, or None."""
        row = self._row("SELECT content_type, content FROM files WHERE path = ?", path)
        return None if row is None else (row[0], row[1])

    def remove_file(self, path: str) -> None:
        """Delete an uploaded file; its name is free again."""
        self._do("DELETE FROM files WHERE path = ?", path)

    def _row(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        with self.lock:
            row: tuple[Any, ...] | None = self._database.execute(sql, values).fetchone()
            return row

    def _do(self, sql: str, *values: Any) -> None:
        with self.lock:
            self._database.execute(sql, values)
