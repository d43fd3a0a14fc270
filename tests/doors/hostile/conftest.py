"""The real web program, and a site behind it that tells whether anything reached it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

import httpx
import pytest

from tests import programs
from tests.installed import Installed, installed
from tests.sample import sample_site
from webapp.sample_site import SampleSite

LONGEST_START = 60.0


@dataclass(frozen=True)
class Web:
    """A `sayso web` that answers.

    Attributes:
        port: where on loopback.
        running: its process.
        token: a key's.
    """

    port: int
    running: Popen[bytes]
    place: Installed
    site: SampleSite
    token: str

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, *, takes: int | None = None) -> socket.socket:
        """Open a connection.

        Args:
            takes: how many bytes of an answer it takes before it is read.
        """
        connection = socket.socket()
        if takes is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def exchange(self, sent: bytes) -> bytes:
        """Send bytes on a connection of their own and return all that comes back until it is closed."""
        with self.connect() as connection:
            connection.sendall(sent)
            return read_all(connection)

    def head(self, method: str, path: str, *more: str) -> bytes:
        """The first lines of a request, with a key."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Authorization: Bearer {self.token}"]
        return ("\r\n".join([*lines, *more]) + "\r\n\r\n").encode()


def read_all(connection: socket.socket) -> bytes:
    """Read until the other end closes, however it does."""
    read = b""
    try:
        while part := connection.recv(65536):
            read += part
    except ConnectionResetError:
        return read
    return read


@contextmanager
def serving(folder: Path) -> Iterator[Web]:
    """Serve Sayso with a sample site connected, and with no worker, for as long as the block lasts."""
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (
        sample_site() as site,
        installed(folder, site.url, site.username, site.app_password, public_url=address) as one,
        programs.program(one.desk.settings, "web", "--port", str(port)) as running,
    ):
        until = time.monotonic() + LONGEST_START
        while True:
            try:
                httpx.get(f"{address}/healthz").raise_for_status()
                break
            except httpx.TransportError:
                assert running.poll() is None, "it ended by itself"
                assert time.monotonic() < until, "it did not answer"
                time.sleep(0.05)
        yield Web(port, running, one, site, one.agent().token)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with serving(tmp_path_factory.mktemp("web")) as one:
        yield one


@pytest.fixture
def short_lived(tmp_path: Path) -> Iterator[Web]:
    """One that a test may end."""
    with serving(tmp_path) as one:
        yield one
