"""The published client of the REST door, unmodified, as an agent's program starts it; and what it sent to us.

It speaks MCP line by line with the agent and HTTP with the door. Everything that it would send to its maker is off or
goes to an address where nobody listens.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Any

from tests.outside import node

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Answer = dict[str, Any]
PREFIX = "respira_"
LONGEST_ANSWER = 90  # seconds


@dataclass(frozen=True)
class Sent:
    """One request that arrived at our door, as it was."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes

    @property
    def line(self) -> str:
        """Such as `PUT v2/pages/42`."""
        return f"{self.method} {self.path.removeprefix('/wp-json/respira/')}{'?' if self.query else ''}{self.query}"


class Recorder:
    """Keeps every request before the program behind it answers it."""

    def __init__(self) -> None:
        self.program: WSGIApplication
        self.sent: list[Sent] = []

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Note a request and pass it on."""
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)
        headers = {
            name.removeprefix("HTTP_").replace("_", "-").lower(): str(value)
            for name, value in environ.items()
            if name.startswith("HTTP_")
        }
        query = environ.get("QUERY_STRING", "")
        self.sent.append(Sent(environ["REQUEST_METHOD"], environ["PATH_INFO"], query, headers, body))
        return self.program(environ, start_response)

    def lines(self, *methods: str) -> list[str]:
        """What was sent, in the order in which it arrived; with these methods only, if any are named."""
        return [sent.line for sent in self.sent if not methods or sent.method in methods]


class NpmClient:
    """The client as an agent's program holds it: calls go to its input, answers come from its output.

    Args:
        address: of our installation, which the client takes for the WordPress site.
        home: an empty folder, since a configuration in the home would count before what is given here.
    """

    def __init__(self, address: str, token: str, home: Path) -> None:
        given = {
            "HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "WORDPRESS_URL": address,
            "WORDPRESS_API_KEY": token,
            "RESPIRA_API_BASE": node.NOWHERE,
            "RESPIRA_USAGE_OPT_OUT": "1",
            "RESPIRA_MCP_DISABLE_UPDATE_CHECK": "1",
            "HTTP_PROXY": node.NOWHERE,
            "HTTPS_PROXY": node.NOWHERE,
            "NO_PROXY": "127.0.0.1,localhost",
        }
        self._running = subprocess.Popen(
            node.node("respira", "--stdio"),
            cwd=home,
            env=given,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._ids = itertools.count(1)
        self._writing = threading.Lock()
        self._waiting: dict[int, Queue[Answer]] = {}
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def begin(self) -> Answer:
        """Shake hands, as an agent's program does first."""
        info = {"name": "claude-code", "version": "2.1"}
        told = self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info})
        self._write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return told

    def ask(self, method: str, params: Answer | None = None) -> Answer:
        """Send a request and wait for its result."""
        answered: Queue[Answer] = Queue()
        number = next(self._ids)
        self._waiting[number] = answered
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}})
        answer = answered.get(timeout=LONGEST_ANSWER)
        assert "error" not in answer, answer
        result: Answer = answer["result"]
        return result

    def result(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool and return its result, whatever came of it."""
        return self.ask("tools/call", {"name": PREFIX + tool, "arguments": arguments})

    def call(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool whose answer must be no error, and return it without what the client adds to every answer."""
        result = self.result(tool, **arguments)
        assert result.get("isError", False) is False, result
        body: Answer = json.loads(result["content"][0]["text"])
        assert result["structuredContent"] == body
        assert body.pop("site")["id"] == "env-site"
        body.pop("respira_approvals_url", None)
        return body

    def invoke(self, tool: str, **arguments: Any) -> Answer:
        """Call a tool of ours that the client does not know, through the one that carries any."""
        return self.call("invoke_ability", ability=f"respira/{tool.replace('_', '-')}", args=arguments)

    def close(self) -> None:
        """Close the client's input, which ends it."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._running.stdin.close()
        try:
            self._running.wait(10)
        finally:
            self._running.kill()
            self._running.wait()
            self._reader.join()
            self._running.stdout.close()

    def _write(self, message: Answer) -> None:
        assert self._running.stdin is not None
        with self._writing:
            self._running.stdin.write(json.dumps(message).encode() + b"\n")
            self._running.stdin.flush()

    def _read(self) -> None:
        assert self._running.stdout is not None
        for line in self._running.stdout:
            message = json.loads(line)
            if "id" in message and "method" not in message:
                self._waiting.pop(message["id"]).put(message)
