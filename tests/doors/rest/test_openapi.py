"""The description of the REST door: valid, complete, and kept by what the door answers."""

from __future__ import annotations

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.doors.rest.agent import RestAgent
from webapp.tools.catalogue import CATALOGUE


@pytest.fixture
def description(nobody: RestAgent) -> dict[str, object]:
    return nobody.ask("GET", "v2/openapi.json")


def test_the_description_is_valid(description: dict[str, object]) -> None:
    assert list(OpenAPIV31SpecValidator(description).iter_errors()) == []


def test_every_tool_is_described_in_each_version_that_it_has(description: dict[str, object]) -> None:
    paths: dict[str, dict[str, dict[str, object]]] = description["paths"]  # type: ignore[assignment]
    described = {operation["operationId"] for path in paths.values() for operation in path.values()}
    assert set(CATALOGUE) == {str(name)[:-3] for name in described} - {"invoke_ability"}
    assert {"update_page_v1", "update_page_v2", "delete_page_v1"} <= described
    assert "delete_page_v2" not in described


def test_a_tools_schema_is_what_its_operation_takes(description: dict[str, object]) -> None:
    paths: dict[str, dict[str, dict[str, object]]] = description["paths"]  # type: ignore[assignment]
    update = paths["/v2/pages/{id}"]["put"]
    [page_id, mark] = update["parameters"]  # type: ignore[misc]
    assert (page_id["name"], page_id["in"], page_id["required"]) == ("id", "path", True)  # type: ignore[has-type]
    assert mark["name"] == "Idempotency-Key"  # type: ignore[has-type]
    body = update["requestBody"]["content"]["application/json"]["schema"]  # type: ignore[index]
    assert "id" not in body["properties"]
    assert {"title", "content", "_respira_plan", "_respira_note"} <= set(body["properties"])
    remove = paths["/v1/pages/{id}"]["delete"]
    assert "approval_token" in {parameter["name"] for parameter in remove["parameters"]}  # type: ignore[attr-defined]
    assert "requestBody" not in remove
