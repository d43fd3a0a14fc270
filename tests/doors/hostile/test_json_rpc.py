"""The MCP door under hostile messages of both eras: odd calls, half messages, spoiled bytes, odd headers."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.doors.agent import LEGACY, MODERN
from tests.doors.hostile.sent import Watch, inputs
from tests.installed import PREFIX, Agent, installed
from tests.sample import sample_site
from webapp.app import create_app
from webapp.core import calls
from webapp.data import Mode
from webapp.tools.catalogue import CATALOGUE

Sent = dict[str, Any]
ADDRESSES = {"/mcp": PREFIX, "/wp-json/respira/v1/mcp": PREFIX, "/mcp/short": "", "/mcp/stdio": "respira_"}
SCHEMAS = {name: calls.listed(tool).input_schema for name, tool in CATALOGUE.items()}
WRITES = sorted(name for name, tool in CATALOGUE.items() if not calls.reads(tool))
BROKE = -32603

words = st.text(st.characters(), max_size=20) | st.sampled_from(
    ["\x00", "\ud800", "{{step_1.id}}", "<b>", "a" * 3000]
)
numbers = st.integers() | st.floats() | st.sampled_from([10**400, -1, 0, 42, 44, 311, 2**63])
scalars = st.none() | st.booleans() | numbers | words
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=8
)


def fitting(schema: Sent) -> st.SearchStrategy[Any]:
    """Values of the kind that a schema asks for, and what of that kind is hostile."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = {
        "integer": st.sampled_from([42, 44, 311, 3]) | st.integers(),
        "number": numbers,
        "boolean": st.booleans(),
        "string": words,
        "array": st.lists(values, max_size=3),
    }
    return kinds.get(schema.get("type", "string"), st.dictionaries(words, values, max_size=3))


@st.composite
def tool_calls(draw: st.DrawFn) -> Sent:
    """A call of a tool that there is, mostly of one that writes, with what it needs and some of what it takes."""
    name = draw(st.sampled_from(WRITES) | st.sampled_from(sorted(SCHEMAS)))
    needed = SCHEMAS[name].get("required", [])
    taken = {each: fitting(schema) for each, schema in SCHEMAS[name]["properties"].items()}
    asked = {each: kind for each, kind in taken.items() if each in needed}
    more = {each: kind for each, kind in taken.items() if each not in needed}
    return {"name": name, "arguments": draw(st.fixed_dictionaries(asked, optional=more))}


@st.composite
def sound(draw: st.DrawFn, prefix: str, era: str) -> Sent:
    """A tool call as a client of an era sends it."""
    params = draw(tool_calls())
    params["name"] = prefix + params["name"]
    return enveloped(era, {"jsonrpc": "2.0", "id": draw(st.integers()), "method": "tools/call", "params": params})


@st.composite
def half(draw: st.DrawFn, prefix: str, era: str) -> Sent:
    """A message with something about it that is wrong."""
    methods = ["tools/call", "tools/list", "initialize", "ping", "server/discover", "notifications/cancelled"]
    method, params = draw(st.sampled_from(methods) | words), draw(st.dictionaries(words, values, max_size=3))
    message = enveloped(era, {"jsonrpc": "2.0", "id": draw(words), "method": method, "params": params})
    names = st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error"])
    odd = draw(st.dictionaries(names, values, max_size=2))
    return draw(st.sampled_from([{**message, **odd}, {**draw(sound(prefix, era)), **odd}, odd]))


def enveloped(era: str, message: Sent) -> Sent:
    """A message that describes itself, where its era asks for that."""
    if era == MODERN:
        meta = {"protocolVersion": MODERN, "clientCapabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        message["params"]["_meta"] = {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}
    return message


def _twice(body: bytes) -> bytes:
    return body[:-1] + b',"jsonrpc":"2.0","method":"tools/call"}'


SPOILED: list[Callable[[bytes], bytes]] = [
    lambda body: body,
    lambda body: b"[" + body + b"," + body + b"]",
    lambda body: b"\xef\xbb\xbf" + body,
    lambda body: body.decode("utf-8").encode("utf-16"),
    lambda body: body[: len(body) // 2],
    lambda body: body + body,
    lambda body: body + b"\x00",
    lambda body: b'{"a":' * 70 + body + b"}" * 70,
    lambda body: b"[" * 100_000,
    lambda body: body.replace(b"1", b"1e999").replace(b"0", b"NaN"),
    lambda body: body.replace(b'"', b"'"),
    gzip.compress,
    _twice,
]
spoiled = st.sampled_from(SPOILED)
latin = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=20)
odd_headers = st.dictionaries(
    st.sampled_from(
        [
            "Content-Type",
            "Content-Encoding",
            "MCP-Protocol-Version",
            "Mcp-Method",
            "Mcp-Name",
            "Mcp-Session-Id",
            "Accept",
        ]
    ),
    latin
    | st.sampled_from(["application/json; charset=utf-16", "gzip", "2099-01-01", "=?base64?//8=?=", "a" * 5000]),
    max_size=2,
)


class Door:
    """The MCP door, and a key whose every write waits for a person."""

    def __init__(self, client: FlaskClient, watch: Watch, key: Agent) -> None:
        self._client = client
        self._watch = watch
        self._key = key

    def send(self, address: str, body: bytes, sent_headers: dict[str, str]) -> None:
        """Send bytes. The answer must be the door's, and tell the truth about new steps."""
        own = {"Authorization": f"Bearer {self._key.token}", "Content-Type": "application/json"}
        answer = self._client.post(address, data=body, headers={**own, **sent_headers})
        self._watch.demand_only_what_was_told(told_in(answer))


def told_in(answer: TestResponse) -> Any:
    """What a well-formed answer tells, of a tool or of what was wrong."""
    assert answer.status_code in (200, 202, 400, 404, 413, 415), answer.status
    if answer.status_code == 202:
        assert answer.data == b""
        return None
    assert answer.mimetype == "application/json"
    body = json.loads(answer.data)
    assert body["jsonrpc"] == "2.0"
    assert set(body) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
    assert body.get("error", {}).get("code") != BROKE
    return body.get("result", {}).get("structuredContent")


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    folder = tmp_path_factory.mktemp("json-rpc")
    with sample_site() as site, installed(folder, site.url, site.username, site.app_password) as place:
        key = place.agent(Mode.BROWSER)
        site.requests.clear()
        yield Door(create_app(place.desk).test_client(), Watch(place, site, key), key)


def agreeing(era: str, message: Sent) -> dict[str, str]:
    """The headers that a client of an era sends with a message."""
    if era == LEGACY:
        return {"MCP-Protocol-Version": LEGACY}
    named = {"Mcp-Method": message.get("method"), "Mcp-Name": (message.get("params") or {}).get("name")}
    fit = {name: value for name, value in named.items() if isinstance(value, str) and value.isascii()}
    return {"MCP-Protocol-Version": MODERN, **{name: value for name, value in fit.items() if value.isprintable()}}


@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_any_call_is_answered_and_does_no_more_than_it_says(door: Door, era: str) -> None:
    @inputs(100)
    @given(data=st.data(), address=st.sampled_from(sorted(ADDRESSES)))
    def send(data: st.DataObject, address: str) -> None:
        message = data.draw(sound(ADDRESSES[address], era))
        door.send(address, json.dumps(message).encode(), agreeing(era, message))

    send()


@pytest.mark.parametrize("era", [LEGACY, MODERN])
def test_what_is_no_sound_message_is_answered_and_does_nothing(door: Door, era: str) -> None:
    @inputs(70)
    @given(data=st.data(), spoil=spoiled, odd=odd_headers, address=st.sampled_from(sorted(ADDRESSES)))
    def send(data: st.DataObject, spoil: Callable[[bytes], bytes], odd: dict[str, str], address: str) -> None:
        message = data.draw(half(ADDRESSES[address], era))
        told = message if isinstance(message.get("params"), dict) else {}
        door.send(address, spoil(json.dumps(message).encode()), {**agreeing(era, told), **odd})

    send()
