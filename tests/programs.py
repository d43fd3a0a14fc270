"""Sayso's own programs, started as a server starts them, for tests that kill them. None outlives the test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from webapp.settings import Settings

ROOT = Path(__file__).parent.parent


def environment(settings: Settings) -> dict[str, str]:
    """The environment that gives a program these settings."""
    return {
        "SAYSO_DATABASE_URL": settings.database_url,
        "SAYSO_PUBLIC_URL": settings.public_url,
        "SAYSO_SECRET_KEY": settings.secret_key,
        "SAYSO_SEALING_KEYS": ",".join(settings.sealing_keys),
        "SAYSO_ALLOW_PRIVATE_SITES": "1" if settings.allow_private_sites else "0",
    }


@contextmanager
def program(settings: Settings, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `sayso COMMAND` in a process group of its own for as long as the block lasts."""
    running = start([sys.executable, "-m", "webapp.cli", *command], environment(settings))
    try:
        yield running
    finally:
        kill(running)


def start(command: list[str], given: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **given},  # noqa: TID251 - handed on whole, not read
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def kill(running: subprocess.Popen[bytes]) -> None:
    """Kill a program and all it has started, as a power cut would."""
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()
