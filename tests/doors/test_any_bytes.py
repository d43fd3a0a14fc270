"""Whatever arrives is answered, and the answer is well formed."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doors.agent import Agent

# The agent only sends: it has no state that one example could leave to the next.
hundred = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

text = st.text(st.characters(), max_size=20)  # lone surrogates included
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | text
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4))
methods = st.sampled_from(
    ["initialize", "ping", "tools/list", "tools/call", "server/discover", "notifications/initialized"]
)
tool_names = st.sampled_from(["respira_wordpress_get_plan", "respira_wordpress_begin_session", "get_plan"]) | text
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": methods | text},
    optional={
        "id": st.integers() | text | values,
        "params": values
        | st.fixed_dictionaries(
            {},
            optional={
                "name": tool_names | values,
                "arguments": values,
                "_meta": values,
                "cursor": values,
                "protocolVersion": text,
                "capabilities": st.just({}),
                "clientInfo": values,
            },
        ),
    },
)
versions = st.sampled_from([None, "2024-11-05", "2025-11-25", "2026-07-28", "2099-01-01", ""])


def is_well_formed(response) -> bool:
    """Tell whether an answer is an empty 202, or one JSON-RPC result or error, and no failure of the server."""
    if response.status_code == 202:
        return response.data == b""
    body = response.get_json()
    whole = set(body) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}) and body["jsonrpc"] == "2.0"
    broke = body.get("error", {}).get("code") == -32603
    return whole and not broke and response.status_code in (200, 400, 404, 413, 415)


def named(version: str | None) -> dict[str, str]:
    return {} if version is None else {"MCP_Protocol_Version": version}


@hundred
@given(body=st.binary(max_size=200), version=versions)
def test_any_bytes_get_a_well_formed_answer(agent: Agent, body, version):
    assert is_well_formed(agent.post(body, **named(version)))


@hundred
@given(value=values, version=versions)
def test_any_json_value_gets_a_well_formed_answer(agent: Agent, value, version):
    assert is_well_formed(agent.post(json.dumps(value).encode(), **named(version)))


@hundred
@given(message=messages, version=versions)
def test_any_nearly_right_message_gets_a_well_formed_answer(agent: Agent, message, version):
    assert is_well_formed(agent.post(json.dumps(message).encode(), **named(version)))


@hundred
@given(arguments=st.dictionaries(text, values, max_size=4) | st.none(), tool=tool_names)
def test_any_arguments_get_a_well_formed_answer_in_both_eras(agent: Agent, arguments, tool):
    call = {"name": tool, "arguments": arguments}
    assert is_well_formed(agent.legacy("tools/call", call))
    assert is_well_formed(agent.modern("tools/call", call, Mcp_Name="respira_wordpress_get_plan"))
