"""Servers for other people's programs: Sayso as it is, Sayso with the conformance suite's tools, and the SDK's."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import programs
from tests.installed import installed
from tests.outside.proxy import adding_key
from tests.sample import sample_site
from webapp.core import keys, tickets
from webapp.core.desk import Desk

LONGEST_START = 30  # seconds


@dataclass(frozen=True)
class Served:
    """A server that answers.

    Attributes:
        address: without a path.
    """

    address: str


@dataclass(frozen=True)
class Sayso(Served):
    """Sayso as it is.

    Attributes:
        token: a key that it knows.
    """

    token: str
    desk: Desk

    def one_time_code(self) -> str:
        """Make a code that stands for the key."""
        with self.desk.writing() as session:
            key = keys.find(self.desk, self.token)
            return tickets.make(session, self.desk, session.merge(key), self.token)


@pytest.fixture(scope="module")
def sayso(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sayso]:
    """Sayso as `sayso web` serves it, with a sample site connected."""
    folder = tmp_path_factory.mktemp("sayso")
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    with (
        sample_site() as site,
        installed(folder, site.url, site.username, site.app_password, public_url=address) as one,
        programs.program(one.desk.settings, "web", "--port", str(port)) as running,
    ):
        _wait_for(port, running)
        yield Sayso(address, one.agent().token, one.desk)


@pytest.fixture(scope="module")
def with_fixture_tools(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Sayso with the suite's tools, behind the proxy that adds a key, at the address that it calls its own."""
    folder = tmp_path_factory.mktemp("with-fixture-tools")
    port = _free_port()
    server = [sys.executable, "-m", "tests.outside.served", str(port)]
    with (
        sample_site() as site,
        adding_key(f"http://127.0.0.1:{port}") as proxy,
        installed(folder, site.url, site.username, site.app_password, public_url=proxy.address) as one,
        _started(server, port, programs.environment(one.desk.settings)),
    ):
        proxy.token = one.agent().token
        yield Served(proxy.address)


@pytest.fixture(scope="module")
def by_the_sdk() -> Iterator[Served]:
    """The same tools by the official SDK, which asks for no key."""
    port = _free_port()
    # Its other parser for HTTP leaves spaces around a header's value, and a check fails for that.
    server = [sys.executable, "-m", "uvicorn", "--http", "h11", "--log-level", "error", "--port", str(port)]
    with _started([*server, "tests.outside.by_the_sdk:app"], port, {}):
        yield Served(f"http://127.0.0.1:{port}")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder for a program, empty at first."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@contextmanager
def _started(command: list[str], port: int, given: dict[str, str]) -> Iterator[None]:
    running = programs.start(command, given)
    try:
        _wait_for(port, running)
        yield
    finally:
        programs.kill(running)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as place:
        return int(place.getsockname()[1])


def _wait_for(port: int, running: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + LONGEST_START
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert running.poll() is None, f"the server ended with {running.returncode} before it answered"
            assert time.monotonic() < until, f"the server did not answer within {LONGEST_START} s"
            time.sleep(0.05)
