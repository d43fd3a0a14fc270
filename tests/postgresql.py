"""A PostgreSQL of the tests' own, on a socket in a folder of its own: brought up when a test first asks, and ended
with the run, even one that was killed. Nothing that a machine keeps elsewhere is touched.

`python -m tests.postgresql COMMAND ...` runs a command with the address of an empty database in its environment.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg

# Who runs it where the tests run as root, whom PostgreSQL refuses; Debian's package makes this user.
NOT_ROOT = "postgres"
# A test wants its database fast, and never again after a power cut.
FAST = ["-c", "fsync=off", "-c", "full_page_writes=off"]
# The shared one is not looked at again after its end either: a commit may be lost with it.
HASTY = [*FAST, "-c", "synchronous_commit=off", "-c", "max_connections=200"]
# Its input ends when whoever began it does, in whatever way; a server would go on.
ENDING = 'cat; "$0" -D "$1/data" -m immediate stop; rm -rf "$1"'


class Server:
    """A running PostgreSQL.

    Args:
        folder: an empty one, in which it keeps everything, its socket too. Whoever runs it must be able to reach it,
            so it is none of pytest's, which are for the eyes of one user.
        options: further ones for the server.
    """

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        self.folder = folder
        self._user = pwd.getpwnam(NOT_ROOT).pw_name if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(folder, self._user)
        data = str(folder / "data")
        self._run(
            _program("initdb"), "--no-sync", "-A", "trust", "-U", "sayso", "-E", "UTF8", "--locale=C.UTF-8", data
        )
        self._options = ["-k", str(folder), "-c", "listen_addresses=", *options]
        self._ending = subprocess.Popen(
            ["/bin/sh", "-c", ENDING, _program("pg_ctl"), str(folder)],
            user=self._user,
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [_program("pg_ctl"), "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "start"]
        self._run(*command, "-o", " ".join(self._options))

    def stop(self) -> None:
        """End it at once, if it runs; what is connected loses its connection."""
        if not (self.folder / "data" / "postmaster.pid").exists():
            return
        self._run(_program("pg_ctl"), "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def end(self) -> None:
        """End it for good, and leave nothing of it."""
        self._ending.communicate()

    def url(self, name: str) -> str:
        """Return the address of a database, as `SAYSO_DATABASE_URL` takes it."""
        return f"postgresql:///{name}?host={self.folder}&user=sayso"

    def make(self, name: str, like: str = "template0") -> str:
        """Make a database, which is empty or a copy of another one, and return its address."""
        self.tell(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
        return self.url(name)

    def drop(self, name: str) -> None:
        """Drop a database, whoever is connected to it."""
        self.tell(f'DROP DATABASE "{name}" WITH (FORCE)')

    def tell(self, statement: str) -> None:
        """Run one statement outside of any of the tests' databases."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, *command: str) -> None:
        told = subprocess.run(
            command, user=self._user, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if told.returncode != 0:
            raise RuntimeError(f"{command[0]} failed: {told.stdout}{told.stderr}")


@contextmanager
def own(options: Sequence[str] = FAST) -> Iterator[Server]:
    """Bring up a server of a test's own, which the test may stop and start."""
    one = Server(Path(tempfile.mkdtemp(prefix="sayso-pg-")), options)
    try:
        yield one
    finally:
        one.end()


@cache
def server() -> Server:
    """Return the server that the tests of this process share."""
    one = Server(Path(tempfile.mkdtemp(prefix="sayso-pg-")), HASTY)
    atexit.register(one.end)
    return one


def _program(name: str) -> str:
    """Find a program of PostgreSQL, which Debian keeps in a folder of its version."""
    found = shutil.which(name) or next(
        iter(sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None
    )
    if found is None:
        raise RuntimeError(f"There is no {name} on this machine; bin/packages installs PostgreSQL.")
    return str(found)


def main(command: list[str]) -> int:
    """Run a command on an empty database of a server of its own; return the command's exit status."""
    with own() as one:
        given = {"SAYSO_DATABASE_URL": one.make("fresh")}
        return subprocess.run(command, env={**os.environ, **given}, check=False).returncode  # noqa: TID251 - handed on


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
