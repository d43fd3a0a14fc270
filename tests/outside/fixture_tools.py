"""The tools that the conformance suite of the MCP project asks for by name, and what they answer.

Both servers under test offer them: Sayso through its own catalogue (served.py), and the official SDK (by_the_sdk.py).
Tools that ask the client for something in return have no place in Sayso, and stand in the baselines instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

# One red dot, and a hundredth of a second of silence.
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

Content = list[dict[str, Any]]


class Fixture(NamedTuple):
    """One tool.

    Attributes:
        content: the parts of its answer, as the protocol writes them.
        fails: whether the answer is an error.
    """

    name: str
    content: Content
    schema: Mapping[str, Any] = {"type": "object", "properties": {}}
    fails: bool = False


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _resource(uri: str, mime_type: str, text: str) -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime_type, "text": text}}


_IMAGE = {"type": "image", "data": PICTURE, "mimeType": "image/png"}

# Every keyword in it must reach the client as it is.
_EVERY_KEYWORD: Mapping[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

FIXTURES = (
    # The suite calls the first tool of the list without arguments.
    Fixture("test_simple_text", [_text("This is a simple text response for testing.")]),
    Fixture("test_image_content", [_IMAGE]),
    Fixture("test_audio_content", [{"type": "audio", "data": SOUND, "mimeType": "audio/wav"}]),
    Fixture("test_embedded_resource", [_resource("test://embedded-resource", "text/plain", "An embedded resource.")]),
    Fixture(
        "test_multiple_content_types",
        [
            _text("Multiple content types test:"),
            _IMAGE,
            _resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
        ],
    ),
    Fixture("test_error_handling", [_text("This tool intentionally returns an error for testing")], fails=True),
    # These two could ask or tell something on the way. The suite looks that they do not, unasked.
    Fixture("test_streaming_elicitation", [_text("Nothing was asked.")]),
    Fixture("test_logging_tool", [_text("Nothing was told on the way.")]),
    Fixture("json_schema_2020_12_tool", [_text("It took the arguments.")], _EVERY_KEYWORD),
)
