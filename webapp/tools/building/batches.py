"""Many changes in one call: of several items, or of several blocks of one item, each a step of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments
from webapp.tools.tool import ManyTool, Part, Parts, Scene
from webapp.wordpress.client import WordPress

MOST = 50
# What may be one of many: what changes an item that is there.
CHANGES = (
    "update_page",
    "update_post",
    "update_custom_post",
    "update_element",
    "insert_element",
    "move_element",
    "remove_element",
    "update_media",
    "update_term",
    "update_comment",
    "update_menu_item",
    "update_option",
    "delete_page",
    "delete_post",
    "delete_custom_post",
)
_ACTIONS = {
    "update": "update_element",
    "insert": "insert_element",
    "move": "move_element",
    "remove": "remove_element",
}
# Arguments of the whole call that every block's change takes over.
_SHARED = ("post_id", "edit_target")


def parts_of(site: WordPress, arguments: Arguments, scene: Scene) -> Parts:
    """Take a call apart, in its own order: later changes of a text are made upon the earlier ones."""
    items, operations = arguments.get("items"), arguments.get("operations")
    if bool(items) == bool(operations):
        words = "Send items, each with a tool and its arguments; or a post_id with operations on its blocks."
        raise Refusal("respira_invalid_arguments", words)
    if items:
        return Parts(_in_order([(one["tool"], one["arguments"]) for one in items]))
    if "post_id" not in arguments:
        raise Refusal(
            "respira_invalid_arguments", "Operations need the post_id of the item whose blocks they change."
        )
    shared = {name: arguments[name] for name in _SHARED if name in arguments}
    return Parts(_in_order([_operation(one, shared) for one in operations or []]))


def _operation(operation: Arguments, shared: Arguments) -> tuple[str, Arguments]:
    rest = {name: value for name, value in operation.items() if name != "action"}
    return _ACTIONS[operation["action"]], {**shared, **rest}


def _in_order(asked: Sequence[tuple[str, Arguments]]) -> list[Part]:
    """Return the parts; a change of a block may be about one that an earlier change of the same item puts in."""
    parts: list[Part] = []
    items: set[Any] = set()
    for tool, arguments in asked:
        item = arguments.get("post_id") if tool in _ACTIONS.values() else None
        parts.append(Part(tool, arguments, builds_on=item is not None and item in items))
        items.add(item)
    return parts


TOOLS = (
    ManyTool(
        name="batch_update",
        title="Change many things at once",
        description=(
            "Makes up to 50 changes in one call, of items or of the blocks of one item. Each is a step of its own; "
            "the answer lists them all in steps. If one could never run, none is planned."
        ),
        schema={
            "type": "object",
            "properties": {
                "items": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MOST,
                    "items": {
                        "type": "object",
                        "properties": {
                            "tool": {"type": "string", "enum": list(CHANGES), "description": "Which change."},
                            "arguments": {"type": "object", "description": "What that tool takes."},
                        },
                        "required": ["tool", "arguments"],
                        "additionalProperties": False,
                    },
                    "description": "Changes of items, in order.",
                },
                "post_id": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "With operations: whose blocks they change.",
                },
                "operations": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": MOST,
                    "items": {
                        "type": "object",
                        "properties": {
                            "action": {"type": "string", "enum": list(_ACTIONS), "description": "What is done."},
                        },
                        "required": ["action"],
                    },
                    "description": "Changes of blocks, in order; each with what the block tool of that action takes.",
                },
                "edit_target": {
                    "type": "string",
                    "enum": ["ask", "live", "duplicate"],
                    "description": "With operations: where to write, on a site that allows direct editing.",
                },
            },
            "additionalProperties": False,
        },
        content=True,
        parts=parts_of,
    ),
)
