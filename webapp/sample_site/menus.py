"""Menus of a classic theme over REST, and the places a theme has for them."""

from __future__ import annotations

from typing import Any

from . import text
from .asked import Asked
from .fields import Field, Schema
from .routes import CURIES, Answer, create, created, delete, deleted, get, links, paged, update
from .store import Item
from .trouble import Misfit, Trouble, invalid_parameters, missing_parameters, no_trash, not_found

SCHEMA: Schema = {
    "name": Field("string"),
    "slug": Field("string"),
    "description": Field("string"),
    "locations": Field("strings"),
    "auto_add": Field("boolean"),
}


def shape(asked: Asked, menu: Item) -> dict[str, Any]:
    """Return a menu as REST shows it."""
    href, id = asked.wp.rest, menu["id"]
    places = [name for name, shown in _places(asked).items() if shown == id]
    where = [{"embeddable": True, "href": href(f"wp/v2/menu-locations/{name}")} for name in places]
    return {
        **{name: menu[name] for name in ("id", "description", "name", "slug")},
        "meta": [],
        "locations": places,
        "auto_add": menu["auto_add"],
        "_links": links(
            asked,
            f"wp/v2/menus/{id}",
            {
                "wp:post_type": [{"href": href(f"wp/v2/menu-items?menus={id}")}],
                "wp:menu-location": where,
            },
            about="wp/v2/taxonomies/nav_menu",
        ),
    }


def _places(asked: Asked) -> dict[str, int]:
    kept: dict[str, int] = asked.store.option("nav_menu_locations", {})
    return dict.fromkeys(asked.wp.locations, 0) | kept


def _found(asked: Asked) -> Item:
    menu = asked.store.find("menus", asked.id)
    if menu is None:
        raise not_found("rest_term_invalid", "Term does not exist.")
    return menu


def _need(asked: Asked, code: str, doing: str) -> None:
    asked.need("edit_theme_options", code, f"Sorry, you are not allowed to {doing}.")


def _sent(asked: Asked) -> dict[str, Any]:
    sent = asked.checked(SCHEMA)
    for name in sent.get("locations", []):
        if name not in asked.wp.locations:
            misfit = Misfit("rest_invalid_menu_location", "Invalid menu location.", {"location": name})
            raise invalid_parameters({"locations": misfit})
    return sent


def listed(asked: Asked) -> Answer:
    """List the menus."""
    _need(asked, "rest_cannot_view", "view menus")
    return paged(asked, asked.store.list("menus"), lambda menu: shape(asked, menu))


def read(asked: Asked) -> Answer:
    """Read one menu."""
    _need(asked, "rest_cannot_view", "view menus")
    return Answer(shape(asked, _found(asked)))


def make(asked: Asked) -> Answer:
    """Create a menu; a place it is given is taken away from the menu that had it."""
    sent = _sent(asked)
    if "name" not in sent:
        raise missing_parameters("name")
    _need(asked, "rest_cannot_create", "create terms in this taxonomy")
    name = text.without_tags(sent["name"])
    _refuse_same_name(asked, name, 0)
    menu = {
        "id": asked.store.next_id("terms"),
        "name": name,
        "slug": text.slug_of(sent.get("slug") or name),
        "description": sent.get("description", ""),
        "auto_add": sent.get("auto_add", False),
    }
    asked.store.put("menus", menu)
    _take_places(asked, menu, sent)
    return created(asked.wp, "wp/v2/menus", shape(asked, menu))


def _refuse_same_name(asked: Asked, name: str, own_id: int) -> None:
    for other in asked.store.list("menus"):
        if other["name"] == name and other["id"] != own_id:
            raise Trouble(
                400,
                "menu_exists",
                f"The menu name <strong>{name}</strong> conflicts with another menu name. Please try another.",
                data={"term_id": other["id"]},
                beside={"additional_data": [other["id"]]},
            )


def _take_places(asked: Asked, menu: Item, sent: dict[str, Any]) -> None:
    if "locations" not in sent:
        return
    kept = {name: 0 if shown == menu["id"] else shown for name, shown in _places(asked).items()}
    kept |= dict.fromkeys(sent["locations"], menu["id"])
    asked.store.set_option("nav_menu_locations", kept)


def change(asked: Asked) -> Answer:
    """Change a menu's name, places or whether it takes in new pages. A description that is not sent is emptied."""
    sent = _sent(asked)
    menu = _found(asked)
    _need(asked, "rest_cannot_update", "edit this term")
    if "name" in sent:
        menu["name"] = text.without_tags(sent["name"])
        _refuse_same_name(asked, menu["name"], menu["id"])
    menu |= {"description": "", **{name: sent[name] for name in ("slug", "description", "auto_add") if name in sent}}
    asked.store.put("menus", menu)
    _take_places(asked, menu, sent)
    return Answer(shape(asked, menu))


def remove(asked: Asked) -> Answer:
    """Delete a menu for good, with its items; its places are free."""
    force = asked.flag("force")
    menu = _found(asked)
    _need(asked, "rest_cannot_delete", "delete this term")
    if not force:
        raise no_trash("Menus do")
    previous = shape(asked, menu)
    for entry in asked.store.list("menu-items"):
        if entry["menus"] == menu["id"]:
            asked.store.remove("menu-items", entry["id"])
    _take_places(asked, menu, {"locations": []})
    asked.store.remove("menus", menu["id"])
    return deleted(previous)


def _place(asked: Asked, name: str) -> dict[str, Any]:
    href, menu = asked.wp.rest, _places(asked)[name]
    shown: dict[str, Any] = {
        "self": [{"href": href(f"wp/v2/menu-locations/{name}"), "targetHints": {"allow": ["GET"]}}],
        "collection": [{"href": href("wp/v2/menu-locations")}],
    }
    if menu:
        shown["wp:menu"] = [{"embeddable": True, "href": href(f"wp/v2/menus/{menu}")}]
        shown["curies"] = CURIES
    return {"name": name, "description": asked.wp.locations[name], "menu": menu, "_links": shown}


def places(asked: Asked) -> Answer:
    """Show the theme's places and the menu each shows (0 for none)."""
    _need(asked, "rest_cannot_view", "view menu locations")
    # PHP writes an object without names as a list.
    return Answer({name: _place(asked, name) for name in asked.wp.locations} or [])


def place(asked: Asked) -> Answer:
    """Show one place."""
    _need(asked, "rest_cannot_view", "view menu locations")
    if asked.path["name"] not in asked.wp.locations:
        raise not_found("rest_menu_location_invalid", "Invalid menu location.")
    return Answer(_place(asked, asked.path["name"]))


_ONE = r"/wp/v2/menus/(?P<id>\d+)"
ROUTES = [
    get("/wp/v2/menus", listed),
    create("/wp/v2/menus", make),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
    get("/wp/v2/menu-locations", places),
    get(r"/wp/v2/menu-locations/(?P<name>[\w-]+)", place),
]
