"""An agent far away, at the MCP door of a program that runs."""

from __future__ import annotations

from typing import Any

import httpx

from tests.installed import PREFIX
from webapp.settings import Settings


class FarAgent:
    """An agent at the MCP door of a running program."""

    def __init__(self, settings: Settings, token: str) -> None:
        self.url, self.headers = f"{settings.public_url}/mcp", {"Authorization": f"Bearer {token}"}

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        params = {"name": PREFIX + tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        accepted = {"Accept": "application/json, text/event-stream", **self.headers}
        answer = httpx.post(self.url, json=message, headers=accepted, timeout=60)
        content: dict[str, Any] = answer.json()["result"]["structuredContent"]
        return content
