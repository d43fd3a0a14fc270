"""The carrier: takes one body to Sayso and brings its answer back. It knows no protocol but HTTP.

Connections are kept open and used again. TLS is verified. Redirects are not followed, for the key would go along.
A proxy named by HTTPS_PROXY is used for https addresses, where it can read nothing; never for this machine.
"""

from __future__ import annotations

import base64
import re
import select
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from webapp import clock
from webapp.errors import Trouble

CONNECTS_WITHIN = 10  # seconds
# An apply is answered within about 20 seconds; a slow website may take longer, and clients give up at 300.
ANSWERS_WITHIN = 300  # seconds
_IDLE_AT_MOST = 30  # seconds; servers hang up on idle connections after a while


class Answer(NamedTuple):
    """What Sayso, or whatever stands at its address, answered.

    Attributes:
        location: where a redirect points; empty otherwise.
    """

    status: int
    body: bytes
    location: str


class Carrier:
    """Carries bodies to one address, several at once.

    Args:
        url: the address, without a path.
        https_proxy: the proxy for https addresses; empty for none.
        no_proxy: the hosts for which it is not used, separated by commas.
    """

    def __init__(self, url: str, *, https_proxy: str = "", no_proxy: str = "") -> None:
        self.url = url
        self._where = urlsplit(url)
        self._proxy = _proxy_for(self._where, https_proxy, no_proxy)
        self._lock = threading.Lock()
        self._idle: list[tuple[float, HTTPConnection]] = []
        self._tls: Any = None

    @property
    def is_overheard(self) -> bool:
        """Whether what is sent leaves this machine unencrypted."""
        return self._where.scheme == "http" and not _is_here(self._where.hostname or "")

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Send a body and wait for the answer.

        Raises:
            Trouble: `respira_sayso_unreachable` where it is certain that nothing was sent, `respira_answer_lost`
                where it is not known what became of it.
        """
        connection = self._kept_open() or self._connected()
        try:
            # A server that refuses early hangs up before it has read everything; its answer may be there.
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.request("POST", path, body, {"Content-Type": "application/json", **headers})
            response = connection.getresponse()
            answer = Answer(response.status, response.read(), response.getheader("Location") or "")
        except (OSError, HTTPException) as fault:
            connection.close()
            raise Trouble(
                "respira_answer_lost", f"Sayso at {self.url} broke off before it answered ({_reason(fault)})."
            ) from fault
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append((clock.monotonic(), connection))
        return answer

    def stranger(self, answer: Answer) -> Trouble:
        """Say what is wrong where something answered that is not Sayso, or Sayso did not get to answer."""
        if 300 <= answer.status < 400:
            return Trouble(
                "respira_sayso_unreachable",
                f"{self.url} sends calls on to {answer.location[:200]}, and a key is not sent after it.",
                hint="Give the command that address, where it is Sayso's own.",
            )
        told = f"{self.url} answered with HTTP {answer.status}, and not as Sayso does."
        if 400 <= answer.status < 500:
            return Trouble("respira_sayso_unreachable", told, hint="Check the address that the command was given.")
        # Whatever took the call may have done it.
        return Trouble("respira_answer_lost", told)

    def _kept_open(self) -> HTTPConnection | None:
        """Take a connection that is open still. One on which the server hung up has something to read: the end."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                since, connection = self._idle.pop()
            if clock.monotonic() - since < _IDLE_AT_MOST and not select.select([connection.sock], [], [], 0)[0]:
                return connection
            connection.close()

    def _connected(self) -> HTTPConnection:
        try:
            connection = self._new()
            connection.connect()
            connection.sock.settimeout(ANSWERS_WITHIN)
        # A name that can not be looked up, or a port that is none, is a ValueError.
        except (OSError, HTTPException, ValueError) as fault:
            raise Trouble(
                "respira_sayso_unreachable", f"Sayso at {self.url} can not be reached ({_reason(fault)})."
            ) from fault
        return connection

    def _new(self) -> HTTPConnection:
        host, port = self._where.hostname or "", self._where.port
        if self._where.scheme == "http":
            return HTTPConnection(host, port or 80, timeout=CONNECTS_WITHIN)
        if self._proxy is None:
            return HTTPSConnection(host, port or 443, timeout=CONNECTS_WITHIN, context=self._verifying())
        connection = HTTPSConnection(
            self._proxy.hostname or "", self._proxy.port or 80, timeout=CONNECTS_WITHIN, context=self._verifying()
        )
        connection.set_tunnel(host, port or 443, _proxy_login(self._proxy))
        return connection

    def _verifying(self) -> Any:
        with self._lock:
            if self._tls is None:
                import ssl  # reading the certificates takes a moment, and only https needs them

                self._tls = ssl.create_default_context()
            return self._tls


def _is_here(host: str) -> bool:
    return host in ("localhost", "::1") or re.fullmatch(r"127(\.\d+){3}", host) is not None


def _proxy_for(where: SplitResult, https_proxy: str, no_proxy: str) -> SplitResult | None:
    host = where.hostname or ""
    if where.scheme != "https" or not https_proxy or _is_here(host):
        return None
    for name in (each.strip().lower().lstrip(".") for each in no_proxy.split(",")):
        if name == "*" or name in (host, where.netloc) or (name and host.endswith(f".{name}")):
            return None
    return urlsplit(https_proxy if "://" in https_proxy else f"http://{https_proxy}")


def _proxy_login(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(login.encode()).decode()}"}


def _reason(fault: Exception) -> str:
    """Say in a few words what the network said."""
    if isinstance(fault, TimeoutError):
        return "it did not answer in time"
    told = (
        getattr(fault, "verify_message", "") or getattr(fault, "strerror", "") or str(fault) or type(fault).__name__
    )
    return str(told)[:200]
