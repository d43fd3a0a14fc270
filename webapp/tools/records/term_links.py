"""The links in menus that lead to a term. WordPress deletes them with the term, so undoing makes them again."""

from __future__ import annotations

from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.menus.menus import ITEMS, MENUS
from webapp.tools.records.holders import give_on
from webapp.tools.spoken import if_allowed, plain
from webapp.tools.values import item_of, text_of
from webapp.wordpress.client import WordPress

_SENT = ("type", "object", "parent", "menu_order", "target", "classes", "xfn", "attr_title", "description", "menus")


def links_to(site: WordPress, slug: str, term_id: int) -> list[dict[str, Any]]:
    """Return the links in menus that lead to a term; none where the login may not see menus.

    Args:
        slug: the taxonomy's.

    Returns:
        each link's `id`, `fields`, and the ids of the links that stand `below` it.
    """
    items = if_allowed(lambda: site.get_all(ITEMS, context="edit"), [])
    return [
        {
            "id": item["id"],
            "fields": {"title": text_of(item.get("title")), **{name: item[name] for name in _SENT if name in item}},
            "below": [other["id"] for other in items if other.get("parent") == item["id"]],
        }
        for item in items
        if (item.get("type"), item.get("object"), item.get("object_id")) == ("taxonomy", slug, term_id)
    ]


def menus_of(site: WordPress, links: list[dict[str, Any]]) -> list[str]:
    """Return the names of the menus that links stand in."""
    ids = {link["fields"].get("menus") for link in links}
    menus = site.get_all(MENUS, context="edit") if ids else []
    return sorted(plain(menu.get("name")) for menu in menus if menu.get("id") in ids)


def make_again(site: WordPress, links: list[dict[str, Any]], term_id: int) -> tuple[bool, dict[int, int]]:
    """Make links again, now to the term with a new id, and put below each what stood below it.

    Returns:
        whether all of them are there again, and by the former id of each link its new one.
    """
    done, new_ids = True, {}
    try:
        for link in links:
            made = item_of(site.post(ITEMS, {**link["fields"], "object_id": term_id, "status": "publish"}))
            new_ids[link["id"]] = made["id"]
            for below in link["below"]:
                done &= give_on(site, f"{ITEMS}/{below}", "parent", link["id"], made["id"])
    except SiteTrouble:
        return False, new_ids
    return done, new_ids
