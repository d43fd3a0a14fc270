"""The bytes: a request's body to one JSON-RPC message, and an answer to a response. Any bytes get an answer.

Which protocol era a message belongs to, and what its method does, is not decided here.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from flask import Request, Response
from mcp_types.jsonrpc import INVALID_REQUEST, PARSE_ERROR
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from .faults import Fault
from .sizes import DEEPEST, LARGEST_BODY, MOST_VALUES

MessageId = str | int


@dataclass(frozen=True)
class Message:
    """One JSON-RPC message.

    Attributes:
        kind: a request wants an answer, a notification wants none, a response answers a request of ours.
        params: as they arrived, of any shape.
    """

    kind: Literal["request", "notification", "response"]
    id: MessageId | None = None
    method: str = ""
    params: Any = None


def read_json(request: Request) -> Any:
    """Read the body as JSON.

    Raises:
        Fault: the body is not declared as JSON, is too large, is not JSON, or is nested too deep.
    """
    if request.mimetype != "application/json":
        raise Fault(INVALID_REQUEST, "Send the message as Content-Type: application/json.", status=415)
    request.max_content_length = LARGEST_BODY
    try:
        value = parse(request.get_data(cache=False))
    except RequestEntityTooLarge:
        raise Fault(INVALID_REQUEST, "The message is larger than 5 MB.", status=413) from None
    except HTTPException:
        raise Fault(PARSE_ERROR, "The message ended early.", status=400) from None
    if depth_of(value) > DEEPEST:
        raise _too_deep()
    return value


def parse(body: bytes) -> Any:
    """Turn bytes into a JSON value, by the letter of the standard: UTF-8, and no NaN or Infinity.

    Raises:
        Fault: they are not JSON, hold too many values, or are nested deeper than can be read.
    """
    if len(body) > MOST_VALUES and _values_in(body) > MOST_VALUES:
        raise Fault(INVALID_REQUEST, f"The message holds more than {MOST_VALUES:,} values.", status=400)
    try:
        return json.loads(
            body.decode("utf-8"), parse_constant=_no_number, parse_float=_finite, object_pairs_hook=_each_once
        )
    except ValueError:
        raise Fault(PARSE_ERROR, "The message is not JSON in UTF-8, with each name once.", status=400) from None
    except RecursionError:
        raise _too_deep() from None


def _values_in(body: bytes) -> int:
    """Count about how many values bytes would hold as JSON, without reading them; each needs one of four signs."""
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    marks = plain.count(b'"')
    if marks > 4 * MOST_VALUES:
        return marks
    outside = plain.split(b'"')[::2]
    return sum(part.count(sign) for part in outside for sign in (b",", b"[", b"{", b":"))


def _too_deep() -> Fault:
    return Fault(INVALID_REQUEST, f"The message is nested more than {DEEPEST} levels deep.", status=400)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members. One that is told twice could mean either."""
    told = dict(pairs)
    if len(told) != len(pairs):
        raise ValueError("a name twice")
    return told


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("too large a number")
    return number


def depth_of(value: Any) -> int:
    """Return how many levels of lists and objects a JSON value has; a plain value has none."""
    depth, level = 0, [value]
    while level := [each for each in level if isinstance(each, dict | list)]:
        depth += 1
        level = [part for each in level for part in (each.values() if isinstance(each, dict) else each)]
    return depth


def has_broken_text(value: Any) -> bool:
    """Tell whether half a character (a lone surrogate) stands anywhere in a JSON value.

    JSON can spell it, but no database, log or website can store it.
    """
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def message_of(value: Any) -> Message:
    """Tell what kind of message a JSON value is.

    Raises:
        Fault: it is a batch, or no JSON-RPC 2.0 message.
    """
    if isinstance(value, list):
        raise Fault(INVALID_REQUEST, "Batches are not supported: send one message at a time.", status=400)
    if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
        raise Fault(INVALID_REQUEST, 'The message is not a JSON-RPC object with "jsonrpc": "2.0".', status=400)
    named = "id" in value
    if named and not _is_id(value["id"]):
        raise Fault(INVALID_REQUEST, "The message's id must be a string or a whole number.", status=400)
    if "method" not in value and named and ("result" in value) != ("error" in value):
        return Message("response", id=value["id"])
    if not isinstance(value.get("method"), str):
        raise Fault(INVALID_REQUEST, "The message names no method.", status=400)
    if named:
        return Message("request", value["id"], value["method"], value.get("params"))
    if not isinstance(value.get("params"), dict | None):
        raise Fault(INVALID_REQUEST, "A notification's params must be an object.", status=400)
    return Message("notification", None, value["method"], value.get("params"))


def _is_id(value: Any) -> bool:
    if isinstance(value, str):
        return not has_broken_text(value)
    return isinstance(value, int) and not isinstance(value, bool)


def answer(message_id: MessageId, result: dict[str, Any]) -> Response:
    """Make the response that carries a result."""
    return _response({"jsonrpc": "2.0", "id": message_id, "result": result}, 200)


def failure(message_id: MessageId | None, fault: Fault, status: int) -> Response:
    """Make the response that carries a JSON-RPC error.

    Args:
        message_id: the request's id, or None where it could not be read.
        status: the HTTP status.
    """
    error: dict[str, Any] = {"code": fault.code, "message": fault.message}
    if fault.data is not None:
        error["data"] = dict(fault.data)
    response = _response({"jsonrpc": "2.0", "id": message_id, "error": error}, status)
    response.headers.update(fault.headers)
    return response


def accepted() -> Response:
    """Make the empty response to a message that wants no answer."""
    response = Response(status=202)
    response.headers.pop("Content-Type", None)
    return response


def _response(body: dict[str, Any], status: int) -> Response:
    # ASCII escapes keep the response sound even where a site's own text holds half a character.
    text = json.dumps(body, allow_nan=False, separators=(",", ":"))
    return Response(text, status, mimetype="application/json", headers={"Cache-Control": "no-store"})
