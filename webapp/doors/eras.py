"""The two eras of the protocol, and which one a message belongs to.

    legacy   2024-11-05 to 2025-11-25: the client begins with `initialize` and may name the version in a header
    modern   2026-07-28: every request describes itself in `_meta`, and three headers must agree with its body

Both are served at the same addresses, without sessions. What the methods do is not decided here.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_types import CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY
from mcp_types.jsonrpc import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    UNSUPPORTED_PROTOCOL_VERSION,
)
from mcp_types.methods import validate_client_request
from mcp_types.version import (
    HANDSHAKE_PROTOCOL_VERSIONS,
    KNOWN_PROTOCOL_VERSIONS,
    LATEST_HANDSHAKE_VERSION,
    MODERN_PROTOCOL_VERSIONS,
)
from pydantic import ValidationError
from werkzeug.datastructures import Headers

from .faults import Fault
from .wire import Message

VERSION_HEADER = "MCP-Protocol-Version"
# What a client that names no version speaks.
UNNAMED_VERSION = "2025-03-26"

_MODERN_STATUS = {METHOD_NOT_FOUND: 404, INVALID_PARAMS: 400}


@dataclass(frozen=True)
class Era:
    """A protocol version, and the era it belongs to."""

    version: str

    @property
    def is_modern(self) -> bool:
        return self.version in MODERN_PROTOCOL_VERSIONS

    def status_of(self, fault: Fault) -> int:
        """Return the HTTP status of a fault: its own, or the era's for its code."""
        if fault.status is not None:
            return fault.status
        return _MODERN_STATUS.get(fault.code, 200) if self.is_modern else 200


def era_of(headers: Headers, message: Message) -> Era:
    """Tell which era a message belongs to, from its header and its body together.

    Raises:
        Fault: the header names a version we do not speak. `initialize` is let through: it negotiates.
    """
    named = headers.get(VERSION_HEADER)
    if PROTOCOL_VERSION_META_KEY in _meta_of(message):
        return Era(MODERN_PROTOCOL_VERSIONS[-1])
    if message.method == "initialize":
        return Era(LATEST_HANDSHAKE_VERSION)
    version = UNNAMED_VERSION if named is None else named.strip()
    if version not in KNOWN_PROTOCOL_VERSIONS:
        raise _unsupported(version, KNOWN_PROTOCOL_VERSIONS)
    return Era(version)


def check_request(era: Era, headers: Headers, message: Message) -> None:
    """Check what the era asks of a request beyond JSON-RPC: its params, `_meta` and headers.

    Raises:
        Fault: the params are no object, or something the modern era requires is missing or disagrees.
    """
    if not isinstance(message.params, dict | None):
        raise Fault(INVALID_PARAMS, "params must be an object.")
    if era.is_modern:
        _check_envelope(headers, message)


def check_params(era: Era, message: Message) -> None:
    """Check a request's params against the protocol's own shapes.

    Raises:
        Fault: they do not fit; the message names the first place.
    """
    try:
        validate_client_request(message.method, era.version, message.params)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])[:100]
        raise Fault(INVALID_PARAMS, f"{place}: {first['msg']}.") from None


def client_told(message: Message) -> str:
    """Return the client's name and version, such as "claude-code 2.1"; empty when the message does not tell.

    A modern request says it in `_meta`. A legacy one said it at `initialize`, which is not remembered.
    """
    info = _meta_of(message).get(CLIENT_INFO_META_KEY)
    return f"{info.get('name') or ''} {info.get('version') or ''}" if isinstance(info, dict) else ""


def _meta_of(message: Message) -> Mapping[str, Any]:
    meta = message.params.get("_meta") if isinstance(message.params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _unsupported(version: str, supported: Sequence[str]) -> Fault:
    data = {"supported": list(supported), "requested": version[:100]}
    return Fault(UNSUPPORTED_PROTOCOL_VERSION, "This protocol version is not supported.", status=400, data=data)


def _check_envelope(headers: Headers, message: Message) -> None:
    """Check the description a modern request carries of itself, first its presence, then its agreement."""
    meta = _meta_of(message)
    missing = [key for key in (PROTOCOL_VERSION_META_KEY, CLIENT_CAPABILITIES_META_KEY) if key not in meta]
    if missing:
        raise Fault(INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}.")
    version = meta[PROTOCOL_VERSION_META_KEY]
    _check_header(headers, VERSION_HEADER, version)
    _check_header(headers, "Mcp-Method", message.method)
    name = message.params.get("name")
    if message.method == "tools/call" and name is not None:
        _check_header(headers, "Mcp-Name", name)
    if version not in MODERN_PROTOCOL_VERSIONS:
        if version in HANDSHAKE_PROTOCOL_VERSIONS:
            raise Fault(INVALID_REQUEST, f"Version {version} begins with initialize.", status=400)
        # What `server/discover` lists: the other versions cannot be asked for in this way.
        raise _unsupported(version, MODERN_PROTOCOL_VERSIONS)


def _check_header(headers: Headers, name: str, told: Any) -> None:
    value = headers.get(name)
    if value is None or _decoded(value.strip()) != told:
        raise Fault(HEADER_MISMATCH, f"The {name} header does not agree with the message.", status=400)


def _decoded(value: str) -> str | None:
    """Return a header's value; one that is not plain ASCII travels as =?base64?...?=."""
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[len("=?base64?") : -len("?=")], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
