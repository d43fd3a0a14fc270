"""C61: corners of the protocol: versions, batches, notifications, what a client accepts."""

from __future__ import annotations

import pytest

from tests.doors.agent import error_of
from tests.promises.acts import ABOUT, TAGLINE, waiting
from tests.promises.doors import McpAgent
from tests.worked_example import PREFIX
from webapp.sample_site import SampleSite

HELLO = {"capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}


def test_c61_1_a_version_from_the_future_is_negotiated(agent: McpAgent) -> None:
    """C61.1"""
    answer = agent.client.legacy(
        "initialize", {"protocolVersion": "2099-01-01", **HELLO}, MCP_Protocol_Version="2099-01-01"
    )
    assert (answer.status_code, answer.get_json()["result"]["protocolVersion"]) == (200, "2025-11-25")


def test_c61_2_later_a_header_without_sense_is_400_and_none_is_fine(agent: McpAgent) -> None:
    """C61.2"""
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert agent.client.post(ping, MCP_Protocol_Version="not-a-version").status_code == 400
    assert agent.client.post(ping).status_code == 200


def test_c61_3_a_batch_of_writes_is_refused_whole(wordpress: SampleSite, agent: McpAgent) -> None:
    """C61.3"""
    agent.call("begin_session", mode="plan")
    batch = [
        {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": PREFIX + tool, "arguments": asked},
        }
        for number, (tool, asked) in enumerate((ABOUT, TAGLINE))
    ]
    answer = agent.client.post(batch)
    assert error_of(answer) == (400, -32600, None)
    assert "Batches are not supported" in answer.get_json()["error"]["message"]
    assert waiting(agent) == []
    assert wordpress.requests.writes() == []


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/nobody/knows"])
def test_c61_4_a_notification_is_accepted_without_a_word(agent: McpAgent, method: str) -> None:
    """C61.4"""
    answer = agent.client.post({"jsonrpc": "2.0", "method": method})
    assert (answer.status_code, answer.data) == (202, b"")


def test_c61_5_params_of_another_kind_are_told_with_the_same_id_and_null_is_none(agent: McpAgent) -> None:
    """C61.5"""
    wrong = agent.client.legacy("tools/list", "x").get_json()
    assert (wrong["id"], wrong["error"]["code"]) == (7, -32602)
    assert "tools" in agent.client.legacy("tools/list", None).get_json()["result"]


@pytest.mark.parametrize("accepted", ["application/json", "*/*", "application/json, text/event-stream", "text/html"])
def test_c61_6_whatever_a_client_accepts_it_is_answered_at_once_and_get_is_405(
    agent: McpAgent, accepted: str
) -> None:
    """C61.6"""
    answer = agent.client.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, Accept=accepted)
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    got = agent.client.client.get("/mcp", headers={**agent.client.headers, "Accept": accepted})
    assert (got.status_code, got.headers["Allow"]) == (405, "POST")
