"""What is seen of a site from outside: its front page, its REST index, and whether it knows us.

Nothing is raised and nothing is concluded: that is done in diagnosis.py. Every request reads, and none is made twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import httpx

from webapp.errors import Refusal, SiteTrouble, Trouble
from webapp.wordpress.client import Connection, Patience, WordPress
from webapp.wordpress.login import Login, explained, prove
from webapp.wordpress.root import Found, find_root
from webapp.wordpress.wire import Reply, Wire, why

MOST_HOPS = 5
_FIELDS = "name,url,home,namespaces,authentication"
_NOT_THERE = frozenset({"respira_site_not_json", "respira_site_redirects", "respira_not_wordpress", "rest_no_route"})


@dataclass(frozen=True)
class Seen:
    """What was seen of a site.

    Args:
        connection, home, needs: what was asked about.
        front: the front page, after redirects; None where nothing came, and then `silence` says why.
        index: the index of the REST root as it is kept, asked with the login; None where it did not come.
        noise: whether junk stood around the index.
        cached: whether a cache answered in the site's place.
        refused: why the index did not come.
        moved: where the REST root is found instead.
        login: who we are on the site.
        stranger: why the site does not tell who we are.
    """

    connection: Connection
    home: str
    needs: Sequence[str]
    front: Reply | None = None
    silence: str = ""
    index: dict[str, Any] | None = None
    noise: bool = False
    cached: bool = False
    moved: Found | None = None
    refused: Trouble | None = None
    login: Login | None = None
    stranger: Trouble | None = None

    def trouble(self, *codes: str) -> Trouble | None:
        """Return the first trouble with one of these codes."""
        return next((one for one in (self.refused, self.stranger) if one is not None and one.code in codes), None)

    @property
    def site_code(self) -> str:
        """What the site itself said of the login, if it said anything."""
        return "" if self.stranger is None else str(self.stranger.details.get("site_code", ""))

    @property
    def index_refuses_us(self) -> bool:
        """Whether the index itself said no to our login; then WordPress is there all the same."""
        told = self.refused
        return told is not None and not told.code.startswith("respira_") and told.status in (401, 403, 501)


def look(connection: Connection, home: str, needs: Sequence[str], *, allow_private: bool, patience: Patience) -> Seen:
    """Look at a site.

    Args:
        connection: the root and the login as they are kept.
        home: the address visitors use.
        needs: the capabilities that matter.
        allow_private: whether the site may stand on a private network.
        patience: how long to wait for each request.
    """
    seen = Seen(connection, home, needs)
    seen = _front_page(seen, allow_private, patience)
    seen = _index(seen, allow_private, patience)
    if seen.refused is not None and seen.front is not None and seen.refused.code in _NOT_THERE:
        seen = _elsewhere(seen, allow_private, patience)
    if seen.refused is None or seen.moved is not None or seen.index_refuses_us:
        seen = _who(seen, allow_private, patience)
    return seen


def _front_page(seen: Seen, allow_private: bool, patience: Patience) -> Seen:
    try:
        with Wire(allow_private=allow_private, patience=patience) as wire:
            reply = wire.send("GET", seen.home)
            for _ in range(MOST_HOPS):
                target = reply.redirects_to
                if target is None or target.scheme not in ("http", "https") or target.userinfo:
                    break
                reply = wire.send("GET", str(target))
    except httpx.RequestError as fault:
        return replace(seen, silence=f"The site did not answer. {why(fault)}")
    except Refusal as refusal:
        return replace(seen, silence=refusal.message)
    return replace(seen, front=reply)


def _index(seen: Seen, allow_private: bool, patience: Patience) -> Seen:
    try:
        with WordPress(seen.connection, allow_private=allow_private, patience=patience) as site:
            answer, cached = site.get("", _fields=_FIELDS), site.cached
    except Trouble as trouble:
        return replace(seen, refused=trouble)
    if isinstance(answer.body, dict) and "wp/v2" in (answer.body.get("namespaces") or []):
        return replace(seen, index=answer.body, noise=answer.noise, cached=cached)
    return replace(seen, refused=SiteTrouble("respira_not_wordpress", written="no"))


def _elsewhere(seen: Seen, allow_private: bool, patience: Patience) -> Seen:
    kept = seen.connection
    try:
        found = find_root(seen.home, kept.username, kept.app_password, allow_private=allow_private, patience=patience)
    except Trouble:
        return seen
    return seen if found.rest_root == kept.rest_root else replace(seen, moved=found)


def _who(seen: Seen, allow_private: bool, patience: Patience) -> Seen:
    connection = seen.connection if seen.moved is None else replace(seen.connection, rest_root=seen.moved.rest_root)
    try:
        with WordPress(connection, allow_private=allow_private, patience=patience) as site:
            return replace(seen, login=prove(site))
    except SiteTrouble as trouble:
        return replace(seen, stranger=explained(trouble, connection.username))
    except Refusal as refusal:
        return replace(seen, stranger=refusal)
