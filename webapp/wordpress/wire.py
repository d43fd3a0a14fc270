"""One request, one reply, within limits of time and size.

Redirects are not followed, errors are not read, nothing is sent twice: that is decided above, where it is
known whether the request reads or writes. The log gets method, host and path, status and milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from types import TracebackType

import httpx
import structlog

from webapp import clock
from webapp.wordpress.addresses import PinnedTransport, check_url
from webapp.wordpress.deadlines import Deadline
from webapp.wordpress.unpacking import ACCEPTED, NotUnpacked, unpacked

# Read once: looking up the version reads a file, and there is a wire for every call.
NAME = f"Sayso/{version('sayso')}"
_ALWAYS = {"Accept": "*/*", "Accept-Encoding": ACCEPTED, "Connection": "keep-alive", "User-Agent": NAME}
LARGEST_REPLY = 50 * 1024 * 1024
_NOT_VALID = "Its certificate is not valid for this address."
# What is wrong with a certificate, by the words of OpenSSL.
_CERTIFICATES = {
    "not yet valid": "Its certificate is not valid yet: see that the clocks of both servers are right.",
    "has expired": "Its certificate has expired, so the site's host has to renew it.",
    "self-signed certificate in certificate chain": "Its certificate was made by somebody whom nobody vouches for.",
    "self-signed": "It made its certificate itself, so nobody vouches for it.",
    "unable to get local issuer": "Nobody known vouches for its certificate; the host may have left a part out.",
    "revoked": "Its certificate was revoked.",
    "mismatch": "Its certificate is for another address than this.",
}
# Bytes where a value is not plain ASCII.
Headers = Mapping[str, str | bytes]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Patience:
    """How long we wait, in seconds; the defaults fit slow shared hosts.

    Args:
        connect, read, write: the longest silence while connecting, reading and writing.
        whole: the longest a reply may take from its first byte to its last, drop by drop.
        pauses: how long to wait before each further try of a read.
        retry_after: the longest wait a site may ask for with Retry-After.
    """

    connect: float = 10.0
    read: float = 60.0
    write: float = 60.0
    whole: float = 300.0
    pauses: tuple[float, ...] = (0.3, 1.0)
    retry_after: float = 10.0


@dataclass(frozen=True)
class Reply:
    """What came back: the URL asked, status, headers, and the body, decompressed."""

    url: httpx.URL
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def sends_on(self) -> bool:
        """Whether the reply is a redirect, wherever it points to."""
        return self.status in (301, 302, 303, 307, 308) and "location" in self.headers

    @property
    def redirects_to(self) -> httpx.URL | None:
        """Where the reply points to, if it is a redirect with a target that can be read."""
        if not self.sends_on:
            return None
        try:
            return self.url.join(self.headers["location"])
        except (httpx.InvalidURL, ValueError):
            return None


class ReplyTooLong(httpx.TransportError):
    """The reply is larger than is taken, or took longer than patience allows."""


class Wire:
    """Connections to checked addresses; a context manager.

    Args:
        allow_private: whether loopback and private networks may be reached.
        patience: how long to wait.
        headers: sent with every request, such as Authorization.
        largest: how many bytes of a reply are taken.
        cuts_off: the rest of a larger reply is left unread; otherwise it counts as none.
    """

    def __init__(
        self,
        *,
        allow_private: bool,
        patience: Patience,
        headers: dict[str, str] | None = None,
        largest: int = LARGEST_REPLY,
        cuts_off: bool = False,
    ) -> None:
        self._patience, self._largest, self._cuts_off = patience, largest, cuts_off
        # A client of httpx would keep cookies, which turn later calls into a session of their own, and read where a
        # redirect points to before anybody asks.
        self._transport = PinnedTransport(allow_private=allow_private)
        self._headers = {**_ALWAYS, **(headers or {})}
        # The first sign may be as long in coming as any other.
        self._deadline = Deadline(patience.read + patience.whole)

    def send(self, method: str, url: str, *, content: bytes | None = None, headers: Headers | None = None) -> Reply:
        """Send one request and read the reply.

        Raises:
            Refusal: respira_address_not_allowed.
            httpx.RequestError: no reply, or not a whole one.
        """
        checked = check_url(url)
        begun = clock.monotonic()
        status = 0
        request = self._request(method, checked, content, headers)
        try:
            with self._deadline, closing(self._transport.handle_request(request)) as answer:
                status = answer.status_code
                body = self._body(answer)
                # A body that tells no length ends where it is cut off as if it were whole.
                if self._deadline.passed:
                    raise ReplyTooLong("The reply took too long.")
                return Reply(checked, status, answer.headers, body)
        except httpx.RequestError as fault:
            if self._deadline.passed:
                raise ReplyTooLong("The reply took too long.") from fault
            raise
        finally:
            took = round((clock.monotonic() - begun) * 1000)
            log.debug("site.answered", method=method, at=_spoken(checked), status=status, ms=took)

    def _request(self, method: str, url: httpx.URL, content: bytes | None, headers: Headers | None) -> httpx.Request:
        patience = self._patience
        timeout = httpx.Timeout(
            connect=patience.connect, read=patience.read, write=patience.write, pool=patience.connect
        )
        return httpx.Request(
            method,
            url,
            headers=_pairs({**self._headers, **(headers or {})}),
            content=content,
            extensions={"timeout": timeout.as_dict(), "trace": self._deadline.watch},
        )

    def _body(self, answer: httpx.Response) -> bytes:
        begun = clock.monotonic()
        body = bytearray()
        for piece in unpacked(answer.iter_raw(), answer.headers.get("content-encoding", "")):
            body += piece
            if len(body) > self._largest and self._cuts_off:
                return bytes(body[: self._largest])
            if len(body) > self._largest:
                raise ReplyTooLong(f"The reply is larger than {self._largest // 1024**2} MB.")
            if clock.monotonic() - begun > self._patience.whole:
                raise ReplyTooLong("The reply took too long.")
        return bytes(body)

    def close(self) -> None:
        """Close every connection."""
        self._transport.close()

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _pairs(headers: Headers) -> list[tuple[bytes, bytes]]:
    pairs = headers.items()
    return [(name.encode(), value if isinstance(value, bytes) else value.encode()) for name, value in pairs]


def was_never_sent(fault: httpx.RequestError) -> bool:
    """Return whether the fault proves that no byte of the request reached the site."""
    return isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)


def why(fault: httpx.RequestError) -> str:
    """Return in words, for a person, what went wrong on the way."""
    text = str(fault).lower()
    if isinstance(fault, ReplyTooLong | NotUnpacked):
        return str(fault)
    if isinstance(fault, httpx.ConnectTimeout):
        return "It did not take the connection in time."
    if isinstance(fault, httpx.TimeoutException):
        return "It took the connection but did not answer in time."
    if "certificate" in text:
        return next((said for sign, said in _CERTIFICATES.items() if sign in text), _NOT_VALID)
    if "ssl" in text or "tls" in text:
        return "It does not speak https."
    if "name" in text and isinstance(fault, httpx.ConnectError):
        return "Its host name cannot be looked up."
    if isinstance(fault, httpx.ConnectError):
        return "It refused the connection."
    return "It closed the connection without a whole answer."


def _spoken(url: httpx.URL) -> str:
    # The query may hold what people search for; of a plain root only the route is worth a line.
    return f"{url.host}{url.params.get('rest_route') or url.path}"
