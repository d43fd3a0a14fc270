"""Promises of the stdio command where what stands at Sayso's address answers something that Sayso never would."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from werkzeug.wrappers import Request, Response

from tests.serving import served
from tests.stdio_program import INITIALIZE, Program, program

KEY = "respira_" + "a1_-" * 9
Start = Callable[..., Program]


@dataclass
class Stranger:
    """Stands at Sayso's address, with the command started there."""

    folder: Path
    stdio: Program
    says: Response


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stranger]:
    """One that the command shows a key."""
    with a_stranger(tmp_path_factory.mktemp("home"), SAYSO_KEY="respira_abc") as one:
        yield one


@pytest.fixture(scope="module")
def redeemer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stranger]:
    """One of whom the command wants to fetch a key."""
    with a_stranger(tmp_path_factory.mktemp("home")) as one:
        yield one


@contextmanager
def a_stranger(folder: Path, **environment: str) -> Iterator[Stranger]:
    place = socket.create_server(("127.0.0.1", 0))
    with (
        closing(place),
        served(lambda environ, start_response: one.says(environ, start_response), place) as url,
        program(folder, SAYSO_URL=url, **environment) as stdio,
    ):
        one = Stranger(folder, stdio, Response())
        yield one


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the command at an address where a body, or whatever a function makes, is the answer to everything."""
    with ExitStack() as opened:

        def begin(
            told: bytes | Callable[[Request], Response], status: int = 200, key: str = "respira_abc"
        ) -> Program:
            def app(environ: Any, start_response: Any) -> Any:
                response = Response(told, status) if isinstance(told, bytes) else told(Request(environ))
                return response(environ, start_response)

            place = opened.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
            url = opened.enter_context(served(app, place))
            given = {"SAYSO_KEY": key} if key else {}
            return opened.enter_context(program(tmp_path, SAYSO_URL=url, **given))

        yield begin


GARBAGE = [
    b'{"result":[]}',
    b'{"result":null}',
    b'{"result":"x"}',
    b'{"result":{}}',
    b'{"result":{"protocolVersion":7,"tools":{}}}',
    b'{"result":{"protocolVersion":"2025-11-25","tools":[],"x":NaN}}',
    b'{"result":{"protocolVersion":"2025-11-25","tools":[],"x":1e999}}',
    b'{"error":{}}',
    b'{"error":{"code":"x","message":"y"}}',
    b'{"error":{"code":1,"message":null}}',
    b'{"error":[]}',
    b'{"result":{"tools":[1,null,{}]}}',
    b"[" * 200_000,
    b"[]",
    b"7" * 5000,
    b"\xff",
    b"",
]


@pytest.mark.parametrize("body", GARBAGE, ids=lambda body: body[:60].decode("latin-1"))
def test_garbage_is_told_as_an_error_and_the_next_question_is_answered_too(stranger: Stranger, body: bytes) -> None:
    stranger.says = Response(body)
    for method, params in (("initialize", INITIALIZE), ("tools/list", {})):
        assert stranger.stdio.ask(method, params)["error"]["data"]["code"] == "respira_answer_lost"


def test_an_answer_just_about_as_deep_as_can_be_read_is_answered(stranger: Stranger) -> None:
    told = set()
    for depth in range(960, 1000):
        stranger.says = Response(b'{"result":{"x":' + b"[" * depth + b"]" * depth + b"}}")
        message_id = stranger.stdio.begin("ping")
        line = stranger.stdio.lines.get(timeout=30)
        told.add(f'"id":{message_id},'.encode() in line and (b"[[[[" in line, b"and not as Sayso does" in line))
    assert told <= {(True, False), (False, True)}


def test_what_was_taken_and_not_answered_as_sayso_does_is_never_called_not_done(stranger: Stranger) -> None:
    stranger.says = Response(b"<h1>Welcome</h1>")
    result = stranger.stdio.call("update_page", id=42, title="Our story")["structuredContent"]
    assert result["code"] == "respira_answer_lost"
    assert result["message"].endswith("answered with HTTP 200, and not as Sayso does.")
    assert result["hint"].startswith("It may have been done.")


@pytest.mark.parametrize(
    "body",
    [
        b'{"result":{}}',
        b'{"result":{"content":"x"}}',
        b'{"result":{"content":[1]}}',
        b'{"result":{"content":[{"text":"done"}]}}',
        b'{"result":{"content":[]},"error":{"code":1,"message":"y"}}',
    ],
)
def test_what_is_no_answer_to_a_call_is_never_taken_for_one(stranger: Stranger, body: bytes) -> None:
    stranger.says = Response(body)
    result = stranger.stdio.call("update_page", id=42, title="Our story")
    assert (result["isError"], result["structuredContent"]["code"]) == (True, "respira_answer_lost")


def test_a_version_that_fits_no_header_does_not_stand_in_the_way(stranger: Stranger) -> None:
    stranger.says = Response(json.dumps({"result": {"protocolVersion": "a\r\nX: ß", "tools": []}}))
    stranger.stdio.ask("initialize", INITIALIZE)
    assert stranger.stdio.tools() == ["respira_redeem_token"]


def test_nothing_but_the_result_is_passed_on(stranger: Stranger) -> None:
    stranger.says = Response(b'{"jsonrpc":"1.0","id":99,"method":"x","result":{"a":"\\ud800"}}')
    answer = stranger.stdio.ask("ping")
    assert (set(answer), answer["jsonrpc"], answer["result"]) == ({"jsonrpc", "id", "result"}, "2.0", {"a": "\ud800"})


def test_a_gate_that_asks_for_a_password_of_its_own_does_not_make_the_kept_key_forgotten(
    tmp_path: Path, start: Start
) -> None:
    keyless = start(b"Password, please", 401, key="")
    url = keyless.call("redeem_token", token="AAAAA")["structuredContent"]["message"].split()[0]
    file = tmp_path / "kept.json"
    file.write_text(json.dumps({"url": url, "key": KEY}))
    file.chmod(0o600)
    with program(tmp_path, "--config", str(file)) as stdio:
        for _ in range(2):
            result = stdio.call("list_pages")["structuredContent"]
            assert result["message"] == f"{url} answered with HTTP 401, and not as Sayso does."


REDEEMED = {"success": True, "connected_to": "Harbour & Grain", "key_name": "Mine", "key": KEY}


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (200, {**REDEEMED, "key": None}),
        (200, {**REDEEMED, "key": f"{KEY}\n"}),
        (200, {**REDEEMED, "key": f"{KEY[:-1]}\n"}),
        (200, {**REDEEMED, "key": KEY[:-1]}),
        (200, {**REDEEMED, "key": "secret_" + "a" * 37}),
        (200, {**REDEEMED, "connected_to": None}),
        (200, {"connected_to": "Harbour & Grain"}),
        (200, {}),
        (200, []),
        (200, None),
        (409, {"data": {}}),
        (409, {"code": None, "message": "No.", "data": {}}),
        (409, {"code": "respira_token_unknown", "data": {}}),
        (409, {"code": "respira_token_unknown", "message": [], "data": {}}),
        (409, {"code": "respira_token_unknown", "message": "No."}),
    ],
)
def test_a_code_that_is_answered_by_somebody_else_connects_to_nothing(
    redeemer: Stranger, status: int, told: Any
) -> None:
    redeemer.says = Response(json.dumps(told), status)
    result = redeemer.stdio.call("redeem_token", token="AAAAA")
    assert (result["isError"], "and not as Sayso does" in result["structuredContent"]["message"]) == (True, True)
    assert redeemer.stdio.tools() == ["respira_redeem_token"]
    assert not (redeemer.folder / ".config/sayso/agent.json").exists()


def test_a_code_whose_answer_is_lost_may_be_used_up_and_the_agent_is_told_so(redeemer: Stranger) -> None:
    redeemer.says = Response(b"[" * 200_000)
    result = redeemer.stdio.call("redeem_token", token="AAAAA")["structuredContent"]
    assert result["code"] == "respira_answer_lost"
    assert result["hint"] == "The code may be used up. Ask the person to check the address, and for a new key's code."


def test_a_hint_that_is_missing_is_left_out(redeemer: Stranger) -> None:
    told = {"code": "respira_token_unknown", "message": "This code is not known here.", "data": {"hint": 7}}
    redeemer.says = Response(json.dumps(told), 404)
    result = redeemer.stdio.call("redeem_token", token="AAAAA")["structuredContent"]
    assert (result["code"], result["hint"]) == ("respira_token_unknown", "")


def test_a_key_that_can_not_be_written_down_after_all_works_until_the_end_and_that_is_told(
    tmp_path: Path, start: Start
) -> None:
    file = tmp_path / ".config/sayso/agent.json"
    shown: list[str | None] = []

    def answer(request: Request) -> Response:
        shown.append(request.headers.get("Authorization"))
        if request.path == "/redeem":
            # Something takes the file's place while the code is on its way.
            file.mkdir()
            return Response(json.dumps(REDEEMED))
        return Response('{"result":{"tools":[]}}')

    stdio = start(answer, key="")
    result = stdio.call("redeem_token", token="AAAAA")
    assert (result["isError"], result["structuredContent"]["code"]) == (True, "respira_key_not_kept")
    assert result["structuredContent"]["message"] == (
        f"Connected to Harbour & Grain, but the key could not be written to {file} (Is a directory): "
        "it works until this command ends, and not after."
    )
    stdio.tools()
    assert shown == [None, f"Bearer {KEY}"]
    assert [each.name for each in file.parent.iterdir()] == ["agent.json"]
