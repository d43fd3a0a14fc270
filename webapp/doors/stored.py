"""Stored requests: how each door's requests, fresh or kept with a step, become calls of the engine.

It loads nothing of the doors' protocols, so that the worker can replay a step without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MCP_PREFIX, STDIO_PREFIX = "respira_wordpress_", "respira_"


def of_mcp(stored: Mapping[str, Any]) -> tuple[str, Any]:
    """Turn a tools/call request, fresh or stored, into a call.

    Args:
        stored: the request's `name` and `arguments`, as they arrived at any of the addresses.

    Returns:
        The tool's short name, and the arguments as they arrived: a dict, or None.
    """
    return str(stored["name"]).removeprefix(MCP_PREFIX), stored.get("arguments")


def of_stdio(stored: Mapping[str, Any]) -> tuple[str, Any]:
    """Turn a tools/call request that came through the stdio command into a call (see `of_mcp`)."""
    return str(stored["name"]).removeprefix(STDIO_PREFIX), stored.get("arguments")
