"""The arguments that the tools about blocks share, in the words that agents are told. Pure.

Their names are those that a published client uses.
"""

from __future__ import annotations

from typing import Any

from webapp.tools.answers import Arguments

from .editing import POSITIONS
from .finding import IDENTIFIERS, Named
from .markup import TYPES

Schema = dict[str, Any]

POST_ID: Schema = {
    "type": "integer",
    "minimum": 1,
    "description": "The id of the page, post or other item, or of a draft copy of it.",
}
TYPE: Schema = {"type": "string", "description": "page, post or the name of another type; found out where not sent."}
IDENTIFYING: dict[str, Schema] = {
    "identifier_type": {
        "type": "string",
        "enum": list(IDENTIFIERS),
        "description": (
            "How the block is named: id or path as get_page_outline shows them (a path counts from 0), words in it "
            "(text or content), type such as paragraph, CSS class, or the label given in the editor."
        ),
    },
    "identifier_value": {"type": "string", "description": "The id, path, words, type, class or label."},
    "match_content": {"type": "string", "description": "Words that must be in the block too."},
}
CHOOSING: Schema = {
    "type": "string",
    "enum": ["reject", "first"],
    "description": "Where several fit: refuse, unless said; or take the first.",
}
EDIT_TARGET: Schema = {
    "type": "string",
    "enum": ["ask", "live", "duplicate"],
    "description": "Where to write, on a site that allows direct editing: a draft copy, or the live item.",
}
POSITION: Schema = {
    "type": "string",
    "enum": list(POSITIONS),
    "description": (
        "before or after the block at target_path; inside it (at its end), or at its start or end; without a "
        "target_path, start or end of the whole text."
    ),
}
TARGET: dict[str, Schema] = {
    "target_path": {"type": "string", "description": "The path of the block that position is about."},
    "target_id": {"type": "string", "description": "Instead of target_path: its id from get_page_outline."},
}
BLOCKS: Schema = {
    "type": "array",
    "minItems": 1,
    "maxItems": 100,
    "items": {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": list(TYPES), "description": "What kind of block."},
            "text": {"type": "string", "description": "Its text; inline HTML such as <strong> or <a> may be in it."},
            "level": {"type": "integer", "minimum": 1, "maximum": 6, "description": "Of a heading; 2 unless said."},
            "url": {"type": "string", "description": "Of an image or a button."},
            "alt": {"type": "string", "description": "What an image shows, in words."},
            "media_id": {"type": "string", "description": "An image's id in the media library."},
            "items": {"type": "array", "items": {"type": "string"}, "description": "The texts of a list's items."},
            "children": {
                "type": "array",
                "items": {"type": "object"},
                "description": "Blocks in a group, quote, columns (column), buttons (button) or list (list_item).",
            },
        },
        "required": ["type"],
    },
    "description": (
        "The new blocks, in order. Further names: align, class, caption, href, size (image), ordered (list), cite "
        "(quote), width (column), height (spacer)."
    ),
}


def named_in(arguments: Arguments) -> Named:
    """Return how a call names its block."""
    return Named(
        arguments["identifier_type"],
        arguments["identifier_value"],
        arguments.get("match_content") or "",
        arguments.get("on_ambiguous_match") == "first",
    )


def anchor_in(arguments: Arguments) -> Named | None:
    """Return how a call names the block that its position is about; None for the whole text."""
    for name, kind in (("target_path", "path"), ("target_id", "id")):
        if arguments.get(name) not in (None, ""):
            return Named(kind, arguments[name])
    return None
