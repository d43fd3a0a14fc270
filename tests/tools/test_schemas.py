from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import Tool, WriteTool

TYPES = {"object", "array", "string", "integer", "number", "boolean"}
LONGEST = 64 - len("respira_wordpress_")


@pytest.fixture(params=sorted(CATALOGUE))
def tool(request: pytest.FixtureRequest) -> Tool:
    return CATALOGUE[request.param]


def parts(schema: dict[str, Any]) -> list[dict[str, Any]]:
    below = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return [schema, *(part for one in below for part in parts(one))]


def test_a_schema_is_a_plain_object_with_one_type_everywhere(tool: Tool) -> None:
    schema: dict[str, Any] = dict(tool.schema)
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    for part in parts(schema):
        assert isinstance(part["type"], str)
        assert part["type"] in TYPES
        assert not {"oneOf", "anyOf", "allOf", "not", "if", "$ref", "$schema"} & set(part)


def test_a_name_fits_the_clients_and_the_words_are_there(tool: Tool) -> None:
    assert re.fullmatch(r"[a-z_]+", tool.name)
    assert len(tool.name) <= LONGEST
    assert tool.title
    assert tool.description.endswith(".")


def test_only_deletes_ask_a_person_each_time() -> None:
    assert [name for name, tool in CATALOGUE.items() if tool.approval_required] == ["delete_page"]


def test_every_write_says_what_the_login_needs_but_a_restore_which_depends() -> None:
    writes = {name: tuple(tool.needs) for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool)}
    assert writes == {
        "update_page": ("edit_pages",),
        "delete_page": ("delete_pages",),
        "create_menu_item": ("edit_theme_options",),
        "update_option": ("manage_options",),
        "restore_snapshot": (),
    }
