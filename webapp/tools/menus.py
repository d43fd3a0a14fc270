"""Reading the menus of a classic theme. A block theme keeps its navigation elsewhere and shows none of these."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import WordPress

from .answers import Arguments
from .menu_order import Entry, in_order
from .surroundings import plain
from .tool import ReadTool, Scene
from .values import item_of, text_of

MENUS = "wp/v2/menus"
ITEMS = "wp/v2/menu-items"
RIGHT = "edit_theme_options"
_NO_ROUTE = "rest_no_route"
NOT_TOLD = "WordPress tells programs of its menus since version 5.9, and this site does not."
NOT_SHOWN = "The site's theme has no place for menus, so visitors will not see this."


def find_menu(site: WordPress, menu_id: int) -> dict[str, Any]:
    """Return a menu.

    Raises:
        Refusal: `respira_not_found`; also where the site has no such address at all, as before WordPress 5.9.
    """
    try:
        return item_of(site.get(f"{MENUS}/{menu_id}", context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.code == _NO_ROUTE:
            raise _not_told() from trouble
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no menu {menu_id} on the site.") from trouble
        raise


def all_menus(site: WordPress) -> list[dict[str, Any]]:
    """Return the site's menus.

    Raises:
        Refusal: `respira_not_found`, the site has no such address at all, as before WordPress 5.9.
    """
    try:
        return site.get_all(MENUS, context="edit")
    except SiteTrouble as trouble:
        if trouble.code == _NO_ROUTE:
            raise _not_told() from trouble
        raise


def _not_told() -> Refusal:
    return Refusal(
        "respira_not_found", NOT_TOLD, hint="Change the menu in the site's dashboard, or update WordPress."
    )


def items_of(site: WordPress, menu_id: int) -> list[dict[str, Any]]:
    """Return a menu's items, in no particular order."""
    return site.get_all(ITEMS, menus=[menu_id], context="edit")


def entries_of(items: list[dict[str, Any]]) -> list[Entry]:
    """Return items as [id, title, parent, order], in order. The titles are for words.

    WordPress gives an item that follows its page's title that title as HTML, also where raw text is asked for.
    """
    return in_order(
        [
            [item["id"], html.unescape(text_of(item.get("title"))), item.get("parent", 0), item["menu_order"]]
            for item in items
        ]
    )


def has_places(site: WordPress) -> bool:
    """Tell whether the theme has places for menus at all."""
    return bool(_locations(site))


def _locations(site: WordPress) -> dict[str, Any]:
    body = site.get("wp/v2/menu-locations").body
    return body if isinstance(body, dict) else {}


def list_menus(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer all menus with the places they stand in."""
    menus = [
        {
            "id": menu["id"],
            "name": plain(menu.get("name")),
            "slug": menu.get("slug"),
            "description": plain(menu.get("description")),
            "locations": menu.get("locations", []),
        }
        for menu in all_menus(site)
    ]
    locations = [
        {"location": name, "description": text_of(place.get("description")), "menu_id": place.get("menu")}
        for name, place in _locations(site).items()
        if isinstance(place, Mapping)
    ]
    answer: dict[str, Any] = {"success": True, "menus": menus, "locations": locations}
    return answer if locations else {**answer, "warning": NOT_SHOWN}


def list_menu_items(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the items of one menu, in order."""
    menu = find_menu(site, arguments["menu_id"])
    items = sorted(items_of(site, menu["id"]), key=lambda item: (item["menu_order"], item["id"]))
    return {
        "success": True,
        "menu_id": menu["id"],
        "name": plain(menu.get("name")),
        "items": [_line(item) for item in items],
    }


def _line(item: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": item["id"],
        "title": text_of(item.get("title")),
        "url": item.get("url"),
        "parent": item.get("parent", 0),
        "order": item["menu_order"],
        "type": item.get("type"),
        "object": item.get("object"),
        "object_id": item.get("object_id"),
        "target": item.get("target", ""),
        "shown": not item.get("invalid", False),
    }


TOOLS = (
    ReadTool(
        name="list_menus",
        title="List menus",
        description="Lists the menus with their ids and the places in the theme where they stand.",
        schema={"type": "object", "properties": {}, "additionalProperties": False},
        needs=(RIGHT,),
        idempotent=True,
        run=list_menus,
    ),
    ReadTool(
        name="list_menu_items",
        title="List the items of a menu",
        description="Lists the items of one menu in order, with their ids and parents.",
        schema={
            "type": "object",
            "properties": {
                "menu_id": {"type": "integer", "minimum": 1, "description": "The menu's id, from list_menus."}
            },
            "required": ["menu_id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=list_menu_items,
    ),
)
