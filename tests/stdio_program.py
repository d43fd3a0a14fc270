"""The stdio command as a client starts it: a program of its own, with an environment of its own, line by line."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "webapp.cli", "mcp"]
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "cursor", "version": "3.1"},
}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "claude desktop", "version": "1.4"},
}


@dataclass
class Program:
    """A running command."""

    running: subprocess.Popen[bytes]
    lines: queue.Queue[bytes] = field(default_factory=queue.Queue)
    reading: bool = True
    ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.running.stdout is not None
        for line in self.running.stdout:
            self.lines.put(line)
            if not self.reading:
                return

    def write(self, line: bytes) -> None:
        """Send bytes as they are."""
        assert self.running.stdin is not None
        self.running.stdin.write(line)
        self.running.stdin.flush()

    def read(self) -> Any:
        """Return the next message."""
        return json.loads(self.lines.get(timeout=30))

    def begin(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Send a request without waiting; return its id."""
        message_id = next(self.ids)
        message = {"jsonrpc": "2.0", "id": message_id, "method": method, "params": dict(params or {})}
        self.write(json.dumps(message).encode() + b"\n")
        return message_id

    def ask(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its answer."""
        message_id = self.begin(method, params)
        answer: dict[str, Any] = self.read()
        assert answer["id"] == message_id, answer
        return answer

    def call(self, tool: str, *, meta: Mapping[str, Any] | None = None, **arguments: Any) -> dict[str, Any]:
        """Call a tool by its short name and return the result, whatever it says."""
        params: dict[str, Any] = {"name": f"respira_{tool}", "arguments": arguments}
        if meta is not None:
            params["_meta"] = meta
        answer = self.ask("tools/call", params)
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return result

    def tools(self) -> list[str]:
        """Return the names of the tools."""
        return [tool["name"] for tool in self.ask("tools/list")["result"]["tools"]]

    def end(self) -> tuple[int, str]:
        """Close its input and wait; return the exit status and what it said on the error output."""
        assert self.running.stdin is not None
        assert self.running.stderr is not None
        self.running.stdin.close()
        status = self.running.wait(30)
        self.reader.join(30)
        return status, self.running.stderr.read().decode()


@contextmanager
def program(home: Path, *options: str, command: list[str] | None = None, **environment: str) -> Iterator[Program]:
    """Run the command for as long as the block lasts, with nothing of this environment but how to find programs."""
    given = {"PATH": os.defpath, "HOME": str(home), **environment}
    running = subprocess.Popen(
        [*(command or COMMAND), *options],
        cwd=ROOT,
        env=given,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield Program(running)
    finally:
        if running.poll() is None:
            running.kill()
        running.wait()
        for stream in (running.stdin, running.stdout, running.stderr):
            assert stream is not None
            stream.close()
