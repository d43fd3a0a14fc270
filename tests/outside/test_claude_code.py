"""Claude Code, as an owner adds Sayso to it: what the page of a key says to type is typed, and it says connected.

It is the program for Linux itself, and needs no login for this. Its exit status tells nothing, so its words are read.
"""

from __future__ import annotations

from pathlib import Path

from tests.outside import node
from webapp.web.snippets import snippets


def typed(line: str, home: Path) -> str:
    """Type a line in a terminal and return what is printed."""
    ended = node.run(["/bin/sh", "-c", line], home)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def for_claude_code(address: str, token: str) -> str:
    [line] = [snippet.text for snippet in snippets(address, token) if snippet.client == "Claude Code"]
    return line


def test_what_the_page_says_to_type_connects(sayso, home):
    added = typed(for_claude_code(sayso.address, sayso.token), home)
    assert added.splitlines()[0] == f"Added HTTP MCP server sayso with URL: {sayso.address}/mcp to local config"
    assert f"sayso: {sayso.address}/mcp (HTTP) - ✔ Connected" in typed("claude mcp list", home).splitlines()


def test_a_key_that_is_not_known_is_told_in_our_words(sayso, home):
    typed(for_claude_code(sayso.address, "respira_wrong"), home)
    told = typed("claude mcp list", home)
    assert f"sayso: {sayso.address}/mcp (HTTP) - ✘ Failed to connect" in told
    assert "This key is not known, or it was revoked." in told
