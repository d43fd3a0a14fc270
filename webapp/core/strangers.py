"""Who may speak to us at all: only what was sent to our own address, and no page of another website.

A browser can be made to send a request to an address on its owner's machine. It then names a foreign host
(DNS rebinding) or a foreign origin, and both are told from the headers, before a body is read.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import SplitResult, urlsplit

_PORTS = {"http": 80, "https": 443}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# A name or an address, and perhaps a port: whatever else a URL may hold, such as a path or a user, is no host
# (RFC 9110, 7.2).
_HOST_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(:[0-9]{0,5})?", re.ASCII)


def what_is_foreign(host: str, origin: str | None, public_url: str) -> Literal["host", "origin"] | None:
    """Return what of a request is not ours; None when it may be read on.

    Args:
        host: the Host header; empty when there is none.
        origin: the Origin header, or None: only browsers send it.
        public_url: where this installation is reached.
    """
    if not is_our_host(host, public_url):
        return "host"
    return "origin" if origin is not None and not is_our_origin(origin, public_url) else None


def is_our_host(host: str, public_url: str) -> bool:
    """Tell whether a Host header names us.

    The port is not compared: a proxy in front often drops it, and rebinding changes the name, not the port.

    Args:
        host: the header, such as sayso.example or 127.0.0.1:8000.
        public_url: where this installation is reached.
    """
    named = _split(f"http://{host}") if _HOST_AND_PORT.fullmatch(host) else None
    own = _split(public_url)
    return named is not None and own is not None and _name(named) == _name(own)


def is_our_origin(origin: str, public_url: str) -> bool:
    """Tell whether an Origin header is our own scheme, host and port.

    Args:
        origin: the header, such as https://sayso.example or the word null.
        public_url: where this installation is reached.
    """
    named, own = _split(origin), _split(public_url)
    if named is None or own is None or named.scheme != own.scheme:
        return False
    return (_name(named), _port(named)) == (_name(own), _port(own))


def _split(address: str) -> SplitResult | None:
    """Take an address apart; None where it is no address."""
    try:
        parts = urlsplit(address)
        _port(parts)
    except ValueError:
        return None
    return parts if parts.scheme and parts.hostname else None


def _port(parts: SplitResult) -> int | None:
    return parts.port or _PORTS.get(parts.scheme)


def _name(parts: SplitResult) -> str:
    """Return the host's name; the names of this machine count as one."""
    name = (parts.hostname or "").rstrip(".")
    return "localhost" if name in _LOOPBACK else name
