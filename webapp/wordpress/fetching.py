"""Fetch a file from an address that a call names, or look whether it is there.

The address is an agent's choice, so it is treated as hostile: no login goes along, and every address on the way,
redirects too, is checked as addresses.py says. What kind of file it is, is not decided here.
"""

from __future__ import annotations

import httpx

from webapp.errors import Refusal
from webapp.wordpress.addresses import check_url
from webapp.wordpress.wire import Patience, Reply, Wire, why

MOST_REDIRECTS = 3
PATIENCE = Patience(connect=10.0, read=20.0, write=10.0, whole=60.0, pauses=())
# Compressed, a small reply could grow past every limit at once.
_HEADERS = {"Accept": "*/*", "Accept-Encoding": "identity"}


def fetch(address: str, *, allow_private: bool, largest: int, patience: Patience = PATIENCE) -> bytes:
    """Return what stands at an address.

    Args:
        allow_private: whether loopback and private networks may be reached.
        largest: how many bytes are taken; more than that are not read.

    Raises:
        Refusal: respira_address_not_allowed; respira_fetch_failed, with the reason.
    """
    return _asked("GET", address, allow_private, largest, patience).body


def length_at(address: str, *, allow_private: bool, patience: Patience = PATIENCE) -> int | None:
    """Return how many bytes stand at an address, without fetching them; None where that is not told.

    Raises:
        Refusal: as fetch.
    """
    told = _asked("HEAD", address, allow_private, 0, patience).headers.get("content-length", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 16 else None


def _asked(method: str, address: str, allow_private: bool, largest: int, patience: Patience) -> Reply:
    with Wire(allow_private=allow_private, patience=patience, headers=_HEADERS, largest=largest) as wire:
        url = address
        for _ in range(MOST_REDIRECTS + 1):
            try:
                reply = wire.send(method, url)
            except httpx.RequestError as fault:
                raise _failed(f"{_host(url)} did not give it. {why(fault)}") from fault
            except Refusal as refusal:
                raise _not_allowed(refusal, redirected=url != address) from refusal
            if reply.redirects_to is None:
                break
            url = str(reply.redirects_to)
        else:
            raise _failed(f"{_host(address)} sends it on more than {MOST_REDIRECTS} times.")
    if reply.status != 200:
        raise _failed(f"{_host(url)} answered {reply.status}.")
    return reply


def _failed(reason: str) -> Refusal:
    return Refusal("respira_fetch_failed", f"The file could not be fetched: {reason}")


def _not_allowed(refusal: Refusal, *, redirected: bool) -> Refusal:
    way = "The address sends on to one that is not allowed. " if redirected else ""
    return Refusal(
        "respira_address_not_allowed",
        f"The file was not fetched. {way}{refusal.message}",
        hint="Name an address on the open internet, or send the file itself.",
    )


def _host(address: str) -> str:
    return check_url(address).host
