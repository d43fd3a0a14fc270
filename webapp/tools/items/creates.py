"""The tools that make pages, posts and items of other types, as agents are told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.tools.arguments import ID_OR_NAME
from webapp.tools.items.creating import Create
from webapp.tools.items.item_schemas import EDIT_TARGET, EDITS, FIELDS, FORMAT, NESTING, TERMS, TYPE
from webapp.tools.items.last_changes import last_change
from webapp.tools.items.post_types import OfPosts, OfType
from webapp.tools.nouns import PAGE, POST, Always
from webapp.tools.tool import ANYTHING, WriteTool

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
_TERMS = {"type": "array", "items": {"type": "string", "format": ID_OR_NAME}}
_EVERY: Mapping[str, Any] = {
    **FIELDS,
    "title": {**FIELDS["title"], "minLength": 1},
    "content": {"type": "string", "description": "The whole text, with its block markers and shortcodes."},
    "status": {
        "type": "string",
        "enum": ["draft", "publish", "pending", "private"],
        "description": "What it becomes when a person says so: publish, unless pending or private is sent.",
    },
    "slug": {"type": "string", "description": "The last part of its address; made of the title unless sent."},
    "meta": {"type": "object", "description": "Custom fields by name, if they are open to the REST interface."},
    "edit_target": {
        **EDIT_TARGET["edit_target"],
        "description": "live publishes at once, where the owner allows direct editing and status is publish.",
    },
}
_CHOSEN: Mapping[str, Any] = {
    "categories": {**_TERMS, "description": "Categories by id or name."},
    "tags": {**_TERMS, "description": "Tags by id or name; they must be there."},
    "taxonomies": {"type": "object", "description": "Other terms: by taxonomy, a list of ids or names."},
    "create_missing_terms": TERMS["create_missing_terms"],
    **FORMAT,
}
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
        schema=_schema(_EVERY, NESTING),
        needs=(PAGE.edit_right,),
        content=True,
        lands=LANDS,
        undone=UNDONE,
        makes=PAGE.kind,
        gives=("id", "link", "title"),
        takes={**_TAKES, "post_parent": (PAGE.kind,)},
        write=Create(Always(PAGE)),
        edits=EDITS,
        last_change=last_change,
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
        gives=("id", "link", "title"),
        takes=_TAKES_TERMS,
        write=Create(OfPosts()),
        edits=EDITS,
        last_change=last_change,
    ),
    WriteTool(
        name="create_custom_post",
        title="Make an item of another type",
        description=f"Makes a new item of one of the site's post types: {_MADE}",
        schema=_schema({"type": TYPE}, _EVERY, _CHOSEN, NESTING, required=("type", "title")),
        needs=(POST.edit_right, PAGE.edit_right),
        content=True,
        lands=LANDS,
        undone=UNDONE,
        makes="type:*",
        gives=("id", "link", "title"),
        takes={**_TAKES_TERMS, "post_parent": ("type:*",)},
        write=Create(OfType()),
        edits=EDITS,
        last_change=last_change,
    ),
)
