"""A sample site, the whole program, and an agent at each door in turn."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest
from flask import Flask

from tests.conftest import MovableClock
from tests.installed import Agent as Holder
from tests.installed import Installed, installed
from tests.promises.doors import Agent, McpAgent, RestAgent, StdioAgent
from tests.promises.stdio import command
from tests.sample import sample_site
from tests.serving import served
from webapp.app import create_app
from webapp.data import Mode
from webapp.laying import lay_desk
from webapp.sample_site import SampleSite
from webapp.settings import Settings

DOORS = ["mcp", "rest", "stdio"]


class Enter(Protocol):
    """Comes in with a key: at the door of this test, or at a named one."""

    def __call__(self, holder: Holder, door: str | None = None) -> Agent:
        """Come in."""


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> str:
    """The door that this test is about."""
    return str(request.param)


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    """The program on a connected site, whose clock only the test moves."""
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login, clock=clock) as one:
        wordpress.requests.clear()
        yield one


@cache
def _program() -> Flask:
    """Make the web program once; each test puts its own desk into it."""
    settings = Settings("sqlite:////dev/null", "http://localhost", "s" * 32, ("A" * 43 + "=",))
    return create_app(lay_desk(settings, lambda run: None))


@pytest.fixture
def app(sayso: Installed) -> Flask:
    """The whole program, over this test's own installation."""
    program = _program()
    program.extensions["sayso.desk"] = sayso.desk
    return program


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the program is served on loopback."""
    with closing(socket.create_server(("127.0.0.1", 0))) as place, served(_program(), place) as where:
        yield where


@pytest.fixture
def enter(door: str, app: Flask, address: str, tmp_path: Path) -> Iterator[Enter]:
    with ExitStack() as left_open:

        def come_in(holder: Holder, at: str | None = None) -> Agent:
            if (at or door) == "stdio":
                return StdioAgent(holder, left_open.enter_context(command(tmp_path, address, holder.token)))
            return {"mcp": McpAgent, "rest": RestAgent}[at or door](holder, app)

        yield come_in


@pytest.fixture
def agent(sayso: Installed, enter: Enter) -> Agent:
    """An agent whose key asks for plan mode when it wants it."""
    return enter(sayso.agent(Mode.ASK))


@pytest.fixture
def careful(sayso: Installed, enter: Enter) -> Agent:
    """An agent whose every write waits for a person in the browser."""
    return enter(sayso.agent(Mode.BROWSER, "Careful"))
