"""Promises of the page that shows a new key: what is pasted from it works as it stands."""

from __future__ import annotations

import html
import json
import re
import shlex
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.installed import Installed, installed
from tests.sample import sample_site
from tests.serving import served
from tests.stdio_program import ROOT, Program, program
from tests.web.conftest import Browser, signed_in
from webapp.app import create_app
from webapp.core import keys
from webapp.web import snippets
from webapp.web.snippets import ways

FORM = {"name": "Claude", "mode": "ask", "scope": "full", "purposes": ["pages"]}
LIST_TOOLS = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'


@dataclass(frozen=True)
class Page:
    """The page of a new key, as text, and whatever can be copied from it by what it is called."""

    text: str
    copied: Mapping[str, str]

    def json(self, client: str) -> Any:
        """What is pasted for a client whose settings are JSON."""
        return json.loads(self.copied[f"the settings for {client}"])


@pytest.fixture(scope="module")
def sayso(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """A whole installation, served at its own address."""
    with closing(socket.create_server(("127.0.0.1", 0))) as place:
        address = f"http://127.0.0.1:{place.getsockname()[1]}"
        with sample_site(tmp_path_factory.mktemp("site")) as site:
            login, folder = (site.username, site.app_password), tmp_path_factory.mktemp("sayso")
            with installed(folder, site.url, *login, public_url=address) as one, served(create_app(one.desk), place):
                yield one


@pytest.fixture(scope="module")
def page(sayso: Installed) -> Page:
    """The page, as the owner sees it after making a key."""
    return shown(signed_in(create_app(sayso.desk), sayso.desk, sayso.owner.email), sayso, "key_0123456789ab")


def shown(window: Browser, sayso: Installed, key: str) -> Page:
    window.get(f"/sites/{sayso.site.public_id}/keys/new")
    response = window.post(f"/sites/{sayso.site.public_id}/keys", {**FORM, "key": key})
    text = response.get_data(as_text=True)
    assert response.status_code == 200
    lines = re.findall(r'<pre class="copyline__text" tabindex="0" aria-label="([^"]+)">(.*?)</pre>', text, re.S)
    return Page(text, {html.unescape(label): html.unescape(line) for label, line in lines})


def key_of(page: Page) -> str:
    return re.search(r">(respira_[\w-]{36})</code>", page.text)[1]  # type: ignore[index]


def heard(address: str, headers: Mapping[str, str]) -> list[str]:
    """List the tools as a client over HTTP does."""
    given = {"Content-Type": "application/json", **headers}
    with urlopen(Request(address, LIST_TOOLS, given), timeout=30) as answer:
        return [tool["name"] for tool in json.load(answer)["result"]["tools"]]


@contextmanager
def started(settings: Mapping[str, Any], home: Path) -> Iterator[Program]:
    """Start the command as Claude Desktop does from its file."""
    [server] = settings["mcpServers"].values()
    assert set(server) == {"command", "args", "env"}
    with program(home, command=[server["command"], *server["args"]], **server["env"]) as running:
        yield running


def test_every_client_has_its_text_and_a_button_that_copies_just_that(page: Page) -> None:
    assert list(page.copied) == [
        "the settings for Claude Code",
        "the settings for Cursor",
        "the settings for VS Code",
        "the settings for Claude Desktop",
        "the settings for Another client",
        "the settings for Claude Desktop without the key",
        "the settings for Claude Code without the key",
        "what to say to your agent",
    ]
    buttons = [html.unescape(text) for text in re.findall(r'data-copy="([^"]*)"', page.text)]
    assert buttons == [key_of(page), *page.copied.values()]


def test_what_cursor_and_vs_code_paste_opens_the_door(page: Page, sayso: Installed) -> None:
    cursor = page.json("Cursor")["mcpServers"]["sayso"]
    assert "respira_wordpress_update_page" in heard(cursor["url"], cursor["headers"])
    code = page.json("VS Code")["servers"]["sayso"]
    assert code["type"] == "http"
    assert heard(code["url"], code["headers"]) == heard(cursor["url"], cursor["headers"])


def test_what_claude_code_types_opens_the_door(page: Page) -> None:
    *words, address, option, header = shlex.split(page.copied["the settings for Claude Code"])
    assert (words, option) == (["claude", "mcp", "add", "--transport", "http", "sayso"], "--header")
    name, _, value = header.partition(": ")
    assert "respira_wordpress_update_page" in heard(address, {name: value})
    told = page.copied["the settings for Another client"]
    assert told == f"{address}\n{header}"


def test_what_claude_desktop_pastes_starts_the_command_with_its_key(page: Page, tmp_path: Path) -> None:
    with started(page.json("Claude Desktop"), tmp_path) as stdio:
        assert "respira_update_page" in stdio.tools()


def test_what_is_said_to_the_agent_connects_a_command_without_a_key(
    page: Page, sayso: Installed, tmp_path: Path
) -> None:
    saying = page.copied["what to say to your agent"]
    code = re.fullmatch(r"Connect to Sayso: call respira_redeem_token with the token (\S+)", saying)
    assert code is not None
    with started(page.json("Claude Desktop without the key"), tmp_path) as stdio:
        assert stdio.tools() == ["respira_redeem_token"]
        assert stdio.call("redeem_token", token=code[1])["structuredContent"]["success"] is True
    kept = json.loads((tmp_path / ".config" / "sayso" / "agent.json").read_text())
    assert keys.find(sayso.desk, kept["key"]).public_id == "key_0123456789ab"


def test_what_claude_code_types_without_the_key_starts_the_command(page: Page, tmp_path: Path) -> None:
    line = shlex.split(page.copied["the settings for Claude Code without the key"])
    assert line[:5] == ["claude", "mcp", "add", "sayso", "--"]
    with program(tmp_path, command=line[5:]) as stdio:
        assert stdio.tools() == ["respira_redeem_token"]


def test_neither_the_key_nor_its_code_is_shown_again(sayso: Installed) -> None:
    window = signed_in(create_app(sayso.desk), sayso.desk, sayso.owner.email)
    page = shown(window, sayso, "key_abcdefabcdef")
    code = page.copied["what to say to your agent"].split()[-1]
    for address in (f"/sites/{sayso.site.public_id}", "/keys/key_abcdefabcdef", "/events"):
        later = window.get(address).get_data(as_text=True)
        assert key_of(page) not in later
        assert code not in later


def test_a_client_on_this_computer_is_told_the_path_and_any_other_that_sayso_must_be_installed_there() -> None:
    here, there = snippets.program("http://127.0.0.1:8000"), snippets.program("https://sayso.example")
    assert here.path == str(ROOT / "bin" / "sayso")
    assert here.note.startswith("The path is where Sayso is on this computer")
    assert there.path == "sayso"
    assert "so install Sayso there too: pip install . in a checkout puts sayso on the PATH." in there.note


def test_an_address_with_odd_characters_stays_one_word_in_a_terminal() -> None:
    told = ways("https://sayso.example;x", "respira_abc", "CODE")
    assert shlex.split(told.with_key[0].text)[6] == "https://sayso.example;x/mcp"
    assert shlex.split(told.without_key[1].text)[-1] == "https://sayso.example;x"
