"""Arguments as models send them: the plain spelling is taken, anything else is refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.errors import Refusal
from webapp.tools.arguments import fit

SCHEMA = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "force": {"type": "boolean"},
        "ratio": {"type": "number"},
        "title": {"type": "string"},
        "step_ids": {"type": "array", "items": {"type": "string"}},
        "meta": {"type": "object"},
        "terms": {"type": "array", "items": {"type": "integer"}},
        "moves": {
            "type": "array",
            "items": {"type": "object", "properties": {"to": {"type": "integer"}, "note": {"type": "string"}}},
        },
        "mode": {"type": "string", "enum": ["plan"]},
        "rows": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {"kind": {"type": "string"}, "name": {"type": "string"}},
                "required": ["kind", "name"],
                "additionalProperties": False,
            },
        },
        "days": {"type": "integer", "minimum": 1, "maximum": 90},
        "label": {"type": "string", "minLength": 1, "maxLength": 5},
        "code": {"type": "string", "pattern": "^[a-z]+$"},
    },
    "required": ["id"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ({"id": "42"}, {"id": 42}),
        ({"id": 42.0}, {"id": 42}),
        ({"id": 1, "force": "false"}, {"id": 1, "force": False}),
        ({"id": 1, "force": "true"}, {"id": 1, "force": True}),
        ({"id": 1, "ratio": "4.5"}, {"id": 1, "ratio": 4.5}),
        ({"id": 1, "step_ids": '["step_x"]'}, {"id": 1, "step_ids": ["step_x"]}),
        ({"id": 1, "meta": '{"a":1}'}, {"id": 1, "meta": {"a": 1}}),
        ({"id": 1, "title": None, "mode": None}, {"id": 1}),
        ({"id": 1, "title": "42"}, {"id": 1, "title": "42"}),
        ({"id": 1, "title": 42}, {"id": 1, "title": "42"}),
        ({"id": 1, "title": True}, {"id": 1, "title": "true"}),
        ({"id": 1, "terms": "[3,5]"}, {"id": 1, "terms": [3, 5]}),
        ({"id": 1, "terms": ["3", 5.0]}, {"id": 1, "terms": [3, 5]}),
        ({"id": 1, "moves": [{"to": "3", "note": "3"}]}, {"id": 1, "moves": [{"to": 3, "note": "3"}]}),
        (
            {"id": 1, "meta": {"a": "1", "b": ["2"], "c": "[3]"}},
            {"id": 1, "meta": {"a": "1", "b": ["2"], "c": "[3]"}},
        ),
    ],
)
@pytest.mark.promise("D-WORD-11")
def test_a_plain_spelling_becomes_what_the_schema_says(sent: dict[str, Any], taken: dict[str, Any]) -> None:
    assert fit(SCHEMA, sent) == taken


@pytest.mark.parametrize("odd", ["042", "+42", " 42", "42.0", "4e1", "", "٤٢", "0x2a", "99999999999999999999"])
def test_an_odd_number_is_refused_and_the_argument_named(odd: str) -> None:
    with pytest.raises(Refusal, match="The argument id must be a whole number such as 42") as told:
        fit(SCHEMA, {"id": odd})
    assert told.value.code == "respira_invalid_arguments"


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "The argument id is missing. Send it with a value."),
        ({"id": None}, "The argument id is missing. Send it with a value."),
        ({"id": 1, "force": "no"}, 'The argument force must be true or false, not "no".'),
        ({"id": 1, "colour": "red"}, "There is no argument colour."),
        ({"id": 1, "mode": "plans"}, "The argument mode must be one of: plan."),
        ({"id": 1, "step_ids": [1]}, "The argument step_ids.0 must be text, not 1."),
        ({"id": 1, "terms": ["042"]}, 'The argument terms.0 must be a whole number such as 42, not "042".'),
        ({"id": True}, "The argument id must be a whole number such as 42, not true."),
        (
            {"id": 1, "rows": [{"kind": "a", "name": "b"}, {"kind": "a"}]},
            "The argument rows.1.name is missing. Send it with a value.",
        ),
        (
            {"id": 1, "rows": [{}]},
            "The arguments rows.0.kind and rows.0.name are missing. Send each with a value.",
        ),
        (
            {"id": 1, "rows": [{"kind": "a", "name": "b", "colour": "red", "size": 3}]},
            "There are no arguments rows.0.colour and rows.0.size. rows.0 takes kind, name.",
        ),
        ({"id": 1, "rows": []}, "The argument rows must have at least 1 entry."),
        ({"id": 1, "rows": [{"kind": "a", "name": "b"}] * 3}, "The argument rows must have at most 2 entries."),
        ({"id": 1, "days": 0}, "The argument days must be at least 1."),
        ({"id": 1, "days": 91}, "The argument days must be at most 90."),
        ({"id": 1, "label": ""}, "The argument label must not be empty."),
        ({"id": 1, "label": "Tagline"}, "The argument label must have at most 5 characters."),
        ({"id": 1, "code": "9"}, "The argument code is not spelled as it should be: see what this tool says of it."),
        ([], "The arguments must be an object"),
        ({"id": 1, "title": "\ud800"}, "The arguments hold a broken character"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(sent: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as told:
        fit(SCHEMA, sent)
    assert told.value.message.startswith(sentence)


def test_no_arguments_at_all_are_an_empty_object() -> None:
    assert fit({"type": "object", "properties": {}}, None) == {}


@pytest.mark.parametrize("sent", [{"id": 10**18}, {"id": -(10**400)}, {"id": 1e300}, {"terms": [1, 2**63]}])
def test_a_number_that_no_database_can_hold_is_refused(sent: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="A number has more than 18 digits"):
        fit(SCHEMA, {**sent, "rows": [1]})
