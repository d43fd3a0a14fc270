"""MCP Inspector, the command-line client of the MCP project: it lists our tools and calls them, in both eras."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.installed import PREFIX
from tests.outside import node
from tests.outside.conftest import Served

ERAS = ["legacy", "modern"]
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


def over_http(served: Served, token: str, era: str) -> list[str]:
    key = f"Authorization: Bearer {token}"
    # Without the last option it would offer to sign in, and wait for a person.
    return [
        f"{served.address}/mcp",
        "--transport",
        "http",
        "--protocol-era",
        era,
        "--header",
        key,
        "--stored-auth-only",
    ]


def inspected(home: Path, target: list[str], *asked: str) -> dict[str, Any]:
    """Ask once and return the result."""
    ended = node.run(node.node("inspector", "--cli", *target, "--format", "json", "--quiet", *asked), home)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    result: dict[str, Any] = json.loads(ended.stdout)["result"]
    return result


@pytest.mark.parametrize("era", ERAS)
def test_it_lists_the_tools(sayso, home, era):
    result = inspected(home, over_http(sayso, sayso.token, era), "--method", "tools/list", "--strict")
    tools = {tool["name"]: tool for tool in result["tools"]}
    assert [name for name in tools if not name.startswith(PREFIX)] == []
    assert tools[PREFIX + "get_plan"]["annotations"]["readOnlyHint"] is True
    assert tools[PREFIX + "update_page"]["inputSchema"]["properties"]["_respira_plan"]["type"] == "boolean"
    assert tools[PREFIX + "delete_page"]["annotations"]["destructiveHint"] is True


@pytest.mark.parametrize("era", ERAS)
def test_it_plans_a_write_and_is_told_that_nothing_was_written(sayso, home, era):
    write = {"id": 42, "title": f"Planned by the {era} era", "_respira_plan": True}
    call = ["--method", "tools/call", "--tool-name", PREFIX + "update_page", "--tool-args-json", json.dumps(write)]
    result = inspected(home, over_http(sayso, sayso.token, era), *call)
    assert result["isError"] is False
    assert result["structuredContent"]["code"] == "respira_plan_step"
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    # Only the modern era says with each answer who gave it.
    assert result.get("_meta", {}).get(SERVER_INFO, {}).get("name") == {"legacy": None, "modern": "sayso"}[era]


@pytest.mark.parametrize("era", ERAS)
def test_it_says_that_a_wrong_key_is_refused(sayso, home, era):
    target = over_http(sayso, "respira_wrong", era)
    ended = node.run(node.node("inspector", "--cli", *target, "--format", "json", "--method", "tools/list"), home)
    assert ended.returncode == 3
    assert json.loads(ended.stderr.splitlines()[-1])["error"]["code"] == "auth_required"
