"""The arguments of tools about pages, posts and items of custom types, in the words that agents are told.

The names of arguments are those that a published client of this kind of tool uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.tools.arguments import ID_OR_NAME
from webapp.tools.lists import PAGING
from webapp.tools.tool import Editable

Schema = dict[str, Any]

STATUSES = ["publish", "draft", "pending", "private", "future"]
_LISTED = ["any", "publish", "draft", "pending", "private", "future", "trash"]
FORMATS = ["standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"]
_OPEN: Schema = {"type": "string", "enum": ["open", "closed"]}

TYPE: Schema = {"type": "string", "description": "The post type's name, as list_post_types shows it."}
# Fields of every kind of item.
FIELDS: Mapping[str, Schema] = {
    "title": {"type": "string", "description": "The title as plain text, without HTML entities."},
    "content": {
        "type": "string",
        "description": "The whole text, with its block markers and shortcodes, as the tool that reads it shows it.",
    },
    "status": {"type": "string", "enum": STATUSES, "description": "future publishes it at its date."},
    "slug": {"type": "string", "description": "The last part of the address."},
    "excerpt": {"type": "string", "description": "A short text for lists."},
    "meta": {
        "type": "object",
        "description": "Custom fields by name, if they are open to the REST interface; null clears one.",
    },
    "author": {"type": "integer", "minimum": 1, "description": "The id of the user who is its author."},
    "date": {
        "type": "string",
        "description": (
            "When it is published, such as 2030-03-10T09:00:00: in the site's time, unless an offset or Z is at its "
            "end. Leave it out unless the date is to change."
        ),
    },
    "template": {"type": "string", "description": "The template's file name; empty for the default."},
    "featured_media": {"type": "integer", "minimum": 0, "description": "The image's id; 0 for none."},
    "comment_status": {**_OPEN, "description": "Whether visitors may comment."},
    "ping_status": {**_OPEN, "description": "Whether other sites may announce links to it."},
}
# Those of them that a person may change in a step.
EDITS: Mapping[str, Editable] = {
    "title": Editable("Title"),
    "slug": Editable("Address (slug)"),
    "excerpt": Editable("Excerpt", emptied=True, long=True),
}
NESTING: Mapping[str, Schema] = {
    "post_parent": {
        "type": "integer",
        "minimum": 0,
        "description": "The id of what it stands below; 0 for nothing.",
    },
    "menu_order": {"type": "integer", "description": "Its place among its neighbours."},
}
FORMAT: Mapping[str, Schema] = {
    "format": {"type": "string", "enum": FORMATS, "description": "How the theme shows it."},
}
STICKY: Mapping[str, Schema] = {"sticky": {"type": "boolean", "description": "Whether it stays at the top of lists."}}
EDIT_TARGET: Mapping[str, Schema] = {
    "edit_target": {
        "type": "string",
        "enum": ["ask", "live", "duplicate"],
        "description": "Where to write, on a site that allows direct editing: a draft copy, or the live item.",
    },
}


def _terms(what: str) -> Schema:
    return {
        "type": "array",
        "items": {"type": "string", "format": ID_OR_NAME},
        "description": f"The {what}, by id or by name: the whole list, which replaces the one it has.",
    }


TERMS: Mapping[str, Schema] = {
    "categories": _terms("categories"),
    "tags": _terms("tags"),
    "taxonomies": {
        "type": "object",
        "description": 'Terms of other taxonomies, such as {"genre": ["Jazz", 12]}: a whole list for each.',
    },
    "create_missing_terms": {
        "type": "boolean",
        "description": "Terms are not made along the way: plan create_term first, and refer to its step.",
    },
}
APPEND_TERMS: Mapping[str, Schema] = {
    "append_terms": {"type": "boolean", "description": "Add the terms to those it has instead of replacing them."},
}


def the_id(what: str) -> Mapping[str, Schema]:
    """Return the argument that names an item by its id."""
    return {"id": {"type": "integer", "minimum": 1, "description": f"The {what}'s id."}}


def the_id_or_copy(what: str) -> Mapping[str, Schema]:
    """Return the argument that names an item that is to be changed."""
    description = f"The {what}'s id, or the id of a draft copy of it."
    return {"id": {"type": "integer", "minimum": 1, "description": description}}


def one_of(what: str) -> Mapping[str, Schema]:
    """Return the arguments that name an item to be read, exactly one of which is sent."""
    return {
        "id": {
            "type": "integer",
            "minimum": 1,
            "description": f"The {what}'s id. Send exactly one of id, slug and url.",
        },
        "slug": {"type": "string", "description": f"The last part of the {what}'s address, instead of its id."},
        "url": {"type": "string", "description": f"The {what}'s whole address on the site, instead of its id."},
    }


LISTING: Mapping[str, Schema] = {
    "status": {"type": "string", "enum": _LISTED, "description": "any, unless said otherwise."},
    "search": {"type": "string", "description": "Words to look for in title and text."},
    "slug": {"type": "string", "description": "Only what has this as the last part of its address."},
    **PAGING,
}


def schema(*properties: Mapping[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """Return the schema of a tool that takes these arguments and no others."""
    together = {name: one for part in properties for name, one in part.items()}
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": together, **needed, "additionalProperties": False}
