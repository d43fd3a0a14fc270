"""What arrives on the wire of the real web program, sound or not, is answered or let go, and the program goes on."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.doors.hostile.conftest import Web, read_all
from tests.doors.test_official_client import connected, done
from webapp.doors.browsers import HEADERS
from webapp.doors.sizes import LARGEST_BODY

JSON = "Content-Type: application/json"
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
LENGTH = f"Content-Length: {len(PING)}"
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(PING), PING)
MEMORY = 400 * 1024  # kilobytes that sixteen of the largest bodies at once may take in all, the program included
# What is refused where it is read: with which status, the first line and the headers, the body.
REFUSED = {
    "both lengths": (400, ("POST", "/mcp", JSON, LENGTH, "Transfer-Encoding: chunked"), CHUNKED),
    "both lengths, the other way round": (400, ("POST", "/mcp", "Transfer-Encoding: chunked", LENGTH), CHUNKED),
    "two lengths": (400, ("POST", "/mcp", JSON, "Content-Length: 40", "Content-Length: 41"), PING),
    "a length that is no number": (400, ("POST", "/mcp", JSON, "Content-Length: +40"), PING),
    "an endless length": (400, ("POST", "/mcp", JSON, f"Content-Length: {'9' * 5000}"), PING),
    "an unknown encoding": (501, ("POST", "/mcp", JSON, "Transfer-Encoding: gzip, chunked"), CHUNKED),
    "a chunk of no size": (400, ("POST", "/mcp", JSON, "Transfer-Encoding: chunked"), b"zz\r\n"),
    "a chunk's endless line": (400, ("POST", "/mcp", JSON, "Transfer-Encoding: chunked"), b"1" * 2000),
    "a space before the colon": (400, ("GET", "/sign-in", "X-A : b"), b""),
    "a bare line feed": (400, ("GET", "/sign-in", "X-A: b\nX-C: d"), b""),
    "endless headers": (431, ("GET", "/sign-in", f"X-A: {'a' * 70_000}"), b""),
    "an endless address": (431, ("GET", f"/sign-in?{'a' * 70_000}"), b""),
    "another host in the address": (400, ("GET", "http://evil.example/sign-in"), b""),
    "no address": (400, ("GET", "http://[::1/sign-in"), b""),
    "more than is asked for": (413, ("POST", "/mcp", JSON, "Expect: 100-continue", "Content-Length: 6000000"), b""),
}


@pytest.mark.parametrize(("status", "head", "body"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_not_be_read_is_refused_in_json(web: Web, status: int, head: tuple[str, ...], body: bytes) -> None:
    told, _, content = web.exchange(web.head(*head) + body).partition(b"\r\n\r\n")
    lines = told.decode().split("\r\n")
    assert lines[0].split()[1] == str(status)
    assert {f"{name}: {value}" for name, value in HEADERS.items()} < set(lines)
    assert "Connection: close" in lines
    assert set(json.loads(content)) in ({"code", "message", "data"}, {"jsonrpc", "id", "error"})
    assert b"evil" not in content


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02\x00\x01", b"\x00" * 50 + b"\r\n\r\n", b"GET /healthz\r\n\r\n"])
def test_what_is_no_http_is_let_go(web: Web, sent: bytes) -> None:
    with web.connect() as connection:
        connection.sendall(sent)
    assert httpx.get(f"{web.address}/healthz", timeout=30).json() == {"status": "ok"}


def test_what_follows_a_refused_request_is_never_taken_for_another(web: Web) -> None:
    smuggled = web.head("GET", "/healthz")
    answered = web.exchange(web.head("POST", "/mcp", LENGTH, "Transfer-Encoding: chunked") + b"0\r\n\r\n" + smuggled)
    assert answered.count(b"HTTP/1.") == 1


def test_requests_sent_ahead_are_answered_in_order(web: Web) -> None:
    ahead = web.head("POST", "/mcp", JSON, LENGTH) + PING
    last = web.head("GET", "/healthz", "Connection: close")
    answered = web.exchange(ahead + ahead + last)
    assert answered.count(b'"result":{}') == 2
    assert answered.endswith(b'{"status":"ok"}\n')


def test_a_body_in_chunks_is_a_body(web: Web) -> None:
    key = {"Authorization": f"Bearer {web.token}", "Content-Type": "application/json"}
    answered = httpx.post(f"{web.address}/mcp", content=iter([PING[:5], PING[5:]]), headers=key)
    assert answered.json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_whoever_asks_first_is_told_to_send_the_body(web: Web) -> None:
    with web.connect() as connection:
        connection.sendall(web.head("POST", "/mcp", JSON, LENGTH, "Expect: 100-continue", "Connection: close"))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(PING)
        assert read_all(connection).endswith(b'"result":{}}')


def test_a_client_keeps_its_connection(web: Web) -> None:
    key = {"Authorization": f"Bearer {web.token}"}
    with httpx.Client(base_url=web.address, headers=key) as client:
        streams = [
            client.post("/mcp", json=json.loads(PING)).extensions["network_stream"].get_extra_info("client_addr")
            for _ in range(3)
        ]
    assert len(set(streams)) == 1


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
def test_the_official_client_calls_one_tool_after_another(web: Web, era: str) -> None:
    async def visit() -> list[bool]:
        async with connected(f"{web.address}/mcp", web.token, era) as client:
            page = {"id": 42}
            return [(await client.call_tool("respira_wordpress_read_page", page)).is_error for _ in range(3)]

    assert done(visit) == [False, False, False]


def test_the_largest_bodies_arrive_many_at_once_and_take_bounded_memory(web: Web) -> None:
    key = {"Authorization": f"Bearer {web.token}", "Content-Type": "application/json"}

    def send(number: int) -> int:
        text = "a" * (LARGEST_BODY - 200)
        call = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "none", "arguments": text}}
        return httpx.post(f"{web.address}/mcp", json=call, headers=key, timeout=60).json()["error"]["code"]

    with ThreadPoolExecutor(16) as senders:
        assert set(senders.map(send, range(16))) == {-32602}
    assert _most_memory(web.running.pid) < MEMORY


def _most_memory(pid: int) -> int:
    """How much memory a program had at the most, in kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
