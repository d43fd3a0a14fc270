"""Find the REST root behind the address a person typed.

WordPress may live in a directory, answer under another host name, or have no pretty permalinks. The front
page is read without the login, to learn where the site really is; the index of the root is then asked with
the login, because many sites hide it from strangers. Whether the login is good is proved in login.py.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from webapp.errors import SiteTrouble
from webapp.wordpress import caches
from webapp.wordpress.addresses import check_url, stands_on_private_network
from webapp.wordpress.client import Connection, Patience, WordPress
from webapp.wordpress.login import explained
from webapp.wordpress.urls import is_plain, url_of
from webapp.wordpress.verdicts import plain_text
from webapp.wordpress.wire import Reply, Wire, why

MOST_HOPS = 5
_FIELDS = "name,description,url,home,namespaces,authentication"
# What people copy from their browser, and what is no part of the site's address.
_INNER = frozenset({"wp-admin", "wp-login.php", "wp-json", "wp-content", "index.php", "xmlrpc.php"})
_LINK_HEADER = re.compile(r"<([^<>]+)>\s*;[^<]*?rel=[\"']?https://api\.w\.org/", re.IGNORECASE)
_LINK_ELEMENT = re.compile(r"<link\b[^>]*\brel=[\"']https://api\.w\.org/[\"'][^>]*>", re.IGNORECASE)
_HREF = re.compile(r"\bhref=[\"']([^\"']+)", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """A WordPress site that answered.

    Args:
        rest_root: for Connection; ends in a slash, or in "rest_route=/".
        home: the address visitors use, as the site itself says.
        name: the site's title, as text.
        pretty: whether the root is a path; False where it is a query.
        application_passwords: whether the site offers them.
    """

    rest_root: str
    home: str
    name: str
    pretty: bool
    application_passwords: bool


def find_root(
    url_as_typed: str,
    username: str,
    app_password: str,
    *,
    allow_private: bool,
    patience: Patience | None = None,
) -> Found:
    """Return the site that stands at the address.

    Args:
        url_as_typed: with or without scheme, a slash at the end, /wp-admin, /wp-login.php or /wp-json. Plain
            http is used only on a private network, because it shows the login to everybody on the way.
        username, app_password: the index is asked with them.
        allow_private: whether the site may stand on a private network.

    Raises:
        Refusal: respira_address_not_allowed.
        SiteTrouble: respira_site_unreachable; respira_not_wordpress; respira_site_gated;
            respira_login_not_accepted, where the index itself refuses the login.
    """
    patience = patience or Patience()
    typed = _possible_homes(url_as_typed)
    with Wire(allow_private=allow_private, patience=patience) as wire:
        home, page = _front_page(wire, typed)

    def index_at(root: str) -> tuple[Any, str]:
        connection = Connection(root, username, app_password)
        with WordPress(connection, allow_private=allow_private, patience=patience) as site:
            answer = site.get("", _fields=_FIELDS)
        return answer.body, _root_of(answer.at)

    troubles: list[SiteTrouble] = []
    for root in _possible_roots(home, page):
        try:
            index, root = index_at(root)
        except SiteTrouble as trouble:
            troubles.append(trouble)
            continue
        if _is_index(index):
            return _of_all_languages(root, index, index_at) or _found(root, home, index)
    raise _most_telling(troubles, username)


def _possible_homes(typed: str) -> list[httpx.URL]:
    scheme, mark, rest = typed.strip().rpartition("://")
    place = check_url(f"{scheme.lower() if mark else 'https'}://{rest.lstrip('/')}")
    steps = place.path.split("/")
    inner = next((at for at, step in enumerate(steps) if step.lower() in _INNER), len(steps))
    path = "/".join(steps[:inner]).rstrip("/") + "/"
    place = place.copy_with(path=path, query=None, fragment=None)
    if place.scheme == "https" and mark:
        return [place]
    secure, bare = place.copy_with(scheme="https"), place.copy_with(scheme="http")
    if not stands_on_private_network(place):
        return [secure]
    return [bare] if mark else [secure, bare]


def _front_page(wire: Wire, homes: list[httpx.URL]) -> tuple[httpx.URL, Reply]:
    failure: httpx.RequestError | None = None
    for home in homes:
        try:
            return home, _followed(wire, home)
        except httpx.RequestError as fault:
            failure = fault
    assert failure is not None
    words = f"The site could not be reached. {why(failure)}"
    raise SiteTrouble("respira_site_unreachable", words, written="no") from failure


def _followed(wire: Wire, home: httpx.URL) -> Reply:
    reply = wire.send("GET", str(home))
    for _ in range(MOST_HOPS):
        target = reply.redirects_to
        if target is None or target.scheme not in ("http", "https") or target.userinfo:
            break
        reply = wire.send("GET", str(target))
    return reply


def _possible_roots(home: httpx.URL, page: Reply) -> list[str]:
    roots: list[httpx.URL] = []
    if named := _named_root(page):
        roots.append(_secured(named, page.url))
    reached = _possible_homes(str(page.url))[0]
    for base in (reached, home):
        roots.append(base.copy_with(path=base.path.rstrip("/") + "/wp-json/"))
        roots.append(base.copy_with(query=b"rest_route=/"))
    return list(dict.fromkeys(url_of(str(root), "") for root in roots))


def _named_root(page: Reply) -> httpx.URL | None:
    header = _LINK_HEADER.search(", ".join(page.headers.get_list("link")))
    element = _LINK_ELEMENT.search(page.body[:200_000].decode("utf-8", errors="replace"))
    href = _HREF.search(element.group()) if element else None
    named = header.group(1) if header else html.unescape(href.group(1)) if href else None
    if named is None:
        return None
    try:
        return page.url.join(named)
    except (httpx.InvalidURL, ValueError):
        return None


def _root_of(index: str) -> str:
    """Return the root whose index answered at an address: after a redirect another than was asked, and writes are
    never sent on."""
    url = httpx.URL(index)
    return url_of(str(url.copy_remove_param("_fields").copy_remove_param(caches.NAME)), "")


def _secured(root: httpx.URL, page: httpx.URL) -> httpx.URL:
    # Behind a proxy that ends TLS, WordPress believes in http and names its root so.
    if root.scheme == "http" and (
        (page.scheme == "https" and page.host == root.host) or not stands_on_private_network(root)
    ):
        return root.copy_with(scheme="https", port=page.port if page.host == root.host else None)
    return root


def _is_index(index: Any) -> bool:
    return isinstance(index, dict) and "wp/v2" in (index.get("namespaces") or [])


def _found(root: str, home: httpx.URL, index: dict[str, Any]) -> Found:
    offered = index.get("authentication")
    return Found(
        rest_root=root,
        home=str(index.get("home") or home),
        name=plain_text(str(index.get("name") or "")),
        pretty=not is_plain(root),
        application_passwords=isinstance(offered, dict) and "application-passwords" in offered,
    )


def _of_all_languages(root: str, index: dict[str, Any], index_at: Callable[[str], tuple[Any, str]]) -> Found | None:
    """Return the whole site, where the address typed was that of one language of it, such as /de/.

    A plugin for languages gives the home of a language, while WordPress's own address stays the same in all.
    """
    own, shown = str(index.get("url") or "").rstrip("/"), str(index.get("home") or "").rstrip("/")
    if not own or not shown.startswith(f"{own}/"):
        return None
    whole = root.replace(f"{shown}/", f"{own}/", 1)
    if whole == root:
        return None
    try:
        of_all, whole = index_at(whole)
    except SiteTrouble:
        return None
    if not _is_index(of_all) or str(of_all.get("url")).rstrip("/") != own:
        return None
    return _found(whole, httpx.URL(f"{own}/"), {**of_all, "home": own})


def _most_telling(troubles: list[SiteTrouble], username: str) -> SiteTrouble:
    def weight(trouble: SiteTrouble) -> int:
        if trouble.code in ("respira_site_gated", "respira_site_firewall", "respira_site_asks_sign_in"):
            return 0
        if not trouble.code.startswith("respira_") and trouble.code != "rest_no_route":
            return 1
        return 2 if trouble.code in ("respira_site_redirects", "respira_site_rate_limited") else 3

    ranked = sorted(troubles, key=weight)
    if ranked and weight(ranked[0]) < 3:
        return explained(ranked[0], username)
    if ranked and all(one.code == "respira_site_unreachable" for one in ranked):
        return ranked[0]
    return SiteTrouble("respira_not_wordpress", written="no")
