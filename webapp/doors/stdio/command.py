"""The command's running: a line in is a message, and so is a line out. Several may be on their way at once.

Output carries nothing but messages; what there is to say besides goes to the error output.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from webapp.errors import Trouble

from . import alone, messages, redeem
from .access import Access
from .carrier import Carrier
from .messages import Asked, Unreadable

PATH = "/mcp/stdio"
AT_ONCE = 16  # what the server works at; more than that wait their turn


def run(access: Access, carrier: Carrier) -> int:
    """Serve the program's own input and output until the input ends, or somebody ends the program.

    Returns:
        The exit status.
    """
    # From here on whatever is printed by mistake goes to the error output, not between the messages.
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if sys.platform != "win32":
        os.set_blocking(out, True)
    if carrier.is_overheard:
        told = f"the key travels to {carrier.url} unencrypted, so whoever is on the way can read it"
        print(f"sayso mcp: {told}. Use https.", file=sys.stderr)
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(0))
    with suppress(KeyboardInterrupt), open(out, "wb", buffering=0) as output:
        Command(access, carrier, output).serve(sys.stdin.buffer)
    return 0


class Command:
    """Passes a client's messages on to Sayso, and the answers back.

    Args:
        output: takes bytes as they come; only ever written to by one thread at a time.
    """

    def __init__(self, access: Access, carrier: Carrier, output: io.FileIO) -> None:
        self._access = access
        self._carrier = carrier
        self._output = output
        self._writing = threading.Lock()
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._version: str | None = None
        self._client = "sayso-mcp"
        # Whether this client was promised to hear when the list of tools changes.
        self._is_told_changes = False

    def serve(self, lines: Iterable[bytes]) -> None:
        """Answer every line until there are no more, and then what is on its way."""
        running: list[threading.Thread] = []
        for line in lines:
            asked = self._read(line.strip())
            if asked is None:
                continue
            self._places.acquire()
            running = [thread for thread in running if thread.is_alive()]
            running.append(threading.Thread(target=self._answer_in_its_place, args=(asked,), daemon=True))
            running[-1].start()
            if asked.method == "initialize":
                # Everything after it depends on what it agrees on.
                running[-1].join()
        for thread in running:
            thread.join()

    def _read(self, line: bytes) -> Asked | None:
        try:
            return messages.read(line) if line else None
        except Unreadable as fault:
            self._write(fault.answer)
            return None

    def _answer_in_its_place(self, asked: Asked) -> None:
        try:
            self._answer(asked)
        finally:
            self._places.release()

    def _answer(self, asked: Asked) -> None:
        """Answer a message whatever happens: a client would wait for ever for an answer that never comes."""
        answer: dict[str, Any] | None = messages.error(asked.id, messages.INTERNAL_ERROR, "sayso mcp broke.")
        try:
            answer = self._of(asked)
        except Trouble as trouble:
            print(f"sayso mcp: {trouble.message}", file=sys.stderr)
            answer = messages.of_trouble(asked, trouble)
        finally:
            if asked.wants_answer and answer is not None:
                self._write(answer)
        if self._is_told_changes and asked.is_call and self._access.key:
            self._is_told_changes = False
            self._write({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})

    def _of(self, asked: Asked) -> dict[str, Any] | None:
        """Return the answer to a message; None where there is none."""
        if asked.method == "initialize":
            self._client = _client_of(asked)
        if asked.is_call and asked.params.get("name") == redeem.NAME:
            body = redeem.redeem(self._access, self._carrier, asked.params.get("arguments"))
            return messages.of_call(asked, body)
        answer = self._of_sayso(asked) if self._access.key else alone.answer(asked)
        if answer is not None and "result" in answer and asked.method == "initialize":
            self._version = answer["result"]["protocolVersion"]
            self._is_told_changes = not self._access.key
        return answer

    def _of_sayso(self, asked: Asked) -> dict[str, Any] | None:
        """Pass a message on and return the answer; None where there is none."""
        headers = messages.headers_of(asked, self._version)
        headers |= {"Accept": "application/json, text/event-stream", "User-Agent": self._client}
        key = self._access.key
        headers["Authorization"] = f"Bearer {key}"
        answer = self._carrier.post(PATH, asked.line, headers)
        told = messages.told_in(answer.body)
        # Another gate in front of Sayso may answer 401 too, and knows nothing of the key.
        if answer.status == 401 and told is not None and not self._access.given:
            # A kept key that was revoked must not stand in the way of the code for a new one.
            print("sayso mcp: the kept key is not accepted any more.", file=sys.stderr)
            self._access.forget(key)
            return alone.answer(asked)
        if not asked.wants_answer:
            return None
        if told is None or not _fits(asked, told):
            raise self._carrier.stranger(answer)
        if asked.method == "tools/list" and "result" in told:
            told["result"]["tools"].append(redeem.TOOL)
        return {"jsonrpc": "2.0", "id": asked.id, **told}

    def _write(self, message: dict[str, Any]) -> None:
        line = memoryview(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        # A client that is gone reads no answers; its input ends as well, and so do we.
        with self._writing, suppress(BrokenPipeError):
            while line:
                line = line[self._output.write(line) :]


def _fits(asked: Asked, told: dict[str, Any]) -> bool:
    """Tell whether an answer is one to this question: has in it what is taken out of it here, or by any client."""
    if "error" in told:
        return True
    answer = told["result"]
    if asked.method == "initialize":
        return isinstance(answer.get("protocolVersion"), str)
    if asked.method == "tools/list":
        return _holds(answer.get("tools"), "name")
    return not asked.is_call or _holds(answer.get("content"), "type")


def _holds(parts: Any, member: str) -> bool:
    """Tell whether something is a list of objects that each have a member with text."""
    return isinstance(parts, list) and all(
        isinstance(part, dict) and isinstance(part.get(member), str) for part in parts
    )


def _client_of(asked: Asked) -> str:
    """Return the client's name and version as a User-Agent, by which people recognise it on the pages."""
    info = asked.params.get("clientInfo")
    told = [str(info.get(part) or "") for part in ("name", "version")] if isinstance(info, dict) else []
    plain = ["".join(letter if "!" <= letter <= "~" and letter != "/" else "-" for letter in part) for part in told]
    return f"{'/'.join(part[:60] for part in plain if part)} sayso-mcp".strip()
