"""How a key is given to an agent: what to type or paste for each client. It knows no key but the one given.

Most clients reach us over HTTP. Claude Desktop's file knows only programs, so it starts the stdio command.
"""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

_ROOT = Path(__file__).parents[2]
_DESKTOP = "In Claude Desktop, open Settings, then Developer, then Edit Config. Put this in the file that it shows, "
_DESKTOP += "and start Claude Desktop again."
_HERE = "The path is where Sayso is on this computer, so this works as it stands as long as the client runs here too."
_THERE = (
    "The client starts this program on its own computer, so install Sayso there too: pip install . in a checkout "
    "puts sayso on the PATH. Where the client does not find it, write its full path."
)


class Snippet(NamedTuple):
    """What one client needs.

    Attributes:
        where: a sentence that says where the text goes.
        note: what has to be so for it to work; empty where that goes without saying.
    """

    client: str
    where: str
    text: str
    note: str = ""


class Program(NamedTuple):
    """The stdio command as a client starts it.

    Attributes:
        path: a full path where the client runs on this computer, otherwise a name.
        note: the sentence that says so.
    """

    path: str
    note: str


def program(public_url: str) -> Program:
    """Tell how a client starts the stdio command.

    Args:
        public_url: where we are reached. Only an address of this computer tells that the client runs here.
    """
    if urlsplit(public_url).hostname in ("localhost", "127.0.0.1", "::1"):
        for path in (_ROOT / "bin" / "sayso", Path(sys.executable).with_name("sayso")):
            if path.is_file():
                return Program(str(path), _HERE)
    return Program("sayso", _THERE)


class Ways(NamedTuple):
    """The ways to give a new key to an agent.

    Attributes:
        with_key: what to paste with the key in it.
        without_key: what to paste so that the client starts the stdio command without a key.
        saying: what to say to the agent then.
    """

    with_key: list[Snippet]
    without_key: list[Snippet]
    saying: str


def ways(public_url: str, token: str, code: str) -> Ways:
    """Return every way to give a key to an agent.

    Args:
        code: the one-time code that stands for the key.
    """
    saying = f"Connect to Sayso: call respira_redeem_token with the token {code}"
    return Ways(snippets(public_url, token), keyless(public_url), saying)


def snippets(public_url: str, token: str) -> list[Snippet]:
    """Return what to paste for each client, with the key in it."""
    address = f"{public_url}/mcp"
    header = f"Authorization: Bearer {token}"
    headers = {"Authorization": f"Bearer {token}"}
    started = program(public_url)
    settings = {"SAYSO_URL": public_url, "SAYSO_KEY": token}
    return [
        Snippet(
            "Claude Code",
            "Type this in a terminal.",
            f'claude mcp add --transport http sayso {shlex.quote(address)} --header "{header}"',
        ),
        Snippet(
            "Cursor",
            "Put this in .cursor/mcp.json in your project, or in your home folder for every project.",
            _json({"mcpServers": {"sayso": {"url": address, "headers": headers}}}),
        ),
        Snippet(
            "VS Code",
            "Put this in .vscode/mcp.json in your project.",
            _json({"servers": {"sayso": {"type": "http", "url": address, "headers": headers}}}),
        ),
        Snippet(
            "Claude Desktop",
            _DESKTOP,
            _json({"mcpServers": {"sayso": {"command": started.path, "args": ["mcp"], "env": settings}}}),
            started.note,
        ),
        Snippet(
            "Another client",
            "Choose the transport called HTTP or streamable HTTP, and give it this address and this header.",
            f"{address}\n{header}",
        ),
    ]


def keyless(public_url: str) -> list[Snippet]:
    """Return what to paste so that a client starts the stdio command, which then gets its key by a one-time code."""
    started = program(public_url)
    command = {"command": started.path, "args": ["mcp"], "env": {"SAYSO_URL": public_url}}
    return [
        Snippet("Claude Desktop", _DESKTOP, _json({"mcpServers": {"sayso": command}}), started.note),
        Snippet(
            "Claude Code",
            "Type this in a terminal.",
            shlex.join(["claude", "mcp", "add", "sayso", "--", started.path, "mcp", "--url", public_url]),
            started.note,
        ),
    ]


def _json(value: object) -> str:
    return json.dumps(value, indent=2)
