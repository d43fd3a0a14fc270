"""Reading pages. What is shown is what can be written back: the raw text, with its block markers.

Where the login may only see the page as visitors do, that is said, because writing it back would lose blocks.
"""

from __future__ import annotations

from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.wordpress.client import Answer, WordPress

from .answers import Arguments
from .nouns import PAGE
from .tool import ReadTool, Scene
from .values import item_of, text_of

_STATUSES = ("any", "publish", "draft", "pending", "private", "future", "trash")
_DRAWN_ONLY = (
    "The site's login may not edit this page, so this is its text as visitors see it: blocks and shortcodes are "
    "already drawn. Do not write it back."
)


def list_pages(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one part of the list of pages."""
    query = {
        "status": arguments.get("status", "any"),
        "search": arguments.get("search"),
        "page": arguments.get("page", 1),
        "per_page": arguments.get("per_page", 20),
        "orderby": "menu_order",
        "order": "asc",
    }
    try:
        answer = site.get(PAGE.rest, context="edit", **query)
    except SiteTrouble as trouble:
        if trouble.status not in (400, 401, 403) or "status" in arguments:
            raise
        answer = site.get(PAGE.rest, **{**query, "status": "publish"})
    return {
        "success": True,
        "pages": [_line(item) for item in _items(answer)],
        "total": answer.total,
        "total_pages": answer.total_pages,
    }


def _items(answer: Answer) -> list[dict[str, Any]]:
    if isinstance(answer.body, list):
        return [item for item in answer.body if isinstance(item, dict)]
    raise SiteTrouble("respira_site_not_json", "The site answered no list.", written="no")


def _line(item: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": item.get("id"),
        "title": text_of(item.get("title")),
        "slug": item.get("slug"),
        "status": item.get("status"),
        "parent": item.get("parent"),
        "menu_order": item.get("menu_order"),
        "link": item.get("link"),
        "modified_gmt": item.get("modified_gmt"),
    }


def read_page(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one page with its raw text."""
    item, drawn = _item(site, arguments["id"])
    open_copy = scene.copy_of(PAGE.kind, item["id"])
    answer = {
        "success": True,
        **_line(item),
        "content": text_of(item.get("content")),
        "content_form": "rendered" if drawn else "raw",
        "excerpt": text_of(item.get("excerpt")),
        "template": item.get("template"),
        "featured_media": item.get("featured_media"),
        "meta": item.get("meta") or {},
    }
    if open_copy is not None:
        answer["open_copy_id"] = open_copy.copy_id
    if drawn:
        answer["warning"] = _DRAWN_ONLY
    return answer


def _item(site: WordPress, page_id: int) -> tuple[dict[str, Any], bool]:
    path = PAGE.path(page_id)
    try:
        try:
            return item_of(site.get(path, context="edit"), written="no"), False
        except SiteTrouble as trouble:
            if trouble.code != "rest_forbidden_context":
                raise
            return item_of(site.get(path), written="no"), True
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no page {page_id} on the site.") from trouble
        raise


TOOLS = (
    ReadTool(
        name="list_pages",
        title="List pages",
        description="Lists pages with id, title, status, parent and address, drafts too.",
        schema={
            "type": "object",
            "properties": {
                "status": {"type": "string", "enum": list(_STATUSES), "description": "any, unless said otherwise."},
                "search": {"type": "string", "description": "Words to look for in title and text."},
                "page": {"type": "integer", "minimum": 1, "description": "Which part of the list, from 1."},
                "per_page": {"type": "integer", "minimum": 1, "maximum": 100, "description": "20 unless said."},
            },
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=list_pages,
    ),
    ReadTool(
        name="read_page",
        title="Read a page",
        description=(
            "Reads one page with its raw text, block markers and shortcodes included. Change the text inside it "
            "and send the whole of it to update_page."
        ),
        schema={
            "type": "object",
            "properties": {"id": {"type": "integer", "minimum": 1, "description": "The page's id."}},
            "required": ["id"],
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=read_page,
    ),
)
