"""No test talks to another machine: within the test run, connections and look-ups that leave it fail."""

from __future__ import annotations

import ipaddress
import socket
import sys
from typing import Any


class LeavesTheMachine(Exception):
    """A test tried to reach another machine; it is not one of the errors that Sayso knows to expect."""


def confine() -> None:
    """From now on this Python reaches loopback only. There is no way back, as an audit hook stays."""
    sys.addaudithook(_watch)


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and not _is_here(str(address[0])):
            raise LeavesTheMachine(f"A test tried to connect to {address[0]}.")
    elif event == "socket.getaddrinfo":
        host = arguments[0]
        if host is not None and not _is_address(_text(host)) and _text(host) != "localhost":
            # What a machine without a network answers, so code that copes with that is tested truly.
            raise socket.gaierror(socket.EAI_NONAME, f"tests look up no names, not {_text(host)} either")


def _text(host: str | bytes) -> str:
    return host.decode() if isinstance(host, bytes) else host


def _is_address(host: str) -> bool:
    try:
        # Understands the odd spellings of an IPv4 address too, such as 127.1, which need no look-up either.
        socket.inet_aton(host)
    except OSError:
        return ":" in host
    return True


def _is_here(host: str) -> bool:
    try:
        return host in ("", "localhost") or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
