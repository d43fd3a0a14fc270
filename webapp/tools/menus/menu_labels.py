"""Labels of menu items: one that has none of its own shows the title of what it stands for, also when that changes.

WordPress gives such an item's title as HTML, and takes that HTML for a label of its own at the next write of whatever
field, so that it follows no longer. Where that would happen, an empty title is sent along, which keeps it following.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Container, Mapping
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.menus.menu_links import kind_of
from webapp.tools.menus.menus import ITEMS, items_of
from webapp.tools.values import item_of, text_of
from webapp.wordpress.client import WordPress


def own_label(site: WordPress, item: Mapping[str, Any]) -> str:
    """Return an item's label as a person typed it; empty where it follows what it stands for."""
    title = text_of(item.get("title"))
    return "" if _follows(site, item, title) else title


def rewritten(site: WordPress, items: Collection[Mapping[str, Any]], ids: Container[int]) -> set[int]:
    """Return those of `ids` that follow what they stand for, and that a write without a title would end that of."""
    return {item["id"] for item in items if item["id"] in ids and _is_rewritten(site, item)}


def _is_rewritten(site: WordPress, item: Mapping[str, Any]) -> bool:
    title = text_of(item.get("title"))
    return html.unescape(title) != title and _follows(site, item, title)


def _follows(site: WordPress, item: Mapping[str, Any], title: str) -> bool:
    if item.get("type") not in ("post_type", "taxonomy"):
        return False
    shown = _title_of_object(site, item)
    return title == shown if shown else not title


def _title_of_object(site: WordPress, item: Mapping[str, Any]) -> str:
    """Return the title, as HTML, of what an item stands for; empty where that can not be read."""
    try:
        kind = kind_of(site, str(item.get("object")))
        found = item_of(site.get(f"{kind.rest}/{item.get('object_id')}", context="edit"), written="no")
    except (SiteTrouble, Refusal):
        return ""
    title = found.get("title")
    return str(title.get("rendered", "")) if isinstance(title, Mapping) else str(found.get("name", ""))


def write_item(site: WordPress, item_id: int, fields: Mapping[str, Any], following: Container[int]) -> dict[str, Any]:
    """Write fields of an item, and leave a label that it does not have alone.

    Args:
        following: as `rewritten` returns it.
    """
    kept = {"title": ""} if item_id in following and "title" not in fields else {}
    return item_of(site.post(f"{ITEMS}/{item_id}", {**fields, **kept}))


def renumber(site: WordPress, menu_id: int, orders: Mapping[int, int], *, last_first: bool = False) -> None:
    """Give items of a menu other numbers, one after the other, and leave everything else of them as it is.

    Args:
        last_first: begin with the last ones, so that no two items share a number on the way where they move back.
    """
    if not orders:
        return
    following = rewritten(site, items_of(site, menu_id), orders)
    for item_id, order in sorted(orders.items(), key=lambda pair: pair[1], reverse=last_first):
        write_item(site, item_id, {"menu_order": order}, following)
