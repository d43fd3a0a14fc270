"""The order of the gate's first checks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.installed import Agent, Installed
from webapp.core import keys
from webapp.core.calls import Arrival, answer
from webapp.core.limits import CallLimit
from webapp.data import Key
from webapp.errors import Refusal


def test_a_revoked_key_is_told_so_and_its_calls_are_not_counted(sayso: Installed, agent: Agent) -> None:
    desk = replace(sayso.desk, call_limit=CallLimit(1))
    with desk.writing() as session:
        keys.revoke(session, desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    for _ in range(3):
        with pytest.raises(Refusal, match="respira_invalid_key"):
            answer(desk, agent.key, Arrival("mcp", "", {"name": "get_plan"}))
    desk.call_limit.count(f"key {agent.key.id}")


@pytest.mark.promise("D-LIMIT-01")
def test_calls_beyond_the_limit_are_refused_before_they_are_looked_at(sayso: Installed, agent: Agent) -> None:
    desk = replace(sayso.desk, call_limit=CallLimit(1))
    assert answer(desk, agent.key, Arrival("mcp", "", {"name": "get_plan"})).body["success"] is True
    with pytest.raises(Refusal, match="respira_rate_limited"):
        answer(desk, agent.key, Arrival("mcp", "", {"name": "no_such_tool"}))
