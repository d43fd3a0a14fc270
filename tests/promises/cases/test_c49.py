"""C49: one detail of a schema makes all tools vanish. The list stays with what every client takes."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from tests.promises.acts import waiting
from tests.promises.doors import Agent, McpAgent

ROOT_WORDS = {"oneOf", "anyOf", "allOf", "not", "if", "$ref"}
# What the strictest services demand of a list of tools.
STRICT = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["name", "description", "input_schema"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-zA-Z0-9_-]{1,64}$"},
            "description": {"type": "string", "minLength": 1, "maxLength": 1024},
            "input_schema": {
                "type": "object",
                "required": ["type", "properties"],
                "properties": {"type": {"const": "object"}, "properties": {"type": "object"}},
            },
        },
    },
}


def listed(agent: McpAgent) -> list[dict]:
    return list(agent.client.legacy("tools/list").get_json()["result"]["tools"])


def test_c49_1_every_schema_is_of_the_narrow_common_form(agent: McpAgent) -> None:
    """C49.1"""
    for tool in listed(agent):
        schema = tool["inputSchema"]
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        assert not ROOT_WORDS & set(schema)
        assert schema.get("$schema", "https://json-schema.org/draft/2020-12/schema").endswith("2020-12/schema")
        assert "outputSchema" not in tool
        words = json.dumps(schema)
        assert ": {}" not in words.replace('"properties": {}', "")
        assert '"type": [' not in words
        assert '"null"' not in words


def test_c49_3_a_strict_service_takes_the_whole_list(agent: McpAgent) -> None:
    """C49.3"""
    tools = [
        {"name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"]}
        for tool in listed(agent)
    ]
    Draft202012Validator(STRICT).validate(tools)
    assert len({tool["name"] for tool in tools}) == len(tools) > 10


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"menu_id": 3, "title": "Shop"}, ("url", "object_type")),
        ({"menu_id": 3, "title": "Shop", "object_type": "page"}, ("object_type", "object_id")),
    ],
)
def test_c49_4_a_broken_either_or_rule_is_told_with_both_names(
    agent: Agent, arguments: dict, named: tuple[str, str]
) -> None:
    """C49.4"""
    agent.call("begin_session", mode="plan")
    told = agent.refused("create_menu_item", **arguments)
    assert told["code"] == "respira_invalid_arguments"
    for name in named:
        assert re.search(rf"\b{name}\b", told["message"]), told["message"]
    assert waiting(agent) == []
