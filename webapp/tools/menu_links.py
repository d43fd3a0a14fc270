"""What a menu item links to: an address, or a page, post, category or tag of the site."""

from __future__ import annotations

import re
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import WordPress

from .answers import Arguments, Change, State
from .surroundings import plain
from .values import item_of, text_of

# What an item may stand for: the word of the tool -> (type, object and REST path of WordPress)
OBJECTS = {
    "page": ("post_type", "page", "wp/v2/pages"),
    "post": ("post_type", "post", "wp/v2/posts"),
    "category": ("taxonomy", "category", "wp/v2/categories"),
    "post_tag": ("taxonomy", "post_tag", "wp/v2/tags"),
}

_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
_SCHEMES = ("http", "https", "mailto", "tel", "sms")
_LABELS = {
    "url": "Links to",
    "target": "Opens in",
    "classes": "CSS classes",
    "attr_title": "Title attribute",
    "description": "Description",
}
_LOOKS = [name for name in _LABELS if name != "url"]


def demand_a_link(arguments: Arguments) -> None:
    """Demand that the arguments say what the item links to.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    kind = arguments.get("object_type", "custom")
    if kind == "custom" and not arguments.get("url"):
        words = "A menu item needs a url, or an object_type with an object_id."
        raise Refusal("respira_invalid_arguments", words)
    scheme = _SCHEME.match(arguments.get("url", ""))
    if scheme is not None and scheme[1].lower() not in _SCHEMES:
        words = (
            f"A menu item can not link to a {scheme[1]}: address. Send one with https:, mailto: or tel:, or a path."
        )
        raise Refusal("respira_invalid_arguments", words)
    if kind != "custom" and not arguments.get("object_id"):
        raise Refusal("respira_invalid_arguments", f"The object_type {kind} needs an object_id.")
    if kind != "custom" and arguments.get("url"):
        words = f"A menu item that stands for a {kind} links to its address: leave out url, or object_type."
        raise Refusal("respira_invalid_arguments", words)
    if kind == "custom" and arguments.get("object_id"):
        words = "A plain link stands for nothing of the site: leave out object_id, or say its object_type."
        raise Refusal("respira_invalid_arguments", words)


def object_of(site: WordPress, arguments: Arguments) -> State:
    """Return the name and status of what the item stands for, for words; empty for a plain link.

    Raises:
        Refusal: `respira_not_found`.
    """
    kind = arguments.get("object_type", "custom")
    if kind == "custom":
        return {}
    object_id = arguments["object_id"]
    try:
        found = item_of(site.get(f"{OBJECTS[kind][2]}/{object_id}", context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no {kind} {object_id} on the site.") from trouble
        raise
    # A page or post has a title, a category or tag a name.
    name = text_of(found["title"]) if "title" in found else plain(found.get("name"))
    if found.get("status") == "trash":
        raise Refusal("respira_not_found", f"{kind.capitalize()} {object_id} ({name}) is in the trash.")
    return {"about.object": found.get("status"), "about.object_name": name}


def changes_of(arguments: Arguments, state: State) -> list[Change]:
    """Return what else a person is shown of a new item, besides its place: where it leads, and how it looks."""
    kind = arguments.get("object_type", "custom")
    if kind == "custom":
        link = arguments["url"]
    else:
        link = f"{kind} {arguments['object_id']} ({state.get('about.object_name', '')})"
    asked = {"url": link, **{name: arguments[name] for name in _LOOKS if arguments.get(name)}}
    return [Change(name, _LABELS[name], None, value, "value") for name, value in asked.items()]


def body_of_link(arguments: Arguments) -> dict[str, Any]:
    """Return the arguments as WordPress takes them, without the order."""
    body: dict[str, Any] = {"title": arguments["title"], "menus": arguments["menu_id"], "status": "publish"}
    kind = arguments.get("object_type", "custom")
    if kind == "custom":
        body |= {"type": "custom", "url": arguments["url"]}
    else:
        body |= {"type": OBJECTS[kind][0], "object": OBJECTS[kind][1], "object_id": arguments["object_id"]}
    for name in ("parent", "target", "attr_title", "description"):
        if name in arguments:
            body[name] = arguments[name]
    if "classes" in arguments:
        body["classes"] = arguments["classes"].split()
    return body


def plain_value(item: dict[str, Any], name: str) -> Any:
    """Return a field of a menu item, its title as plain text."""
    return text_of(item.get(name)) if name == "title" else item.get(name)


def unlike_asked(arguments: Arguments, stored: dict[str, Any]) -> list[str]:
    """Return the names of what a menu item holds otherwise than asked."""
    asked = {name: value for name, value in body_of_link(arguments).items() if name not in ("menus", "status")}
    return [name for name, value in asked.items() if plain_value(stored, name) != value]
