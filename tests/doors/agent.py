"""An agent at the MCP door, for tests: it speaks either era by the letter, and shows what came back."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient
from mcp_types.methods import validate_server_result
from werkzeug.test import TestResponse

MODERN = "2026-07-28"
LEGACY = "2025-11-25"


class Agent:
    """Speaks to one address of a door with one key."""

    def __init__(self, client: FlaskClient, token: str | None, path: str = "/mcp") -> None:
        self.client = client
        self.path = path
        self.headers = {"User-Agent": "claude-code/2.1.332 (cli)"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def post(self, body: Any, **headers: str) -> TestResponse:
        """Send a body, bytes as they are and anything else as JSON; header names with _ for -."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(
            self.path, data=data, headers={"Content-Type": "application/json", **self.headers, **named}
        )

    def legacy(self, method: str, params: Any = None, **headers: str) -> TestResponse:
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
        return self.post(message, **{"MCP_Protocol_Version": LEGACY, **headers})

    def modern(self, method: str, params: dict[str, Any] | None = None, **headers: str) -> TestResponse:
        meta = {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "cursor", "version": "3.1"},
        }
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": {"_meta": meta, **(params or {})}}
        own = {"MCP_Protocol_Version": MODERN, "Mcp_Method": method}
        if method == "tools/call":
            own["Mcp_Name"] = body["params"]["name"]
        return self.post(body, **{**own, **headers})

    def call(self, name: str, arguments: dict[str, Any] | None = None, era: str = LEGACY) -> dict[str, Any]:
        """Call a tool and return the result, which must have the shape the protocol gives it."""
        params = {"name": name, "arguments": arguments}
        response = self.modern("tools/call", params) if era == MODERN else self.legacy("tools/call", params)
        assert response.status_code == 200, response.get_data(as_text=True)
        result: dict[str, Any] = response.get_json()["result"]
        validate_server_result("tools/call", era, result)
        return result


def error_of(response: TestResponse) -> tuple[int, int, Any]:
    """Return a failed answer's HTTP status, JSON-RPC code and message id."""
    body = response.get_json()
    assert set(body) == {"jsonrpc", "id", "error"}
    return response.status_code, body["error"]["code"], body["id"]
