"""Slugs of pages and posts: made from titles, kept unique among those that share an address."""

from __future__ import annotations

from . import text
from .installation import Installation
from .store import Item

FLOATS = ("draft", "pending", "auto-draft")


def settled(wp: Installation, kind: str, item: Item) -> str:
    """Return the slug an item gets when it is saved.

    Drafts may go without and may share; whatever has an address of its own gets one nobody else has.
    """
    slug = text.slug_of(item["slug"])
    if item["status"] in FLOATS:
        return slug
    return unique(wp, kind, item, slug or text.slug_of(item["title"]) or str(item["id"]))


def free(wp: Installation, medium: Item, slug: str) -> str:
    """Return the slug of an upload, or the first of slug-2, slug-3 ... that nothing else has."""
    taken = {
        other["slug"]
        for kind in ("media", "pages", "posts")
        for other in wp.store.list(kind)
        if (kind, other["id"]) != ("media", medium["id"]) and other.get("status") not in FLOATS
    }
    candidate, number = slug, 1
    while candidate in taken:
        number += 1
        candidate = f"{slug[:196]}-{number}"
    return candidate


def unique(wp: Installation, kind: str, item: Item, slug: str) -> str:
    """Return the slug, or the first of slug-2, slug-3 ... that no other item at the same place has.

    A draft that has a slug keeps it from others too. Uploads share the addresses of pages, not those of posts.
    """
    taken = {
        other["slug"]
        for other in wp.store.list(kind)
        if other["id"] != item["id"] and other["parent"] == item["parent"]
    }
    if kind == "pages":
        taken |= {medium["slug"] for medium in wp.store.list("media") if (medium["post"] or 0) == item["parent"]}
    candidate, number = slug, 1
    while candidate in taken:
        number += 1
        ending = f"-{number}"
        candidate = slug[: 200 - len(ending)] + ending
    return candidate
