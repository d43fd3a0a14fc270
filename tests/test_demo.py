"""The demo: one line when it is ready, a plan that waits, and no program left behind however it ends."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.sample import sample_site
from webapp import clock

ROOT = Path(__file__).parent.parent


@contextmanager
def started(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the demo, and yield it with its first line."""
    command = [sys.executable, "-m", "webapp.cli", "demo", "--json", *options]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as demo:
        assert demo.stdout is not None
        try:
            yield demo, demo.stdout.readline()
        finally:
            demo.kill()


def programs_with(word: str) -> dict[int, str]:
    """The programs that run now and were told this word: ids with command lines."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                told = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if word.encode() in told and state != "Z":
                found[int(entry.name)] = (entry / "comm").read_text()
    return found


def call(line: dict[str, Any], key: str, tool: str, **arguments: Any) -> dict[str, Any]:
    params = {"name": f"respira_wordpress_{tool}", "arguments": arguments}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    accepted = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {line['keys'][key]}"}
    answer = httpx.post(line["mcp_url"], json=message, headers=accepted, timeout=60)
    content: dict[str, Any] = answer.json()["result"]["structuredContent"]
    return content


def test_it_prints_one_line_with_a_plan_of_three_steps_behind_it_and_ends_clean(tmp_path: Path) -> None:
    with started("--data", str(tmp_path)) as (demo, printed):
        line = json.loads(printed)
        assert sorted(line) == ["keys", "mcp_url", "sign_in_url", "site_url", "url", "written"]
        assert sorted(line["keys"]) == ["browser", "chat"]
        assert line["mcp_url"] == f"{line['url']}/mcp"
        planned = call(line, "browser", "get_plan")
        assert [step["tool"].removeprefix("respira_wordpress_") for step in planned["steps"]] == [
            "update_page",
            "create_menu_item",
            "delete_page",
        ]
        assert planned["pending_steps"] == 3
        assert call(line, "chat", "get_plan")["pending_steps"] == 0
        assert httpx.get(line["url"] + "/healthz").status_code == 200
        assert httpx.get(line["site_url"]).status_code == 200
        assert httpx.get(line["sign_in_url"], follow_redirects=True).status_code == 200
        assert len(programs_with(str(tmp_path))) >= 4
        demo.send_signal(signal.SIGTERM)
        rest, _nothing = demo.communicate(timeout=60)
        assert (demo.returncode, rest) == (0, "")
        assert programs_with(str(tmp_path)) == {}


def test_killed_outright_it_takes_its_programs_along(tmp_path: Path) -> None:
    with started("--data", str(tmp_path), "--empty") as (demo, printed):
        assert json.loads(printed)["url"]
        running = [os.pidfd_open(pid) for pid in programs_with(str(tmp_path)) if pid != demo.pid]
        assert len(running) >= 3
        demo.kill()
        demo.wait()
        give_up = clock.monotonic() + 60
        for program in running:
            assert ended(program, give_up - clock.monotonic())
        assert programs_with(str(tmp_path)) == {}


def refused(*options: str) -> tuple[int, str]:
    """Start a demo that can not begin: its exit status, and what it says."""
    command = [sys.executable, "-m", "webapp.cli", "demo", "--json", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_port_that_is_taken_is_told_at_once(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        status, said = refused("--data", str(tmp_path), "--port", str(port))
    assert status == 1
    assert said == f"Port {port} is taken by another program. Choose another one with --port.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_login_that_the_site_does_not_accept_is_told_without_trying_on(tmp_path: Path) -> None:
    with sample_site() as site:
        login = ("--wordpress", site.url, "--user", site.username, "--app-password", "wrong wrong")
        status, said = refused("--data", str(tmp_path / "demo"), *login)
        tried = [entry.route for entry in site.requests.all()].count("/wp/v2/users/me")
    assert status == 1
    assert "WordPress took us for a stranger." in said
    assert "Traceback" not in said
    assert tried == 1


def ended(program: int, seconds: float) -> bool:
    """Wait until a program has ended."""
    with os.fdopen(program) as descriptor, selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        return bool(selector.select(max(0.0, seconds)))


def test_started_again_on_the_same_folder_it_shows_the_same_keys_and_plays_no_second_plan(tmp_path: Path) -> None:
    lines = []
    for _ in range(2):
        with started("--data", str(tmp_path)) as (demo, printed):
            lines.append(json.loads(printed))
            steps = call(lines[-1], "browser", "get_plan")["steps"]
            assert len(steps) == 3
            demo.send_signal(signal.SIGTERM)
            demo.communicate(timeout=60)
    assert lines[0]["keys"] == lines[1]["keys"]
    assert lines[0]["url"] == lines[1]["url"]
    assert lines[0]["sign_in_url"] != lines[1]["sign_in_url"]
