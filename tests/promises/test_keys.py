"""A plan belongs to a key. Without a key of one's own there is none."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask

from tests.installed import Installed
from tests.promises.acts import ABOUT, TAGLINE, sent
from tests.promises.doors import Agent
from webapp.core.limits import CALLS_A_MINUTE, CallLimit
from webapp.data import Key
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@pytest.fixture
def shared(sayso: Installed, enter) -> Agent:
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


@pytest.mark.promise("D-NAME-09")
def test_a_key_is_the_word_respira_and_thirty_six_characters(sayso: Installed) -> None:
    assert re.fullmatch("respira_[A-Za-z0-9_-]{36}", sayso.agent().token)


@pytest.mark.promise("D-LIMIT-01")
def test_the_hundred_and_twenty_first_call_in_a_minute_is_refused(sayso: Installed) -> None:
    limited = replace(sayso.agent(), desk=replace(sayso.desk, call_limit=CallLimit(CALLS_A_MINUTE)))
    for _ in range(120):
        assert limited.call("get_plan")["success"] is True
    with pytest.raises(Refusal, match="respira_rate_limited"):
        limited.call("get_plan")
    assert replace(sayso.agent(name="Other"), desk=limited.desk).call("get_plan")["success"] is True
