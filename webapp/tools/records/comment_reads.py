"""Reading comments. A list tells one line of each; addresses of computers are never told."""

from __future__ import annotations

from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.lists import PAGING, items_in, paging, totals
from webapp.tools.records.comments import COMMENT, ID, PATH, STATUSES
from webapp.tools.records.records import find
from webapp.tools.spoken import plain
from webapp.tools.tool import ReadTool, Scene
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress

_LONGEST = 100


def list_comments(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one part of the list of comments, the newest first."""
    status = arguments.get("status", "any")
    post_id = arguments.get("post_id")
    query = {"search": arguments.get("search"), **paging(arguments), **({"post": [post_id]} if post_id else {})}
    try:
        answer = site.get(PATH, **query, status=_asked(status), context="edit")
    except SiteTrouble as trouble:
        if trouble.status not in (401, 403) or "status" in arguments:
            raise
        # Without the right to look after comments, those that visitors see.
        answer = site.get(PATH, **query)
    return {"success": True, "comments": [_line(item) for item in items_in(answer)], **totals(answer)}


def _asked(status: str) -> str:
    meant = STATUSES.get(status, status)
    return "approve" if meant == "approved" else meant


def get_comment(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one comment whole."""
    item = find(site, COMMENT, arguments["id"])
    return {
        "success": True,
        **_line(item),
        "content": text_of(item.get("content")),
        "author_id": item.get("author"),
        "author_email": item.get("author_email"),
        "author_url": item.get("author_url"),
    }


def _line(item: dict[str, Any]) -> dict[str, Any]:
    words = " ".join(text_of(item.get("content")).split())
    return {
        "id": item.get("id"),
        "post_id": item.get("post"),
        "parent": item.get("parent", 0),
        "author": plain(item.get("author_name")),
        "status": item.get("status"),
        "date_gmt": item.get("date_gmt"),
        "content": words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…",
        "link": item.get("link"),
    }


TOOLS = (
    ReadTool(
        name="list_comments",
        title="List comments",
        description="Lists comments with author, status and their first words, the newest first.",
        schema={
            "type": "object",
            "properties": {
                "status": {
                    "type": "string",
                    "enum": ["any", *STATUSES],
                    "description": "any, unless said otherwise; hold for those that wait.",
                },
                "post_id": {"type": "integer", "minimum": 1, "description": "Only those on this page or post."},
                "search": {"type": "string", "description": "Words to look for."},
                **PAGING,
            },
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=list_comments,
    ),
    ReadTool(
        name="get_comment",
        title="Read a comment",
        description="Reads one comment whole, with its author.",
        schema={
            "type": "object",
            "properties": {"id": ID},
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=("moderate_comments",),
        content=True,
        idempotent=True,
        run=get_comment,
    ),
)
