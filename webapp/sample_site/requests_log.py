"""What was asked of the sample site, in order, for tests to look at."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from webapp import clock

READS = ("GET", "HEAD", "OPTIONS")


@dataclass
class Entry:
    """One request. `route` is the REST route (`/wp/v2/pages/42`) or empty for a page of the site.

    `method` is the method meant, `body` the parsed JSON or None, `status` None while no answer was
    given, and for good when the site hung up. `saved` is whether it was carried out, whatever was answered.
    """

    method: str
    path: str
    route: str
    query: dict[str, Any]
    body: Any
    had_authorization: bool
    status: int | None = None
    saved: bool = False
    at: datetime = field(default_factory=clock.now)

    @property
    def is_write(self) -> bool:
        """Whether it asked REST to change something."""
        return bool(self.route) and self.method not in READS


class RequestsLog:
    """A list of entries that threads may add to at once."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._lock = threading.Lock()

    def add(self, entry: Entry) -> None:
        """Append an entry; its status may be filled in later."""
        with self._lock:
            self._entries.append(entry)

    def all(self) -> list[Entry]:
        """Return every entry so far."""
        with self._lock:
            return list(self._entries)

    def writes(self) -> list[Entry]:
        """Return the REST requests that asked for a change, whether or not it came to one."""
        return [entry for entry in self.all() if entry.is_write]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._entries.clear()

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())

    def __getitem__(self, index: int) -> Entry:
        return self.all()[index]
