"""Promises of the log: one line of JSON for each thing, with the id that whoever met trouble was told."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from tests.installed import Agent, Installed
from tests.web.conftest import signed_in
from webapp import logs
from webapp.app import create_app

HOSTILE = 'line\nline\r\n{"event": "forged"}\u2028 \x1b[31m'


def lines_of(program: str) -> list[dict[str, Any]]:
    """What a program of ours writes on standard error, line by line."""
    done = subprocess.run(
        [sys.executable, "-c", f"from webapp import logs\nlogs.set_up()\n{program}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return [json.loads(line) for line in done.stderr.split("\n")[:-1]]


def test_every_line_is_one_line_of_json_whatever_is_in_it_and_whoever_wrote_it() -> None:
    found = lines_of(
        f"""
import logging, structlog
logs.begin("7f3a7f3a")
text = {HOSTILE!r}
structlog.get_logger().info("ours", text=text)
logging.getLogger("a.library").warning("theirs %s", text)
for log in (structlog.get_logger().error, logging.getLogger("a.library").error):
    try:
        raise ValueError(text)
    except ValueError as fault:
        log("broke", exc_info=fault)
"""
    )
    assert [line["event"].split("\n")[0][:6] for line in found] == ["ours", "theirs", "broke", "broke"]
    assert found[0]["text"] == HOSTILE
    assert {line["id"] for line in found} == {"7f3a7f3a"}
    assert all("ValueError" in line["exception"] for line in found[2:])
    assert [line["level"] for line in found] == ["info", "warning", "error", "error"]


def request_lines(lines: list[Any]) -> list[Any]:
    return [line for line in lines if line["event"] == "request.answered"]


def test_each_request_is_one_line_without_its_address_and_the_answer_bears_the_lines_id(sayso: Installed) -> None:
    asking = create_app(sayso.desk).test_client()
    with capture_logs(processors=[merge_contextvars]) as lines:
        answer = asking.get("/sign-in/TOKEN-CANARY?next=SECRET-CANARY")
    [line] = request_lines(lines)
    assert {name: line[name] for name in ("at", "method", "status")} == {
        "at": "account.follow_link",
        "method": "GET",
        "status": answer.status_code,
    }
    assert line["id"] == answer.headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{8}", line["id"])
    assert "CANARY" not in str(lines)


def test_the_line_tells_who_asked_by_id_and_never_by_token_or_name(sayso: Installed, agent: Agent) -> None:
    app = create_app(sayso.desk)
    window = signed_in(app, sayso.desk, sayso.owner.email)
    with capture_logs(processors=[merge_contextvars]) as lines:
        window.get("/plans")
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        app.test_client().post("/mcp", json=message, headers={"Authorization": f"Bearer {agent.token}"})
    person, key = request_lines(lines)
    assert person["person"] == f"person_{sayso.owner.id}"
    assert key["key"] == agent.key.public_id
    assert "key" not in person
    for secret in (agent.token, sayso.owner.email, sayso.owner.name):
        assert secret not in str(lines)


@pytest.mark.parametrize(
    ("given", "proxies", "taken"),
    [
        ("req-0123456789abcdef", 1, True),
        ("req-0123456789abcdef", 0, False),
        ("short", 1, False),
        ("a" * 65, 1, False),
        ("with space in it", 1, False),
        ("<script>alert(1)</script>", 1, False),
    ],
)
def test_an_id_is_taken_over_from_a_trusted_proxy_alone_and_where_it_is_well_formed(
    sayso: Installed, given: str, proxies: int, taken: bool
) -> None:
    desk = replace(sayso.desk, settings=replace(sayso.desk.settings, trusted_proxies=proxies))
    answer = create_app(desk).test_client().get("/sign-in", headers={"X-Request-Id": given})
    assert (answer.headers["X-Request-Id"] == given) is taken


def test_a_page_that_says_no_shows_the_id_of_the_line(sayso: Installed) -> None:
    window = signed_in(create_app(sayso.desk), sayso.desk, sayso.owner.email)
    answer = window.get("/runs/run_none")
    assert f"id {answer.headers['X-Request-Id']}</p>" in answer.get_data(as_text=True)


def test_what_looks_again_every_few_seconds_fills_no_log(sayso: Installed) -> None:
    asking = create_app(sayso.desk).test_client()
    with capture_logs() as lines:
        for address in ("/healthz", "/readyz", "/metrics", "/static/css/main.css"):
            asking.get(address)
    assert request_lines(lines) == []


def test_what_has_no_id_yet_gets_one_that_stays() -> None:
    first = logs.begin()
    assert (logs.id_now(), logs.id_now()) == (first, first)
    assert logs.begin() != first
