"""Claude Code, as an owner adds Sayso to it: what the page of a key says to type is typed, and it says connected.

It is the program for Linux itself, and needs no login for this. Its exit status tells nothing, so its words are read.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.outside import node
from tests.outside.conftest import Sayso
from webapp.web.snippets import Snippet, keyless, snippets


def typed(line: str, home: Path) -> str:
    """Type a line in a terminal and return what is printed."""
    ended = node.run(["/bin/sh", "-c", line], home)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def told_for(client: str, offered: list[Snippet]) -> str:
    [text] = [snippet.text for snippet in offered if snippet.client == client]
    return text


def health(home: Path) -> str:
    """Return what it says of the one server that it knows."""
    [line] = [line for line in typed("claude mcp list", home).splitlines() if line.startswith("sayso: ")]
    return line


def test_what_the_page_says_to_type_connects(sayso: Sayso, home: Path) -> None:
    added = typed(told_for("Claude Code", snippets(sayso.address, sayso.token)), home)
    assert added.splitlines()[0] == f"Added HTTP MCP server sayso with URL: {sayso.address}/mcp to local config"
    assert health(home) == f"sayso: {sayso.address}/mcp (HTTP) - ✔ Connected"


def test_a_key_that_is_not_known_is_told_in_our_words(sayso: Sayso, home: Path) -> None:
    typed(told_for("Claude Code", snippets(sayso.address, "respira_wrong")), home)
    told = health(home)
    assert told.startswith(f"sayso: {sayso.address}/mcp (HTTP) - ✘ Failed to connect")
    assert "This key is not known, or it was revoked." in told


def test_what_the_page_says_to_type_for_the_command_connects(sayso: Sayso, home: Path) -> None:
    typed(told_for("Claude Code", keyless(sayso.address)), home)
    assert health(home).endswith(f"/bin/sayso mcp --url {sayso.address} - ✔ Connected")


def test_the_command_connects_with_its_key(sayso: Sayso, home: Path) -> None:
    desktop = json.loads(told_for("Claude Desktop", snippets(sayso.address, sayso.token)))
    typed(shlex.join(["claude", "mcp", "add-json", "sayso", json.dumps(desktop["mcpServers"]["sayso"])]), home)
    assert health(home).endswith("/bin/sayso mcp - ✔ Connected")


def test_the_command_with_a_wrong_key_does_not_connect(sayso: Sayso, home: Path) -> None:
    desktop = json.loads(told_for("Claude Desktop", snippets(sayso.address, "respira_wrong")))
    typed(shlex.join(["claude", "mcp", "add-json", "sayso", json.dumps(desktop["mcpServers"]["sayso"])]), home)
    assert "/bin/sayso mcp - ✘ Failed to connect" in health(home)
