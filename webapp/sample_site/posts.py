"""Pages and posts over REST: list, read, create, update, trash, delete."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from . import post_writing, trash
from .asked import Asked
from .fields import Field, Schema
from .kinds import KINDS
from .post_shape import shape
from .routes import Answer, Route, create, created, delete, deleted, get, paged, update
from .store import Item
from .trouble import Misfit, Trouble, invalid_parameters

VISIBLE_STATUSES = (*post_writing.STATUSES, "trash")
STATUS_WORDS = (
    *VISIBLE_STATUSES,
    "auto-draft",
    "inherit",
    "request-pending",
    "request-confirmed",
    "request-failed",
    "request-completed",
    "any",
)
ORDERS = {
    "pages": (
        *("author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs"),
        *("title", "menu_order"),
    ),
    **dict.fromkeys(
        ("posts", "recipes"),
        (
            *("author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs"),
            "title",
        ),
    ),
}
FILTERS: Schema = {
    "search": Field("string"),
    "slug": Field("strings"),
    "include": Field("integers"),
    "exclude": Field("integers"),
    "author": Field("integers"),
    "parent": Field("integers"),
    "categories": Field("integers"),
    "tags": Field("integers"),
    "courses": Field("integers"),
    "lang": Field("string"),
    "sticky": Field("boolean"),
    "after": Field("date"),
    "before": Field("date"),
    "modified_after": Field("date"),
    "order": Field("string", enum=("asc", "desc")),
    "status": Field("strings", enum=STATUS_WORDS),
}


def _may_edit(asked: Asked, kind: str, item: Item) -> bool:
    rights = KINDS[kind].rights
    if not asked.may(f"edit_{rights}"):
        return False
    mine = asked.login is not None and item["author"] == asked.login["id"]
    if not mine and not asked.may(f"edit_others_{rights}"):
        return False
    return item["status"] != "publish" or asked.may(f"edit_published_{rights}")


def _may_leave(asked: Asked, item: Item) -> bool:
    """Tell whether nobody would miss the item in its public place, or it is an administrator who takes it away."""
    places = (asked.store.option("page_on_front"), asked.store.option("page_for_posts"))
    return item["id"] not in places or asked.may("manage_options")


def listed(asked: Asked, kind: str) -> Answer:
    """List items, with the filters and orders of core."""
    filters = asked.checked({**FILTERS, "orderby": Field("string", enum=ORDERS[kind])})
    if asked.context == "edit":
        message = "Sorry, you are not allowed to edit posts in this post type."
        asked.need(f"edit_{KINDS[kind].rights}", "rest_forbidden_context", message)
    statuses = filters.get("status", ["publish"])
    if any(status != "publish" for status in statuses) and not asked.may(f"edit_{KINDS[kind].rights}"):
        data = {"status": 401 if asked.login is None else 403}
        raise invalid_parameters({"status": Misfit("rest_forbidden_status", "Status is forbidden.", data)})
    if "any" in statuses:
        statuses = list(post_writing.STATUSES)
    items = [item for item in asked.store.list(kind) if item["status"] in statuses and _fits(asked, item, filters)]
    _sort(items, filters)
    return paged(asked, items, lambda item: shape(asked, kind, item))


def _fits(asked: Asked, item: Item, wanted: dict[str, Any]) -> bool:
    words = f"{item['title']} {item['excerpt']} {item['content']}".lower()
    sticky = asked.store.option("sticky_posts", [])
    tests: dict[str, Callable[[Any], Any]] = {
        "search": lambda value: all(word in words for word in value.lower().split()),
        "slug": lambda value: item["slug"] in value,
        "include": lambda value: item["id"] in value,
        "exclude": lambda value: item["id"] not in value,
        "author": lambda value: item["author"] in value,
        "parent": lambda value: item["parent"] in value,
        "categories": lambda value: set(value) & set(item.get("categories", [])),
        "tags": lambda value: set(value) & set(item.get("tags", [])),
        "courses": lambda value: set(value) & set(item.get("courses", [])),
        "lang": lambda value: asked.wp.language_of(item) == value,
        "sticky": lambda value: (item["id"] in sticky) == value,
        "after": lambda value: item["date"] > value[:19],
        "before": lambda value: item["date"] < value[:19],
        "modified_after": lambda value: item["modified"] > value[:19],
    }
    if asked.wp.languages:
        # A site in several languages lists one of them.
        wanted = {"lang": asked.wp.languages[0], **wanted}
    return all(test(wanted[name]) for name, test in tests.items() if name in wanted)


def _sort(items: list[Item], filters: dict[str, Any]) -> None:
    by = filters.get("orderby", "date")
    if by == "include":
        places = filters.get("include", [])
        items.sort(key=lambda item: places.index(item["id"]) if item["id"] in places else 0)
        return
    field = {"relevance": "date", "include_slugs": "slug"}.get(str(by), str(by))
    items.sort(key=lambda item: (item[field], item["id"]), reverse=filters.get("order", "desc") == "desc")


def read(asked: Asked, kind: str) -> Answer:
    """Read one item; drafts are nobody's but an editor's to see."""
    item = post_writing.found(asked, kind)
    if asked.context == "edit" and not _may_edit(asked, kind, item):
        raise asked.denied("rest_forbidden_context", "Sorry, you are not allowed to edit this post.")
    if item["status"] != "publish" and not _may_edit(asked, kind, item):
        raise asked.denied("rest_forbidden", "Sorry, you are not allowed to do that.")
    address = asked.wp.permalink(kind, item)
    return Answer(shape(asked, kind, item), 200, {"Link": f'<{address}>; rel="alternate"; type=text/html'})


def make(asked: Asked, kind: str) -> Answer:
    """Create an item; nothing at all makes an empty draft."""
    if asked.params.get("id"):
        raise Trouble(400, "rest_post_exists", "Cannot create existing post.")
    message = "Sorry, you are not allowed to create posts as this user."
    asked.need(f"edit_{KINDS[kind].rights}", "rest_cannot_create", message)
    item = post_writing.save(asked, kind, None)
    return created(asked.wp, f"wp/v2/{kind}", shape(asked, kind, item, "edit"))


def change(asked: Asked, kind: str) -> Answer:
    """Change the fields that were sent and nothing else."""
    item = post_writing.found(asked, kind)
    if not _may_edit(asked, kind, item):
        raise asked.denied("rest_cannot_edit", "Sorry, you are not allowed to edit this post.")
    return Answer(shape(asked, kind, post_writing.save(asked, kind, item), "edit"))


def remove(asked: Asked, kind: str) -> Answer:
    """Move an item to the trash, or delete it for good with `force`."""
    force = asked.flag("force")
    item = post_writing.found(asked, kind)
    if not (asked.may(f"delete_{KINDS[kind].rights}") and _may_edit(asked, kind, item) and _may_leave(asked, item)):
        raise asked.denied("rest_cannot_delete", "Sorry, you are not allowed to delete this post.")
    if not force:
        return Answer(shape(asked, kind, trash.throw_away(asked, kind, item), "edit"))
    previous = shape(asked, kind, item, "edit")
    trash.erase(asked, kind, item)
    return deleted(previous)


def _routes(kind: str) -> list[Route]:
    everything, one = f"/wp/v2/{kind}", rf"/wp/v2/{kind}/(?P<id>\d+)"
    return [
        get(everything, partial(listed, kind=kind)),
        create(everything, partial(make, kind=kind)),
        get(one, partial(read, kind=kind)),
        update(one, partial(change, kind=kind)),
        delete(one, partial(remove, kind=kind)),
    ]


ROUTES = [route for kind in KINDS for route in _routes(kind)]
