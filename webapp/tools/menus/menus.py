"""The menus of a classic theme, as WordPress tells of them. A block theme keeps its navigation elsewhere."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import State
from webapp.tools.menus.menu_order import Entry, in_order
from webapp.tools.spoken import plain
from webapp.tools.values import item_of, text_of
from webapp.wordpress.client import WordPress

MENUS = "wp/v2/menus"
ITEMS = "wp/v2/menu-items"
RIGHT = "edit_theme_options"
_NO_ROUTE = "rest_no_route"
NOT_TOLD = "WordPress tells programs of its menus since version 5.9, and this site does not."
NOTE = "A menu has no draft copy: this changes the live site when the step runs."
TAKEN_OUT = "Another step of the plan takes it out of the menu, and then this step can not run."
GOES_BEFORE = "Another step of the plan deletes it first, and then this step can not run."
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


def write_menu(site: WordPress, menu: dict[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Write fields of a menu. Its description goes along: WordPress empties it with every write that leaves it out.

    Args:
        menu: as it is now.
    """
    kept = {"description": plain(menu.get("description"))}
    return item_of(site.post(f"{MENUS}/{menu['id']}", {**kept, **fields}))


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


def find_item(site: WordPress, item_id: int) -> dict[str, Any]:
    """Return a menu item.

    Raises:
        Refusal: `respira_not_found`.
    """
    try:
        return item_of(site.get(f"{ITEMS}/{item_id}", context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.code == _NO_ROUTE:
            raise _not_told() from trouble
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no menu item {item_id} on the site.") from trouble
        raise


def called(state: State) -> str:
    """Return how a sentence calls the menu of a state."""
    return f"the menu {state['menu.name']}" if "menu.name" in state else str(state["about.menu"])


def has_places(site: WordPress) -> bool:
    """Tell whether the theme has places for menus at all."""
    return bool(places_of(site))


def places_of(site: WordPress) -> dict[str, Any]:
    """Return the places that the theme has for menus, by their names; none where it is a block theme."""
    body = site.get("wp/v2/menu-locations").body
    return body if isinstance(body, dict) else {}


def menu_warnings(state: State) -> list[str]:
    """Say so where an earlier step of the plan deletes the menu, and where the theme has no place for menus."""
    gone = [GOES_BEFORE] if state.get("menu.gone") else []
    return gone if state.get("about.shown", True) else [*gone, NOT_SHOWN]
