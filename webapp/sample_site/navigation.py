"""Navigations over REST: the texts of links that block themes show in place of menus."""

from __future__ import annotations

from typing import Any

from . import text
from .asked import Asked
from .fields import Field, Schema
from .routes import Answer, create, created, delete, deleted, get, links, paged, update
from .store import Item
from .trouble import not_found

KIND = "navigation"
SCHEMA: Schema = {
    "title": Field("text"),
    "content": Field("text"),
    "slug": Field("string"),
    "status": Field("string", enum=("publish", "future", "draft", "pending", "private")),
}
FILTERS: Schema = {
    "status": Field("strings"),
    "order": Field("string", enum=("asc", "desc")),
    "orderby": Field("string", enum=("date", "id", "title", "modified")),
}


def shape(asked: Asked, item: Item, context: str | None = None) -> dict[str, Any]:
    """Return a navigation as REST shows it."""
    edit, id = (context or asked.context) == "edit", item["id"]
    told = {
        **{name: item[name] for name in ("id", "date", "date_gmt", "modified", "modified_gmt", "slug", "status")},
        "type": "wp_navigation",
        "link": f"{asked.wp.url}/?p={id}",
        "title": {"rendered": text.curly(item["title"])},
        "content": {"rendered": text.rendered(item["content"]), "protected": False},
        "template": "",
        "_links": links(asked, f"wp/v2/navigation/{id}", {}, about="wp/v2/types/wp_navigation"),
    }
    if edit:
        told["password"] = ""
        told["title"]["raw"] = item["title"]
        told["content"] |= {"raw": item["content"], "block_version": int(text.has_blocks(item["content"]))}
    return told


def _need(asked: Asked, code: str, doing: str) -> None:
    asked.need("edit_theme_options", code, f"Sorry, you are not allowed to {doing}.")


def _found(asked: Asked) -> Item:
    item = asked.store.find(KIND, asked.id)
    if item is None:
        raise not_found()
    return item


def listed(asked: Asked) -> Answer:
    """List the navigations, the newest first unless asked otherwise."""
    wanted = asked.checked(FILTERS)
    statuses = wanted.get("status", ["publish"])
    items = [item for item in asked.store.list(KIND) if "any" in statuses or item["status"] in statuses]
    by = wanted.get("orderby", "date")
    items.sort(key=lambda item: (item[by], item["id"]), reverse=wanted.get("order", "desc") == "desc")
    return paged(asked, items, lambda item: shape(asked, item))


def read(asked: Asked) -> Answer:
    """Read one navigation."""
    return Answer(shape(asked, _found(asked)))


def make(asked: Asked) -> Answer:
    """Make a navigation; it is a draft unless a status is sent."""
    sent = asked.checked(SCHEMA)
    _need(asked, "rest_cannot_create", "create posts as this user")
    local, gmt = asked.wp.now()
    item: Item = {"title": "", "content": "", "slug": "", "status": "draft", "date": local, "date_gmt": gmt}
    item = _saved(asked, {**item, "id": asked.store.next_id("posts"), **sent})
    return created(asked.wp, "wp/v2/navigation", shape(asked, item, "edit"))


def change(asked: Asked) -> Answer:
    """Change a navigation."""
    sent = asked.checked(SCHEMA)
    item = _found(asked)
    _need(asked, "rest_cannot_edit", "edit this post")
    return Answer(shape(asked, _saved(asked, {**item, **sent}), "edit"))


def _saved(asked: Asked, item: Item) -> Item:
    item["modified"], item["modified_gmt"] = asked.wp.now()
    item["title"] = item["title"].strip()
    item["slug"] = item["slug"] or text.slug_of(item["title"])
    asked.store.put(KIND, item)
    return item


def remove(asked: Asked) -> Answer:
    """Move a navigation to the trash, or delete it for good."""
    force, item = asked.flag("force"), _found(asked)
    _need(asked, "rest_cannot_delete", "delete this post")
    if force:
        previous = shape(asked, item, "edit")
        asked.store.remove(KIND, item["id"])
        return deleted(previous)
    return Answer(shape(asked, _saved(asked, {**item, "status": "trash"}), "edit"))


_ONE = r"/wp/v2/navigation/(?P<id>\d+)"
ROUTES = [
    get("/wp/v2/navigation", listed),
    create("/wp/v2/navigation", make),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
]
