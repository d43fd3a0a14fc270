"""The web program is asked to end: what is in hand is answered, nothing new is taken, and it ends in time."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from tests.doors.hostile.conftest import Web, read_all
from webapp.data import Run
from webapp.sample_site.misbehaviour import HoldUp

LONGEST_END = 25.0


def ask_to_end(web: Web) -> None:
    web.running.send_signal(signal.SIGTERM)


def call(web: Web, tool: str, **arguments: Any) -> dict[str, Any]:
    """Call a tool at the MCP door and wait as long as it takes."""
    params = {"name": f"respira_wordpress_{tool}", "arguments": arguments}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    key = {"Authorization": f"Bearer {web.token}"}
    answered = httpx.post(f"{web.address}/mcp", json=body, headers=key, timeout=60)
    told: dict[str, Any] = answered.json()["result"]["structuredContent"]
    return told


def test_what_is_in_hand_is_answered_and_everybody_else_is_let_go(short_lived: Web) -> None:
    held = HoldUp()
    short_lived.site.misbehave(held, path="/wp/v2/pages/42", times=1)
    with ThreadPoolExecutor(1) as agent, short_lived.connect() as idle, short_lived.connect() as half:
        idle.sendall(short_lived.head("GET", "/healthz"))
        assert b"200 OK" in idle.recv(65536)
        half.sendall(short_lived.head("POST", "/mcp", "Content-Length: 100") + b"{")
        answered = agent.submit(call, short_lived, "read_page", id=42)
        held.wait_for_it()
        ask_to_end(short_lived)
        assert read_all(idle) + read_all(half) == b""
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{short_lived.address}/healthz")
        held.let_go()
        assert answered.result()["id"] == 42
    assert short_lived.running.wait(LONGEST_END) == 0


def test_an_agent_that_waits_for_its_apply_is_told_at_once_where_to_ask(short_lived: Web) -> None:
    call(short_lived, "begin_session", mode="plan")
    call(short_lived, "update_page", id=42, title="Our story")
    with ThreadPoolExecutor(1) as agent:
        # No worker runs, so nothing but the end of the program can end the wait.
        answered = agent.submit(call, short_lived, "apply_plan")
        while not _runs(short_lived):
            assert not answered.done(), answered.result()
        ask_to_end(short_lived)
        assert short_lived.running.wait(LONGEST_END) == 0
        told = answered.result()
    assert (told["code"], told["done"], told["of"]) == ("respira_job_running", 0, 1)
    assert told["job_id"].startswith("run_")


def _runs(web: Web) -> int:
    with web.place.desk.reading() as session:
        return session.scalar(select(func.count()).select_from(Run)) or 0
