"""How many calls a key may make in a minute, and how many calls may wait.

It counts in memory, for each web process by itself. What somebody might guess is counted in rows: see `attempts`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from webapp.errors import Refusal

CALLS_A_MINUTE = 120
WAIT_AT_ONCE = 8
TESTS_A_MINUTE = 10
NOTES_BY_LINK_A_MINUTE = 10
RECEIPTS_BY_MAIL_A_MINUTE = 5
SAME_RECEIPTS_BY_MAIL_A_MINUTE = 1
RECEIPTS_VERIFIED_A_MINUTE = 20


class CallLimit:
    """Counts calls in a moving minute.

    Args:
        a_minute: how many are let through for one name.
        sentence: said when it is too many.
    """

    def __init__(self, a_minute: int, sentence: str | None = None) -> None:
        self._sentence = sentence
        self._limit = RateLimitItemPerMinute(a_minute)
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def count(self, name: str) -> None:
        """Count one call.

        Args:
            name: whose calls are counted together, such as a key's id.

        Raises:
            Refusal: `respira_rate_limited`.
        """
        if not self._window.hit(self._limit, name):
            raise Refusal("respira_rate_limited", self._sentence)

    def forget(self, name: str) -> None:
        """Count nothing that was counted for a name."""
        self._window.clear(self._limit, name)


class WaitingRoom:
    """Where calls wait for a site to be free. It is small, so that those who need not wait are always served.

    Args:
        places: how many may wait at once.
    """

    def __init__(self, places: int) -> None:
        self._places = threading.Semaphore(places)
        self._closed = threading.Event()

    @property
    def is_closed(self) -> bool:
        """Whether nobody may wait any more."""
        return self._closed.is_set()

    def close(self) -> None:
        """Let nobody wait any more: the program ends, and whoever waits is told what is true now."""
        self._closed.set()

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Take a place for as long as the block runs; False when none is free."""
        free = self._places.acquire(blocking=False)
        try:
            yield free
        finally:
            if free:
                self._places.release()
