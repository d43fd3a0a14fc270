"""JSON-RPC on lines: what a line is, which headers go with it, and the answers that are made here.

The server checks messages by the letter; here only as much is read as passing on needs.
"""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from typing import Any, NamedTuple

from webapp.errors import Trouble

PARSE_ERROR, INVALID_REQUEST, INTERNAL_ERROR, REFUSED = -32700, -32600, -32603, -32000
# What names of tools begin with here; the door at Sayso says the same (see `webapp.doors.stored`).
PREFIX = "respira_"
LARGEST_LINE = 5 * 1024 * 1024  # bytes, what the server takes
VERSION_META = "io.modelcontextprotocol/protocolVersion"
# Where the name stands that a modern request repeats in a header.
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

MessageId = str | int | None


class Unreadable(Exception):
    """A line that can not be passed on.

    Args:
        answer: what the client is told.
    """

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer["error"]["message"])
        self.answer = answer


class Asked(NamedTuple):
    """A message of the client.

    Attributes:
        line: as it arrived.
        id: None for a notification, which wants no answer.
        params: an object; empty where the message has none, or something else in its place.
    """

    line: bytes
    id: MessageId
    method: str
    params: dict[str, Any]

    @property
    def wants_answer(self) -> bool:
        return self.id is not None

    @property
    def version(self) -> Any:
        """The protocol version that a modern message names; None for a legacy one."""
        meta = self.params.get("_meta")
        return meta.get(VERSION_META) if isinstance(meta, dict) else None

    @property
    def is_call(self) -> bool:
        return self.method == "tools/call"


def read(line: bytes) -> Asked | None:
    """Tell what a line is.

    Returns:
        The message; None for a response, as nothing is ever asked of the client.

    Raises:
        Unreadable: it is no JSON-RPC message, or too large.
    """
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Unreadable(error(None, PARSE_ERROR, "The line is not JSON in UTF-8.")) from None
    if not isinstance(value, dict):
        raise Unreadable(error(None, INVALID_REQUEST, "Send one JSON-RPC object a line."))
    method, message_id, params = value.get("method"), value.get("id"), value.get("params")
    known_id = message_id if isinstance(message_id, str | int) and not isinstance(message_id, bool) else None
    if "method" not in value and ("result" in value or "error" in value):
        return None
    if not isinstance(method, str):
        raise Unreadable(error(known_id, INVALID_REQUEST, "The message names no method."))
    if "id" in value and known_id is None:
        raise Unreadable(error(None, INVALID_REQUEST, "The message's id must be a string or a whole number."))
    if len(line) > LARGEST_LINE:
        raise Unreadable(error(known_id, INVALID_REQUEST, "The message is larger than 5 MB."))
    return Asked(line, known_id, method, params if isinstance(params, dict) else {})


def told_in(body: bytes) -> dict[str, Any] | None:
    """Take an answer of the server apart.

    Returns:
        Its result or its error alone, under that name; None where it is no JSON-RPC answer.
    """
    with suppress(ValueError, RecursionError):
        value = json.loads(body)
        # What can be read and not written again, such as a number without end, is not passed on.
        json.dumps(value, allow_nan=False)
        if not isinstance(value, dict) or ("result" in value) == ("error" in value):
            return None
        if isinstance(value.get("result"), dict):
            return {"result": value["result"]}
        fault = value.get("error")
        if isinstance(fault, dict) and type(fault.get("code")) is int and isinstance(fault.get("message"), str):
            return {"error": fault}
    return None


def headers_of(asked: Asked, negotiated: str | None) -> dict[str, str]:
    """Return the headers that the message's protocol era wants.

    Args:
        negotiated: the version that `initialize` agreed on; None before, and in the modern era.
    """
    if asked.version is None:
        agreed = negotiated and asked.method != "initialize"
        return {"MCP-Protocol-Version": _in_header(str(negotiated))} if agreed else {}
    headers = {"MCP-Protocol-Version": _in_header(str(asked.version)), "Mcp-Method": _in_header(asked.method)}
    name = asked.params.get(_NAMED_BY.get(asked.method, ""))
    if isinstance(name, str):
        headers["Mcp-Name"] = _in_header(name)
    return headers


def _in_header(text: str) -> str:
    """Return text as a header may hold it: what is not plain ASCII travels as =?base64?...?=."""
    plain = text.isascii() and text.isprintable() and text == text.strip() and not text.startswith("=?base64?")
    return text if plain else f"=?base64?{base64.b64encode(text.encode('utf-8', 'replace')).decode()}?="


def error(message_id: MessageId, code: int, message: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
    """Make a JSON-RPC error."""
    told: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        told["data"] = data
    return {"jsonrpc": "2.0", "id": message_id, "error": told}


def result(asked: Asked, body: dict[str, Any]) -> dict[str, Any]:
    """Make the answer that carries a result, in the era of the question."""
    if asked.version is not None:
        body = {"resultType": "complete", **body, "_meta": {"io.modelcontextprotocol/serverInfo": server_info()}}
    return {"jsonrpc": "2.0", "id": asked.id, "result": body}


def server_info() -> dict[str, str]:
    """Return who we are."""
    from importlib.metadata import version  # only loaded where it is needed: the command has to start fast

    return {"name": "sayso", "title": "Sayso", "version": version("sayso")}


def of_trouble(asked: Asked, trouble: Trouble) -> dict[str, Any]:
    """Tell what went wrong: to the agent as a call's result, otherwise to the client as an error."""
    if not asked.is_call:
        return error(asked.id, REFUSED, trouble.message, {"code": trouble.code, "hint": trouble.hint})
    told = {"code": trouble.code, "message": trouble.message, "hint": trouble.hint, "details": trouble.details}
    return of_call(asked, told, is_error=True)


def of_call(asked: Asked, body: dict[str, Any], *, is_error: bool = False) -> dict[str, Any]:
    """Make the answer to a call. Some clients show the structured part only, others the text, so both say it."""
    text = json.dumps(body, ensure_ascii=False)
    return result(
        asked, {"content": [{"type": "text", "text": text}], "structuredContent": body, "isError": is_error}
    )
