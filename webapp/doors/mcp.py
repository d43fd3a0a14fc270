"""The MCP door: one POST, one JSON-RPC message, one answer. Both protocol eras, no sessions, no streams.

    strangers   is it sent to us, and not by another website's page?
    bearer      whose key is it?              (asked again for every message)
    wire        bytes -> message
    eras        which era, and does the message keep its rules?
    here        what the method answers; a tool call goes to the engine
    results     what the agent reads

Whether a call may run, is planned or is refused is the engine's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, NamedTuple, cast

from flask import Blueprint, Response, current_app, g, request
from mcp_types import SERVER_INFO_META_KEY
from mcp_types.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, LATEST_HANDSHAKE_VERSION, MODERN_PROTOCOL_VERSIONS

from webapp.core import calls, keys, strangers
from webapp.core.desk import Desk
from webapp.core.gate import Arrival
from webapp.core.rules import rules
from webapp.data import Key, is_away
from webapp.errors import Refusal, Trouble

from . import browsers, eras, results, wire
from .bearer import token_of
from .bugs import TRY_AGAIN_AFTER, away, noted
from .clients import client_of
from .eras import Era
from .faults import REFUSED, Fault
from .stored import MCP_PREFIX, STDIO_PREFIX
from .wire import Message

# Every method is routed here, so that even a refused one is answered in JSON.
VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
FRESH_FOR = 5_000  # milliseconds a client may keep the list of tools: the owner can switch tools at any time

blueprint = Blueprint("mcp", __name__)
blueprint.after_request(browsers.keep_out)


class Address(NamedTuple):
    """One of the addresses of this door.

    Attributes:
        door: how the engine knows what arrives there; it says how a stored request becomes a call again.
        prefix: what the names of tools begin with there.
    """

    door: str
    prefix: str


# The stdio command passes everything on to an address of its own, where tools have the names it shows.
_ADDRESSES = {
    "/mcp": Address("mcp", MCP_PREFIX),
    "/wp-json/respira/v1/mcp": Address("mcp", MCP_PREFIX),
    "/mcp/short": Address("mcp", ""),
    "/mcp/stdio": Address("stdio", STDIO_PREFIX),
}

_FOREIGN = {
    "host": "This host is not served here.",
    "origin": "Pages of other websites may not call this address.",
}


@dataclass(frozen=True)
class Exchange:
    """A request that kept the rules, and who sent it."""

    desk: Desk
    key: Key
    address: Address
    era: Era
    message: Message

    @property
    def params(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self.message.params or {})


@blueprint.route("/mcp", methods=VERBS, provide_automatic_options=False)
@blueprint.route("/mcp/short", methods=VERBS, provide_automatic_options=False)
@blueprint.route("/mcp/stdio", methods=VERBS, provide_automatic_options=False)
@blueprint.route("/wp-json/respira/v1/mcp", methods=VERBS, provide_automatic_options=False)
def hear() -> Response:
    """Take in one message and answer it. What is raised on the way is answered by the handlers below."""
    desk = cast(Desk, current_app.extensions["sayso.desk"])
    _refuse_strangers(desk.settings.public_url)
    key = keys.find(desk, token_of(request.headers))
    message = wire.message_of(wire.read_json(request))
    g.mcp_message_id = message.id
    g.mcp_era = era = eras.era_of(request.headers, message)
    if message.kind == "request":
        return _answer(Exchange(desk, key, _ADDRESSES[request.path], era, message))
    if message.kind == "response" and era.is_modern:
        raise Fault(INVALID_REQUEST, "No request was sent, so no response is expected.", status=400)
    return wire.accepted()


def _refuse_strangers(public_url: str) -> None:
    """Refuse what was not sent to our own address, or comes from a foreign page, or is no POST."""
    foreign = strangers.what_is_foreign(request.headers.get("Host", ""), request.headers.get("Origin"), public_url)
    if foreign is not None:
        raise Fault(REFUSED, _FOREIGN[foreign], status=403)
    if request.method != "POST":
        raise Fault(REFUSED, "Send messages with POST.", status=405, headers={"Allow": "POST"})


def _answer(exchange: Exchange) -> Response:
    """Answer a request, after checking everything the protocol asks of it."""
    message, era = exchange.message, exchange.era
    _refuse_broken_text(message)
    eras.check_request(era, request.headers, message)
    method = (_MODERN_METHODS if era.is_modern else _LEGACY_METHODS).get(message.method)
    if method is None:
        raise Fault(METHOD_NOT_FOUND, "There is no such method.")
    eras.check_params(era, message)
    result = method(exchange)
    if era.is_modern:
        result = {"resultType": "complete", **result, "_meta": {SERVER_INFO_META_KEY: _server_info()}}
    return wire.answer(cast(wire.MessageId, message.id), result)


def _refuse_broken_text(message: Message) -> None:
    """Refuse half characters anywhere but in a call's arguments, where the agent gets to read why."""
    params = message.params
    if message.method == "tools/call" and isinstance(params, dict):
        params = {key: value for key, value in params.items() if key != "arguments"}
    if wire.has_broken_text([message.method, params]):
        raise Fault(INVALID_PARAMS, "The message holds half a character (a lone surrogate).", status=400)


def _initialize(exchange: Exchange) -> dict[str, Any]:
    asked = exchange.params["protocolVersion"]
    return {
        "protocolVersion": asked if asked in HANDSHAKE_PROTOCOL_VERSIONS else LATEST_HANDSHAKE_VERSION,
        "capabilities": {"tools": {}},
        "serverInfo": _server_info(),
        "instructions": rules(exchange.address.prefix),
    }


def _ping(exchange: Exchange) -> dict[str, Any]:
    return {}


def _discover(exchange: Exchange) -> dict[str, Any]:
    return {
        "supportedVersions": list(MODERN_PROTOCOL_VERSIONS),
        "capabilities": {"tools": {}},
        "instructions": rules(exchange.address.prefix),
        **_freshness(),
    }


def _list_tools(exchange: Exchange) -> dict[str, Any]:
    if exchange.params.get("cursor") is not None:
        raise Fault(INVALID_PARAMS, "The list has one page, so there is no cursor.")
    listings = calls.tools_for(exchange.desk, exchange.key)
    tools = [results.of_listing(listing, exchange.address.prefix) for listing in listings]
    return {"tools": tools, **(_freshness() if exchange.era.is_modern else {})}


def _call_tool(exchange: Exchange) -> dict[str, Any]:
    arrival = _arrival(exchange)
    try:
        if wire.has_broken_text(arrival.request["arguments"]):
            raise Refusal("respira_invalid_arguments", "The arguments hold half a character.")
        return results.of_answer(calls.answer(exchange.desk, exchange.key, arrival).body)
    except Trouble as trouble:
        if trouble.code == "respira_unknown_tool":
            raise Fault(INVALID_PARAMS, f"Unknown tool: {exchange.params['name'][:100]}") from None
        if trouble.status == 401:
            raise
        return results.of_trouble(trouble)


def _arrival(exchange: Exchange) -> Arrival:
    return Arrival(
        door=exchange.address.door,
        prefix=exchange.address.prefix,
        request={"name": exchange.params["name"], "arguments": exchange.params.get("arguments")},
        client=client_of(request.headers, eras.client_told(exchange.message)),
    )


_LEGACY_METHODS: dict[str, Callable[[Exchange], dict[str, Any]]] = {
    "initialize": _initialize,
    "ping": _ping,
    "tools/list": _list_tools,
    "tools/call": _call_tool,
}
_MODERN_METHODS: dict[str, Callable[[Exchange], dict[str, Any]]] = {
    "server/discover": _discover,
    "tools/list": _list_tools,
    "tools/call": _call_tool,
}


def _server_info() -> dict[str, str]:
    return {"name": "sayso", "title": "Sayso", "version": version("sayso")}


def _freshness() -> dict[str, Any]:
    return {"ttlMs": FRESH_FOR, "cacheScope": "private"}


@blueprint.errorhandler(Fault)
def _faulty(fault: Fault) -> Response:
    era = cast(Era | None, g.get("mcp_era"))
    status = era.status_of(fault) if era else fault.status or 400
    return wire.failure(g.get("mcp_message_id"), fault, status)


@blueprint.errorhandler(Trouble)
def _refused(trouble: Trouble) -> Response:
    """Answer a refusal that came before any call, such as that of an unknown key."""
    headers = {}
    if trouble.status == 401:
        known = "" if trouble.code == "respira_key_missing" else ' error="invalid_token"'
        headers["WWW-Authenticate"] = f"Bearer{known}"
    if trouble.status == 503:
        headers["Retry-After"] = TRY_AGAIN_AFTER
    data = {"code": trouble.code, "hint": trouble.hint}
    return _faulty(Fault(REFUSED, trouble.message, status=trouble.status, data=data, headers=headers))


@blueprint.errorhandler(Exception)
def _broken(error: Exception) -> Response:
    """Answer a bug of ours: an id to find it in the log by, and nothing of its text."""
    if is_away(error):
        return _refused(away("mcp", error))
    return _faulty(Fault(INTERNAL_ERROR, f"something broke, id {noted('mcp', error)}", status=200))
