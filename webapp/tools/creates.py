"""The tools that make pages, posts and items of other types, as agents are told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .arguments import ID_OR_NAME
from .creating import Create
from .nouns import PAGE, POST, Always
from .post_types import OfPosts, OfType
from .tool import ANYTHING, WriteTool

LANDS = (
    "On a new draft, which a person publishes; live where the owner allows direct editing, the status is publish and "
    'the call says edit_target: "live".'
)
UNDONE = (
    "What was made goes to the trash, unless somebody worked on it or published it since. After a person published a "
    "draft, undoing that makes it a draft again."
)
_MADE = (
    "a draft that visitors do not see until a person publishes it, whatever its status says, unless the site's owner "
    "allows direct editing."
)
_ID = {"type": "integer", "minimum": 0}
_TERMS = {"type": "array", "items": {"type": "string", "format": ID_OR_NAME}}
_EVERY: Mapping[str, Any] = {
    "title": {"type": "string", "minLength": 1, "description": "The title as plain text, without HTML entities."},
    "content": {"type": "string", "description": "The whole text, with its block markers and shortcodes."},
    "excerpt": {"type": "string", "description": "A short text for lists."},
    "status": {
        "type": "string",
        "enum": ["draft", "publish", "pending", "private"],
        "description": "What it becomes when a person says so: publish, unless pending or private is sent.",
    },
    "slug": {"type": "string", "description": "The last part of its address; made of the title unless sent."},
    "date": {"type": "string", "description": "Such as 2030-03-10T09:00:00, in the time of the site."},
    "author": {**_ID, "description": "The author's user id; the site's own login unless sent."},
    "featured_media": {**_ID, "description": "The image's id; 0 for none."},
    "template": {"type": "string", "description": "The template's file name; empty for the default."},
    "comment_status": {"type": "string", "enum": ["open", "closed"], "description": "Whether to take comments."},
    "meta": {"type": "object", "description": "Custom fields by name, if they are open to the REST interface."},
    "edit_target": {
        "type": "string",
        "enum": ["ask", "live", "duplicate"],
        "description": "live publishes at once, where the owner allows direct editing and status is publish.",
    },
}
_PLACE: Mapping[str, Any] = {
    "post_parent": {**_ID, "description": "The parent's id; 0 for none."},
    "menu_order": {"type": "integer", "description": "Its place among the others."},
}
_CHOSEN: Mapping[str, Any] = {
    "categories": {**_TERMS, "description": "Categories by id or name."},
    "tags": {**_TERMS, "description": "Tags by id or name; they must be there."},
    "taxonomies": {"type": "object", "description": "Other terms: by taxonomy, a list of ids or names."},
}
_TYPE: Mapping[str, Any] = {"type": {"type": "string", "description": "The post type, from list_post_types."}}
_TAKES = {"content": (ANYTHING,), "featured_media": ("media",)}
_TAKES_TERMS = {**_TAKES, "categories": ("term",), "tags": ("term",), "taxonomies": ("term",)}


def _schema(*properties: Mapping[str, Any], required: tuple[str, ...] = ("title",)) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: one for some in properties for name, one in some.items()},
        "required": list(required),
        "additionalProperties": False,
    }


TOOLS = (
    WriteTool(
        name="create_page",
        title="Make a page",
        description=f"Makes a new page: {_MADE}",
        schema=_schema(_EVERY, _PLACE),
        needs=(PAGE.edit_right,),
        content=True,
        lands=LANDS,
        undone=UNDONE,
        makes=PAGE.kind,
        takes={**_TAKES, "post_parent": (PAGE.kind,)},
        write=Create(Always(PAGE)),
    ),
    WriteTool(
        name="create_post",
        title="Make a post",
        description=f"Makes a new post: {_MADE}",
        schema=_schema(_EVERY, _CHOSEN),
        needs=(POST.edit_right,),
        content=True,
        lands=LANDS,
        undone=UNDONE,
        makes=POST.kind,
        takes=_TAKES_TERMS,
        write=Create(OfPosts()),
    ),
    WriteTool(
        name="create_custom_post",
        title="Make an item of another type",
        description=f"Makes a new item of one of the site's post types: {_MADE}",
        schema=_schema(_TYPE, _EVERY, _CHOSEN, _PLACE, required=("type", "title")),
        needs=(POST.edit_right, PAGE.edit_right),
        content=True,
        lands=LANDS,
        undone=UNDONE,
        makes="type:*",
        takes={**_TAKES_TERMS, "post_parent": ("type:*",)},
        write=Create(OfType()),
    ),
)
