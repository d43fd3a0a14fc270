"""A web program served on loopback for as long as a block lasts, without a line for each request."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from werkzeug.serving import WSGIRequestHandler, make_server


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing for each request."""


@contextmanager
def served(app: Callable[..., object], place: socket.socket | None = None) -> Iterator[str]:
    """Serve at a place that is listened at already, or at a free one; give the address."""
    if place is None:
        with closing(socket.create_server(("127.0.0.1", 0))) as free, served(app, free) as address:
            yield address
        return
    host, port = place.getsockname()
    server = make_server(host, port, app, threaded=True, request_handler=Quiet, fd=place.fileno())
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
