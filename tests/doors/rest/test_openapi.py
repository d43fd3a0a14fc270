"""The description of the REST door: valid, complete, and kept by what the door answers."""

from __future__ import annotations

from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.doors.rest.agent import RestAgent
from webapp.tools.catalogue import CATALOGUE

Answer = dict[str, Any]


@pytest.fixture
def description(nobody: RestAgent) -> Answer:
    return nobody.ask("GET", "v2/openapi.json")


def test_the_description_is_valid(description: Answer) -> None:
    assert list(OpenAPIV31SpecValidator(description).iter_errors()) == []


def test_every_tool_is_described_in_each_version_that_it_has(description: Answer) -> None:
    paths = description["paths"]
    described = {operation["operationId"] for path in paths.values() for operation in path.values()}
    assert {name for name in CATALOGUE if not {f"{name}_v1", f"{name}_v2"} & described} == set()
    assert {"update_page_v1", "update_page_v2", "delete_page_v1"} <= described
    assert "delete_page_v2" not in described


def test_a_tools_schema_is_what_its_operation_takes(description: Answer) -> None:
    paths = description["paths"]
    update = paths["/v2/pages/{id}"]["put"]
    [page_id, mark] = update["parameters"]
    assert (page_id["name"], page_id["in"], page_id["required"]) == ("id", "path", True)
    assert mark["name"] == "Idempotency-Key"
    body = update["requestBody"]["content"]["application/json"]["schema"]
    assert "id" not in body["properties"]
    assert {"title", "content", "_respira_plan", "_respira_note"} <= set(body["properties"])
    remove = paths["/v1/pages/{id}"]["delete"]
    assert "approval_token" in {parameter["name"] for parameter in remove["parameters"]}
    assert "requestBody" not in remove


def test_the_doors_own_addresses_are_described(description: Answer) -> None:
    paths = description["paths"]
    assert paths["/v1/ping"]["get"]["security"] == []
    assert "security" not in paths["/v2/status"]["get"]
    search = paths["/v1/abilities/search"]["get"]
    assert [parameter["name"] for parameter in search["parameters"]] == ["query", "search", "q", "ability"]
