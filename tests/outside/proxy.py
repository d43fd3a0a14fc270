"""A proxy that adds a key to every request, for clients that can send none. All else passes as it came."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Proxy(ThreadingHTTPServer):
    """The proxy.

    Args:
        upstream: the address, without a path, that requests are passed on to.
    """

    daemon_threads = True

    def __init__(self, upstream: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.upstream = urlsplit(upstream).netloc
        self.token = ""

    @property
    def address(self) -> str:
        """Where it listens, without a path."""
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that go away before their answer are no fault."""


class _Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Proxy

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with closing(HTTPConnection(self.server.upstream, timeout=30)) as upstream:
            # Header by header, so that an oddly spelled one arrives just so.
            upstream.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() != "connection":
                    upstream.putheader(name, value)
            upstream.putheader("Authorization", f"Bearer {self.server.token}")
            upstream.endheaders(body or None)
            self._answer(upstream.getresponse())

    do_GET = do_DELETE = do_POST

    def _answer(self, response: HTTPResponse) -> None:
        content = response.read()
        self.send_response_only(response.status, response.reason)
        for name, value in response.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing for each request."""


@contextmanager
def adding_key(upstream: str) -> Iterator[Proxy]:
    """Run the proxy for as long as the block lasts; its `token` is set once there is one."""
    with Proxy(upstream) as proxy:
        thread = threading.Thread(target=lambda: proxy.serve_forever(poll_interval=0.02), daemon=True)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
