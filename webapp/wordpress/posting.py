"""Sending a message to an address that an owner chose: a webhook. It reads nothing of the answer but its status.

Where we may connect to is the same for it as for sites (see addresses.py), and redirects are not followed: what is
signed for one address is nobody else's.
"""

from __future__ import annotations

import httpx
import structlog

from webapp.errors import Refusal
from webapp.wordpress.wire import Patience, ReplyTooLong, Wire, why

log = structlog.get_logger(__name__)
PATIENCE = Patience(connect=5.0, read=10.0, write=10.0, whole=10.0, pauses=())
# What a receiver answers beyond this is not read.
_LARGEST = 64 * 1024


def post(address: str, body: bytes, headers: dict[str, str], *, allow_private: bool) -> int:
    """Send a body once.

    Args:
        allow_private: whether loopback and private networks may be reached.

    Returns:
        The status of the answer.

    Raises:
        Refusal: respira_address_not_allowed; respira_not_delivered, there was no answer, with the reason.
    """
    with Wire(allow_private=allow_private, patience=PATIENCE, headers=headers, largest=_LARGEST) as wire:
        try:
            return wire.send("POST", address, content=body).status
        except ReplyTooLong as fault:
            raise Refusal("respira_not_delivered", "It answered with more than is read.") from fault
        except httpx.RequestError as fault:
            # Which ports of which machines answer is nobody's to find out this way: the reason is in the log alone.
            log.info("post.failed", why=why(fault))
            raise Refusal("respira_not_delivered", "No answer came from there.") from fault
