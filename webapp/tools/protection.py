"""What an owner can keep from agents, and finding it on the site by what a person types.

The kinds are those of the targets that writes name. It only reads; that a protection holds is the engine's to see to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from webapp.errors import Refusal
from webapp.wordpress.client import WordPress

from .answers import Target
from .menus import all_menus
from .nouns import PAGE
from .settings_known import SETTINGS, setting_named
from .surroundings import front_page, is_front, plain
from .values import find_in_use, text_of

_NUMBER = re.compile(r"[0-9]{1,18}")
_ON_EVERY_PAGE = "Its number stands in the address of its editor in WordPress, after post=."


@dataclass(frozen=True)
class Protectable:
    """A kind of item that can be protected.

    Attributes:
        label: what a person calls one.
        hint: how a person says which one.
    """

    label: str
    hint: str
    find: Callable[[WordPress, str], Target]


def find(site: WordPress, kind: str, typed: str) -> Target:
    """Find an item of the site by what a person typed.

    Args:
        kind: one of `KINDS`.
        typed: a number, an address on the site, or a name.

    Raises:
        Refusal: `respira_not_found`, with words that help; `respira_site_forbids`.
        SiteTrouble: the site could not be read.
    """
    return KINDS[kind].find(site, typed.strip())


def _page(site: WordPress, typed: str) -> Target:
    number = _NUMBER.fullmatch(typed)
    item = find_in_use(site, PAGE, int(typed)) if number else _page_at(site, typed)
    return Target(PAGE.kind, str(item["id"]), text_of(item.get("title")).strip() or "no title", item.get("link"))


def _page_at(site: WordPress, typed: str) -> dict[str, Any]:
    home = _home(site)
    address = _address(home, typed)
    asked = parse_qs(address.query)
    number = (asked.get("page_id") or asked.get("p") or asked.get("post") or [""])[0]
    if _NUMBER.fullmatch(number):
        return find_in_use(site, PAGE, int(number))
    path = _path(home, address)
    if not path:
        return _front(site)
    found = site.get_all(PAGE.rest, slug=path.rsplit("/", 1)[-1], status="any", context="edit")
    there = [item for item in found if _path(home, urlsplit(str(item.get("link")))) == path]
    # A draft, and every page of a site without permalinks, has an address that does not tell its name.
    unnamed = [item for item in found if "?" in str(item.get("link")) and "/" not in path]
    if len(there or unnamed) == 1:
        return (there or unnamed)[0]
    raise Refusal("respira_not_found", f"There is no page at /{path} on the site.", hint=_ON_EVERY_PAGE)


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


def _front(site: WordPress) -> dict[str, Any]:
    front = front_page(site)
    page_id = front.get("page_on_front")
    if isinstance(page_id, int) and is_front(front, page_id):
        return find_in_use(site, PAGE, page_id)
    raise Refusal("respira_not_found", "What visitors get at the site's address is no page.", hint=_ON_EVERY_PAGE)


def _menu(site: WordPress, typed: str) -> Target:
    menus = {str(menu["id"]): plain(menu.get("name")) for menu in all_menus(site)}
    same = [number for number, name in menus.items() if typed == number or typed.casefold() == name.casefold()]
    if len(same) == 1:
        return Target("menu", same[0], menus[same[0]])
    if same:
        words = f"Several menus are called {typed}."
        raise Refusal("respira_not_found", words, hint=f"Type the number of one: {', '.join(same)}.")
    hint = f"The site has: {', '.join(menus.values())}." if menus else "The site has no menu."
    raise Refusal("respira_not_found", f"There is no menu {typed} on the site.", hint=hint)


def _option(site: WordPress, typed: str) -> Target:
    name = next((name for name, known in SETTINGS.items() if known.label.casefold() == typed.casefold()), None)
    try:
        name = name or setting_named(typed)
    except Refusal as refusal:
        words = f"{typed} is no setting that agents can change."
        labels = ", ".join(setting.label for setting in SETTINGS.values())
        raise Refusal("respira_not_found", words, hint=f"These are: {labels}.") from refusal
    return Target("option", name, SETTINGS[name].label)


KINDS: Mapping[str, Protectable] = {
    PAGE.kind: Protectable("A page", "Type its number, or its address on the site, such as /about/", _page),
    "menu": Protectable("A menu", "Type its name or its number", _menu),
    "option": Protectable("A setting", "Type its name, such as Tagline or Front page", _option),
}
