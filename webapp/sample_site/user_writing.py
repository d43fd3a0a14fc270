"""Making, changing and deleting users over REST, with what WordPress refuses and what it takes in silence."""

from __future__ import annotations

import re
from typing import Any

from . import roles, text
from .asked import Asked
from .fields import Field, Schema
from .kinds import KINDS
from .store import Item
from .trouble import Misfit, Trouble, invalid_parameters, missing_parameters

SCHEMA: Schema = {
    "username": Field("string"),
    "email": Field("email"),
    "password": Field("string"),
    "roles": Field("strings"),
    "locale": Field("string", enum=("", "en_US")),
    **{
        name: Field("string")
        for name in ("name", "first_name", "last_name", "nickname", "url", "description", "slug")
    },
}
_USERNAME = re.compile(r"[A-Za-z0-9 _.@-]+")
_NAMES = ("name", "first_name", "last_name", "nickname")


def new(asked: Asked) -> Item:
    """Make a user of what was sent, and keep them. Raises Trouble."""
    sent = asked.checked(SCHEMA)
    missing = [name for name in ("username", "email", "password") if name not in sent]
    if missing:
        raise missing_parameters(*missing)
    if not _USERNAME.fullmatch(sent["username"]):
        message = "This username is invalid because it uses illegal characters. Please enter a valid username."
        raise invalid_parameters({"username": Misfit("rest_user_invalid_username", message, {"status": 400})})
    _check_roles(asked, sent, None)
    _check_free(asked, sent["username"], sent["email"])
    username = sent["username"]
    user: Item = {
        "id": asked.store.next_id("users"),
        "username": username,
        "slug": text.slug_of(sent.get("slug") or username),
        "registered_date": f"{asked.wp.now()[1]}+00:00",
        "app_passwords": [],
        "roles": ["subscriber"],
        **dict.fromkeys(("first_name", "last_name", "url", "description"), ""),
        **dict.fromkeys(("name", "nickname"), username),
    }
    return save(asked, user, sent)


def _check_free(asked: Asked, username: str, email: str) -> None:
    for user in asked.store.list("users"):
        if user["username"].lower() == username.lower():
            message = "Sorry, that username already exists!"
            raise Trouble(500, "existing_user_login", message, dataless=True)
        if user["email"].lower() == email.lower():
            message = "Sorry, that email address is already used!"
            raise Trouble(500, "existing_user_email", message, dataless=True)


def changed(asked: Asked, user: Item) -> Item:
    """Change a user as was sent. Raises Trouble."""
    sent = asked.checked(SCHEMA)
    if sent.pop("username", user["username"]) != user["username"]:
        raise Trouble(400, "rest_user_invalid_argument", "Username is not editable.")
    email = str(sent.get("email", user["email"])).lower()
    if any(other["email"].lower() == email and other["id"] != user["id"] for other in asked.store.list("users")):
        raise Trouble(400, "rest_user_invalid_email", "Invalid email address.")
    _check_roles(asked, sent, user)
    return save(asked, user, sent)


def _check_roles(asked: Asked, sent: dict[str, Any], user: Item | None) -> None:
    for role in sent.get("roles", []):
        if role not in roles.CAPABILITIES:
            raise Trouble(400, "rest_user_invalid_role", f"The role {role} does not exist.")
    mine = user is not None and asked.login is not None and asked.login["id"] == user["id"]
    if "roles" in sent and mine and "edit_users" not in roles.capabilities(sent["roles"]):
        message = "Sorry, you are not allowed to give users that role."
        raise Trouble(403, "rest_user_invalid_role", message)


def save(asked: Asked, user: Item, sent: dict[str, Any]) -> Item:
    """Keep a user with what was sent; the password is kept nowhere, as nobody signs in here with one."""
    for name in ("email", "url", "roles", "locale"):
        user[name] = sent.get(name, user.get(name, ""))
    for name in _NAMES:
        typed = text.escaped(text.without_tags(str(sent.get(name, user.get(name, "")))))
        user[name] = typed or ("" if name in ("first_name", "last_name") else user["username"])
    if "description" in sent:
        user["description"] = text.escaped_between_tags(sent["description"])
    if sent.get("slug"):
        user["slug"] = text.slug_of(sent["slug"])
    asked.store.put("users", user)
    return user


def gone(asked: Asked, user: Item) -> None:
    """Delete a user; what is theirs becomes another's. Raises Trouble."""
    heir = asked.params.get("reassign")
    if heir is None:
        raise missing_parameters("reassign")
    number = int(heir) if str(heir).isdigit() else 0
    if number == user["id"] or asked.store.find("users", number) is None:
        raise Trouble(400, "rest_user_invalid_reassign", "Invalid user ID for reassignment.")
    for kind in (*KINDS, "media"):
        for item in asked.store.list(kind):
            if item["author"] == user["id"]:
                asked.store.put(kind, item | {"author": number})
    asked.store.remove("users", user["id"])
