"""Visiting: public pages as somebody sees them who is not signed in: no login, no cookies, one look at each.

Nothing is raised: that a page does not answer is what was seen. A page is asked for with a mark in its query that no
cache can have seen, and with `no-cache`, since a cache would show it as it was before a write. Caches that leave the
query out of account show the old page all the same, and so they do to visitors. Redirects are followed on the same
site only, and each address is checked as addresses.py says. What a page tells is read by signs.py.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit, urlunsplit

import httpx

from webapp import clock
from webapp.errors import Refusal
from webapp.wordpress import signs
from webapp.wordpress.wire import Patience, Reply, Wire, why

AT_ONCE = 4
MOST_REDIRECTS = 4
LARGEST = 2 * 1024 * 1024
_PORTS = {"http": 80, "https": 443}
_LONGEST_ADDRESS = 1000
_HEADERS = {
    "Accept": "text/html,application/xhtml+xml",
    "Accept-Encoding": "identity",
    "Cache-Control": "no-cache",
    "Pragma": "no-cache",
}
_MARK = re.compile(r"([?&])sayso=[0-9a-f]{12}(&|$|(?=#))")


@dataclass(frozen=True)
class Glimpse:
    """What a visitor saw at an address.

    Attributes:
        status: of the last answer; None where none came, and then `trouble` says why.
        size: bytes of the page; of a longer one than is read, as many as were.
        robots: what search engines are told, see `signs.robots_of`.
        fatal: which known text of a broken site it holds, see `signs.fatal_in`.
        led_to: where the visitor ended up, where that is another page, or the other site that it points to.
        away: it points to another site; that one was not visited.
    """

    status: int | None = None
    size: int = 0
    title: str | None = None
    canonical: str | None = None
    robots: str = ""
    fatal: str | None = None
    led_to: str | None = None
    away: bool = False
    trouble: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept: only what there is to say."""
        told = {name: value for name, value in asdict(self).items() if value not in (None, "", False)}
        return told if self.status is None else {"size": 0, **told}


def look(
    addresses: Sequence[str], home: str, *, allow_private: bool, longest: float, seconds: float
) -> dict[str, Glimpse]:
    """Visit pages of a site, some side by side.

    Args:
        home: the site's own address; where it is not on the same site, an address is left out.
        allow_private: whether loopback and private networks may be reached.
        longest: the longest silence of one page, in seconds.
        seconds: how long the whole may take. What was not seen by then is left out.
    """
    waiting = deque(address for address in addresses if is_same_site(address, home))
    seen: dict[str, Glimpse] = {}
    patience = Patience(connect=min(3.0, longest), read=longest, write=longest, whole=longest, pauses=())

    def visit_the_next() -> None:
        while waiting:
            try:
                address = waiting.popleft()
            except IndexError:
                return
            seen[address] = visit(address, home, allow_private=allow_private, patience=patience)

    # A program that ends does not wait for a page that never does.
    visitors = [threading.Thread(target=visit_the_next, daemon=True) for _ in range(min(AT_ONCE, len(waiting)))]
    until = clock.monotonic() + seconds
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join(max(0.0, until - clock.monotonic()))
    waiting.clear()
    return {address: seen[address] for address in addresses if address in seen}


def visit(address: str, home: str, *, allow_private: bool, patience: Patience) -> Glimpse:
    """Return what a visitor sees at one address of a site."""
    url = _marked(address)
    with Wire(
        allow_private=allow_private, patience=patience, headers=_HEADERS, largest=LARGEST, cuts_off=True
    ) as wire:
        try:
            for _ in range(MOST_REDIRECTS + 1):
                reply = wire.send("GET", url)
                onward = reply.redirects_to
                if not reply.sends_on:
                    return _seen(reply, address)
                if onward is None or not onward.host:
                    return Glimpse(trouble="It sends visitors on to what is no address.")
                url = str(onward)
                if not is_same_site(url, home):
                    return Glimpse(reply.status, led_to=_unmarked(url), away=True)
        except httpx.RequestError as fault:
            return Glimpse(trouble=why(fault))
        except Refusal as refusal:
            return Glimpse(trouble=refusal.message)
    return Glimpse(trouble="It sends visitors on without an end.")


def is_same_site(address: str, home: str) -> bool:
    """Tell whether an address belongs to the site at `home`: the same host, with `www.` or not, http or https."""
    try:
        here, there = urlsplit(address), urlsplit(home)
        same_port = here.port == there.port or all(_has_usual_port(one) for one in (here, there))
    except ValueError:
        return False
    return here.scheme in _PORTS and _host(here) == _host(there) != "" and same_port


def _has_usual_port(parts: SplitResult) -> bool:
    return parts.port is None or parts.port == _PORTS.get(parts.scheme)


def _host(parts: SplitResult) -> str:
    return (parts.hostname or "").removeprefix("www.")


def _seen(reply: Reply, address: str) -> Glimpse:
    page = signs.text_of(reply.body, reply.headers.get("content-type", ""))
    head, ended = signs.head_of(page), _unmarked(str(reply.url))
    canonical = signs.canonical_of(head)
    return Glimpse(
        status=reply.status,
        size=len(reply.body.strip()),
        title=signs.title_of(head),
        canonical=None if canonical is None else _unmarked(canonical),
        robots=signs.robots_of(head, reply.headers.get("x-robots-tag", "")),
        fatal=signs.fatal_in(page),
        led_to=None if _alike(ended, address) else ended,
    )


def _alike(one: str, other: str) -> bool:
    """Tell whether two addresses differ in what a site sets right by itself at the most: a last slash, www, https."""
    first, second = urlsplit(one), urlsplit(other)
    return (first.path.rstrip("/"), first.query) == (second.path.rstrip("/"), second.query)


def _marked(address: str) -> str:
    parts = urlsplit(address)
    query = "&".join(filter(None, [parts.query, f"sayso={secrets.token_hex(6)}"]))
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", query, ""))


def _unmarked(address: str) -> str:
    """Return an address without our mark, which some themes repeat in the page's own address."""
    told = _MARK.sub(lambda found: found[1] if found[2] == "&" else "", address)
    return told[:_LONGEST_ADDRESS]
