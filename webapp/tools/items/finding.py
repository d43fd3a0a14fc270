"""Finding one item of a site by its address or by its slug. It only reads, and never picks among several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.items.surroundings import front_page, is_front
from webapp.tools.nouns import PAGE, Noun
from webapp.tools.values import find_in_use, text_of
from webapp.wordpress.client import WordPress

NUMBER = re.compile(r"[0-9]{1,18}")
ON_EVERY_PAGE = "Its number stands in the address of its editor in WordPress, after post=."
_BY_NUMBER = ("page_id", "p", "post")


def item_at(site: WordPress, noun: Noun, typed: str) -> dict[str, Any]:
    """Return the item at an address, as its editors see it.

    Args:
        typed: the whole address, or what comes after the site's own.

    Raises:
        Refusal: `respira_not_found`: nothing of this kind is there, or the address is not on the site.
    """
    home = _home(site)
    address = _address(home, typed.strip())
    asked = parse_qs(address.query)
    number = next((asked[name][0] for name in _BY_NUMBER if name in asked), "")
    if NUMBER.fullmatch(number):
        return find_in_use(site, noun, int(number))
    path = _path(home, address)
    if not path:
        return _front(site, noun)
    found = with_slug(site, noun, path.rsplit("/", 1)[-1])
    there = [item for item in found if _path(home, urlsplit(str(item.get("link")))) == path]
    # A draft, and every item of a site without permalinks, has an address that does not tell its name.
    unnamed = [item for item in found if "?" in str(item.get("link")) and "/" not in path]
    if len(there or unnamed) == 1:
        return (there or unnamed)[0]
    raise Refusal("respira_not_found", f"There is no {noun.word} at /{path} on the site.", hint=ON_EVERY_PAGE)


def item_called(site: WordPress, noun: Noun, slug: str) -> dict[str, Any]:
    """Return the one item whose address ends with a slug.

    Raises:
        Refusal: `respira_not_found`, no item; `respira_invalid_arguments`, several, each with id and address.
    """
    found = with_slug(site, noun, slug.strip().strip("/"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refusal("respira_not_found", f"There is no {noun.word} with the slug {slug} on the site.")
    words = f"Several items have the slug {slug}: {_told(noun, found)}."
    raise Refusal("respira_invalid_arguments", words, hint="Send the id of the one that is meant.")


def with_slug(site: WordPress, noun: Noun, slug: str) -> list[dict[str, Any]]:
    """Return every item with a slug that the login may see, drafts too where it may edit them."""
    if not slug:
        return []
    try:
        found = site.get_all(noun.rest, slug=slug, status="any", context="edit")
    except SiteTrouble as trouble:
        if trouble.status not in (400, 401, 403):
            raise
        found = site.get_all(noun.rest, slug=slug)
    # WordPress takes a slug with blanks for several.
    return [item for item in found if item.get("slug", "").casefold() in (slug.casefold(), _encoded(slug))]


def _encoded(slug: str) -> str:
    """Return a slug as WordPress keeps letters that are not Latin: percent-encoded in small letters."""
    return "".join(
        sign if sign.isascii() else "".join(f"%{byte:02x}" for byte in sign.encode()) for sign in slug.casefold()
    )


def _told(noun: Noun, found: Sequence[dict[str, Any]]) -> str:
    return ", ".join(f"{noun.called(item['id'], text_of(item.get('title')))} at {item.get('link')}" for item in found)


def _home(site: WordPress) -> SplitResult:
    index = site.get("", _fields="home").body
    return urlsplit(str(index.get("home")) if isinstance(index, dict) else "")


def _address(home: SplitResult, typed: str) -> SplitResult:
    """Return what was typed as an address; with a host in front, it has to be the site's own.

    Raises:
        Refusal: `respira_not_found`, an address of another site.
    """
    bare = typed.split("://", 1)[-1]
    own = (home.netloc, home.netloc.removeprefix("www."), f"www.{home.netloc}")
    host, slash, rest = bare.partition("/")
    if home.netloc and host.casefold() in own:
        return urlsplit(slash + rest)
    if bare != typed:
        raise Refusal("respira_not_found", f"This address is not on {home.netloc}.", hint="")
    return urlsplit(f"/{typed.lstrip('/')}")


def _path(home: SplitResult, address: SplitResult) -> str:
    """Return the path below the site's own address, without slashes around it; empty for that address itself."""
    root, path = unquote(home.path).strip("/"), unquote(address.path).strip("/").casefold()
    below = path.removeprefix(root.casefold())
    return (below if not below or below.startswith("/") else path).strip("/")


def _front(site: WordPress, noun: Noun) -> dict[str, Any]:
    front = front_page(site)
    page_id = front.get("page_on_front")
    if noun is PAGE and isinstance(page_id, int) and is_front(front, page_id):
        return find_in_use(site, PAGE, page_id)
    words = f"What visitors get at the site's address is no {noun.word}."
    raise Refusal("respira_not_found", words, hint=ON_EVERY_PAGE)
