"""The era in which every request describes itself: 2026-07-28."""

import base64

import pytest
from mcp_types.methods import validate_server_result

from tests.doors.agent import MODERN, error_of

VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


def test_discover_tells_what_is_served(agent):
    result = agent.modern("server/discover").get_json()["result"]
    validate_server_result("server/discover", MODERN, result)
    assert result["resultType"] == "complete"
    assert result["supportedVersions"] == ["2026-07-28"]
    assert result["capabilities"] == {"tools": {}}
    assert "respira_plan_step" in result["instructions"]
    assert (result["ttlMs"], result["cacheScope"]) == (5000, "private")
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "sayso"


def test_the_list_of_tools_may_be_kept_for_moments_and_by_this_key_alone(agent):
    result = agent.modern("tools/list").get_json()["result"]
    validate_server_result("tools/list", MODERN, result)
    assert (result["resultType"], result["ttlMs"], result["cacheScope"]) == ("complete", 5000, "private")


@pytest.mark.parametrize("method", ["ping", "initialize", "logging/setLevel", "subscriptions/listen", "nothing"])
def test_an_unknown_method_is_404_with_the_id(agent, method):
    assert error_of(agent.modern(method)) == (404, -32601, 7)


@pytest.mark.parametrize(
    "headers",
    [
        {"MCP_Protocol_Version": "2025-11-25"},
        {"MCP_Protocol_Version": "2099-01-01"},
        {"Mcp_Method": "tools/call"},
        {"Mcp_Method": ""},
    ],
)
def test_a_header_that_disagrees_with_the_body_is_refused(agent, headers):
    assert error_of(agent.modern("tools/list", **headers)) == (400, -32020, 7)


def test_the_tool_s_name_must_agree_with_its_header(agent):
    call = {"name": "respira_wordpress_get_plan"}
    assert error_of(agent.modern("tools/call", call, Mcp_Name="respira_wordpress_apply_plan")) == (400, -32020, 7)
    assert error_of(agent.modern("tools/call", call, Mcp_Name="=?base64?###?=")) == (400, -32020, 7)
    spelled = base64.b64encode(b"respira_wordpress_get_plan").decode()
    assert agent.modern("tools/call", call, Mcp_Name=f"=?base64?{spelled}?=").status_code == 200
    assert agent.modern("tools/call", call, Mcp_Name=" respira_wordpress_get_plan ").status_code == 200


def test_missing_headers_are_a_disagreement(agent):
    meta = {VERSION: MODERN, CAPABILITIES: {}}
    message = {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"_meta": meta}}
    assert error_of(agent.post(message)) == (400, -32020, 7)
    assert error_of(agent.post(message, MCP_Protocol_Version=MODERN)) == (400, -32020, 7)
    assert agent.post(message, MCP_Protocol_Version=MODERN, Mcp_Method="tools/list").status_code == 200


@pytest.mark.parametrize("params", [None, "x", {}, {"_meta": None}, {"_meta": {}}, {"_meta": {VERSION: MODERN}}])
def test_a_request_that_does_not_describe_itself_is_refused(agent, params):
    message = {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": params}
    response = agent.post(message, MCP_Protocol_Version=MODERN, Mcp_Method="tools/list")
    assert error_of(response) == (400, -32602, 7)


def test_a_newer_version_is_told_the_ones_that_discover_lists(agent):
    params = {"_meta": {VERSION: "2099-01-01", CAPABILITIES: {}}}
    response = agent.modern("tools/list", params, MCP_Protocol_Version="2099-01-01")
    assert error_of(response) == (400, -32022, 7)
    assert response.get_json()["error"]["data"] == {"supported": ["2026-07-28"], "requested": "2099-01-01"}
    assert agent.modern("server/discover").get_json()["result"]["supportedVersions"] == ["2026-07-28"]


def test_params_of_another_shape_are_400(agent):
    assert error_of(agent.modern("tools/call", {"name": "x", "arguments": "x"})) == (400, -32602, 7)


def test_an_unknown_tool_is_a_protocol_error(agent):
    assert error_of(agent.modern("tools/call", {"name": "no_such_tool"})) == (400, -32602, 7)


def test_a_client_that_does_not_say_who_it_is_is_served(agent):
    params = {"_meta": {VERSION: MODERN, CAPABILITIES: {}}}
    assert agent.modern("server/discover", params).status_code == 200
