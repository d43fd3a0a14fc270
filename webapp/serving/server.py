"""The server: one loop for all connections, a few threads for requests that are whole, and an end in good order."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from webapp import clock

from .connections import Connection
from .requests import KEPT_IN_MEMORY, LARGEST_HEADERS, LARGEST_TAKEN_IN

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

# Threads mostly wait, for the site or for a run; the advice to match the cores is for busy ones.
THREADS = 24
MOST_CONNECTIONS = 800  # each needs a file, and a large body another; programs are commonly given 1,024
LARGEST_TOGETHER = 256 * 1024 * 1024  # bytes of bodies that have not arrived whole
LAST_SECONDS = 20.0  # for what is in hand when the program is asked to end
_SETTINGS = {
    "threads": THREADS,
    "connection_limit": MOST_CONNECTIONS,
    "cleanup_interval": 1,
    "recv_bytes": 64 * 1024,
    "inbuf_overflow": KEPT_IN_MEMORY,
    "max_request_header_size": LARGEST_HEADERS,
    "max_request_body_size": LARGEST_TAKEN_IN,
    # Which of these headers count is the web program's to say, from its settings.
    "clear_untrusted_proxy_headers": False,
    # The other way to wait knows no more than 1,024 files.
    "asyncore_use_poll": True,
    "log_socket_errors": False,
    "ident": "",
}


def serve(application: WSGIApplication, host: str, port: int, on_ending: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT arrives. What is in hand then is answered, within `LAST_SECONDS`.

    Args:
        application: the WSGI program.
        host: an address of this machine.
        on_ending: called once when the end begins, so that nobody waits longer than needed.

    Raises:
        OSError: the address can not be listened at.
    """
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = Server(application, host, port)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, server.ask_to_end)
    server.run()
    server.end(on_ending)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Listens, and reads requests whole before a thread is taken for one.

    Args:
        application: the WSGI program.
        host: an address of this machine.
        port: 0 for any that is free; `effective_port` tells which.
    """

    channel_class = Connection

    def __init__(self, application: WSGIApplication, host: str, port: int) -> None:
        self._ending = False
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        settings: Any = {"listen": place, **_SETTINGS}
        super().__init__(application, adj=Adjustments(**settings))

    def ask_to_end(self, _number: int = 0, _frame: FrameType | None = None) -> None:
        """Stop taking requests as soon as the loop comes round."""
        self._ending = True
        self.pull_trigger()

    def run(self) -> None:
        """Serve until asked to end."""
        while not self._ending:
            self._go_round(1.0)

    def end(self, on_ending: Callable[[], None]) -> None:
        """Listen no more, answer what is in hand, and close every connection."""
        wasyncore.dispatcher.close(self)
        on_ending()
        give_up = clock.monotonic() + LAST_SECONDS
        while self._connections() and clock.monotonic() < give_up:
            for connection in self._connections():
                connection.say_farewell()
            self._go_round(0.1)
        self.task_dispatcher.set_thread_count(0)
        wasyncore.close_all(self._map)

    def maintenance(self, now: float) -> None:
        """Give up what is too slow, and the slowest where there is no room for more. It is called every second."""
        for connection in self._connections():
            connection.give_up_in_time(now)
        self._make_room()

    def _make_room(self) -> None:
        """Give up connections that nothing is in hand on, the longest first, until there is room again."""
        waiting = sorted((each for each in self._connections() if not each.is_busy), key=lambda each: each.since)
        held, places = sum(each.held for each in waiting), len(self._map)
        for each in waiting:
            if held <= LARGEST_TOGETHER and places < MOST_CONNECTIONS:
                return
            held -= each.held
            places -= 1
            each.give_up()

    def _connections(self) -> list[Connection]:
        return list(self.active_channels.values())

    def _go_round(self, seconds: float) -> None:
        self.asyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)
