"""A web server on loopback that says what a test tells it to, and remembers what it was asked.

It is not WordPress: it knows no pages. It plays the edges that a real site shows only on bad days.
"""

from __future__ import annotations

import json
import socket
import ssl
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import ThreadingMixIn
from typing import Any


@dataclass(frozen=True)
class Say:
    """An answer: a dict or list goes out as JSON, text as a page, bytes as they are."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()

    @property
    def all_headers(self) -> dict[str, str]:
        kind = "text/html; charset=UTF-8" if isinstance(self.body, str) else "application/json; charset=UTF-8"
        return {"Content-Type": kind, "Content-Length": str(len(self.content)), **self.headers}


HANG_UP = "close the connection without a word"
SILENCE = "take the request and say nothing"


@dataclass(frozen=True)
class Asked:
    """A request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def line(self) -> str:
        return f"{self.method} {self.target}"


class _Server(ThreadingMixIn, HTTPServer):
    daemon_threads = False


class ScriptedSite:
    """Answers on a port of its own until it is closed; a context manager."""

    def __init__(self, tls: ssl.SSLContext | None = None, at: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        self.asked: list[Asked] = []
        self._in_turn: list[Say | str] = []
        self._by_path: dict[str, Say | str] = {}
        self._closing = threading.Event()
        self._server = _Server(at, self._handler())
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def says(self, *answers: Say | str) -> None:
        """Give these answers in turn, whatever is asked; the last one goes on."""
        self._in_turn = list(answers)

    def at(self, path: str, answer: Say | str) -> None:
        """Give this answer at this path, or at this path with its query; elsewhere a 404 page."""
        self._by_path[path] = answer

    @property
    def lines(self) -> list[str]:
        return [one.line for one in self.asked]

    def _answer_to(self, target: str) -> Say | str:
        if self._in_turn:
            return self._in_turn.pop(0) if len(self._in_turn) > 1 else self._in_turn[0]
        bare = target.partition("?")[0]
        missing = Say("<!doctype html><title>Not found</title>", 404)
        return self._by_path.get(target) or self._by_path.get(bare) or missing

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def _any(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                site.asked.append(Asked(self.command, self.path, dict(self.headers), body))
                answer = site._answer_to(self.path)
                if answer == SILENCE:
                    site._closing.wait(10)
                if isinstance(answer, str):
                    return
                self.send_response_only(answer.status)
                for name, value in answer.all_headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.content)

            do_GET = do_HEAD = do_POST = do_DELETE = _any

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> ScriptedSite:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])
