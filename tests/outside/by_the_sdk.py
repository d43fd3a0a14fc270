"""The same tools offered by the official SDK's own server, as the measure for ours; uvicorn is pointed at it."""

from __future__ import annotations

from typing import Any

from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams
from mcp_types.jsonrpc import INVALID_PARAMS

from tests.outside.fixture_tools import FIXTURES

_BY_NAME = {fixture.name: fixture for fixture in FIXTURES}


async def _list(_context: Any, _params: PaginatedRequestParams | None) -> ListToolsResult:
    tools = [
        {"name": fixture.name, "description": "For the conformance suite.", "inputSchema": dict(fixture.schema)}
        for fixture in FIXTURES
    ]
    return ListToolsResult.model_validate({"tools": tools, "ttlMs": 5_000, "cacheScope": "private"})


async def _call(_context: Any, params: CallToolRequestParams) -> CallToolResult:
    fixture = _BY_NAME.get(params.name)
    if fixture is None:
        raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
    return CallToolResult.model_validate({"content": fixture.content, "isError": fixture.fails})


app = Server("measure", version="1", on_list_tools=_list, on_call_tool=_call).streamable_http_app(
    json_response=True, stateless_http=True
)
