"""Promises of one-time codes: a key reaches the stdio command, once and soon, and nobody else on the way."""

from __future__ import annotations

import json
import re
import socket
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from sqlalchemy import delete, select
from werkzeug.test import TestResponse

from tests.conftest import MovableClock
from tests.installed import Agent, Installed, installed
from tests.sample import sample_site
from tests.serving import served
from tests.stdio_program import INITIALIZE, MODERN, ROOT, Program, program
from webapp import clock
from webapp.app import create_app
from webapp.core import keys, sweeping, tickets
from webapp.data import Attempt, Event, Key, KeyTicket, Mode
from webapp.doors.stdio import alone, redeem
from webapp.doors.stdio.access import A_KEY
from webapp.errors import REASONS

KEYLESS = {
    "code": "respira_key_missing",
    "message": "This command has no key that works, so it can do nothing on any site.",
    "hint": "Ask the person for the one-time code of a new key, and call respira_redeem_token with it.",
    "details": {},
}


@pytest.fixture(scope="module")
def own_clock() -> MovableClock:
    return MovableClock(clock.now())


@pytest.fixture(scope="module")
def place() -> Iterator[socket.socket]:
    with closing(socket.create_server(("127.0.0.1", 0))) as one:
        yield one


@pytest.fixture(scope="module")
def sayso(
    tmp_path_factory: pytest.TempPathFactory, place: socket.socket, own_clock: MovableClock
) -> Iterator[Installed]:
    address = f"http://127.0.0.1:{place.getsockname()[1]}"
    with sample_site() as site:
        login = site.username, site.app_password
        folder = tmp_path_factory.mktemp("sayso")
        with installed(folder, site.url, *login, public_url=address, clock=own_clock) as one:
            yield one


@pytest.fixture(autouse=True)
def nothing_was_tried_before(sayso: Installed) -> None:
    """The tests share one installation, and what one tries is not counted for the next."""
    with sayso.desk.writing() as session:
        session.execute(delete(Attempt))


@pytest.fixture(scope="module")
def app(sayso: Installed) -> Flask:
    return create_app(sayso.desk)


@pytest.fixture(scope="module")
def url(app: Flask, place: socket.socket) -> Iterator[str]:
    with served(app, place) as address:
        yield address


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.ASK, "Claude on a laptop")


@pytest.fixture
def code(sayso: Installed, agent: Agent) -> str:
    with sayso.desk.writing() as session:
        return tickets.make(session, sayso.desk, agent.key, agent.token)


def sent(client: FlaskClient, code: Any, **headers: str) -> TestResponse:
    return client.post("/redeem", json={"token": code}, headers=headers)


def refused(response: TestResponse) -> tuple[int, str]:
    """The status and the code of a refusal, which must have the shape that the command reads."""
    body = response.get_json()
    assert set(body) == {"code", "message", "data"}
    assert body["data"]["status"] == response.status_code
    assert body["message"]
    return response.status_code, body["code"]


def test_a_code_is_exchanged_for_its_key(client: FlaskClient, agent: Agent, code: str) -> None:
    response = sent(client, code)
    assert (response.status_code, response.get_json()) == (
        200,
        {
            "success": True,
            "connected_to": "Harbour & Grain",
            "key_name": "Claude on a laptop",
            "key": agent.token,
        },
    )
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers


def test_a_code_reads_well_aloud_and_is_found_however_it_was_typed(client: FlaskClient, code: str) -> None:
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}", code)
    typed = f" {code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')}"
    assert sent(client, typed).status_code == 200


@pytest.mark.promise("D-CODE-03")
def test_a_code_works_once(client: FlaskClient, code: str) -> None:
    assert sent(client, code).status_code == 200
    assert refused(sent(client, code)) == (409, "respira_token_already_used")


@pytest.mark.promise("D-CODE-03")
def test_a_code_is_over_after_fifteen_minutes_and_forgotten_a_day_later(
    sayso: Installed, client: FlaskClient, own_clock: MovableClock, code: str
) -> None:
    own_clock.advance(minutes=15)
    assert refused(sent(client, code)) == (409, "respira_token_expired")
    sweeping.sweep(sayso.desk)
    assert refused(sent(client, code)) == (409, "respira_token_expired")
    own_clock.advance(days=1)
    sweeping.sweep(sayso.desk)
    assert refused(sent(client, code)) == (404, "respira_token_unknown")


def test_a_code_that_never_was_is_not_known(client: FlaskClient) -> None:
    assert refused(sent(client, "AAAAA-AAAAA-AAAAA-AAAAA")) == (404, "respira_token_unknown")
    assert refused(sent(client, "\ud800")) == (404, "respira_token_unknown")


def test_the_code_of_a_key_that_was_revoked_or_is_over_brings_nothing(
    sayso: Installed, client: FlaskClient, own_clock: MovableClock, agent: Agent, code: str
) -> None:
    short = sayso.agent(Mode.ASK, expires_at=own_clock() + timedelta(minutes=1))
    with sayso.desk.writing() as session:
        keys.revoke(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)
        other = tickets.make(session, sayso.desk, short.key, short.token)
    own_clock.advance(minutes=2)
    for each in (code, other):
        response = sent(client, each)
        assert refused(response) == (409, "respira_token_expired")
        assert response.get_json()["message"] == "The key of this code was revoked, or its time is over."


def test_neither_the_code_nor_the_key_can_be_read_in_the_database_and_the_key_is_erased(
    sayso: Installed, client: FlaskClient, own_clock: MovableClock, agent: Agent, code: str
) -> None:
    def row() -> KeyTicket:
        with sayso.desk.reading() as session:
            return session.scalars(select(KeyTicket).where(KeyTicket.key_id == agent.key.id)).one()

    assert row().key_token is not None
    kept = str(vars(row()))
    assert code not in kept
    assert code.replace("-", "") not in kept
    assert agent.token not in kept
    assert sent(client, code).status_code == 200
    assert row().key_token is None


def test_an_old_code_keeps_no_key(sayso: Installed, own_clock: MovableClock, agent: Agent, code: str) -> None:
    own_clock.advance(minutes=16)
    sweeping.sweep(sayso.desk)
    with sayso.desk.reading() as session:
        row = session.scalars(select(KeyTicket).where(KeyTicket.key_id == agent.key.id)).one()
    assert row.key_token is None


def test_the_owner_sees_that_it_was_fetched(sayso: Installed, client: FlaskClient, agent: Agent, code: str) -> None:
    sent(client, code)
    with sayso.desk.reading() as session:
        what = list(session.scalars(select(Event.what).where(Event.key_id == agent.key.id).order_by(Event.id)))
    assert what == ["key.issued", "key.redeemed"]


@pytest.mark.parametrize(
    "given",
    [
        {"data": b"{", "content_type": "application/json"},
        {"data": b"[]", "content_type": "application/json"},
        {"data": b"{}", "content_type": "application/json"},
        {"data": b'{"token": 7}', "content_type": "application/json"},
        {"data": b'{"token": ""}', "content_type": "application/json"},
        {"data": b"\xff", "content_type": "application/json"},
        {"data": b"token=AAAAA", "content_type": "application/x-www-form-urlencoded"},
        {"data": b'{"token": "AAAAA"}', "content_type": "text/plain"},
        {"data": b""},
    ],
)
def test_a_body_that_does_not_fit_is_refused(client: FlaskClient, given: dict[str, Any]) -> None:
    assert refused(client.post("/redeem", **given)) == (400, "respira_invalid_arguments")


def test_a_large_body_is_refused(client: FlaskClient) -> None:
    assert refused(sent(client, "A" * 2000)) == (413, "http_413")


def test_only_posts_are_taken_and_told_so_in_json(client: FlaskClient) -> None:
    response = client.get("/redeem")
    assert (response.status_code, response.get_json()["code"]) == (405, "http_405")


def test_pages_of_other_websites_and_other_hosts_are_refused(client: FlaskClient, code: str) -> None:
    assert refused(sent(client, code, Origin="https://evil.example")) == (403, "respira_foreign_request")
    assert refused(sent(client, code, Host="evil.example")) == (403, "respira_foreign_request")
    assert sent(client, code).status_code == 200


def test_codes_can_not_be_tried_without_end(sayso: Installed) -> None:
    client = create_app(sayso.desk).test_client()
    told = [refused(sent(client, "WRONG")) for _ in range(11)]
    assert told == [(404, "respira_token_unknown")] * 10 + [(429, "respira_rate_limited")]


# What follows happens in the command itself.


def kept_in(home: Path) -> Path:
    return home / ".config" / "sayso" / "agent.json"


@pytest.fixture
def stdio(tmp_path: Path, url: str) -> Iterator[Program]:
    """The command with an address and no key."""
    with program(tmp_path, SAYSO_URL=url) as running:
        yield running


@pytest.mark.promise("D-CODE-01")
def test_without_a_key_the_older_era_is_answered_and_there_is_one_tool(stdio: Program) -> None:
    told = stdio.ask("initialize", INITIALIZE)["result"]
    assert (told["protocolVersion"], told["capabilities"]) == ("2025-11-25", {"tools": {"listChanged": True}})
    assert told["instructions"].startswith("This command has no key that works. Ask the person for the one-time code")
    assert stdio.ask("ping")["result"] == {}
    assert stdio.tools() == ["respira_redeem_token"]
    assert stdio.ask("server/discover")["error"]["code"] == -32601
    result = stdio.call("list_pages")
    assert (result["isError"], result["structuredContent"]) == (True, KEYLESS)


def test_without_a_key_the_newer_era_is_answered_and_there_is_one_tool(stdio: Program) -> None:
    told = stdio.ask("server/discover", {"_meta": MODERN})["result"]
    assert (told["capabilities"], told["supportedVersions"]) == ({"tools": {}}, ["2026-07-28"])
    listed = stdio.ask("tools/list", {"_meta": MODERN})["result"]
    assert ([tool["name"] for tool in listed["tools"]], listed["ttlMs"]) == (["respira_redeem_token"], 5000)
    assert stdio.call("list_pages", meta=MODERN)["structuredContent"] == KEYLESS
    asked = {**MODERN, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    assert stdio.ask("server/discover", {"_meta": asked})["error"]["data"] == {
        "supported": ["2026-07-28"],
        "requested": "2031-01-01",
    }


@pytest.mark.promise("D-CODE-01", "D-CODE-02")
def test_a_code_connects_the_command_at_once_and_the_agent_never_sees_the_key(
    tmp_path: Path, url: str, agent: Agent, code: str
) -> None:
    with program(tmp_path, SAYSO_URL=url) as stdio:
        stdio.ask("initialize", INITIALIZE)
        result = stdio.call("redeem_token", token=code)
        assert (result["isError"], result["structuredContent"]) == (
            False,
            {
                "success": True,
                "connected_to": "Harbour & Grain",
                "message": "Connected to Harbour & Grain. List the tools again to see what can be done there.",
            },
        )
        assert agent.token not in json.dumps(result)
        assert stdio.read() == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
        assert {"respira_update_page", "respira_redeem_token"} <= set(stdio.tools())
        assert stdio.call("begin_session", mode="plan")["structuredContent"]["plan_mode"] is True
        assert agent.token not in stdio.end()[1]
    assert json.loads(kept_in(tmp_path).read_text()) == {"url": url, "key": agent.token}
    assert stat.S_IMODE(kept_in(tmp_path).stat().st_mode) == 0o600
    assert [file.name for file in kept_in(tmp_path).parent.iterdir()] == ["agent.json"]


def test_in_the_newer_era_nothing_is_sent_but_the_answer(stdio: Program, code: str) -> None:
    stdio.ask("server/discover", {"_meta": MODERN})
    result = stdio.call("redeem_token", meta=MODERN, token=code)
    assert (result["resultType"], result["structuredContent"]["success"]) == ("complete", True)
    assert stdio.call("list_pages", meta=MODERN)["isError"] is False


@pytest.mark.promise("D-CODE-01")
def test_the_next_start_needs_neither_key_nor_address(tmp_path: Path, stdio: Program, code: str) -> None:
    stdio.call("redeem_token", token=code)
    with program(tmp_path) as later:
        told = later.ask("initialize", INITIALIZE)["result"]
        assert told["capabilities"] == {"tools": {}}
        assert "respira_update_page" in later.tools()


@pytest.mark.promise("P-PASS-08")
def test_a_second_code_connects_to_another_key_in_plan_mode_too(
    tmp_path: Path, sayso: Installed, stdio: Program, code: str
) -> None:
    other = sayso.agent(Mode.ASK, "Other")
    with sayso.desk.writing() as session:
        second = tickets.make(session, sayso.desk, other.key, other.token)
    stdio.call("redeem_token", token=code)
    stdio.call("begin_session", mode="plan")
    assert stdio.call("redeem_token", token=second)["structuredContent"]["success"] is True
    assert json.loads(kept_in(tmp_path).read_text())["key"] == other.token


@pytest.mark.parametrize("token", ["", "x" * 101, 7, None])
def test_what_is_no_code_is_not_sent(stdio: Program, token: Any) -> None:
    assert stdio.call("redeem_token", token=token)["structuredContent"]["code"] == "respira_invalid_arguments"


def test_the_agent_is_told_why_a_code_is_refused(
    tmp_path: Path, stdio: Program, client: FlaskClient, code: str
) -> None:
    sent(client, code)
    result = stdio.call("redeem_token", token=code)
    assert result["isError"] is True
    assert result["structuredContent"] == {
        "code": "respira_token_already_used",
        "message": "This code was used already: it works once.",
        "hint": "Ask the person for the code of a new key.",
        "details": {},
    }
    assert not kept_in(tmp_path).exists()
    assert stdio.tools() == ["respira_redeem_token"]


def test_a_code_is_not_spent_where_the_key_could_not_be_kept(
    tmp_path: Path, url: str, client: FlaskClient, code: str
) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "agent.json", tmp_path):
        with program(tmp_path, "--config", str(place), SAYSO_URL=url) as stdio:
            result = stdio.call("redeem_token", token=code)
            assert (result["isError"], result["structuredContent"]["code"]) == (True, "respira_no_place_for_key")
            assert stdio.tools() == ["respira_redeem_token"]
    assert sent(client, code).status_code == 200


def test_a_code_is_not_spent_where_the_key_came_with_the_settings(
    tmp_path: Path, url: str, client: FlaskClient, sayso: Installed, code: str
) -> None:
    with program(tmp_path, SAYSO_URL=url, SAYSO_KEY=sayso.agent().token) as stdio:
        assert stdio.call("redeem_token", token=code)["structuredContent"]["code"] == "respira_key_given"
    assert sent(client, code).status_code == 200


def test_without_an_address_the_agent_is_told_who_can_give_it(tmp_path: Path, code: str) -> None:
    with program(tmp_path) as stdio:
        assert stdio.tools() == ["respira_redeem_token"]
        result = stdio.call("redeem_token", token=code)["structuredContent"]
        assert result["message"] == "This command does not know where Sayso is."


def test_options_count_before_the_environment_and_that_before_the_file(
    tmp_path: Path, url: str, sayso: Installed
) -> None:
    names = ("From the option", "From the environment", "From the file")
    by_option, by_environment, by_file = (sayso.agent(Mode.ASK, name) for name in names)
    file = tmp_path / "elsewhere.json"
    file.write_text(json.dumps({"url": url, "key": by_file.token}))
    file.chmod(0o600)

    def used(*options: str, **environment: str) -> str:
        with program(tmp_path, "--config", str(file), *options, **environment) as stdio:
            assert stdio.call("list_pages")["isError"] is False
        with sayso.desk.reading() as session:
            found = session.scalars(select(Key).where(Key.name.in_(names)).order_by(Key.last_used_at.desc())).all()
        sayso.desk.clock.advance(minutes=2)  # type: ignore[attr-defined]
        return found[0].name

    told = [
        used("--key", by_option.token, SAYSO_KEY=by_environment.token),
        used(SAYSO_KEY=by_environment.token),
        used(),
    ]
    assert told == list(names)


def test_the_kept_key_is_not_shown_to_another_address(tmp_path: Path, url: str, agent: Agent) -> None:
    kept_in(tmp_path).parent.mkdir(parents=True)
    kept_in(tmp_path).write_text(json.dumps({"url": "https://sayso.example", "key": agent.token}))
    kept_in(tmp_path).chmod(0o600)
    with program(tmp_path, SAYSO_URL=url) as stdio:
        assert stdio.tools() == ["respira_redeem_token"]


def test_a_kept_key_that_was_revoked_makes_room_for_the_code_of_a_new_one(
    tmp_path: Path, url: str, sayso: Installed, agent: Agent, code: str
) -> None:
    old = sayso.agent(Mode.ASK, "Old")
    kept_in(tmp_path).parent.mkdir(parents=True)
    kept_in(tmp_path).write_text(json.dumps({"url": url, "key": old.token}))
    kept_in(tmp_path).chmod(0o600)
    with program(tmp_path) as stdio:
        assert "listChanged" not in stdio.ask("initialize", INITIALIZE)["result"]["capabilities"]["tools"]
        with sayso.desk.writing() as session:
            keys.revoke(session, sayso.desk, session.get_one(Key, old.key.id), sayso.owner.id)
        assert stdio.call("list_pages")["structuredContent"] == KEYLESS
        assert stdio.call("redeem_token", token=code)["isError"] is False
        assert stdio.call("list_pages")["isError"] is False
    with program(tmp_path) as later:
        assert "listChanged" not in later.ask("initialize", INITIALIZE)["result"]["capabilities"]["tools"]


@pytest.mark.parametrize("content", ["", "[]", '{"url": "https://sayso.example"}', "\x00"])
def test_a_file_that_can_not_be_read_is_told_and_left_aside(tmp_path: Path, url: str, content: str) -> None:
    kept_in(tmp_path).parent.mkdir(parents=True)
    kept_in(tmp_path).write_text(content)
    with program(tmp_path, SAYSO_URL=url) as stdio:
        assert stdio.tools() == ["respira_redeem_token"]
        assert f"{kept_in(tmp_path)} can not be read" in stdio.end()[1]


def test_a_key_is_what_the_command_takes_for_one(agent: Agent) -> None:
    assert A_KEY.fullmatch(agent.token)


def test_everywhere_a_code_is_said_to_last_as_long_as_it_does() -> None:
    minutes = f"{tickets.LASTS // timedelta(minutes=1)} minutes"
    assert f"works once, within {minutes}" in " ".join(redeem.TOOL["description"].split())
    assert f"works for {minutes}." in REASONS["respira_token_expired"][1]
    for file, times in (("webapp/templates/keys/created.html", 2), ("docs/agents.md", 1)):
        assert re.findall(r"\d+ minutes", (ROOT / file).read_text()) == [minutes] * times


def test_the_versions_it_knows_are_those_of_the_door() -> None:
    assert list(alone.LEGACY_VERSIONS) == list(HANDSHAKE_PROTOCOL_VERSIONS)
    assert list(MODERN_PROTOCOL_VERSIONS) == [alone.MODERN_VERSION]
