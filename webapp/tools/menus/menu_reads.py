"""The tools that read menus, their items and their places. They are those of classic themes."""

from __future__ import annotations

import html
from typing import Any

from webapp.tools.answers import Arguments
from webapp.tools.groups import purpose_that_is_off
from webapp.tools.menus.menu_labels import own_label
from webapp.tools.menus.menus import NOT_SHOWN, RIGHT, all_menus, find_item, find_menu, items_of, places_of
from webapp.tools.spoken import plain
from webapp.tools.tool import ReadTool, Scene
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress


def list_menus(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer all menus with the places they stand in."""
    menus = [_menu(menu) for menu in all_menus(site)]
    locations = [
        {"location": name, "description": text_of(place.get("description")), "menu_id": place.get("menu")}
        for name, place in places_of(site).items()
    ]
    return {"success": True, "menus": menus, "locations": locations, **_of_theme(bool(locations), scene)}


def _of_theme(has_places: bool, scene: Scene) -> dict[str, Any]:
    """Return which kind of menus the theme shows, and what tells of the other kind."""
    if has_places:
        return {"shown": "menus"}
    purpose = purpose_that_is_off(scene, "list_navigation")
    tells = f"the owner switches on {purpose} first" if purpose else "list_navigation tells"
    return {"shown": "navigation", "warning": f"{NOT_SHOWN} It may show a navigation: {tells}."}


def list_menu_locations(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the theme's places with the menu that each shows."""
    names = {menu["id"]: plain(menu.get("name")) for menu in all_menus(site)}
    locations = [
        {
            "location": name,
            "description": text_of(place.get("description")),
            "menu_id": place.get("menu"),
            "menu": names.get(place.get("menu")),
        }
        for name, place in places_of(site).items()
    ]
    return {"success": True, "locations": locations, **_of_theme(bool(locations), scene)}


def get_menu(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one menu, and how many items it has."""
    menu = find_menu(site, arguments["id"])
    return {
        "success": True,
        **_menu(menu),
        "adds_new_pages": bool(menu.get("auto_add")),
        "items": len(items_of(site, menu["id"])),
    }


def get_menu_item(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one menu item with all that can be set of it."""
    item = find_item(site, arguments["item_id"])
    return {
        "success": True,
        **_line(item),
        "menu_id": item.get("menus"),
        "label_of_its_own": bool(own_label(site, item)),
        "classes": [one for one in item.get("classes", []) if one],
        "attr_title": item.get("attr_title", ""),
        "description": item.get("description", ""),
    }


def _menu(menu: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": menu["id"],
        "name": plain(menu.get("name")),
        "slug": menu.get("slug"),
        "description": plain(menu.get("description")),
        "locations": menu.get("locations", []),
    }


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
        "title": html.unescape(text_of(item.get("title"))),
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
    ReadTool(
        name="get_menu",
        title="Read a menu",
        description="Tells a menu's name, description, places and how many items it has.",
        schema={
            "type": "object",
            "properties": {"id": {"type": "integer", "minimum": 1, "description": "The menu's id, from list_menus."}},
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=get_menu,
    ),
    ReadTool(
        name="list_menu_locations",
        title="List the places for menus",
        description="Lists the theme's places for menus and the menu that each shows. A block theme has none.",
        schema={"type": "object", "properties": {}, "additionalProperties": False},
        needs=(RIGHT,),
        idempotent=True,
        run=list_menu_locations,
    ),
    ReadTool(
        name="get_menu_item",
        title="Read a menu item",
        description="Reads one menu item: its label, where it leads, its parent, place and looks.",
        schema={
            "type": "object",
            "properties": {
                "item_id": {"type": "integer", "minimum": 1, "description": "The item's id, from list_menu_items."}
            },
            "required": ["item_id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=get_menu_item,
    ),
)
