"""The official client, over a real connection on loopback, in both eras."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from flask import Flask
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.serving import served


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    with served(app) as where:
        yield f"{where}/mcp"


@asynccontextmanager
async def connected(address: str, token: str, mode: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield client


def done(visit: Callable[[], Awaitable[Any]]) -> Any:
    """Run a visit in a thread of its own: a browser's test may have left a loop running in this one."""
    with start_blocking_portal() as portal:
        return portal.call(visit)


@pytest.mark.parametrize(
    ("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28"), ("2026-07-28", "2026-07-28")]
)
def test_the_official_client_lists_the_tools_and_calls_one(address, token, mode, version):
    """C49.2: the list loads whole."""

    async def visit():
        async with connected(address, token, mode) as client:
            tools = await client.list_tools()
            result = await client.call_tool("respira_wordpress_begin_session", {"mode": "plan"})
            return client.protocol_version, tools, result

    spoken, tools, result = done(visit)
    assert spoken == version
    assert "respira_wordpress_begin_session" in [tool.name for tool in tools.tools]
    assert result.is_error is False
    assert result.structured_content["plan_mode"] is True


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_is_told_that_its_key_is_not_known(address, mode):
    async def visit():
        async with connected(address, "respira_wrong", mode):
            pass

    with pytest.raises(Exception) as caught:
        done(visit)
    assert "respira_invalid_key" in repr(caught.value) or "not known" in repr(caught.value)
