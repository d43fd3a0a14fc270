"""A key has one plan, whichever door its clients come in by, and each door speaks in its own names."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TEAM, TITLE, ids, sent, statuses, waiting
from tests.promises.conftest import DOORS, Enter
from tests.promises.doors import Agent, McpAgent, RestAgent, StdioAgent
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.fixture
def door() -> str:
    """These tests name the doors themselves."""
    return "mcp"


@pytest.fixture
def everywhere(sayso: Installed, enter: Enter) -> list[Agent]:
    """One key at every door."""
    holder = sayso.agent(Mode.ASK)
    return [enter(holder, door) for door in DOORS]


@pytest.mark.promise("P-KEY-02", "P-DOOR-03")
def test_a_step_planned_at_one_door_shows_at_every_other(wordpress: SampleSite, everywhere: list[Agent]) -> None:
    mcp, rest, stdio = everywhere
    begun = mcp.call("begin_session", mode="plan")
    assert rest.call("begin_session", mode="plan")["session_id"] == begun["session_id"]
    steps = [mcp.call(ABOUT[0], **ABOUT[1]), rest.call(TAGLINE[0], **TAGLINE[1]), stdio.call(TEAM[0], **TEAM[1])]
    assert [step["position"] for step in steps] == [1, 2, 3]
    assert [waiting(agent) for agent in everywhere] == [ids(steps)] * 3
    assert sent(wordpress) == []


@pytest.mark.promise("P-SAME-01", "P-KEY-02")
def test_the_same_write_is_the_same_at_every_door(everywhere: list[Agent]) -> None:
    for tool, arguments in (ABOUT, MENU, TEAM, TAGLINE):
        told = [agent.call(tool, **arguments, _respira_plan=True) for agent in everywhere]
        assert [step["deduplicated"] for step in told] == [False, True, True], tool
        assert len({step["step_id"] for step in told}) == 1


@pytest.mark.promise("P-APPLY-04", "D-WORD-01", "D-WORD-02")
def test_whoever_applies_each_step_is_replayed_as_it_came_and_told_in_the_askers_names(
    wordpress: SampleSite, everywhere: list[Agent]
) -> None:
    mcp, rest, stdio = everywhere
    mcp.call("begin_session", mode="plan")
    mcp.call(TITLE[0], **TITLE[1])
    rest.call(TAGLINE[0], **TAGLINE[1])
    stdio.call(MENU[0], **MENU[1])
    short = ["update_option", "update_option", "create_menu_item"]
    for agent in everywhere:
        assert [step["tool"] for step in agent.call("get_plan")["steps"]] == [agent.prefix + tool for tool in short]
    receipt = rest.call("apply_plan")
    assert (receipt["applied"], receipt["failed"]) == (3, 0)
    assert [step["tool"] for step in receipt["steps"]] == ["respira_" + tool for tool in short]
    assert sent(wordpress) == ["POST /wp/v2/settings", "POST /wp/v2/settings", "POST /wp/v2/menu-items"]
    assert [statuses(agent) for agent in everywhere] == [["applied"] * 3] * 3
    assert mcp.call("end_session")["plan_mode"] is False
    assert [agent.call("get_plan")["plan_mode"] for agent in everywhere] == [False] * 3


@pytest.mark.promise("P-REF-04")
def test_a_tool_that_does_not_exist_is_refused_at_every_door_and_is_no_step(everywhere: list[Agent]) -> None:
    """C50.3: an unknown tool is an error of the protocol."""
    mcp, rest, stdio = everywhere
    assert isinstance(mcp, McpAgent)
    assert isinstance(rest, RestAgent)
    assert isinstance(stdio, StdioAgent)
    mcp.call("begin_session", mode="plan")
    asked = {"name": "respira_wordpress_burn_page", "arguments": {"id": 42}}
    assert mcp.client.legacy("tools/call", asked).get_json()["error"]["code"] == -32602
    answer = stdio.command.ask("tools/call", {"name": "respira_burn_page", "arguments": {"id": 42}})
    assert answer["error"]["code"] == -32602
    assert rest.refused("burn_page", id=42)["code"] == "respira_unknown_tool"
    assert waiting(mcp) == []


@pytest.mark.promise("P-DOOR-04")
def test_the_rules_that_the_command_hands_over_say_that_a_step_is_a_question_for_the_person(
    everywhere: list[Agent],
) -> None:
    _, _, stdio = everywhere
    assert isinstance(stdio, StdioAgent)
    told = stdio.command.ask(
        "initialize",
        {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}},
    )
    rules = " ".join(told["result"]["instructions"].split())
    assert "respira_plan_step" in rules
    assert "it is a question for the person" in rules
    assert "respira_apply_plan only after they say yes" in rules


@pytest.mark.promise("P-DOOR-03", "P-DOOR-05", "D-NAME-08")
def test_the_plans_tools_carry_the_names_of_their_door(everywhere: list[Agent]) -> None:
    mcp, _, stdio = everywhere
    assert isinstance(mcp, McpAgent)
    assert isinstance(stdio, StdioAgent)
    own = ["begin_session", "get_plan", "apply_plan", "discard_plan"]
    there = {tool["name"] for tool in mcp.client.legacy("tools/list").get_json()["result"]["tools"]}
    assert {f"respira_wordpress_{name}" for name in own} <= there
    here = {tool["name"] for tool in stdio.command.ask("tools/list", {})["result"]["tools"]}
    assert {f"respira_{name}" for name in own} <= here
    assert not any(name.startswith("respira_wordpress_") for name in here)
