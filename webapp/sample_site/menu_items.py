"""Items of menus over REST: links of one's own, and pages, posts or categories whose title they follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import text
from .asked import Asked
from .fields import Field, Schema
from .installation import Installation
from .routes import Answer, create, created, delete, deleted, get, links, paged, update
from .store import Item, Store
from .trouble import Trouble, no_trash, not_found

TYPES = ("taxonomy", "post_type", "post_type_archive", "custom")
OBJECTS = {
    "page": ("pages", "Page"),
    "post": ("posts", "Post"),
    "category": ("categories", "Category"),
    "post_tag": ("tags", "Tag"),
}
SCHEMA: Schema = {
    "title": Field("text"),
    "type": Field("string", enum=TYPES),
    "status": Field("string", enum=("publish", "future", "draft", "pending", "private")),
    "parent": Field("integer", minimum=0),
    "attr_title": Field("string"),
    "classes": Field("strings"),
    "description": Field("string"),
    "menu_order": Field("integer", minimum=1),
    "object": Field("string"),
    "object_id": Field("integer", minimum=0),
    "target": Field("string", enum=("_blank", "")),
    "url": Field("string"),
    "xfn": Field("strings"),
    "menus": Field("integer"),
}
FILTERS: Schema = {
    "menus": Field("integers"),
    "include": Field("integers"),
    "status": Field("strings"),
    "search": Field("string"),
}
BLANK: Item = {
    **dict.fromkeys(("title", "attr_title", "description", "target", "url"), ""),
    "type": "custom",
    "status": "publish",
    "object": "",
    "object_id": 0,
    "parent": 0,
    "menu_order": 1,
    "classes": [""],
    "xfn": [""],
    "menus": 0,
}


def append_page(store: Store, menu: int, page: int) -> None:
    """Add a page at the end of a menu that takes in new pages, unless it is there already."""
    there = [entry for entry in store.list("menu-items") if entry["menus"] == menu]
    if any(entry["object"] == "page" and entry["object_id"] == page for entry in there):
        return
    last = max((entry["menu_order"] for entry in there), default=0)
    item = {**BLANK, "id": store.next_id("posts"), "type": "post_type", "object": "page", "object_id": page}
    store.put("menu-items", {**item, "menus": menu, "menu_order": last + 1})


def in_menu(store: Store, menu: int) -> list[Item]:
    """Return the published items of a menu, in their order."""
    items = [one for one in store.list("menu-items") if one["menus"] == menu and one["status"] == "publish"]
    return sorted(items, key=lambda one: (one["menu_order"], one["id"]))


def destination(wp: Installation, item: Item) -> tuple[str, str, bool]:
    """Return (title, address, whether what it shows is missing or in the trash) of an item."""
    if item["type"] == "custom":
        return item["title"], item["url"], False
    kind = OBJECTS.get(item["object"], ("", ""))[0]
    shown = wp.store.find(kind, item["object_id"])
    if shown is None:
        return item["title"] or f"#{item['object_id']} (no title)", "", True
    if item["type"] == "taxonomy":
        folder = "category" if kind == "categories" else "tag"
        return item["title"] or shown["name"], f"{wp.url}/{folder}/{shown['slug']}/", False
    title = item["title"] or shown["title"] or f"#{shown['id']} (no title)"
    return title, wp.permalink(kind, shown), shown["status"] == "trash"


def shape(asked: Asked, item: Item, context: str | None = None) -> dict[str, Any]:
    """Return a menu item as REST shows it."""
    edit = (context or asked.context) == "edit"
    title, url, invalid = destination(asked.wp, item)
    kind, label = OBJECTS.get(item["object"], ("", "Custom Link"))
    data: dict[str, Any] = {
        "id": item["id"],
        "title": ({"raw": title if item["title"] else text.curly(title)} if edit else {})
        | {"rendered": text.curly(title)},
        "status": item["status"],
        "url": url,
        "attr_title": item["attr_title"],
        "description": item["description"],
        "type": item["type"],
        "type_label": label,
        "object": item["object"] or "custom",
        "object_id": item["object_id"] or (item["id"] if item["type"] == "custom" else 0),
        **{name: item[name] for name in ("parent", "menu_order", "target", "classes", "xfn")},
        "invalid": invalid,
        "meta": [],
    }
    if item["menus"]:
        data["menus"] = item["menus"]
    data["_links"] = _links(asked, item, kind)
    return data


def _links(asked: Asked, item: Item, kind: str) -> dict[str, Any]:
    href, path = asked.wp.rest, f"wp/v2/menu-items/{item['id']}"
    term = {"taxonomy": "nav_menu", "embeddable": True, "href": href(f"wp/v2/menus?post={item['id']}")}
    shown = {"post_type": item["object"], "embeddable": True, "href": href(f"wp/v2/{kind}/{item['object_id']}")}
    actions = ("publish", "unfiltered-html", "create-menus", "assign-menus")
    return links(
        asked,
        path,
        {
            "wp:term": [term],
            "wp:menu-item-object": [shown] if item["type"] == "post_type" else [],
            **{f"wp:action-{action}": [{"href": href(path)}] for action in actions},
        },
        about="wp/v2/types/nav_menu_item",
    )


def _need(asked: Asked, code: str, doing: str) -> None:
    asked.need("edit_theme_options", code, f"Sorry, you are not allowed to {doing}.")


def _found(asked: Asked) -> Item:
    item = asked.store.find("menu-items", asked.id)
    if item is None:
        raise not_found()
    return item


def listed(asked: Asked) -> Answer:
    """List menu items in their order."""
    filters = asked.checked(FILTERS)
    _need(asked, "rest_cannot_view", "view menu items")
    items = [item for item in asked.store.list("menu-items") if _fits(asked, item, filters)]
    items.sort(key=lambda item: (item["menu_order"], item["id"]))
    return paged(asked, items, lambda item: shape(asked, item), per_page=100)


def _fits(asked: Asked, item: Item, wanted: dict[str, Any]) -> bool:
    statuses = wanted.get("status", ["publish"])
    tests: dict[str, Callable[[Any], Any]] = {
        "menus": lambda value: item["menus"] in value,
        "include": lambda value: item["id"] in value,
        "search": lambda value: value.lower() in destination(asked.wp, item)[0].lower(),
    }
    if "any" not in statuses and item["status"] not in statuses:
        return False
    return all(test(wanted[name]) for name, test in tests.items() if name in wanted)


def read(asked: Asked) -> Answer:
    """Read one menu item."""
    item = _found(asked)
    _need(asked, "rest_cannot_view", "view menu items")
    return Answer(shape(asked, item))


def make(asked: Asked) -> Answer:
    """Create a menu item; it is not put at the end, its order is 1 unless said."""
    sent = asked.checked(SCHEMA)
    _need(asked, "rest_cannot_create", "create posts as this user")
    item = {**BLANK, "id": asked.store.next_id("posts")}
    item = _saved(asked, item, sent)
    return created(asked.wp, "wp/v2/menu-items", shape(asked, item, "edit"))


def change(asked: Asked) -> Answer:
    """Change a menu item."""
    sent = asked.checked(SCHEMA)
    item = _found(asked)
    _need(asked, "rest_cannot_edit", "edit this post")
    # WordPress takes the title that it shows, as HTML, for one that was sent.
    shown = text.curly(destination(asked.wp, item)[0])
    return Answer(shape(asked, _saved(asked, item, {"title": item["title"] or shown, **sent}), "edit"))


def _saved(asked: Asked, item: Item, sent: dict[str, Any]) -> Item:
    item = item | sent
    if item["menus"] and asked.store.find("menus", item["menus"]) is None:
        raise Trouble(400, "invalid_menu_id", "Invalid menu ID.")
    if item["type"] == "custom":
        _check_custom(item)
    elif not item["object"]:
        raise Trouble(400, "rest_post_invalid_id", "Invalid post ID.")
    elif sent.get("title"):
        own = destination(asked.wp, item | {"title": ""})[0]
        item["title"] = "" if sent["title"] == own else sent["title"]
    asked.store.put("menu-items", item)
    return item


def _check_custom(item: Item) -> None:
    wanting = [name for name in ("title", "url") if not item[name]]
    troubles = [
        Trouble(400, f"rest_{name}_required", f"The {name} is required when using a custom menu item type.")
        for name in wanting
    ]
    if troubles:
        first, rest = troubles[0], [trouble.body() for trouble in troubles[1:]]
        raise Trouble(400, first.code, first.message, beside={"additional_errors": rest} if rest else {})


def remove(asked: Asked) -> Answer:
    """Delete a menu item for good; its children keep its number as their parent."""
    force = asked.flag("force")
    item = _found(asked)
    _need(asked, "rest_cannot_delete", "delete this post")
    if not force:
        raise no_trash("Menu items do")
    previous = shape(asked, item, "view")
    asked.store.remove("menu-items", item["id"])
    return deleted(previous)


_ONE = r"/wp/v2/menu-items/(?P<id>\d+)"
ROUTES = [
    get("/wp/v2/menu-items", listed),
    create("/wp/v2/menu-items", make),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
]
