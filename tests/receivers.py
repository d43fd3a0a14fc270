"""Who receives what we send, on loopback: a mail server, and a web program that keeps what is posted to it."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from werkzeug.wrappers import Request, Response

from tests.serving import served


@dataclass
class Mailbox:
    """A mail server's address, and the mails that it took.

    Attributes:
        recipients: to whom a mail was to go, as it was told apart from the mail's head.
        refuses: the code that it answers to a recipient, if it takes none.
    """

    address: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    refuses: int | None = None


class _Talk(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs to leave a mail."""

    server: Any

    def handle(self) -> None:
        self._say("220 mail.test")
        while line := self.rfile.readline().decode().strip():
            word = line.split(" ")[0].upper()
            if word == "RCPT":
                self.server.box.recipients.append(line.partition(":")[2])
            if word == "DATA":
                self._take()
            elif word == "QUIT":
                self._say("221 bye")
                return
            elif word == "RCPT" and self.server.box.refuses:
                self._say(f"{self.server.box.refuses} nobody of this name")
            else:
                self._say("250 mail.test")

    def _take(self) -> None:
        self._say("354 go on")
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        message = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        self.server.box.mails.append(message)
        self._say("250 taken")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """Run a mail server for as long as the block lasts."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Talk) as server:
        box = Mailbox(f"smtp://127.0.0.1:{server.server_address[1]}")
        server.box = box  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield box
        server.shutdown()


@dataclass
class Hook:
    """A webhook's address, the answer it gives, and what was posted: headers and body.

    Attributes:
        before: what is done before it answers.
    """

    address: str = ""
    status: int = 204
    location: str | None = None
    before: Callable[[], object] = lambda: None
    posted: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@contextmanager
def webhook() -> Iterator[Hook]:
    """Run the receiver of a webhook for as long as the block lasts."""
    hook = Hook()

    @Request.application
    def take(request: Request) -> Response:
        hook.before()
        hook.posted.append((dict(request.headers), request.get_data()))
        headers = {"Location": hook.location} if hook.location else {}
        return Response("SECRET-ANSWER", status=hook.status, headers=headers)

    with served(take) as address:
        hook.address = f"{address}/hook"
        yield hook
