"""C51: tool names too long for the client. There is an address with short ones."""

from __future__ import annotations

import re

from tests.doors import agent as by_mcp
from tests.promises.doors import McpAgent

PREFIX = "respira_wordpress_"


def listed(agent: by_mcp.Agent) -> list[dict]:
    return list(agent.legacy("tools/list").get_json()["result"]["tools"])


def short(agent: McpAgent, app) -> list[dict]:
    return listed(by_mcp.Agent(app.test_client(), agent.holder.token, "/mcp/short"))


def test_c51_1_with_the_short_names_every_client_has_room(agent: McpAgent, app) -> None:
    """C51.1"""
    for tool in short(agent, app):
        assert len(f"mcp__{'x' * 36}__{tool['name']}") <= 64, tool["name"]
    for tool in listed(agent.client):
        assert len(f"wp{tool['name']}") <= 60, tool["name"]


def test_c51_2_names_are_of_a_small_alphabet_and_differ_without_their_prefix(agent: McpAgent, app) -> None:
    """C51.2"""
    names = [tool["name"] for tool in listed(agent.client)]
    assert all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in names)
    without = [name.removeprefix(PREFIX) for name in names]
    assert len(set(without)) == len(names)
    assert without == [tool["name"] for tool in short(agent, app)]


def test_c51_3_titles_and_descriptions_hold_no_line_breaks_or_control_characters(agent: McpAgent) -> None:
    """C51.3"""
    for tool in listed(agent.client):
        words = [tool["title"], tool["description"], *_descriptions(tool["inputSchema"])]
        assert all(text.isprintable() and text for text in words), tool["name"]


def _descriptions(schema: dict) -> list[str]:
    inner = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    own = [schema["description"]] if "description" in schema else []
    return [*own, *(text for part in inner for text in _descriptions(part))]
