"""MCP Inspector, the command-line client of the MCP project: it lists our tools and calls them, by both ways in.

Over HTTP it is given the address and a key. For the stdio command it reads what the page of a key says to paste for
Claude Desktop, whose file it understands.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.outside import node
from tests.outside.conftest import Sayso
from webapp.doors.stored import MCP_PREFIX, STDIO_PREFIX
from webapp.web.snippets import Snippet, keyless, snippets

ERAS = ["legacy", "modern"]
SERVER_INFO = "io.modelcontextprotocol/serverInfo"

# What names the server on the Inspector's command line, given the server, a key and a home.
Way = Callable[[Sayso, str, Path], list[str]]


def over_http(sayso: Sayso, token: str, _home: Path) -> list[str]:
    # Without the last option it would offer to sign in, and wait for a person.
    key = f"Authorization: Bearer {token}"
    return [f"{sayso.address}/mcp", "--transport", "http", "--header", key, "--stored-auth-only"]


def over_stdio(sayso: Sayso, token: str, home: Path) -> list[str]:
    return pasted(snippets(sayso.address, token), home)


def pasted(offered: list[Snippet], home: Path) -> list[str]:
    """Put what is offered for Claude Desktop into a file, and name that."""
    [text] = [snippet.text for snippet in offered if snippet.client == "Claude Desktop"]
    file = home / "claude_desktop_config.json"
    file.write_text(text)
    return ["--config", str(file), "--server", "sayso"]


WAYS = [pytest.param(over_http, MCP_PREFIX, id="http"), pytest.param(over_stdio, STDIO_PREFIX, id="stdio")]


def inspected(home: Path, era: str, target: list[str], *asked: str) -> dict[str, Any]:
    """Ask once and return the result."""
    options = ["--cli", *target, "--protocol-era", era, "--format", "json", "--quiet", *asked]
    ended = node.run(node.node("inspector", *options), home)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    result: dict[str, Any] = json.loads(ended.stdout)["result"]
    return result


def calling(tool: str, **arguments: Any) -> list[str]:
    return ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments)]


def names(listed: dict[str, Any]) -> list[str]:
    return [tool["name"] for tool in listed["tools"]]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("way", "prefix"), WAYS)
def test_it_lists_the_tools(sayso: Sayso, home: Path, way: Way, prefix: str, era: str) -> None:
    # The last word makes it fail on a schema that other clients could not read.
    result = inspected(home, era, way(sayso, sayso.token, home), "--method", "tools/list", "--strict")
    tools = {tool["name"]: tool for tool in result["tools"]}
    assert [name for name in tools if not name.startswith(prefix)] == []
    assert tools[prefix + "get_plan"]["annotations"]["readOnlyHint"] is True
    assert tools[prefix + "update_page"]["inputSchema"]["properties"]["_respira_plan"]["type"] == "boolean"
    assert tools[prefix + "delete_page"]["annotations"]["destructiveHint"] is True


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("way", "prefix"), WAYS)
def test_it_plans_a_write_and_is_told_that_nothing_was_written(
    sayso: Sayso, home: Path, way: Way, prefix: str, era: str
) -> None:
    write = {"id": 42, "title": f"Planned over {way.__name__} in the {era} era", "_respira_plan": True}
    result = inspected(home, era, way(sayso, sayso.token, home), *calling(prefix + "update_page", **write))
    assert result["isError"] is False
    assert result["structuredContent"]["code"] == "respira_plan_step"
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    # Only the modern era says with each answer who gave it.
    assert result.get("_meta", {}).get(SERVER_INFO, {}).get("name") == {"legacy": None, "modern": "sayso"}[era]


@pytest.mark.parametrize("era", ERAS)
def test_it_says_that_a_wrong_key_is_refused(sayso: Sayso, home: Path, era: str) -> None:
    target = over_http(sayso, "respira_wrong", home)
    options = ["--cli", *target, "--protocol-era", era, "--format", "json", "--method", "tools/list"]
    ended = node.run(node.node("inspector", *options), home)
    assert ended.returncode == 3
    assert json.loads(ended.stderr.splitlines()[-1])["error"]["code"] == "auth_required"


@pytest.mark.parametrize("era", ERAS)
def test_a_command_without_a_key_gets_it_by_a_one_time_code(sayso: Sayso, home: Path, era: str) -> None:
    target = pasted(keyless(sayso.address), home)
    assert names(inspected(home, era, target, "--method", "tools/list")) == ["respira_redeem_token"]
    told = inspected(home, era, target, *calling("respira_redeem_token", token=sayso.one_time_code()))
    assert told["isError"] is False
    assert sayso.token not in json.dumps(told)
    assert STDIO_PREFIX + "begin_session" in names(inspected(home, era, target, "--method", "tools/list"))
