"""Comments over REST."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from . import text
from .asked import Asked
from .fields import Field, Schema
from .routes import Answer, create, created, delete, deleted, get, links, paged, update
from .store import Item
from .trouble import Trouble, not_found

STATUSES = {
    "approve": "approved",
    "approved": "approved",
    "1": "approved",
    "hold": "hold",
    "0": "hold",
    "spam": "spam",
    "trash": "trash",
    "unspam": "approved",
    "untrash": "approved",
}
SCHEMA: Schema = {
    "post": Field("integer"),
    "parent": Field("integer"),
    "author": Field("integer"),
    "author_name": Field("string"),
    "author_email": Field("email"),
    "author_url": Field("string"),
    "content": Field("text"),
    "date": Field("date"),
    "status": Field("string"),
}
FILTERS: Schema = {
    "post": Field("integers"),
    "parent": Field("integers"),
    "include": Field("integers"),
    "author": Field("integers"),
    "search": Field("string"),
    "status": Field("string"),
    "order": Field("string", enum=("asc", "desc")),
}


def shape(asked: Asked, comment: Item, context: str | None = None) -> dict[str, Any]:
    """Return a comment as REST shows it."""
    wp, edit = asked.wp, (context or asked.context) == "edit"
    found = wp.find_post(comment["post"])
    kind, link = (found[0], wp.permalink(*found)) if found else ("posts", "")
    content = {"rendered": text.curly(text.paragraphs(comment["content"]))}
    data: dict[str, Any] = {name: comment[name] for name in ("id", "post", "parent", "author", "author_name")}
    if edit:
        data["author_email"] = comment["author_email"]
    data["author_url"] = comment["author_url"].replace("{url}", wp.url)
    if edit:
        data |= {"author_ip": "", "author_user_agent": ""}
    path = f"wp/v2/{kind}/{comment['post']}"
    return data | {
        "date": comment["date"],
        "date_gmt": comment["date_gmt"],
        "content": content | ({"raw": comment["content"]} if edit else {}),
        "link": f"{link}#comment-{comment['id']}",
        "status": comment["status"],
        "type": "comment",
        "author_avatar_urls": avatars(comment["author_email"]),
        "meta": {"_wp_note_status": None},
        "_links": links(
            asked,
            f"wp/v2/comments/{comment['id']}",
            {
                "author": [{"embeddable": True, "href": wp.rest(f"wp/v2/users/{comment['author']}")}]
                * bool(comment["author"]),
                "up": [{"embeddable": True, "post_type": kind.removesuffix("s"), "href": wp.rest(path)}],
            },
        ),
    }


def avatars(email: str) -> dict[str, str]:
    """Return the addresses of the pictures that belong to an e-mail address."""
    digest = hashlib.sha256(email.strip().lower().encode()).hexdigest()
    root = f"https://secure.gravatar.com/avatar/{digest}"
    return {str(size): f"{root}?s={size}&d=mm&r=g" for size in (24, 48, 96)}


def _found(asked: Asked) -> Item:
    comment = asked.store.find("comments", asked.id)
    if comment is None:
        raise not_found("rest_comment_invalid_id", "Invalid comment ID.")
    return comment


def listed(asked: Asked) -> Answer:
    """List comments, newest first: the approved ones, unless a moderator asks for others."""
    filters = asked.checked(FILTERS)
    status = filters.get("status", "approve")
    if asked.context == "edit":
        message = "Sorry, you are not allowed to edit comments."
        asked.need("moderate_comments", "rest_forbidden_context", message)
    if status != "approve":
        message = "Query parameter not permitted: status"
        asked.need("moderate_comments", "rest_forbidden_param", message)
    comments = [one for one in asked.store.list("comments") if _fits(one, filters, status)]
    comments.sort(key=lambda one: (one["date_gmt"], one["id"]), reverse=filters.get("order", "desc") == "desc")
    return paged(asked, comments, lambda one: shape(asked, one))


def _fits(comment: Item, wanted: dict[str, Any], status: str) -> bool:
    if status == "all" and comment["status"] not in ("approved", "hold"):
        return False
    if status not in ("any", "all") and comment["status"] != STATUSES.get(status, status):
        return False
    words = f"{comment['author_name']} {comment['author_email']} {comment['content']}".lower()
    tests: dict[str, Callable[[Any], Any]] = {
        "post": lambda value: comment["post"] in value,
        "parent": lambda value: comment["parent"] in value,
        "include": lambda value: comment["id"] in value,
        "author": lambda value: comment["author"] in value,
        "search": lambda value: value.lower() in words,
    }
    return all(test(wanted[name]) for name, test in tests.items() if name in wanted)


def read(asked: Asked) -> Answer:
    """Read one comment; what is not approved is a moderator's to see."""
    comment = _found(asked)
    if asked.context == "edit":
        message = "Sorry, you are not allowed to edit comments."
        asked.need("moderate_comments", "rest_forbidden_context", message)
    if comment["status"] != "approved":
        asked.need("moderate_comments", "rest_cannot_read", "Sorry, you are not allowed to read this comment.")
    return Answer(shape(asked, comment))


def make(asked: Asked) -> Answer:
    """Write a comment as the user one is logged in as; nobody may not."""
    sent = asked.checked(SCHEMA)
    user = asked.login
    if user is None:
        raise Trouble(401, "rest_comment_login_required", "Sorry, you must be logged in to comment.")
    _check_open(asked, sent.get("post", 0))
    if not sent.get("content", "").strip():
        raise Trouble(400, "rest_comment_content_invalid", "Invalid comment content.")
    comment = _new(asked, user, sent)
    _refuse_twice(asked, comment)
    comment["id"] = asked.store.next_id("comments")
    asked.store.put("comments", comment)
    return created(asked.wp, "wp/v2/comments", shape(asked, comment, "edit"))


def _check_open(asked: Asked, id: int) -> None:
    found = asked.wp.find_post(id)
    if found is None:
        message = "Sorry, you are not allowed to create this comment without a post."
        raise Trouble(403, "rest_comment_invalid_post_id", message)
    if found[1]["status"] in ("draft", "trash"):
        message = "Sorry, you are not allowed to create a comment on this post."
        raise Trouble(403, f"rest_comment_{found[1]['status']}_post", message)
    if found[1]["comment_status"] != "open":
        raise Trouble(403, "rest_comment_closed", "Sorry, comments are closed for this item.")


def _new(asked: Asked, user: Item, sent: dict[str, Any]) -> Item:
    local, gmt = asked.wp.both(sent["date"]) if sent.get("date") else asked.wp.now()
    # Whoever gives a name for the author writes as a stranger, whose comments wait.
    stranger = "author_name" in sent or "author_email" in sent
    status = "hold"
    if asked.may("moderate_comments"):
        status = STATUSES.get(sent.get("status", ""), "hold" if stranger else "approved")
    return {
        "post": sent["post"],
        "parent": sent.get("parent", 0),
        "author": 0 if stranger else user["id"],
        "author_name": sent.get("author_name", "" if stranger else user["name"]),
        "author_email": sent.get("author_email", "" if stranger else user["email"]),
        "author_url": sent.get("author_url", "" if stranger else user["url"]),
        "date": local,
        "date_gmt": gmt,
        "content": sent["content"],
        "status": status,
    }


def _refuse_twice(asked: Asked, comment: Item) -> None:
    same = ("post", "parent", "author_email", "content")
    for other in asked.store.list("comments"):
        if other["status"] != "trash" and all(other[name] == comment[name] for name in same):
            message = "Duplicate comment detected; it looks as though you&#8217;ve already said that!"
            raise Trouble(409, "comment_duplicate", message)


def change(asked: Asked) -> Answer:
    """Change a comment; a status that WordPress does not know is ignored."""
    sent = asked.checked(SCHEMA)
    comment = _found(asked)
    asked.need("moderate_comments", "rest_cannot_edit", "Sorry, you are not allowed to edit this comment.")
    if "content" in sent and not sent["content"].strip():
        raise Trouble(400, "rest_comment_content_invalid", "Invalid comment content.")
    comment["status"] = STATUSES.get(sent.pop("status", ""), comment["status"])
    if "date" in sent:
        comment["date"], comment["date_gmt"] = asked.wp.both(sent.pop("date"))
    asked.store.put("comments", comment | sent)
    return Answer(shape(asked, comment | sent, "edit"))


def remove(asked: Asked) -> Answer:
    """Move a comment to the trash, or delete it for good with `force`."""
    force = asked.flag("force")
    comment = _found(asked)
    message = "Sorry, you are not allowed to delete this comment."
    asked.need("moderate_comments", "rest_cannot_delete", message)
    if force:
        previous = shape(asked, comment, "edit")
        asked.store.remove("comments", comment["id"])
        for answer in asked.store.list("comments"):
            if answer["parent"] == comment["id"]:
                asked.store.put("comments", answer | {"parent": comment["parent"]})
        return deleted(previous)
    if comment["status"] == "trash":
        raise Trouble(410, "rest_already_trashed", "The comment has already been trashed.")
    comment["status"] = "trash"
    asked.store.put("comments", comment)
    return Answer(shape(asked, comment, "edit"))


_ONE = r"/wp/v2/comments/(?P<id>\d+)"
ROUTES = [
    get("/wp/v2/comments", listed),
    create("/wp/v2/comments", make),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
]
