"""Whatever fits a route's description, or nearly fits it, is answered as the description says."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.doors.rest.agent import RestAgent, told
from webapp.doors import openapi, rest_own
from webapp.tools.catalogue import CATALOGUE

Described = dict[str, Any]
DESCRIPTION = openapi.described(CATALOGUE.values(), rest_own.described(), "http://localhost")
OPERATIONS = [
    pytest.param(method, path, operation, id=f"{method} {path}")
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
]
text = st.text(st.characters(codec="utf-8"), max_size=12)


def values(schema: Described) -> st.SearchStrategy[Any]:
    """Values that a schema allows, ids of the sample site among them, and now and then one that it does not."""
    if "enum" in schema:
        return st.sampled_from([*schema["enum"], "other"])
    lowest = schema.get("minimum", -3)
    return {
        "integer": st.sampled_from([3, 42, 44, 311]) | st.integers(lowest, schema.get("maximum", 10**6)),
        "number": st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans() | st.just("true"),
        "array": st.lists(text, max_size=2) | text,
        "object": st.dictionaries(text, text, max_size=2) | text,
        "string": text,
    }[schema.get("type", "string")]


def requests(path: str, operation: Described) -> st.SearchStrategy[tuple[str, Described, Described]]:
    """The path, query and body of requests for an operation."""
    told_in: dict[str, dict[str, st.SearchStrategy[Any]]] = {"path": {}, "query": {}, "header": {}}
    for parameter in operation["parameters"]:
        told_in[parameter["in"]][parameter["name"]] = values(parameter["schema"])
    content = operation.get("requestBody", {"content": {}})["content"]
    properties = content["application/json"]["schema"]["properties"] if content else {}
    body = {name: values(schema) for name, schema in properties.items()}
    return st.tuples(
        st.fixed_dictionaries(told_in["path"]).map(lambda ids: filled(path, ids)),
        st.fixed_dictionaries({}, optional=told_in["query"]),
        st.fixed_dictionaries({}, optional=body),
    )


def filled(path: str, ids: Described) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: quote(str(ids[name[1]]) or "x", safe=""), path)


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_every_answer_is_described(planner: RestAgent, method: str, path: str, operation: Described) -> None:
    @settings(
        max_examples=8,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(request=requests(path, operation))
    def ask(request: tuple[str, Described, Described]) -> None:
        address, query, body = request
        sent: Described = {"query_string": query}
        if "requestBody" in operation:
            sent["json"] = body
        answer = planner.client.open(
            f"/wp-json/respira{address}", method=method.upper(), headers=planner.headers, **sent
        )
        assert answer.status_code < 500, answer.get_data(as_text=True)
        described = operation["responses"][str(answer.status_code)]
        schema = described["content"]["application/json"]["schema"]
        components = {"components": DESCRIPTION["components"]}
        Draft202012Validator({**components, **schema}).validate(told(answer))

    ask()
