"""The stdio command as a client starts it: a program of its own, spoken with line by line, several calls at once."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue
from typing import Any

from tests.programs import ROOT


class Command:
    """`sayso mcp` with an address and a key, and nothing else of this program's environment that concerns it."""

    def __init__(self, url: str, key: str, folder: Path) -> None:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("SAYSO_")}  # noqa: TID251 - handed on, not read
        self._running = subprocess.Popen(
            [sys.executable, "-m", "webapp.cli", "mcp", "--config", str(folder / "agent.json")],
            cwd=ROOT,
            env={**inherited, "SAYSO_URL": url, "SAYSO_KEY": key},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._ids = itertools.count(1)
        self._writing = threading.Lock()
        self._waiting: dict[int, Queue[dict[str, Any]]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer, half a minute at most."""
        answered: Queue[dict[str, Any]] = Queue()
        assert self._running.stdin is not None
        with self._writing:
            number = next(self._ids)
            self._waiting[number] = answered
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            self._running.stdin.write(json.dumps(message).encode() + b"\n")
            self._running.stdin.flush()
        return answered.get(timeout=30)

    def close(self) -> None:
        """Close the command's input, which ends it."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._running.stdin.close()
        try:
            self._running.wait(10)
        finally:
            self._running.kill()
            self._reader.join()
            self._running.stdout.close()

    def _read(self) -> None:
        assert self._running.stdout is not None
        for line in self._running.stdout:
            message = json.loads(line)
            self._waiting.pop(message["id"]).put(message)
