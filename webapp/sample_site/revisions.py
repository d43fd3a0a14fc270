"""Revisions of pages and posts: kept at every save that changed the words, read, never deleted."""

from __future__ import annotations

from typing import Any

from . import text
from .asked import Asked
from .kinds import KINDS
from .routes import Answer, delete, get, paged
from .store import Item
from .trouble import Trouble, not_found

WORDS = ("title", "content", "excerpt")


def keep(asked: Asked, item: Item) -> None:
    """Keep the words of an item that was just saved, unless its newest revision has the same."""
    earlier = _of(asked, item["id"])
    if earlier and all(earlier[-1][name] == item[name] for name in WORDS):
        return
    revision = {name: item[name] for name in (*WORDS, "modified", "modified_gmt")}
    author = asked.login["id"] if asked.login else 0
    asked.store.put(
        "revisions", revision | {"id": asked.store.next_id("posts"), "parent": item["id"], "author": author}
    )


def _of(asked: Asked, id: int) -> list[Item]:
    return [revision for revision in asked.store.list("revisions") if revision["parent"] == id]


def _parent(asked: Asked) -> Item:
    parent = asked.store.find(asked.path["kind"], asked.id)
    if parent is None:
        raise Trouble(404, "rest_post_invalid_parent", "Invalid post parent ID.")
    message = "Sorry, you are not allowed to view revisions of this post."
    asked.need(f"edit_{KINDS[asked.path['kind']].rights}", "rest_cannot_read", message)
    return parent


def _found(asked: Asked) -> Item:
    parent = _parent(asked)
    revision = asked.store.find("revisions", int(asked.path["revision"]))
    if revision is None or revision["parent"] != parent["id"]:
        raise not_found(message="Invalid revision ID.")
    return revision


def _shape(asked: Asked, revision: Item) -> dict[str, Any]:
    edit = asked.context == "edit"
    guid = {"rendered": f"{asked.wp.url}/?p={revision['id']}"}
    rendered = {
        "title": text.curly(revision["title"]),
        "content": text.rendered(revision["content"]),
        "excerpt": text.curly(text.paragraphs(revision["excerpt"])),
    }
    href = asked.wp.rest(f"wp/v2/{asked.path['kind']}/{revision['parent']}")
    return {
        "author": revision["author"],
        "date": revision["modified"],
        "date_gmt": revision["modified_gmt"],
        "id": revision["id"],
        "modified": revision["modified"],
        "modified_gmt": revision["modified_gmt"],
        "parent": revision["parent"],
        "slug": f"{revision['parent']}-revision-v1",
        "guid": guid | ({"raw": guid["rendered"]} if edit else {}),
        **{name: ({"raw": revision[name]} if edit else {}) | {"rendered": rendered[name]} for name in WORDS},
        "meta": {key: registered.default for key, registered in asked.wp.meta_keys.items()},
        "_links": {"parent": [{"href": href}]},
    }


def listed(asked: Asked) -> Answer:
    """List an item's revisions, newest first."""
    revisions = _of(asked, _parent(asked)["id"])[::-1]
    return paged(asked, revisions, lambda revision: _shape(asked, revision), per_page=100)


def read(asked: Asked) -> Answer:
    """Read one revision."""
    return Answer(_shape(asked, _found(asked)))


def refuse_deletion(asked: Asked) -> Answer:
    """Refuse to delete a revision, whoever asks."""
    _found(asked)
    raise Trouble(403, "rest_cannot_delete", "Sorry, you are not allowed to delete this revision.")


_LIST = r"/wp/v2/(?P<kind>pages|posts|recipes)/(?P<id>\d+)/revisions"
_ONE = _LIST + r"/(?P<revision>\d+)"
ROUTES = [get(_LIST, listed), get(_ONE, read), delete(_ONE, refuse_deletion)]
