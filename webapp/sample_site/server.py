"""Running the sample site: in a thread for tests, or in the foreground for the demo."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from .misbehaviour import BROKEN_GALLERY
from .site import SampleSite


class _Quiet(WSGIRequestHandler):
    """Serves without a line on the terminal for every request."""

    def log(self, type: str, message: str, *args: object) -> None:
        if type == "error":
            super().log(type, message, *args)


def serve(site: SampleSite, host: str, port: int) -> BaseWSGIServer:
    """Return a threaded server bound to the port (0 for a free one), not yet answering.

    A site without an address is given the server's.
    """
    server = make_server(host, port, site.wsgi_app, threaded=True, request_handler=_Quiet)
    if not site.url:
        site.url = f"http://{host}:{server.server_port}"
    return server


@contextmanager
def running(site: SampleSite, *, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Run the site in a thread for as long as the block lasts, and yield its address."""
    server = serve(site, host, port)
    site.url = f"http://{host}:{server.server_port}"
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True)
    thread.start()
    try:
        yield site.url
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def serve_forever(path: str | PathLike[str], port: int, host: str = "127.0.0.1", *, quiet: bool = False) -> None:
    """Fill the site if it is empty and serve it until SIGTERM or SIGINT arrives.

    It has one plugin with a bug, so that there is something to notice: a page with `[broken-gallery]` on it dies.

    Args:
        quiet: do not print where it is and how to log in.
    """
    # Blocked and waited for below, not handled: so it does not matter what the program is doing when one comes.
    ending = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    site = SampleSite(path, f"http://{host}:{port}")
    site.fill()
    site.misbehave(BROKEN_GALLERY)
    server = serve(site, host, port)
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True)
    thread.start()
    if not quiet:
        login = f"User: {site.username}\nApplication password: {site.app_password}"
        print(f"The site: {site.url}\n{login}", flush=True)
    signal.sigwait(ending)
    server.shutdown()
    server.server_close()
    site.close()
