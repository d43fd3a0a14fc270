"""What the command answers without Sayso while it has no key that works: who it is, and the tool that gets one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from webapp.core.rules import rules
from webapp.errors import Refusal

from . import messages, redeem
from .messages import Asked

LEGACY_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSION = "2026-07-28"
METHOD_NOT_FOUND, UNSUPPORTED_VERSION = -32601, -32022
FRESH_FOR = 5_000  # milliseconds a modern client may keep what it was told; a key may come at any time
_WORDS = (
    "This command has no key that works. Ask the person for the one-time code that Sayso shows when a key is made, "
    f"and call {redeem.NAME} with it. Then list the tools again.\n\n"
)


def answer(asked: Asked) -> dict[str, Any] | None:
    """Answer a message; a notification gets no answer.

    Raises:
        Refusal: `respira_key_missing`, for a call of any tool.
    """
    if not asked.wants_answer:
        return None
    if asked.version is not None and asked.version != MODERN_VERSION:
        told = {"supported": [MODERN_VERSION], "requested": str(asked.version)[:100]}
        return messages.error(asked.id, UNSUPPORTED_VERSION, "This protocol version is not supported.", told)
    method = (_LEGACY if asked.version is None else _MODERN).get(asked.method)
    if method is None:
        return messages.error(asked.id, METHOD_NOT_FOUND, "There is no such method.")
    return messages.result(asked, method(asked))


def _initialize(asked: Asked) -> dict[str, Any]:
    wanted = asked.params.get("protocolVersion")
    return {
        "protocolVersion": wanted if wanted in LEGACY_VERSIONS else LEGACY_VERSIONS[-1],
        "capabilities": {"tools": {"listChanged": True}},
        "serverInfo": messages.server_info(),
        "instructions": _WORDS + rules(messages.PREFIX),
    }


def _discover(_asked: Asked) -> dict[str, Any]:
    return {
        "supportedVersions": [MODERN_VERSION],
        "capabilities": {"tools": {}},
        "instructions": _WORDS + rules(messages.PREFIX),
        **_freshness(),
    }


def _ping(_asked: Asked) -> dict[str, Any]:
    return {}


def _list_tools(asked: Asked) -> dict[str, Any]:
    return {"tools": [redeem.TOOL], **(_freshness() if asked.version is not None else {})}


def _call_tool(_asked: Asked) -> dict[str, Any]:
    raise Refusal(
        "respira_key_missing",
        "This command has no key that works, so it can do nothing on any site.",
        hint=f"Ask the person for the one-time code of a new key, and call {redeem.NAME} with it.",
    )


def _freshness() -> dict[str, Any]:
    return {"ttlMs": FRESH_FOR, "cacheScope": "private"}


_LEGACY: dict[str, Callable[[Asked], dict[str, Any]]] = {
    "initialize": _initialize,
    "ping": _ping,
    "tools/list": _list_tools,
    "tools/call": _call_tool,
}
_MODERN: dict[str, Callable[[Asked], dict[str, Any]]] = {
    "server/discover": _discover,
    "tools/list": _list_tools,
    "tools/call": _call_tool,
}
