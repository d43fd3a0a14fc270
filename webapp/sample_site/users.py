"""Users over REST: who one is, who there is. What a change of a user means is in user_writing.py."""

from __future__ import annotations

from typing import Any

from . import roles, user_writing
from .asked import Asked
from .comments import avatars
from .fields import Field, Schema
from .kinds import KINDS
from .routes import Answer, create, created, delete, deleted, get, links, paged, update
from .store import Item
from .trouble import Trouble, no_trash, not_found

FILTERS: Schema = {"search": Field("string"), "include": Field("integers"), "roles": Field("strings")}


def shape(asked: Asked, user: Item, context: str | None = None) -> dict[str, Any]:
    """Return a user as REST shows them; rights and address only in the edit shape."""
    edit, wp = (context or asked.context) == "edit", asked.wp
    link = f"{wp.url}/author/{user['slug']}/"
    data: dict[str, Any] = {"id": user["id"]}
    if edit:
        data["username"] = user["username"]
    data["name"] = user["name"]
    if edit:
        data |= {name: user[name] for name in ("first_name", "last_name", "email")}
    data |= {"url": user["url"].replace("{url}", wp.url), "description": user["description"], "link": link}
    if edit:
        data |= {"locale": user.get("locale") or "en_US", "nickname": user.get("nickname", user["name"])}
    data["slug"] = user["slug"]
    if edit:
        data |= {
            "roles": user["roles"],
            "registered_date": user["registered_date"],
            "capabilities": roles.capabilities(user["roles"]),
            "extra_capabilities": dict.fromkeys(user["roles"], True),
        }
    data["avatar_urls"] = avatars(user["email"])
    data["meta"] = {"persisted_preferences": []} if edit else []
    data["_links"] = links(asked, f"wp/v2/users/{user['id']}", {})
    return data


def _writes(asked: Asked, user: Item) -> bool:
    return any(
        item["author"] == user["id"] and item["status"] == "publish"
        for kind in KINDS
        for item in asked.store.list(kind)
    )


def me(asked: Asked) -> Answer:
    """Show whoever asks; nobody gets the 401 that tells a wrong password."""
    if asked.login is None:
        raise Trouble(401, "rest_not_logged_in", "You are not currently logged in.")
    return Answer(shape(asked, asked.login))


def listed(asked: Asked) -> Answer:
    """List users; without rights only those who have published something."""
    filters = asked.checked(FILTERS)
    if asked.context == "edit":
        asked.need("list_users", "rest_forbidden_context", "Sorry, you are not allowed to edit users.")
    users = [user for user in asked.store.list("users") if asked.may("list_users") or _writes(asked, user)]
    if "include" in filters:
        users = [user for user in users if user["id"] in filters["include"]]
    if "roles" in filters:
        users = [user for user in users if set(user["roles"]) & set(filters["roles"])]
    if "search" in filters:
        wanted = filters["search"].lower()
        users = [user for user in users if wanted in f"{user['username']} {user['name']} {user['email']}".lower()]
    return paged(asked, sorted(users, key=lambda user: user["name"].lower()), lambda user: shape(asked, user))


def _found(asked: Asked) -> Item:
    user = asked.store.find("users", asked.id)
    if user is None:
        raise not_found("rest_user_invalid_id", "Invalid user ID.")
    return user


def read(asked: Asked) -> Answer:
    """Read one user."""
    user = _found(asked)
    mine = asked.login is not None and asked.login["id"] == user["id"]
    if asked.context == "edit" and not mine:
        asked.need("edit_users", "rest_forbidden_context", "Sorry, you are not allowed to edit this user.")
    if not mine and not _writes(asked, user):
        asked.need("list_users", "rest_user_cannot_view", "Sorry, you are not allowed to list users.")
    return Answer(shape(asked, user))


def make(asked: Asked) -> Answer:
    """Add a user; WordPress wants a password, and keeps it where nobody can read it."""
    asked.need("create_users", "rest_cannot_create_user", "Sorry, you are not allowed to create new users.")
    return created(asked.wp, "wp/v2/users", shape(asked, user_writing.new(asked), "edit"))


def change(asked: Asked) -> Answer:
    """Change what was sent of a user, and nothing else."""
    user = _found(asked)
    asked.need("edit_users", "rest_cannot_edit", "Sorry, you are not allowed to edit this user.")
    return Answer(shape(asked, user_writing.changed(asked, user), "edit"))


def remove(asked: Asked) -> Answer:
    """Delete a user for good, and give what is theirs to another."""
    user = _found(asked)
    asked.need("delete_users", "rest_user_cannot_delete", "Sorry, you are not allowed to delete this user.")
    if not asked.flag("force"):
        raise no_trash("Users do")
    previous = shape(asked, user, "edit")
    user_writing.gone(asked, user)
    return deleted(previous)


_ONE = r"/wp/v2/users/(?P<id>\d+)"
ROUTES = [
    get("/wp/v2/users/me", me),
    get("/wp/v2/users", listed),
    create("/wp/v2/users", make),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
]
