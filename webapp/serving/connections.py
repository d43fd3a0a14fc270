"""One connection: how long each thing on it may take, and what is answered where no request could be read.

None of it holds a thread while it waits. Nothing of what a visitor sent is repeated in such an answer.
"""

from __future__ import annotations

from typing import Any, cast

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from webapp.doors import unread

from .requests import Request, RequestTimeout

# Seconds, each from its first byte on.
LONGEST_HEADERS = 15.0
LONGEST_REQUEST = 60.0
LONGEST_ANSWER = 120.0
LONGEST_IDLE = 75.0


class Apology(ErrorTask):  # type: ignore[misc]
    """Answers a request that could not be read, and closes the connection."""

    def execute(self) -> None:
        """Write the answer."""
        error = self.request.error
        body = unread.told(getattr(self.request, "path", ""), error.code)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.extend(unread.HEADERS)
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection of the web program; made by the server for each that it accepts."""

    parser_class = Request
    error_task_class = Apology

    def __init__(self, *given: Any, **named: Any) -> None:
        self._reading: Request | None = None
        self.began = 0.0
        self._unsent_since: float | None = None
        super().__init__(*given, **named)

    @property
    def reading(self) -> Request | None:
        """The request that is being read, if there is one and it is not through."""
        request = cast(Request | None, self.request)
        return None if request is None or request.completed else request

    @property
    def held(self) -> int:
        """How many bytes are kept of a body that is not through."""
        return 0 if self.reading is None else self.reading.held

    @property
    def since(self) -> float:
        """Since when what is not in hand goes on: the reading of a request, or nothing at all."""
        return self.last_activity if self.reading is None else self.began

    @property
    def is_busy(self) -> bool:
        """Whether a request is in hand, or an answer on its way."""
        return bool(self.requests) or bool(self.total_outbufs_len)

    def received(self, data: bytes) -> bool:
        """Take in what arrived, and remember when the request began that is not through yet."""
        going_on: bool = super().received(data)
        if self.request is not self._reading:
            self._reading, self.began = self.request, self.last_activity
        return going_on

    def give_up_in_time(self, now: float) -> None:
        """Close what is too slow.

        Args:
            now: in the seconds that `last_activity` is counted in.
        """
        if self._unsent_too_long(now):
            self.handle_close()
        elif self.is_busy:
            # What was sent ahead waits for its turn; that is not its sender's doing.
            self.began = now
        elif self.reading is not None:
            if now - self.began > (LONGEST_REQUEST if self.reading.headers_finished else LONGEST_HEADERS):
                self.give_up()
        elif now - self.last_activity > LONGEST_IDLE:
            self.give_up()

    def give_up(self) -> None:
        """Read no further, and say so where something was being read."""
        with self.requests_lock:
            late = self.reading
            if late is not None and not self.requests:
                late.refuse(RequestTimeout("late"))
                self.request = None
                self.requests.append(late)
                self.server.add_task(self)
        if late is None:
            self.handle_close()

    def say_farewell(self) -> None:
        """Close it once what is in hand is answered; at once where nothing is."""
        for request in list(self.requests):
            request.headers["CONNECTION"] = "close"
        if not self.is_busy:
            self.handle_close()

    def _unsent_too_long(self, now: float) -> bool:
        if not self.total_outbufs_len:
            self._unsent_since = None
            return False
        if self._unsent_since is None:
            self._unsent_since = now
        return now - self._unsent_since > LONGEST_ANSWER
