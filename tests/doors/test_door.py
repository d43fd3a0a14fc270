"""What is refused before anybody asks which method was meant."""

import pytest

from tests.doors.agent import Agent, error_of

PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
ADDRESSES = ["/mcp", "/mcp/short", "/wp-json/respira/v1/mcp"]


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.promise("P-KEY-04", "D-KEY-06")
def test_a_message_without_a_key_is_told_to_bring_one(client, path):
    response = Agent(client, None, path).post(PING)
    assert error_of(response) == (401, -32000, None)
    assert response.headers["WWW-Authenticate"] == "Bearer"
    assert response.get_json()["error"]["data"]["code"] == "respira_key_missing"


@pytest.mark.promise("D-KEY-06")
def test_an_unknown_key_is_told_that_it_is_not_known(client):
    response = Agent(client, "respira_unknown").post(PING)
    assert error_of(response) == (401, -32000, None)
    assert response.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert response.get_json()["error"]["data"]["code"] == "respira_invalid_key"


def test_a_key_in_a_cookie_or_in_the_address_is_no_key(client, token):
    client.set_cookie("Authorization", f"Bearer {token}")
    assert Agent(client, None, f"/mcp?key={token}&api_key={token}").post(PING).status_code == 401


def test_the_other_header_carries_a_key_too(client, token):
    assert Agent(client, None).post(PING, X_Respira_API_Key=token).status_code == 200


def test_a_key_is_asked_for_again_at_every_message(agent, revoke):
    assert agent.post(PING).status_code == 200
    revoke()
    assert agent.post(PING).status_code == 401


def test_a_foreign_page_is_refused_before_the_body_is_looked_at(agent):
    assert error_of(agent.post(b"\xff", Origin="https://evil.test")) == (403, -32000, None)
    assert error_of(agent.post(b"\xff", Origin="null")) == (403, -32000, None)
    assert agent.post(PING, Origin="http://localhost").status_code == 200


def test_a_foreign_host_name_is_refused_before_the_body_is_looked_at(agent):
    assert error_of(agent.post(b"\xff", Host="evil.test")) == (403, -32000, None)


def test_a_preflight_of_a_foreign_page_gets_no_permission(agent):
    asked = {"Origin": "https://evil.test", "Access-Control-Request-Method": "POST"}
    response = agent.client.options("/mcp", headers=asked)
    assert response.status_code == 403
    assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_only_post_is_taken(agent, path, method):
    response = agent.client.open(path, method=method, headers=agent.headers)
    assert error_of(response) == (405, -32000, None)
    assert response.headers["Allow"] == "POST"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_only_json_is_taken(agent, kind):
    assert error_of(agent.post(PING, Content_Type=kind)) == (415, -32600, None)


def test_a_charset_beside_the_content_type_is_fine(agent):
    assert agent.post(PING, Content_Type="application/json; charset=utf-8").status_code == 200


@pytest.mark.promise("D-LIMIT-02")
def test_more_than_five_megabytes_are_refused(agent):
    filling = b" " * (5 * 1024 * 1024)
    assert error_of(agent.post(b"{}" + filling)) == (413, -32600, None)


@pytest.mark.promise("D-LIMIT-03")
def test_sixty_four_levels_are_read_and_one_more_is_refused(agent):
    def nested(levels: int) -> bytes:
        return b'{"jsonrpc":"2.0","id":7,"method":"ping","x":' + b"[" * levels + b"]" * levels + b"}"

    assert agent.post(nested(63)).status_code == 200
    assert error_of(agent.post(nested(64))) == (400, -32600, None)
    assert error_of(agent.post(nested(100_000))) == (400, -32600, None)


def test_a_batch_is_refused_whole_and_plans_nothing(agent):
    write = {"name": "respira_wordpress_begin_session", "arguments": {"mode": "plan"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": write}
    response = agent.post([begin, {**begin, "id": 2}])
    assert error_of(response) == (400, -32600, None)
    assert response.get_json()["error"]["message"] == "Batches are not supported: send one message at a time."
    assert agent.call("respira_wordpress_get_plan")["structuredContent"]["plan_mode"] is False


@pytest.mark.parametrize("method", ["notifications/initialized", "notifications/of/our/own"])
@pytest.mark.parametrize("version", ["2025-11-25", "2026-07-28"])
def test_a_notification_is_accepted_without_a_word(agent, method, version):
    response = agent.post({"jsonrpc": "2.0", "method": method}, MCP_Protocol_Version=version)
    assert (response.status_code, response.data) == (202, b"")


def test_a_response_is_accepted_in_the_legacy_era_only(agent):
    response = {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert agent.post(response, MCP_Protocol_Version="2025-11-25").status_code == 202
    assert error_of(agent.post(response, MCP_Protocol_Version="2026-07-28"))[:2] == (400, -32600)


def test_no_answer_starts_a_session_or_may_be_stored(agent):
    response = agent.legacy("ping")
    assert "Mcp-Session-Id" not in response.headers
    assert "Set-Cookie" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"
    assert response.content_type == "application/json"


def test_half_a_character_outside_the_arguments_is_refused_with_the_message_s_id(agent):
    broken = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "\ud83d"}}
    assert error_of(agent.post(broken)) == (400, -32602, 7)
    assert error_of(agent.post({"jsonrpc": "2.0", "id": 7, "method": "\ud83d"})) == (400, -32602, 7)
