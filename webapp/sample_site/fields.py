"""Checking what was sent against a schema, and turning it into values, the way core REST does.

It decides only whether a value fits its field. Whether the change makes sense is each noun's to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import times
from .trouble import Misfit, invalid_parameters, spoken

TRUE = (True, 1, "1", "true")
FALSE = (False, 0, "0", "false", "")


@dataclass(frozen=True)
class Field:
    """What a parameter may be.

    `type` is one of string, integer, boolean, text (a string or `{"raw": ...}`; anything else is
    ignored), date, email, object, strings, integers (lists, or comma-separated in a query).
    """

    type: str
    enum: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    nullable: bool = False


Schema = Mapping[str, Field]


def check(schema: Schema, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sent values that the schema knows, converted; unknown ones are dropped in silence.

    Raises Trouble (400 rest_invalid_param) naming every misfit.
    """
    values: dict[str, Any] = {}
    misfits: dict[str, Misfit] = {}
    for name, field in schema.items():
        if name not in sent:
            continue
        try:
            values[name] = _converted(name, field, sent[name])
        except Misfit as misfit:
            misfits[name] = misfit
        except IgnoredValue:
            continue
    if misfits:
        raise invalid_parameters(misfits)
    return values


class IgnoredValue(Exception):
    """A value of a kind that WordPress neither takes nor complains about."""


def _converted(name: str, field: Field, value: Any) -> Any:
    if value is None and field.nullable:
        return None
    converted = _CONVERSIONS[field.type](name, value)
    for one in converted if isinstance(converted, list) else [converted]:
        if field.enum and one not in field.enum:
            where = f"{name}[{converted.index(one)}]" if isinstance(converted, list) else name
            raise Misfit("rest_not_in_enum", f"{where} is not one of {spoken(field.enum)}.")
    _check_bounds(name, field, converted)
    return converted


def _check_bounds(name: str, field: Field, value: Any) -> None:
    low, high = field.minimum, field.maximum
    if low is not None and high is not None and not low <= value <= high:
        message = f"{name} must be between {low} (inclusive) and {high} (inclusive)"
    elif low is not None and value < low:
        message = f"{name} must be greater than or equal to {low}"
    else:
        return
    raise Misfit("rest_out_of_bounds", message)


def _wrong_type(name: str, wanted: str) -> Misfit:
    return Misfit("rest_invalid_type", f"{name} is not of type {wanted}.", {"param": name})


def _string(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong_type(name, "string")
    return value


def _integer(name: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?\d+\s*", value):
        return int(value)
    raise _wrong_type(name, "integer")


def _boolean(name: str, value: Any) -> bool:
    if isinstance(value, bool | int | str):
        word = value.lower() if isinstance(value, str) else value
        if word in TRUE:
            return True
        if word in FALSE:
            return False
    raise _wrong_type(name, "boolean")


def _text(name: str, value: Any) -> str:
    raw = value.get("raw") if isinstance(value, dict) else value
    if not isinstance(raw, str):
        raise IgnoredValue
    return raw


def _date(name: str, value: Any) -> str:
    if not isinstance(value, str) or times.parsed(value) is None:
        raise Misfit("rest_invalid_date", "Invalid date.")
    return value


def _email(name: str, value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s.]+", value):
        raise Misfit("rest_invalid_email", "Invalid email address.")
    return value


def _object(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong_type(name, "object")
    return value


def _pieces(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [piece.strip() for piece in value.split(",") if piece.strip()]
    return value if isinstance(value, list) else [value]


def _strings(name: str, value: Any) -> list[str]:
    return [_string(f"{name}[{index}]", one) for index, one in enumerate(_pieces(value))]


def _integers(name: str, value: Any) -> list[int]:
    return [_integer(f"{name}[{index}]", one) for index, one in enumerate(_pieces(value))]


_CONVERSIONS = {
    "string": _string,
    "integer": _integer,
    "boolean": _boolean,
    "text": _text,
    "date": _date,
    "email": _email,
    "object": _object,
    "strings": _strings,
    "integers": _integers,
}
