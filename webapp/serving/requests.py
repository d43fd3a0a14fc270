"""One request as it comes in, bit by bit: what of it is kept, and what is refused before anybody reads it.

A request that two programs could take for two different ones is refused: that is how one is smuggled past a proxy.
"""

from __future__ import annotations

from waitress.adjustments import Adjustments
from waitress.buffers import OverflowableBuffer
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver
from waitress.utilities import BadRequest, Error, RequestEntityTooLarge

from webapp.doors.sizes import LARGEST_BODY

LARGEST_HEADERS = 64 * 1024  # bytes, with the address
# So many bytes of a body are taken in at most, so that whoever sends too many gets to read that they are too many.
LARGEST_TAKEN_IN = 4 * LARGEST_BODY
KEPT_IN_MEMORY = 512 * 1024  # bytes of a body; what is larger waits in a file
LONGEST_LINE = 1024  # bytes between two chunks of a body, and after the last
_VERSIONS = ("1.0", "1.1")


class RequestTimeout(Error):  # type: ignore[misc]
    """The request did not arrive in time."""

    code = 408
    reason = "Request Timeout"


class _Body(OverflowableBuffer):  # type: ignore[misc]
    """A body's bytes. Those beyond the largest body are let go: one more is enough to tell that it is too large."""

    def append(self, data: bytes) -> None:
        """Take in what arrived next."""
        room = LARGEST_BODY + 1 - len(self)
        if room > 0:
            super().append(data[:room])


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that is being read.

    Args:
        adj: the server's settings.
    """

    expect_continue: bool = False

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.path = ""

    @property
    def held(self) -> int:
        """How many bytes of its body are kept."""
        return 0 if self.body_rcv is None else len(self.body_rcv)

    def received(self, data: bytes) -> int:
        """Read on; return how many of the bytes belong to this request."""
        consumed: int = super().received(data)
        between = self.body_rcv
        lines = (between.control_line, between.trailer) if isinstance(between, ChunkedReceiver) else ()
        if not self.completed and any(len(line) > LONGEST_LINE for line in lines):
            self.refuse(BadRequest("endless line"))
        if self.completed:
            # Nothing more is wanted of its sender, so nobody is to be told to go on.
            self.expect_continue = False
        return consumed

    def refuse(self, error: Error) -> None:
        """Read no further: this is what it is answered."""
        self.error = error
        self.completed = True

    def parse_header(self, header_plus: bytes) -> None:
        """Read the first line and the headers.

        Raises:
            ParsingError: they are not sound, or could be taken for two different requests.
        """
        try:
            super().parse_header(header_plus)
        except ValueError as fault:
            raise ParsingError(str(fault)) from None
        self._refuse_twofold()
        if self.body_rcv is not None:
            self.body_rcv.buf = _Body(KEPT_IN_MEMORY)
        if self.expect_continue and self.content_length > LARGEST_BODY:
            self.refuse(RequestEntityTooLarge("not asked for"))

    def _refuse_twofold(self) -> None:
        headers = self.headers
        if self.version not in _VERSIONS:
            raise ParsingError("version")
        if "TRANSFER_ENCODING" in headers or (self.chunked and "CONTENT_LENGTH" in headers):
            raise ParsingError("two lengths")
        if self.proxy_netloc and self.proxy_netloc.lower() != headers.get("HOST", "").lower():
            raise ParsingError("two hosts")
