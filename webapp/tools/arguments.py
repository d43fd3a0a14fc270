"""Arguments as models send them, made into what a tool's schema says, or refused in a sentence.

Models send numbers, booleans, lists and objects as text, and null for what they did not mean. Where the schema
makes the meaning certain, the plain spelling is taken; anything else is refused. Nothing is guessed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from webapp.errors import Refusal

# The `format` of texts in a list that may be ids as well as names, so that a number is a plain spelling of one.
ID_OR_NAME = "id-or-name"
_MOST_DIGITS = 18
_WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]+)?")
_WORDS = {
    "integer": "a whole number such as 42",
    "number": "a number such as 4.5",
    "boolean": "true or false",
    "array": "a list such as [1, 2]",
    "object": "an object such as {}",
    "string": "text",
}
_COUNTED = (("entry", "entries"), ("character", "characters"))


def fit(schema: Mapping[str, Any], arguments: Any) -> dict[str, Any]:
    """Return the arguments as the schema's types.

    Args:
        schema: the tool's JSON Schema, an object with plain types.
        arguments: what arrived; None means none at all.

    Raises:
        Refusal: `respira_invalid_arguments`, naming the argument and what to send.
    """
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        raise Refusal("respira_invalid_arguments", 'The arguments must be an object, such as {"id": 42}.')
    _demand_sound_text(arguments)
    properties: Mapping[str, Any] = schema.get("properties", {})
    fitted = {
        name: _coerced(value, properties.get(name, {})) for name, value in arguments.items() if value is not None
    }
    fault = best_match(Draft202012Validator(schema).iter_errors(fitted))
    if fault is not None:
        raise Refusal("respira_invalid_arguments", _sentence(fault, properties))
    return fitted


def _demand_sound_text(arguments: dict[str, Any]) -> None:
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError as broken:
        raise Refusal(
            "respira_invalid_arguments",
            "The arguments hold a broken character (half of a surrogate pair). Send the text again as UTF-8.",
        ) from broken
    except RecursionError as deep:
        raise Refusal("respira_invalid_arguments", "The arguments are nested too deep.") from deep


def _coerced(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a value as its schema's type where the spelling is plain, and so what a list or an object holds."""
    if isinstance(value, str) and schema.get("type") in ("array", "object"):
        value = _parsed(value, list if schema["type"] == "array" else dict)
    if isinstance(value, list):
        items = schema.get("items", {})
        if items.get("type") == "string" and items.get("format") != ID_OR_NAME:
            # A number among texts, such as ids of steps, is no plain spelling of anything.
            return value
        return [_coerced(item, items) for item in value]
    if isinstance(value, dict):
        properties: Mapping[str, Any] = schema.get("properties", {})
        return {name: _coerced(inner, properties.get(name, {})) for name, inner in value.items()}
    return _plain(value, schema.get("type"))


def _plain(value: Any, wanted: Any) -> Any:
    if isinstance(value, float) and wanted == "integer" and value.is_integer():
        value = int(value)
    if wanted == "integer" and isinstance(value, int) and abs(value) >= 10**_MOST_DIGITS:
        # No site and no database has such a number, and a database breaks over it.
        raise Refusal("respira_invalid_arguments", f"A number has more than {_MOST_DIGITS} digits.")
    if wanted == "string" and isinstance(value, bool | int | float):
        return json.dumps(value)
    if not isinstance(value, str):
        return value
    if wanted == "integer" and _WHOLE_NUMBER.fullmatch(value):
        return int(value)
    if wanted == "number" and _NUMBER.fullmatch(value):
        return float(value)
    if wanted == "boolean" and value in ("true", "false"):
        return value == "true"
    return value


def _parsed(value: str, wanted: type) -> Any:
    try:
        parsed = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return parsed if isinstance(parsed, wanted) else value


def _sentence(fault: ValidationError, properties: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in fault.absolute_path)
    demanded: Any = fault.validator_value
    arrived: Any = fault.instance
    if fault.validator == "required":
        return _missing([name for name in demanded if name not in arrived], where)
    if fault.validator == "additionalProperties":
        known = fault.schema.get("properties", {}) if isinstance(fault.schema, dict) else properties
        return _unknown(sorted(name for name in arrived if name not in known), known, where)
    if fault.validator == "type":
        got = json.dumps(arrived, ensure_ascii=False)
        got = got if len(got) <= 60 else got[:57] + "..."
        return f"The argument {where} must be {_WORDS.get(str(demanded), 'another kind of value')}, not {got}."
    if fault.validator == "enum":
        return f"The argument {where} must be one of: {', '.join(map(str, demanded))}."
    return f"The argument {where} {_bound(str(fault.validator), demanded)}."


def _missing(names: Sequence[str], where: str) -> str:
    told = " and ".join(f"{where}.{name}" if where else name for name in names)
    if len(names) == 1:
        return f"The argument {told} is missing. Send it with a value."
    return f"The arguments {told} are missing. Send each with a value."


def _unknown(names: Sequence[str], known: Collection[str], where: str) -> str:
    told = " and ".join(f"{where}.{name}" if where else name for name in names)
    begin = f"There is no argument {told}." if len(names) == 1 else f"There are no arguments {told}."
    return f"{begin} {where or 'This tool'} takes {', '.join(known) or 'no arguments'}."


def _bound(validator: str, bound: Any) -> str:
    """Return what a sentence says of an argument that is too small, too large, too short or too long."""
    entries, characters = (f"{bound} {word if bound == 1 else words}" for word, words in _COUNTED)
    return {
        "minimum": f"must be at least {bound}",
        "maximum": f"must be at most {bound}",
        "minItems": f"must have at least {entries}",
        "maxItems": f"must have at most {entries}",
        "minLength": "must not be empty" if bound == 1 else f"must have at least {characters}",
        "maxLength": f"must have at most {characters}",
    }.get(validator, "is not spelled as it should be: see what this tool says of it")
