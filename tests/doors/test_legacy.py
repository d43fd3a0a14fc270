"""The era of `initialize`: 2024-11-05 to 2025-11-25."""

import pytest
from mcp_types.methods import validate_server_result

from tests.doors.agent import error_of

HELLO = {"capabilities": {}, "clientInfo": {"name": "claude-code", "version": "2.1"}}


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_initialize_agrees_to_a_version_it_knows(agent, version):
    result = agent.post(
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": version, **HELLO}}
    ).get_json()["result"]
    validate_server_result("initialize", version, result)
    assert result["protocolVersion"] == version
    assert result["capabilities"] == {"tools": {}}
    assert result["serverInfo"]["name"] == "sayso"
    assert "respira_plan_step" in result["instructions"]


@pytest.mark.parametrize("version", ["2099-01-01", "2026-07-28", "", "not-a-version"])
def test_initialize_answers_an_unknown_version_with_its_own_newest(agent, version):
    response = agent.legacy("initialize", {"protocolVersion": version, **HELLO}, MCP_Protocol_Version=version)
    assert response.status_code == 200
    assert response.get_json()["result"]["protocolVersion"] == "2025-11-25"


def test_initialize_without_its_params_is_an_error_with_the_same_id(agent):
    assert error_of(agent.legacy("initialize", {"protocolVersion": 5})) == (200, -32602, 7)


def test_a_later_request_with_an_unknown_version_is_refused_and_told_the_known_ones(agent):
    response = agent.legacy("ping", MCP_Protocol_Version="not-a-version")
    assert error_of(response) == (400, -32022, 7)
    assert response.get_json()["error"]["data"] == {
        "supported": ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"],
        "requested": "not-a-version",
    }


def test_a_request_without_a_version_is_served(agent):
    assert agent.post({"jsonrpc": "2.0", "id": "a", "method": "ping"}).get_json() == {
        "jsonrpc": "2.0",
        "id": "a",
        "result": {},
    }


@pytest.mark.parametrize("method", ["nothing/of/this", "server/discover", "prompts/list", ""])
def test_an_unknown_method_is_an_error_over_200(agent, method):
    assert error_of(agent.legacy(method)) == (200, -32601, 7)


def test_params_of_another_shape_are_an_error_with_the_same_id(agent):
    assert error_of(agent.legacy("tools/list", "x")) == (200, -32602, 7)
    assert error_of(agent.legacy("tools/call", ["x"])) == (200, -32602, 7)
    assert error_of(agent.legacy("tools/call", None)) == (200, -32602, 7)
    assert error_of(agent.legacy("tools/call", {"name": 5})) == (200, -32602, 7)
    assert error_of(agent.legacy("tools/call", {"name": "x", "arguments": "x"})) == (200, -32602, 7)


@pytest.mark.parametrize("params", [None, {}, {"cursor": None}, {"_meta": {"progressToken": 1}}])
def test_the_list_of_tools_needs_no_params(agent, params):
    result = agent.legacy("tools/list", params).get_json()["result"]
    validate_server_result("tools/list", "2025-11-25", result)
    assert set(result) == {"tools"}


def test_a_cursor_nobody_gave_is_refused(agent):
    assert error_of(agent.legacy("tools/list", {"cursor": "x"})) == (200, -32602, 7)


def test_an_unknown_tool_is_a_protocol_error(agent):
    response = agent.legacy("tools/call", {"name": "respira_wordpress_no_such_tool"})
    assert error_of(response) == (200, -32602, 7)
    assert response.get_json()["error"]["message"] == "Unknown tool: respira_wordpress_no_such_tool"
