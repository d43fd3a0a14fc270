"""A plan belongs to a key. Without a key of one's own there is none."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from tests.installed import Installed
from tests.promises.acts import ABOUT, TAGLINE, sent
from tests.promises.conftest import Enter
from tests.promises.doors import Agent
from tests.promises.stdio import command
from webapp.core.limits import CALLS_A_MINUTE, CallLimit
from webapp.data import Key
from webapp.sample_site import SampleSite


@pytest.fixture
def shared(sayso: Installed, enter: Enter) -> Agent:
    """An agent whose key several people use."""
    holder = sayso.agent(name="Shared")
    with sayso.desk.writing() as session:
        session.get_one(Key, holder.key.id).shared = True
    return enter(holder)


@pytest.mark.promise("P-KEY-03", "D-KEY-05", "D-NAME-02")
def test_a_shared_key_can_not_plan(wordpress: SampleSite, shared: Agent) -> None:
    assert shared.refused("begin_session", mode="plan")["code"] == "respira_plan_needs_key"
    told = shared.refused(ABOUT[0], **ABOUT[1], _respira_plan=True)
    assert told["code"] == "respira_plan_needs_key"
    assert sent(wordpress) == []
    assert shared.call("get_plan")["steps"] == []


@pytest.mark.promise("D-KEY-05")
def test_a_shared_key_reads(shared: Agent) -> None:
    assert shared.call("read_page", id=42)["title"] == "About"


@pytest.mark.promise("P-KEY-04", "D-KEY-06")
@pytest.mark.parametrize("path", ["/mcp", "/mcp/short", "/wp-json/respira/v1/mcp"])
def test_a_call_without_a_key_or_with_an_unknown_one_is_401(app: Flask, wordpress: SampleSite, path: str) -> None:
    call = {"name": "respira_wordpress_update_option", "arguments": TAGLINE[1]}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    for headers in ({}, {"Authorization": "Bearer respira_unknown"}):
        answer = app.test_client().post(path, json=message, headers=headers)
        assert answer.status_code == 401
        assert "code" in answer.get_json()["error"]["data"]
    assert wordpress.requests.all() == []


@pytest.mark.promise("P-KEY-04", "D-KEY-06")
def test_a_rest_request_without_a_key_is_401(app: Flask, wordpress: SampleSite) -> None:
    answer = app.test_client().post("/wp-json/respira/v1/options/description", json={"value": "Bread"})
    assert (answer.status_code, answer.get_json()["code"]) == (401, "respira_key_missing")
    assert wordpress.requests.all() == []


@pytest.mark.promise("P-KEY-04", "D-KEY-06")
def test_an_unknown_key_is_turned_away_at_every_door(sayso: Installed, wordpress: SampleSite, enter: Enter) -> None:
    agent = enter(replace(sayso.agent(), token="respira_unknown"))
    for tool, arguments in (("list_pages", {}), ("begin_session", {"mode": "plan"}), TAGLINE):
        assert agent.turned_away(tool, **arguments) == "respira_invalid_key", tool
    assert wordpress.requests.all() == []


@pytest.mark.promise("P-KEY-04")
def test_the_command_without_a_key_asks_for_a_code_and_calls_nothing(
    tmp_path: Path, wordpress: SampleSite, address: str
) -> None:
    with command(tmp_path, address, "") as keyless:
        told = keyless.ask("tools/call", {"name": "respira_update_option", "arguments": TAGLINE[1]})["result"]
    assert (told["isError"], told["structuredContent"]["code"]) == (True, "respira_key_missing")
    assert wordpress.requests.all() == []


@pytest.mark.promise("D-NAME-09")
def test_a_key_is_the_word_respira_and_thirty_six_characters(sayso: Installed) -> None:
    assert re.fullmatch("respira_[A-Za-z0-9_-]{36}", sayso.agent().token)


@pytest.mark.promise("D-LIMIT-01", "D-NAME-02")
def test_the_hundred_and_twenty_first_call_in_a_minute_is_refused_and_another_key_goes_on(
    sayso: Installed, app: Flask, enter: Enter, agent: Agent
) -> None:
    app.extensions["sayso.desk"] = replace(sayso.desk, call_limit=CallLimit(CALLS_A_MINUTE))
    for _ in range(120):
        assert agent.call("get_plan")["success"] is True
    assert agent.refused("get_plan")["code"] == "respira_rate_limited"
    assert enter(sayso.agent(name="Other")).call("get_plan")["success"] is True
