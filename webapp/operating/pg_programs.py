"""The programs that come with PostgreSQL and that copy a whole database: pg_dump and pg_restore."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg import conninfo

from webapp.errors import Refusal

# What the queue keeps is only whom to wake; a worker finds at its start what waits.
_LEFT_OUT = "huey_*"
_LONGEST = 1_000  # characters of what such a program says


def dump(url: str, file: Path) -> None:
    """Copy a database into a file, in pg_dump's custom format, as it is at one moment.

    Args:
        url: as in `SAYSO_DATABASE_URL`. Its password is handed on in a file, for others see a command's arguments.

    Raises:
        Refusal: `respira_not_done_here`, pg_dump is not there or fails.
    """
    with _address(url) as address:
        _run(
            "pg_dump", f"--dbname={address}", "--format=custom", f"--exclude-table-data={_LEFT_OUT}", f"--file={file}"
        )


def lay_out(url: str, file: Path) -> None:
    """Lay such a file out in an empty database: all of it, or nothing.

    Raises:
        Refusal: `respira_not_done_here`, pg_restore is not there or fails.
    """
    with _address(url) as address:
        whole = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--clean", "--if-exists")
        _run("pg_restore", f"--dbname={address}", *whole, str(file))


@contextmanager
def _address(url: str) -> Iterator[str]:
    """Give an address in which no password stands, and a file that holds it for as long as the block runs."""
    parts = {name: str(value) for name, value in conninfo.conninfo_to_dict(url).items()}
    password = parts.pop("password", None)
    if password is None:
        yield conninfo.make_conninfo("", **parts)
        return
    with tempfile.NamedTemporaryFile("w", prefix="sayso-", suffix=".pgpass") as kept:
        escaped = password.replace("\\", "\\\\").replace(":", "\\:")
        kept.write(f"*:*:*:*:{escaped}\n")
        kept.flush()
        yield conninfo.make_conninfo("", **parts, passfile=kept.name)


def _run(name: str, *arguments: str) -> None:
    program = shutil.which(name)
    if program is None:
        raise Refusal(
            "respira_not_done_here",
            f"There is no {name} on this machine.",
            hint="Install PostgreSQL's client programs, of the server's version or a newer one.",
        )
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, and no shell
        [program, "--no-password", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        told = " ".join(done.stderr.split()) or "it does not say why"
        raise Refusal("respira_not_done_here", f"{name} failed: {told[:_LONGEST]}")
