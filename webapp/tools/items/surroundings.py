"""What hangs on an item: its children, the menus that link to it, the front page.

These are for warnings: they are read with what the login may see, and a part it may not see is left out.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from webapp.tools.answers import State
from webapp.tools.nouns import OF_TYPE, Noun
from webapp.tools.spoken import if_allowed, plain
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress

FRONT = ("show_on_front", "page_on_front", "page_for_posts")


def surroundings(site: WordPress, noun: Noun, item: dict[str, Any]) -> State:
    """Return what hangs on an item, for words only."""
    (front, is_settable), item_id = _front_settings(site), item["id"]
    return {
        "about.children": _children(site, noun, item_id) if noun.nests else [],
        "about.menus": if_allowed(lambda: _menus(site, noun, item_id), []),
        "about.front": is_front(front, item_id) if front else is_at_home(site, item),
        "about.front_settable": is_settable,
        "about.front_told": bool(front),
        "about.posts_page": front.get("show_on_front") == "page" and front.get("page_for_posts") == item_id,
    }


def front_page(site: WordPress) -> dict[str, Any]:
    """Return the settings of the front page, from the public index where the login may not see settings.

    Empty where an older WordPress does not tell them: nobody before 6.0, and before 6.8 only who may see settings.
    """
    return _front_settings(site)[0]


def is_front(front: dict[str, Any], item_id: int) -> bool:
    """Tell whether an item is what visitors get at the site's address."""
    return front.get("show_on_front") == "page" and front.get("page_on_front") == item_id


def _front_settings(site: WordPress) -> tuple[dict[str, Any], bool]:
    """Return the settings of the front page, and whether the login may see settings at all, and so change them."""
    settings = if_allowed(lambda: site.get("wp/v2/settings").body, None)
    told = settings
    if settings is None:
        told = if_allowed(lambda: site.get("", _fields=",".join(FRONT)).body, {})
    front = {name: told[name] for name in FRONT if isinstance(told, dict) and name in told}
    return front, settings is not None


def is_at_home(site: WordPress, item: dict[str, Any]) -> bool:
    """Tell whether an item's address is the site's own, as the front page's is, also where no setting tells it."""
    index = if_allowed(lambda: site.get("", _fields="home").body, {})
    home = index.get("home") if isinstance(index, dict) else None
    return bool(home) and str(item.get("link")).rstrip("/") == str(home).rstrip("/")


def moved_below(parent: str | None, child: str | None) -> str:
    """Return to which address an item moves while the one it stands below is in the trash, as words to add; pure.

    Empty where its address does not show what it stands below.
    """
    if not parent or not child or not parent.endswith("/") or not child.startswith(parent):
        return ""
    return f" to {urlsplit(parent).path.rstrip('/')}__trashed/{child.removeprefix(parent)}"


def _children(site: WordPress, noun: Noun, item_id: int) -> list[list[Any]]:
    found = site.get_all(noun.rest, parent=[item_id], status="any", context="edit", orderby="id")
    return [[item["id"], text_of(item.get("title")), item.get("link")] for item in found]


def _menus(site: WordPress, noun: Noun, item_id: int) -> list[str]:
    items = site.get_all("wp/v2/menu-items", context="edit")
    kind = noun.kind.removeprefix(OF_TYPE)
    ids = {item.get("menus") for item in items if item.get("object") == kind and item.get("object_id") == item_id}
    if not ids:
        return []
    menus = site.get_all("wp/v2/menus", context="edit")
    return sorted(plain(menu.get("name")) for menu in menus if menu.get("id") in ids)
