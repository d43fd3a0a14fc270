"""Deadlines: a reply that never comes to its end is cut off, however small the drops in which it comes.

The longest silence is bounded elsewhere; a site that says a sign now and then is never silent.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Any
from weakref import WeakSet

# What a connection tells of itself, in the names of httpx's `trace`.
_OPENED = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})
_AWAITED = "http11.receive_response_headers.started"


class Deadline:
    """Watches over one request after the other; a context manager for each.

    Args:
        seconds: how long a reply may take, from when the request was sent.

    Attributes:
        passed: whether the last reply was cut off.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._open: WeakSet[socket.socket] = WeakSet()
        self._timer: threading.Timer | None = None
        self.passed = False

    def watch(self, event: str, told: dict[str, Any]) -> None:
        """Take note of what a connection does; to be given to httpx as `trace`."""
        if event in _OPENED:
            self._open.add(told["return_value"].get_extra_info("socket"))
        elif event == _AWAITED and self._timer is None:
            self._timer = threading.Timer(self._seconds, self._cut_off)
            self._timer.daemon = True
            self._timer.start()

    def _cut_off(self) -> None:
        self.passed = True
        for one in list(self._open):
            # It is not closed, which is for who reads: its number could be given to another one meanwhile.
            with suppress(OSError):
                socket.socket.shutdown(one, socket.SHUT_RDWR)

    def __enter__(self) -> Deadline:
        self._timer, self.passed = None, False
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
