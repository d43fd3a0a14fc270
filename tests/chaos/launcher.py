"""Starts `tests.chaos.dying`, and through it Sayso's programs, each to die at a point or at none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from tests.programs import ROOT, environment, kill
from webapp.settings import Settings

KILLED = -9


class Launcher:
    """One program at a time, on one installation.

    Args:
        folder: for what each program came by, a file each.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._folder, self._numbers = folder, count(1)
        self._told = folder / "points"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.chaos.dying"],
            cwd=ROOT,
            env={**os.environ, **environment(settings)},  # noqa: TID251 - handed on whole, not read
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def start(self, *command: str, at: int = 0) -> int:
        """Start a program, and return its id.

        Args:
            at: the point at which it dies; 0 for none.
        """
        self._told = self._folder / f"points-{next(self._numbers)}"
        order = {"do": "start", "command": command, "at": at, "told": str(self._told)}
        return int(self._ordered(order))

    def has_ended(self) -> int | None:
        """Return how the program ended, or None while it runs."""
        told = self._ordered({"do": "look"})
        return int(told) if told else None

    def end(self) -> None:
        """Kill the program that runs."""
        self._ordered({"do": "end"})

    def points(self) -> list[str]:
        """Return the points that the last program came by, in their order."""
        return [line.partition(" ")[2] for line in self._told.read_text().splitlines()] if self._told.exists() else []

    def _ordered(self, order: dict[str, object]) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(order), file=self.process.stdin, flush=True)
        return self.process.stdout.readline().strip()


@contextmanager
def launching(settings: Settings, folder: Path) -> Iterator[Launcher]:
    """Have a launcher for as long as the block lasts; nothing that it started outlives it."""
    launcher = Launcher(settings, folder)
    try:
        yield launcher
    finally:
        kill(launcher.process)
        for pipe in (launcher.process.stdin, launcher.process.stdout):
            if pipe is not None:
                pipe.close()
