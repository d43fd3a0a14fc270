"""Reading users. Passwords and application passwords are never asked for."""

from __future__ import annotations

from typing import Any

from webapp.tools.answers import Arguments
from webapp.tools.lists import PAGING, items_in, paging, totals
from webapp.tools.records.records import find
from webapp.tools.records.users import ID, PATH, USER
from webapp.tools.spoken import plain
from webapp.tools.tool import ReadTool, Scene
from webapp.wordpress.client import WordPress

_NAMES = ("first_name", "last_name", "nickname", "description")


def list_users(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one part of the list of users, by name."""
    role = arguments.get("role")
    query = {"search": arguments.get("search"), "roles": [role] if role else None, "orderby": "name", "order": "asc"}
    answer = site.get(PATH, **query, **paging(arguments), context="edit")
    return {"success": True, "users": [_line(user) for user in items_in(answer)], **totals(answer)}


def get_user(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one user whole."""
    user = find(site, USER, arguments["id"])
    return {
        "success": True,
        **_line(user),
        "email": user.get("email"),
        **{name: plain(user.get(name)) for name in _NAMES},
        "url": user.get("url"),
        "locale": user.get("locale"),
        "registered_date": user.get("registered_date"),
        "link": user.get("link"),
    }


def _line(user: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": user.get("id"),
        "username": user.get("username"),
        "display_name": plain(user.get("name")),
        "roles": user.get("roles"),
    }


TOOLS = (
    ReadTool(
        name="list_users",
        title="List users",
        description="Lists users with their ids, names and roles.",
        schema={
            "type": "object",
            "properties": {
                "search": {"type": "string", "description": "A part of a name or address; * stands for anything."},
                "role": {"type": "string", "description": "Only users with this role."},
                **PAGING,
            },
            "additionalProperties": False,
        },
        needs=("list_users",),
        idempotent=True,
        run=list_users,
    ),
    ReadTool(
        name="get_user",
        title="Read a user",
        description="Reads one user whole, without any password.",
        schema={
            "type": "object",
            "properties": {"id": ID},
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=("edit_users",),
        idempotent=True,
        run=get_user,
    ),
)
