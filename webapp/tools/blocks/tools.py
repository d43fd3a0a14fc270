"""The tools that change blocks, as agents are told of them."""

from __future__ import annotations

from typing import Any

from webapp.tools.items.item_updates import LANDS, UNDONE
from webapp.tools.items.last_changes import last_change
from webapp.tools.tool import ANYTHING, WriteTool

from .arguments import BLOCKS, CHOOSING, EDIT_TARGET, IDENTIFYING, POSITION, POST_ID, TARGET, TYPE
from .edits import DUPLICATE, INSERT, MOVE, REMOVE, UPDATE, Edit
from .reading import TOOLS as READS
from .writing import BlockWrite

_NAMED = ("post_id", "identifier_type", "identifier_value")
_ITSELF = {**IDENTIFYING, "on_ambiguous_match": CHOOSING}
_ALSO = {"type": TYPE, "edit_target": EDIT_TARGET}


def _tool(
    name: str,
    title: str,
    description: str,
    edit: Edit,
    properties: dict[str, Any],
    required: tuple[str, ...],
    *,
    takes: tuple[str, ...] = (),
    destructive: bool = False,
) -> WriteTool:
    return WriteTool(
        name=name,
        title=title,
        description=f"{description} All other blocks stay as they are.",
        schema={
            "type": "object",
            "properties": {"post_id": POST_ID, **properties, **_ALSO},
            "required": list(required),
            "additionalProperties": False,
        },
        # Any one of them: of which type the item is, only the site knows, and reading it asks for the right itself.
        needs=("edit_pages", "edit_posts"),
        content=True,
        destructive=destructive,
        takes=dict.fromkeys(takes, (ANYTHING,)),
        lands=LANDS,
        undone=UNDONE,
        write=BlockWrite(edit),
        last_change=last_change,
    )


_UPDATES = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "The new text of a paragraph, heading, list item or button."},
        "html": {"type": "string", "description": "The whole HTML inside a block that holds no others."},
        "attributes": {
            "type": "object",
            "description": "Settings to change, such as level, align, url, alt; the others stay.",
        },
        "unset": {"type": "array", "items": {"type": "string"}, "description": "Names of settings to take away."},
        "replace": {
            "type": "object",
            "properties": {
                "find": {"type": "string", "description": "Words that are there once."},
                "with": {"type": "string", "description": "What they become."},
                "all": {"type": "boolean", "description": "true where they are there more than once."},
            },
            "required": ["find", "with"],
            "additionalProperties": False,
            "description": "Words to replace in the block, in place.",
        },
    },
    "description": "What becomes of the block; other names than these are taken for settings.",
}

TOOLS = (
    *READS,
    _tool(
        "update_element",
        "Change a block",
        "Changes the text, the settings or some words of one block.",
        UPDATE,
        {**_ITSELF, "updates": _UPDATES},
        (*_NAMED, "updates"),
        takes=("updates",),
    ),
    _tool(
        "insert_element",
        "Add blocks",
        "Adds new blocks to the text of an item.",
        INSERT,
        {
            "position": POSITION,
            **TARGET,
            "blocks": BLOCKS,
            "markup": {"type": "string", "description": "Instead of blocks: block markup, as the editor saves it."},
        },
        ("post_id", "position"),
        takes=("blocks", "markup"),
    ),
    _tool(
        "move_element",
        "Move a block",
        "Moves one block to another place in the same text.",
        MOVE,
        {**_ITSELF, "position": POSITION, **TARGET},
        (*_NAMED, "position"),
    ),
    _tool(
        "remove_element",
        "Remove a block",
        "Takes one block, and those inside it, out of the text.",
        REMOVE,
        _ITSELF,
        _NAMED,
        destructive=True,
    ),
    _tool(
        "duplicate_element",
        "Duplicate a block",
        "Puts a second one of a block right behind it.",
        DUPLICATE,
        _ITSELF,
        _NAMED,
    ),
)
