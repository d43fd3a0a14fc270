"""The trash of pages and posts, and deleting them for good: what goes along, and what does not come back."""

from __future__ import annotations

from . import slugs
from .asked import Asked
from .store import Item
from .trouble import Trouble


def throw_away(asked: Asked, kind: str, item: Item) -> Item:
    """Move an item to the trash and return it there. Raises Trouble (410) when it is there already."""
    if item["status"] == "trash":
        raise Trouble(410, "rest_already_trashed", "The post has already been deleted.")
    item["before_trash"] = {"status": item["status"], "slug": item["slug"]}
    item["status"] = "trash"
    suffixed = item["slug"].removesuffix("__trashed") + "__trashed"
    item["slug"] = slugs.unique(asked.wp, kind, item, suffixed)
    item["modified"], item["modified_gmt"] = asked.wp.now()
    if item["floating"]:
        # In the trash a draft without a date gets one, and keeps it when it comes back.
        item["date"], item["date_gmt"] = item["modified"], item["modified_gmt"]
        item["floating"] = False
    asked.store.put(kind, item)
    for comment in comments_of(asked, item):
        if comment["status"] != "post-trashed":
            asked.store.put("comments", comment | {"status": "post-trashed"})
    _leave_public_places(asked, item)
    return item


def bring_back(item: Item) -> None:
    """Give an item that leaves the trash its slug back, if it had one."""
    before = item.pop("before_trash", {})
    if before.get("slug"):
        item["slug"] = before["slug"]


def erase(asked: Asked, kind: str, item: Item) -> None:
    """Delete an item for good, with its comments, its revisions and the menu items that show it."""
    store = asked.store
    for comment in comments_of(asked, item):
        store.remove("comments", comment["id"])
    for revision in store.list("revisions"):
        if revision["parent"] == item["id"]:
            store.remove("revisions", revision["id"])
    for entry in store.list("menu-items"):
        if entry["type"] == "post_type" and entry["object_id"] == item["id"]:
            store.remove("menu-items", entry["id"])
    for child in store.list(kind):
        if child["parent"] == item["id"]:
            store.put(kind, child | {"parent": item["parent"]})
    _leave_public_places(asked, item)
    store.remove(kind, item["id"])


def comments_of(asked: Asked, item: Item) -> list[Item]:
    """Return all comments on an item, whatever their status."""
    return [comment for comment in asked.store.list("comments") if comment["post"] == item["id"]]


def _leave_public_places(asked: Asked, item: Item) -> None:
    store = asked.store
    if store.option("page_on_front") == item["id"]:
        store.set_option("show_on_front", "posts")
        store.set_option("page_on_front", 0)
    if store.option("page_for_posts") == item["id"]:
        store.set_option("page_for_posts", 0)
    sticky = store.option("sticky_posts", [])
    store.set_option("sticky_posts", [id for id in sticky if id != item["id"]])
