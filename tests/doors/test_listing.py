"""The list of tools, as the strictest clients want it."""

import re
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from tests.doors.agent import Agent
from webapp.app import create_app
from webapp.core.limits import CallLimit

ROOT_WORDS = {"oneOf", "anyOf", "allOf", "not", "if", "$ref"}


@pytest.fixture
def tools(agent):
    return agent.legacy("tools/list").get_json()["result"]["tools"]


def parts_of(schema):
    """Yield every schema inside a schema, itself first."""
    yield schema
    for part in schema.get("properties", {}).values():
        yield from parts_of(part)
    if isinstance(schema.get("items"), dict):
        yield from parts_of(schema["items"])


@pytest.mark.promise("P-DOOR-05")
def test_the_tools_of_a_plan_are_there(tools):
    names = {tool["name"] for tool in tools}
    assert {
        "respira_wordpress_begin_session",
        "respira_wordpress_get_plan",
        "respira_wordpress_apply_plan",
        "respira_wordpress_discard_plan",
        "respira_wordpress_end_session",
    } <= names


@pytest.mark.promise("D-WORD-03")
def test_every_address_lists_the_same_tools_in_the_same_order(client, token, tools):
    short = Agent(client, token, "/mcp/short").modern("tools/list").get_json()["result"]["tools"]
    other = Agent(client, token, "/wp-json/respira/v1/mcp").legacy("tools/list").get_json()["result"]["tools"]
    assert other == tools
    assert ["respira_wordpress_" + tool["name"] for tool in short] == [tool["name"] for tool in tools]


def test_names_keep_to_a_small_alphabet_and_fit_every_client_at_one_address(tools):
    for tool in tools:
        name = tool["name"]
        assert re.fullmatch(r"[a-z][a-z0-9_]*", name)
        assert len(f"wp{name}") <= 60
        assert len(f"mcp__{'x' * 36}__{name.removeprefix('respira_wordpress_')}") <= 64
    assert len({tool["name"] for tool in tools}) == len(tools)


def test_every_tool_has_a_title_one_sentence_and_all_hints(tools):
    for tool in tools:
        hints = tool["annotations"]
        assert tool["title"] == hints["title"] != ""
        assert tool["description"].isprintable(), tool["name"]
        assert tool["title"].isprintable()
        for hint in ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"):
            assert isinstance(hints[hint], bool)
        assert not (hints["readOnlyHint"] and hints["destructiveHint"])


def test_get_plan_only_reads_and_apply_plan_does_not(tools):
    hints = {tool["name"].removeprefix("respira_wordpress_"): tool["annotations"] for tool in tools}
    assert hints["get_plan"]["readOnlyHint"] is True
    assert hints["apply_plan"]["readOnlyHint"] is False


def test_every_schema_is_the_plain_kind_that_every_client_takes(tools):
    for tool in tools:
        schema = tool["inputSchema"]
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object", tool["name"]
        assert not ROOT_WORDS & set(schema), tool["name"]
        assert schema.get("$schema", "https://json-schema.org/draft/2020-12/schema").endswith("2020-12/schema")
        assert "outputSchema" not in tool
        for part in parts_of(schema):
            assert isinstance(part.get("type"), str), (tool["name"], part)
            assert part["type"] != "null"


def test_asking_for_the_list_counts_as_a_call(desk, token):
    few = create_app(replace(desk, call_limit=CallLimit(2)))
    agent = Agent(few.test_client(), token)
    for _ in range(2):
        assert agent.legacy("tools/list").status_code == 200
    refused = agent.legacy("tools/list")
    assert refused.status_code == 429
    assert refused.get_json()["error"]["data"]["code"] == "respira_rate_limited"
