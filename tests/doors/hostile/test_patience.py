"""How long each thing on a connection may take, told by the server's own seconds: no test waits for them."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

import pytest

from tests.doors.hostile.conftest import read_all
from webapp.serving import Server
from webapp.serving.connections import LONGEST_ANSWER, LONGEST_HEADERS, LONGEST_IDLE, LONGEST_REQUEST, Connection

HEAD = b"POST /somewhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
MUCH = 12 * 1024 * 1024


def program(environ: dict[str, object], start_response: Callable[..., object]) -> Iterable[bytes]:
    """Answers with the path, and at one address with far more than a connection holds."""
    body = b"." * MUCH if environ["PATH_INFO"] == "/much" else str(environ["PATH_INFO"]).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that goes round only when a test says so."""
    one = Server(program, "127.0.0.1", 0)
    yield one
    one.end(lambda: None)


@pytest.fixture
def visitor(server: Server) -> Iterator[socket.socket]:
    with closing(socket.create_connection(("127.0.0.1", server.effective_port))) as connection:
        connection.settimeout(0.05)
        go_round(server, 3)
        yield connection


def go_round(server: Server, times: int) -> None:
    for _ in range(times):
        server.asyncore.loop(timeout=0.02, use_poll=True, map=server._map, count=1)


def only(server: Server) -> Connection:
    (connection,) = server.active_channels.values()
    return connection


def latest(server: Server) -> float:
    return max(each.last_activity for each in server.active_channels.values())


def answer(server: Server, visitor: socket.socket) -> bytes:
    """Let the server go round until an answer is whole."""
    read = b""
    for _ in range(500):
        go_round(server, 1)
        try:
            read += visitor.recv(65536)
        except TimeoutError:
            continue
        head, between, body = read.partition(b"\r\n\r\n")
        if between and f"Content-Length: {len(body)}".encode() in head:
            return read
    raise AssertionError("nothing was answered")


def is_open(server: Server) -> bool:
    go_round(server, 3)
    return bool(server.active_channels)


def test_headers_that_do_not_end_are_answered_with_408(server: Server, visitor: socket.socket) -> None:
    visitor.sendall(b"GET /mcp HTTP/1.1\r\nHost: loc")
    go_round(server, 3)
    server.maintenance(only(server).began + LONGEST_HEADERS)
    assert is_open(server)
    server.maintenance(only(server).began + LONGEST_HEADERS + 1)
    told = answer(server, visitor)
    assert told.startswith(b"HTTP/1.0 408 Request Timeout\r\n")
    assert json.loads(told.partition(b"\r\n\r\n")[2])["message"] == "The request did not arrive in time."


def test_a_body_has_longer_than_headers_and_not_for_ever(server: Server, visitor: socket.socket) -> None:
    visitor.sendall(HEAD + b"12345")
    go_round(server, 3)
    began = only(server).began
    server.maintenance(began + LONGEST_HEADERS + 1)
    assert is_open(server)
    visitor.sendall(b"6")
    go_round(server, 3)
    server.maintenance(began + LONGEST_REQUEST + 1)
    assert answer(server, visitor).startswith(b"HTTP/1.1 408 Request Timeout\r\n")


def test_the_time_of_the_next_request_begins_with_its_first_byte(server: Server, visitor: socket.socket) -> None:
    visitor.sendall(HEAD + b"1234567890")
    assert answer(server, visitor).endswith(b"/somewhere")
    visitor.sendall(HEAD)
    go_round(server, 3)
    server.maintenance(only(server).began + LONGEST_REQUEST)
    visitor.sendall(b"1234567890")
    assert answer(server, visitor).endswith(b"/somewhere")


def test_a_connection_on_which_nothing_happens_is_closed(server: Server, visitor: socket.socket) -> None:
    assert is_open(server)
    server.maintenance(only(server).last_activity + LONGEST_IDLE)
    assert is_open(server)
    server.maintenance(only(server).last_activity + LONGEST_IDLE + 1)
    assert not is_open(server)
    assert read_all(visitor) == b""


def test_an_answer_that_nobody_takes_is_given_up(server: Server, visitor: socket.socket) -> None:
    visitor.sendall(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for _ in range(200):
        go_round(server, 1)
        if only(server).total_outbufs_len and not only(server).requests:
            break
    now = only(server).last_activity
    server.maintenance(now)
    server.maintenance(now + LONGEST_ANSWER)
    assert is_open(server)
    server.maintenance(now + LONGEST_ANSWER + 1)
    assert not is_open(server)


def test_where_there_is_no_room_the_one_that_waits_longest_gives_up_its_place(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.serving.server.MOST_CONNECTIONS", 4)
    with (
        closing(socket.create_connection(("127.0.0.1", server.effective_port))) as first,
        closing(socket.create_connection(("127.0.0.1", server.effective_port))) as second,
    ):
        for each in (first, second):
            each.settimeout(0.05)
            each.sendall(b"GET /slow HTTP/1.1\r\n")
            go_round(server, 4)
        # The listening socket and what wakes the loop have a place each.
        server.maintenance(latest(server))
        assert answer(server, first).startswith(b"HTTP/1.0 408")
        second.sendall(b"Host: localhost\r\n\r\n")
        assert answer(server, second).endswith(b"/slow")
