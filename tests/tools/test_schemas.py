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


@pytest.mark.parametrize("noun", ["page", "post", "custom_post"])
def test_a_delete_asks_a_person_each_time(noun: str) -> None:
    assert CATALOGUE[f"delete_{noun}"].approval_required
    assert not CATALOGUE[f"update_{noun}"].approval_required


NEEDS = {
    "update_page": ("edit_pages",),
    "delete_page": ("delete_pages",),
    "update_post": ("edit_posts",),
    "delete_post": ("delete_posts",),
    "create_menu_item": ("edit_theme_options",),
    "update_option": ("manage_options",),
}


@pytest.mark.parametrize("name", NEEDS)
def test_a_write_says_what_the_login_needs(name: str) -> None:
    assert tuple(CATALOGUE[name].needs) == NEEDS[name]


def test_only_a_restore_and_items_of_whatever_type_need_what_can_not_be_said_beforehand() -> None:
    writes = {name: tool.needs for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool)}
    unsaid = {name for name, needs in writes.items() if not needs} - {"create_custom_post", "duplicate_custom_post"}
    assert unsaid == {"restore_snapshot", "update_custom_post", "delete_custom_post"}
