"""Whoever is slow waits alone: nobody else is kept from being served."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread

import httpx
import pytest

from tests.doors.hostile.conftest import Web

# A thread that waited for one of these would wait for ever; whoever is served gets an answer long before this.
PATIENCE = 10.0  # seconds
BODY = "Content-Length: 5000000"
JSON = "Content-Type: application/json"


def slow_senders(web: Web, number: int) -> list[bytes]:
    """What slow visitors begin with: no line, half a head, a head whose body never comes; with a key and without."""
    without_key = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n{BODY}\r\n{JSON}\r\n\r\n".encode()
    beginnings = [
        b"P",
        b"GET /sign-in HTTP/1.1\r\nHos",
        without_key,
        web.head("POST", "/mcp", BODY, JSON) + b"{",
        web.head("POST", "/wp-json/respira/v1/pages", "Transfer-Encoding: chunked", JSON) + b"5\r\n",
        web.head("POST", "/sign-in", BODY, "Content-Type: application/x-www-form-urlencoded") + b"email=",
        web.head("POST", "/redeem", BODY, JSON),
        web.head("PUT", "/nowhere", BODY, "Content-Type: multipart/form-data; boundary=x") + b"--x\r\n",
    ]
    return [beginnings[each % len(beginnings)] for each in range(number)]


@contextmanager
def dripping(connections: list[socket.socket]) -> Iterator[None]:
    """Send a byte on each connection, again and again, for as long as the block lasts."""
    over = Event()

    def drip() -> None:
        while not over.wait(0.1):
            for connection in connections:
                connection.send(b"1")

    thread = Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.fixture
def hundred_slow_senders(web: Web) -> Iterator[None]:
    with ExitStack() as left_open:
        connections = [left_open.enter_context(web.connect()) for _ in range(100)]
        for connection, beginning in zip(connections, slow_senders(web, 100), strict=True):
            connection.sendall(beginning)
        with dripping(connections):
            yield


@pytest.mark.usefixtures("hundred_slow_senders")
def test_a_hundred_slow_senders_keep_nobody_from_being_served(web: Web) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    key = {"Authorization": f"Bearer {web.token}"}
    with httpx.Client(base_url=web.address, timeout=PATIENCE) as visitor:
        for _ in range(10):
            assert visitor.get("/healthz").json() == {"status": "ok"}
            assert visitor.get("/sign-in").status_code == 200
            assert visitor.post("/mcp", json=call, headers=key).json()["result"] == {}
            assert visitor.get("/wp-json/respira/v1/ping").json()["message"] == "pong"


def test_a_hundred_readers_who_take_no_answer_keep_nobody_from_being_served(web: Web) -> None:
    wanted = web.head("GET", "/wp-json/respira/v2/openapi.json")
    with ExitStack() as left_open:
        for _ in range(100):
            reader = left_open.enter_context(web.connect(takes=1024))
            reader.sendall(wanted)
        with httpx.Client(base_url=web.address, timeout=60) as visitor:
            # The answers are made first, by the same threads; whoever comes then waits for none to be taken.
            visitor.get("/healthz").raise_for_status()
            visitor.timeout = httpx.Timeout(PATIENCE)
            for _ in range(10):
                assert visitor.get("/healthz").json() == {"status": "ok"}
                assert visitor.get("/sign-in").status_code == 200


def test_whoever_hangs_up_while_a_call_is_made_takes_no_thread_along(web: Web) -> None:
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    for _ in range(40):
        with web.connect() as connection:
            connection.sendall(web.head("POST", "/mcp", f"Content-Length: {len(call)}", JSON) + call)
    assert httpx.get(f"{web.address}/healthz", timeout=60).json() == {"status": "ok"}
