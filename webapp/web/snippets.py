"""How a key is given to an agent: what to type or paste for each client. Pure; it knows no key but the one given."""

from __future__ import annotations

import json
from typing import NamedTuple


class Snippet(NamedTuple):
    """What one client needs.

    Attributes:
        where: a sentence that says where the text goes.
    """

    client: str
    where: str
    text: str


def snippets(public_url: str, token: str) -> list[Snippet]:
    """Return what to paste for each client that can reach us over HTTP."""
    address = f"{public_url}/mcp"
    headers = {"Authorization": f"Bearer {token}"}
    return [
        Snippet(
            "Claude Code",
            "Type this in a terminal.",
            f'claude mcp add --transport http sayso {address} --header "Authorization: Bearer {token}"',
        ),
        Snippet(
            "Cursor",
            "Put this in .cursor/mcp.json in your project, or in your home folder for every project.",
            json.dumps({"mcpServers": {"sayso": {"url": address, "headers": headers}}}, indent=2),
        ),
        Snippet(
            "VS Code",
            "Put this in .vscode/mcp.json in your project.",
            json.dumps({"servers": {"sayso": {"type": "http", "url": address, "headers": headers}}}, indent=2),
        ),
        Snippet(
            "Another client",
            "Choose the transport called HTTP or streamable HTTP, and give it this address and this header.",
            f"{address}\nAuthorization: Bearer {token}",
        ),
    ]
