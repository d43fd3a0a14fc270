"""Saving pages and posts: what a change means, in the order WordPress takes it.

A save that fails late (a meta key that may not be written) has already saved the rest, as there.
"""

from __future__ import annotations

from typing import Any

from . import menu_items, revisions, slugs, times, trash
from .asked import Asked
from .fields import Field, Schema
from .installation import MetaKey
from .kinds import KINDS
from .store import Item
from .trouble import Misfit, Trouble, invalid_parameters, not_found, spoken

STATUSES = ("publish", "future", "draft", "pending", "private")
FORMATS = ("standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio")
OPEN_OR_CLOSED = Field("string", enum=("open", "closed"))

COMMON: Schema = {
    "date": Field("date", nullable=True),
    "date_gmt": Field("date", nullable=True),
    "slug": Field("string"),
    "status": Field("string", enum=STATUSES),
    "password": Field("string"),
    "title": Field("text"),
    "content": Field("text"),
    "excerpt": Field("text"),
    "author": Field("integer"),
    "featured_media": Field("integer"),
    "comment_status": OPEN_OR_CLOSED,
    "ping_status": OPEN_OR_CLOSED,
    "template": Field("string"),
    "meta": Field("object"),
    "lang": Field("string"),
}
SCHEMAS: dict[str, Schema] = {
    "pages": {**COMMON, "parent": Field("integer"), "menu_order": Field("integer")},
    "posts": {
        **COMMON,
        "sticky": Field("boolean"),
        "format": Field("string", enum=FORMATS),
        "categories": Field("integers"),
        "tags": Field("integers"),
    },
    "recipes": {**COMMON, "courses": Field("integers")},
}
META_TYPES = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list}


def blank(asked: Asked, kind: str) -> Item:
    """Return a new, unsaved item by whoever asks, dated now."""
    local, gmt = asked.wp.now()
    item: Item = {
        "id": asked.store.next_id("posts"),
        "date": local,
        "date_gmt": gmt,
        "floating": True,
        "modified": local,
        "modified_gmt": gmt,
        "guid": "",
        "author": asked.login["id"] if asked.login else 0,
        "status": "draft",
        "parent": 0,
        "menu_order": 0,
        "featured_media": 0,
        "meta": {},
        "comment_status": "closed" if kind == "pages" else asked.store.option("default_comment_status", "open"),
        "ping_status": "closed" if kind == "pages" else asked.store.option("default_ping_status", "open"),
    }
    item |= dict.fromkeys(("password", "slug", "title", "content", "excerpt", "template"), "")
    item |= {taxonomy: [] for taxonomy in KINDS[kind].terms}
    return item | ({"format": "standard"} if kind == "posts" else {})


def save(asked: Asked, kind: str, old: Item | None) -> Item:
    """Create an item (`old` is None) or change one, and return it as saved. Raises Trouble."""
    sent = asked.checked(SCHEMAS[kind])
    _check(asked, kind, old, sent)
    item = dict(old) if old else blank(asked, kind)
    for name in ("slug", "password", "content", "excerpt", "comment_status", "ping_status", "template"):
        item[name] = sent.get(name, item[name])
    item["title"] = sent.get("title", item["title"]).strip()
    item["author"] = sent.get("author") or item["author"]
    item["menu_order"] = sent.get("menu_order", item["menu_order"])
    if asked.wp.languages and sent.get("lang") in asked.wp.languages:
        item["lang"] = sent["lang"]
    if sent.get("parent") is not None:
        item["parent"] = 0 if sent["parent"] == item["id"] else sent["parent"]
    _set_dates(asked, item, sent, is_new=old is None)
    _set_status(asked, kind, item, old, sent)
    item["slug"] = slugs.settled(asked.wp, kind, item)
    if old is None:
        item["guid"] = asked.wp.permalink(kind, item).replace(asked.wp.url, "{url}")
    if kind == "posts" and not item["categories"]:
        item["categories"] = [asked.store.option("default_category", 1)]
    asked.store.put(kind, item)
    if old is not None:
        revisions.keep(asked, item)
    _save_the_rest(asked, kind, item, sent)
    if item["status"] == "publish" and (old is None or old["status"] != "publish"):
        _join_menus(asked, kind, item)
    return item


def _check(asked: Asked, kind: str, old: Item | None, sent: dict[str, Any]) -> None:
    store = asked.store
    template = sent.get("template", "")
    if template and template not in asked.wp.templates and template != (old or {}).get("template"):
        message = f"template is not one of {spoken(asked.wp.templates)}."
        raise invalid_parameters({"template": Misfit("rest_invalid_param", message)})
    if sent.get("author") and store.find("users", sent["author"]) is None:
        raise Trouble(400, "rest_invalid_author", "Invalid author ID.")
    if sent.get("parent") and store.find("pages", sent["parent"]) is None:
        raise Trouble(400, "rest_post_invalid_id", "Invalid post parent ID.")
    if sent.get("status") in ("publish", "future", "private") and not asked.may(f"publish_{KINDS[kind].rights}"):
        message = "Sorry, you are not allowed to publish posts in this post type."
        raise asked.denied("rest_cannot_publish", message)
    _check_sticky(asked, old, sent)


def _check_sticky(asked: Asked, old: Item | None, sent: dict[str, Any]) -> None:
    if "sticky" in sent and sent.get("password"):
        raise Trouble(400, "rest_invalid_field", "A post can not be sticky and have a password.")
    if sent.get("sticky") and (old or {}).get("password"):
        raise Trouble(400, "rest_invalid_field", "A password protected post can not be set to sticky.")
    if sent.get("password") and old and old["id"] in asked.store.option("sticky_posts", []):
        raise Trouble(400, "rest_invalid_field", "A sticky post can not be password protected.")
    if sent.get("sticky") and not asked.may("edit_others_posts"):
        message = "Sorry, you are not allowed to make posts sticky."
        raise asked.denied("rest_cannot_assign_sticky", message)


def _set_dates(asked: Asked, item: Item, sent: dict[str, Any], *, is_new: bool) -> None:
    local, gmt = asked.wp.now()
    name = "date" if "date" in sent else "date_gmt"
    if sent.get(name):
        item["date"], item["date_gmt"] = asked.wp.both(sent[name], is_gmt=name == "date_gmt")
        item["floating"] = False
    elif name in sent:
        item["floating"] = True
    if item["floating"]:
        item["date"], item["date_gmt"] = local, gmt
    item["modified"], item["modified_gmt"] = (item["date"], item["date_gmt"]) if is_new else (local, gmt)


def _set_status(asked: Asked, kind: str, item: Item, old: Item | None, sent: dict[str, Any]) -> None:
    status = sent.get("status", item["status"])
    ahead = times.seconds_ahead(item["date_gmt"]) >= 60
    if status == "publish" and ahead:
        status = "future"
    elif status == "future" and not ahead:
        status = "publish"
    if status not in (*slugs.FLOATS, "trash"):
        item["floating"] = False
    if status == "private":
        item["password"] = ""
    item["status"] = status
    if old is not None and old["status"] == "trash" and status != "trash":
        trash.bring_back(item)


def _save_the_rest(asked: Asked, kind: str, item: Item, sent: dict[str, Any]) -> None:
    store = asked.store
    if "featured_media" in sent:
        medium = store.find("media", sent["featured_media"])
        item["featured_media"] = medium["id"] if medium else 0
    for taxonomy in KINDS[kind].terms:
        if taxonomy in sent:
            item[taxonomy] = sorted({id for id in sent[taxonomy] if store.find(taxonomy, id)})
    item |= {"format": sent["format"]} if "format" in sent else {}
    store.put(kind, item)
    if "sticky" in sent:
        stick(asked, item["id"], sent["sticky"])
    for key, value in sent.get("meta", {}).items():
        if key in asked.wp.meta_keys:
            _set_meta(item, key, asked.wp.meta_keys[key], value)
            store.put(kind, item)


def _set_meta(item: Item, key: str, registered: MetaKey, value: Any) -> None:
    if not registered.writable:
        message = f"Sorry, you are not allowed to edit the {key} custom field."
        raise Trouble(403, "rest_cannot_update", message, data={"key": key})
    if value is None:
        item["meta"].pop(key, None)
        return
    if not isinstance(value, META_TYPES[registered.type]):
        message = f"meta.{key} is not of type {registered.type}."
        beside = {"additional_data": [{"param": f"meta.{key}"}]}
        raise Trouble(400, "rest_invalid_type", message, beside=beside)
    item["meta"][key] = value


def stick(asked: Asked, id: int, sticky: bool) -> None:
    """Put a post on the list of sticky ones, or take it off."""
    others = [one for one in asked.store.option("sticky_posts", []) if one != id]
    asked.store.set_option("sticky_posts", [*others, id] if sticky else others)


def _join_menus(asked: Asked, kind: str, item: Item) -> None:
    if kind != "pages" or item["parent"]:
        return
    for menu in asked.store.list("menus"):
        if menu["auto_add"]:
            menu_items.append_page(asked.store, menu["id"], item["id"])


def found(asked: Asked, kind: str) -> Item:
    """Return the item in the path. Raises Trouble (404) when there is none of this kind."""
    item = asked.store.find(kind, asked.id)
    if item is None:
        raise not_found()
    return item
