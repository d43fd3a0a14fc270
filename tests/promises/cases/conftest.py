"""Cases that agents met elsewhere, each with its number: at the MCP door, unless a test names another."""

from __future__ import annotations

import pytest


@pytest.fixture
def door() -> str:
    return "mcp"
