"""The stdio command with several calls under way at once: each answer finds the one who asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

from tests.stdio_program import Program, program


class Command:
    """A running command, asked by several threads."""

    def __init__(self, running: Program) -> None:
        self._running = running
        self._asking = threading.Lock()
        self._answers: dict[int, Queue[dict[str, Any]]] = {}

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer, half a minute at most."""
        with self._asking:
            number = self._running.begin(method, params)
        return self._answers.setdefault(number, Queue()).get(timeout=30)

    def hand_out(self) -> None:
        """Give each answer to whoever waits for it, until there is an empty line."""
        while line := self._running.lines.get():
            message = json.loads(line)
            self._answers.setdefault(message["id"], Queue()).put(message)


@contextmanager
def command(home: Path, url: str, key: str) -> Iterator[Command]:
    """Run the command with an address and a key for as long as the block lasts."""
    with program(home, SAYSO_URL=url, SAYSO_KEY=key) as running:
        one = Command(running)
        handing_out = threading.Thread(target=one.hand_out)
        handing_out.start()
        try:
            yield one
        finally:
            running.lines.put(b"")
            handing_out.join(30)
