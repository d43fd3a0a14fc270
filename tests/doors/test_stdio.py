"""Promises of the stdio command: what a client sends it reaches Sayso, and every question gets an answer."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from werkzeug.wrappers import Request, Response

from tests.installed import Agent, Installed, installed
from tests.sample import sample_site
from tests.serving import served
from tests.stdio_program import INITIALIZE, MODERN, ROOT, Program, program
from webapp.app import create_app
from webapp.core import keys
from webapp.data import Key, Mode
from webapp.doors import mcp
from webapp.doors.stdio import alone, messages
from webapp.doors.stored import STDIO_PREFIX
from webapp.doors.wire import LARGEST_BODY
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp


@pytest.fixture(scope="module")
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture(scope="module")
def sayso(tmp_path_factory: pytest.TempPathFactory, wordpress: SampleSite) -> Iterator[Installed]:
    """The whole program, served at the address that it calls its own."""
    with closing(socket.create_server(("127.0.0.1", 0))) as place:
        address = f"http://127.0.0.1:{place.getsockname()[1]}"
        folder, login = tmp_path_factory.mktemp("sayso"), (wordpress.username, wordpress.app_password)
        with (
            installed(folder, wordpress.url, *login, public_url=address) as one,
            served(create_app(one.desk), place),
        ):
            yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.ASK)


@pytest.fixture
def stdio(tmp_path: Path, sayso: Installed, agent: Agent) -> Iterator[Program]:
    """The command with its address and key in the environment, as Claude Desktop starts it."""
    with program(tmp_path, SAYSO_URL=sayso.desk.settings.public_url, SAYSO_KEY=agent.token) as running:
        yield running


def begun(stdio: Program) -> Program:
    """The same, after the older era's greeting."""
    stdio.ask("initialize", INITIALIZE)
    stdio.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    return stdio


@pytest.mark.promise("P-DOOR-04", "D-NAME-08")
def test_the_older_era_begins_with_initialize(stdio: Program, sayso: Installed, agent: Agent) -> None:
    told = stdio.ask("initialize", INITIALIZE)["result"]
    assert told["protocolVersion"] == "2025-11-25"
    assert told["capabilities"] == {"tools": {}}
    assert "call respira_apply_plan only after" in " ".join(told["instructions"].split())
    assert stdio.ask("ping")["result"] == {}
    assert stdio.call("begin_session", mode="plan")["structuredContent"]["plan_mode"] is True
    with sayso.desk.reading() as session:
        assert session.get_one(Key, agent.key.id).client == "claude-desktop 1.4"


def test_the_newer_era_needs_no_greeting(stdio: Program) -> None:
    told = stdio.ask("server/discover", {"_meta": MODERN})["result"]
    assert told["supportedVersions"] == ["2026-07-28"]
    assert told["resultType"] == "complete"
    result = stdio.call("list_pages", meta=MODERN)
    assert (result["isError"], result["resultType"]) == (False, "complete")


def test_a_name_beyond_ascii_travels_in_the_newer_era_too(stdio: Program) -> None:
    answer = stdio.ask("tools/call", {"name": "respira_größe\r\nX: y", "arguments": {}, "_meta": MODERN})
    assert answer["error"]["message"] == "Unknown tool: respira_größe\r\nX: y"


@pytest.mark.promise("P-DOOR-03")
def test_tools_have_the_names_of_the_contract(stdio: Program) -> None:
    names = begun(stdio).tools()
    assert {"respira_begin_session", "respira_get_plan", "respira_apply_plan", "respira_redeem_token"} <= set(names)
    assert [name for name in names if not name.startswith("respira_") or "wordpress" in name] == []


def test_a_read_is_answered_while_an_apply_is_still_running(stdio: Program, wordpress: SampleSite) -> None:
    begun(stdio).call("begin_session", mode="plan")
    assert stdio.call("update_option", option="description", value="Bread and more")["isError"] is False
    held = HoldUp()
    wordpress.misbehave(held, method="POST", path="/wp/v2/settings", times=1)
    applying = stdio.begin("tools/call", {"name": "respira_apply_plan", "arguments": {}})
    held.wait_for_it()
    assert stdio.call("get_plan")["structuredContent"]["success"] is True
    held.let_go()
    receipt = stdio.read()
    assert receipt["id"] == applying
    assert receipt["result"]["structuredContent"]["applied"] == 1


def test_forty_questions_at_once_get_forty_whole_answers(stdio: Program) -> None:
    begun(stdio)
    asked = [stdio.begin("tools/list") for _ in range(40)]
    answers = [stdio.read() for _ in asked]
    assert sorted(answer["id"] for answer in answers) == asked
    assert {len(answer["result"]["tools"]) for answer in answers} == {len(answers[0]["result"]["tools"])}


@pytest.mark.parametrize(
    ("line", "code", "message_id"),
    [
        (b"{", -32700, None),
        (b"\xff\xfe", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"[]", -32600, None),
        (b'"hello"', -32600, None),
        (b'{"jsonrpc":"2.0","id":9}', -32600, 9),
        (b'{"jsonrpc":"2.0","id":[],"method":"ping"}', -32600, None),
        (b'{"id":"a","method":"ping"}', -32600, "a"),
        (b'{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}', -32602, "a"),
        (b'{"jsonrpc":"2.0","id":"a","method":"no/such"}', -32601, "a"),
    ],
)
def test_a_line_that_is_no_sound_message_is_answered_and_the_next_one_too(
    stdio: Program, line: bytes, code: int, message_id: Any
) -> None:
    stdio.write(line + b"\n")
    answer = stdio.read()
    assert (answer["error"]["code"], answer["id"]) == (code, message_id)
    assert stdio.ask("ping")["result"] == {}


def test_empty_lines_and_answers_to_nothing_are_passed_over(stdio: Program) -> None:
    stdio.write(b'\n  \r\n{"jsonrpc":"2.0","id":4,"result":{}}\n{"jsonrpc":"2.0","method":"notifications/x"}\n')
    assert stdio.ask("ping")["result"] == {}


def test_a_message_of_nearly_five_megabytes_passes_and_a_larger_one_is_refused(stdio: Program) -> None:
    begun(stdio)
    result = stdio.call("read_page", id=42, note="x" * 4_999_000)
    assert result["structuredContent"]["code"] == "respira_invalid_arguments"
    larger = stdio.ask("tools/call", {"name": "respira_read_page", "arguments": {"note": "x" * LARGEST_BODY}})
    assert larger["error"]["message"] == "The message is larger than 5 MB."
    assert stdio.ask("ping")["result"] == {}


def test_when_the_input_ends_what_runs_is_answered_first(stdio: Program, wordpress: SampleSite) -> None:
    begun(stdio)
    held = HoldUp()
    wordpress.misbehave(held, method="GET", path="/wp/v2/pages/42", times=1)
    asked = stdio.begin("tools/call", {"name": "respira_read_page", "arguments": {"id": 42}})
    held.wait_for_it()
    assert stdio.running.stdin is not None
    stdio.running.stdin.close()
    held.let_go()
    answer = stdio.read()
    assert (answer["id"], answer["result"]["isError"]) == (asked, False)
    assert stdio.running.wait(30) == 0


def test_it_ends_at_once_when_it_is_told_to(stdio: Program, wordpress: SampleSite) -> None:
    begun(stdio)
    held = HoldUp()
    wordpress.misbehave(held, method="GET", path="/wp/v2/pages/42", times=1)
    stdio.begin("tools/call", {"name": "respira_read_page", "arguments": {"id": 42}})
    held.wait_for_it()
    stdio.running.send_signal(signal.SIGTERM)
    assert stdio.running.wait(10) == 0
    held.let_go()


def test_it_ends_well_although_nobody_reads_its_answers_any_more(stdio: Program) -> None:
    begun(stdio)
    stdio.reading = False
    stdio.begin("tools/list")
    assert stdio.lines.get(timeout=30)
    assert stdio.running.stdout is not None
    stdio.reader.join(30)
    stdio.running.stdout.close()
    stdio.begin("tools/list")
    status, said = stdio.end()
    assert (status, said) == (0, "")


def test_a_key_that_is_not_known_is_told_as_an_error_of_the_protocol(tmp_path: Path, sayso: Installed) -> None:
    with program(tmp_path, SAYSO_URL=sayso.desk.settings.public_url, SAYSO_KEY="respira_wrong") as stdio:
        for method, params in (("initialize", INITIALIZE), ("tools/call", {"name": "respira_get_plan"})):
            error = stdio.ask(method, params)["error"]
            assert error["message"] == "This key is not known, or it was revoked."
            assert error["data"]["code"] == "respira_invalid_key"
        assert "respira_wrong" not in stdio.end()[1]


def test_a_key_that_is_revoked_meanwhile_is_told(stdio: Program, sayso: Installed, agent: Agent) -> None:
    begun(stdio)
    with sayso.desk.writing() as session:
        keys.revoke(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    assert stdio.ask("tools/list")["error"]["data"]["code"] == "respira_invalid_key"


def test_where_nothing_listens_the_agent_is_told_what_to_do(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as place:
        url = f"http://127.0.0.1:{place.getsockname()[1]}"
    with program(tmp_path, SAYSO_URL=url, SAYSO_KEY="respira_abc") as stdio:
        told = f"Sayso at {url} can not be reached (Connection refused)."
        assert stdio.ask("initialize", INITIALIZE)["error"] == {
            "code": -32000,
            "message": told,
            "data": {
                "code": "respira_sayso_unreachable",
                "hint": "Nothing was done. Ask the person to check that Sayso runs at this address, then try again.",
            },
        }
        result = stdio.call("list_pages")
        assert result["isError"] is True
        assert (result["structuredContent"]["code"], result["structuredContent"]["message"]) == (
            "respira_sayso_unreachable",
            told,
        )
        status, said = stdio.end()
        assert (status, said.count(told), "respira_abc" in said) == (0, 2, False)


def test_when_sayso_is_there_again_the_next_call_is_answered(
    tmp_path: Path, sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as place:
        port = place.getsockname()[1]
    app = create_app(sayso.desk)
    with program(tmp_path, SAYSO_URL=f"http://127.0.0.1:{port}", SAYSO_KEY=agent.token) as stdio:
        assert "error" in stdio.ask("ping")
        for _ in range(2):
            with closing(socket.create_server(("127.0.0.1", port))) as place, served(app, place):
                assert stdio.ask("ping")["result"] == {}
            # What was kept open is closed now, and is not taken for Sayso.
            assert stdio.ask("ping")["error"]["data"]["code"] == "respira_sayso_unreachable"


@pytest.fixture
def stand_in(tmp_path: Path) -> Iterator[Callable[[Callable[[Request], Response | None]], Program]]:
    """What stands at Sayso's address without being it: starts the command against it."""
    opened: list[Any] = []

    def start(answer: Callable[[Request], Response | None]) -> Program:
        def app(environ: Any, start_response: Any) -> Any:
            response = answer(Request(environ))
            if response is None:
                environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
                return []
            return response(environ, start_response)

        place = socket.create_server(("127.0.0.1", 0))
        opened.append(place)
        serving = served(app, place)
        opened.append(serving)
        url = serving.__enter__()
        running = program(tmp_path, SAYSO_URL=url, SAYSO_KEY="respira_abc")
        opened.append(running)
        return running.__enter__()

    yield start
    for one in reversed(opened):
        one.__exit__(None, None, None)


def test_a_redirect_is_told_and_not_followed(stand_in: Any) -> None:
    asked: list[str] = []

    def answer(request: Request) -> Response:
        asked.append(request.path)
        return Response(status=308, headers={"Location": "https://elsewhere.example/mcp/stdio"})

    result = stand_in(answer).call("list_pages")["structuredContent"]
    assert result["code"] == "respira_sayso_unreachable"
    assert "sends calls on to https://elsewhere.example/mcp/stdio" in result["message"]
    assert asked == ["/mcp/stdio"]


@pytest.mark.parametrize(("status", "code"), [(404, "respira_sayso_unreachable"), (502, "respira_answer_lost")])
def test_a_page_in_place_of_an_answer_is_told(stand_in: Any, status: int, code: str) -> None:
    stdio = stand_in(lambda request: Response("<h1>Oops</h1>", status, mimetype="text/html"))
    result = stdio.call("list_pages")["structuredContent"]
    assert result["code"] == code
    assert f"answered with HTTP {status}, and not as Sayso does." in result["message"]


def test_an_answer_that_is_lost_is_never_called_not_done_and_never_sent_again(stand_in: Any) -> None:
    asked: list[str] = []

    def hang_up(request: Request) -> None:
        asked.append(request.get_data(as_text=True))

    stdio = stand_in(hang_up)
    result = stdio.call("update_page", id=42, title="Our story")
    assert (result["isError"], result["structuredContent"]["code"]) == (True, "respira_answer_lost")
    assert result["structuredContent"]["hint"].startswith("It may have been done.")
    assert len(asked) == 1


def test_the_key_goes_in_a_header_to_sayso_and_nowhere_else(stand_in: Any) -> None:
    headers: list[Any] = []
    bodies: list[bytes] = []

    def answer(request: Request) -> Response:
        headers.append(request.headers)
        bodies.append(request.get_data())
        return Response('{"jsonrpc":"2.0","id":null,"result":{}}', mimetype="application/json")

    stand_in(answer).ask("ping", {"_meta": MODERN})
    assert headers[0]["Authorization"] == "Bearer respira_abc"
    assert (headers[0]["MCP-Protocol-Version"], headers[0]["Mcp-Method"]) == ("2026-07-28", "ping")
    assert b"respira_abc" not in bodies[0]


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"SAYSO_URL": "sayso.example", "SAYSO_KEY": "respira_abc"}, "SAYSO_URL (or --url) must be the address"),
        ({"SAYSO_URL": "http://[::1", "SAYSO_KEY": "respira_abc"}, "SAYSO_URL (or --url) must be the address"),
        ({"SAYSO_URL": "http://a:99999", "SAYSO_KEY": "respira_abc"}, "SAYSO_URL (or --url) must be the address"),
        ({"SAYSO_URL": "https://sayso.example/mcp", "SAYSO_KEY": "respira_abc"}, "without a path"),
        ({"SAYSO_URL": "https://sayso.example", "SAYSO_KEY": "respira a\nb"}, "SAYSO_KEY (or --key) must be a key"),
        ({"SAYSO_KEY": "respira_abc"}, "give the address of Sayso with SAYSO_URL or --url"),
    ],
)
def test_settings_that_can_not_be_right_are_told_on_the_error_output(
    tmp_path: Path, environment: dict[str, str], said: str
) -> None:
    with program(tmp_path, **environment) as stdio:
        status, told = stdio.end()
        assert (status, said in told, stdio.lines.empty()) == (2, True, True)


@pytest.mark.promise("D-NAME-08")
def test_options_count_before_the_environment(tmp_path: Path, sayso: Installed, agent: Agent) -> None:
    url = sayso.desk.settings.public_url
    with program(
        tmp_path, "--url", url, "--key", agent.token, SAYSO_URL="http://127.0.0.1:9", SAYSO_KEY="x"
    ) as stdio:
        assert stdio.ask("ping")["result"] == {}


def test_bin_sayso_starts_it_without_the_secrets_of_the_server(
    tmp_path: Path, sayso: Installed, agent: Agent
) -> None:
    url = sayso.desk.settings.public_url
    command = [str(ROOT / "bin" / "sayso"), "mcp"]
    with program(tmp_path, command=command, SAYSO_URL=url, SAYSO_KEY=agent.token) as stdio:
        assert stdio.ask("ping")["result"] == {}
        environment = Path(f"/proc/{stdio.running.pid}/environ").read_bytes()
        assert b"SAYSO_SEALING_KEYS" not in environment


LOOK = """
import sys, webapp.cli
before = set(sys.modules)
webapp.cli.main(["mcp"])
for name in sorted(sys.modules):
    room = name.partition(".")[0]
    if room == "webapp" or name not in before and room not in sys.stdlib_module_names:
        print(name, file=sys.stderr)
"""


def test_it_loads_nothing_but_the_standard_library() -> None:
    """A whole conversation, then a look at what was loaded for it."""
    asked = "\n".join(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        for method, params in (("initialize", INITIALIZE), ("tools/list", {}), ("server/discover", {"_meta": MODERN}))
    )
    given = {"capture_output": True, "text": True, "cwd": ROOT, "timeout": 30, "env": {"HOME": "/nonexistent"}}
    ended = subprocess.run([sys.executable, "-c", LOOK], input=asked, check=True, **given)
    assert len(ended.stdout.splitlines()) == 3
    assert ended.stderr.split() == [
        "webapp",
        "webapp.cli",
        "webapp.clock",
        "webapp.core",
        "webapp.core.entrances",
        "webapp.core.rules",
        "webapp.doors",
        "webapp.doors.stdio",
        "webapp.doors.stdio.access",
        "webapp.doors.stdio.alone",
        "webapp.doors.stdio.carrier",
        "webapp.doors.stdio.command",
        "webapp.doors.stdio.messages",
        "webapp.doors.stdio.redeem",
        "webapp.errors",
        "webapp.settings",
    ]


def test_what_it_says_itself_agrees_with_the_door() -> None:
    assert (messages.PREFIX, messages.LARGEST_LINE) == (STDIO_PREFIX, LARGEST_BODY)
    assert alone.FRESH_FOR == mcp.FRESH_FOR
