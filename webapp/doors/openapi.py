"""A description of the REST door in OpenAPI 3.1, made of its routes and the tools' own schemas.

It describes; nothing is checked by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any, NamedTuple

from webapp.core import calls
from webapp.core.calls import ToolListing
from webapp.tools.tool import Tool

from . import rest_body, rest_routes
from .rest_routes import Route

_ANSWERS = {
    "200": "Done, read, or planned: a planned write answers the code respira_plan_step.",
    "202": "Nothing was written yet: a person's approval is asked for, or the plan is still being applied.",
}
_ANSWERED = "What was asked for."
_ANYTHING = {"type": "object"}
_TROUBLES = {
    "400": "The request can not be understood; the message says what to send instead.",
    "401": "The key is missing, unknown, revoked or expired.",
    "403": "The key may not use this tool, or another website's page asked.",
    "404": "There is no such item, step, tool or route.",
    "409": "Refused: what stands against it is in code and message.",
    "413": "The body is larger than 5 MB.",
    "415": "The body is declared as something other than JSON.",
    "429": "Too many calls in a minute.",
    "500": "Something broke on our side.",
    "502": "The site did not do it, or it is not known whether it did.",
}
_TROUBLE = {
    "type": "object",
    "required": ["code", "message", "data"],
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "data": {
            "type": "object",
            "required": ["status", "hint"],
            "properties": {"status": {"type": "integer"}, "hint": {"type": "string"}},
        },
    },
}
_SAME_CALL = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "A mark of this call: sent again, it is answered again and not made again.",
    "schema": {"type": "string", "pattern": f"^{rest_body.MARK}$"},
}


class Plain(NamedTuple):
    """An address that is no tool's.

    Attributes:
        path: such as /v1/ping.
        takes: the names of what may stand in the query.
    """

    method: str
    path: str
    title: str
    needs_key: bool
    takes: tuple[str, ...] = ()


def described(tools: Iterable[Tool], own: Iterable[Plain], public_url: str) -> dict[str, Any]:
    """Return the whole description.

    Args:
        tools: those that this installation has; routes of others are left out.
        own: the addresses of the door's own.
        public_url: where this installation is reached.
    """
    listings = {listing.name: listing for listing in map(calls.listed, tools)}
    paths: dict[str, dict[str, Any]] = {}
    for route in rest_routes.ROUTES:
        listing = _INVOKE if route.tool == rest_routes.INVOKE else listings.get(route.tool)
        if listing is None:
            continue
        for number in route.versions:
            operation = {"operationId": f"{route.tool}_{number}", **_operation(route, listing)}
            paths.setdefault(f"/{number}/{route.path}", {})[route.method.lower()] = operation
    for plain in own:
        paths.setdefault(plain.path, {})[plain.method.lower()] = _plain(plain)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sayso",
            "version": version("sayso"),
            "description": "An agent's changes to a WordPress site become steps of a plan, and run after a yes.",
        },
        "servers": [{"url": f"{public_url}/wp-json/respira"}],
        "security": [{"key": []}, {"bearer": []}],
        "paths": paths,
        "components": {
            "schemas": {"Trouble": _TROUBLE},
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "X-Respira-API-Key"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(route: Route, listing: ToolListing) -> dict[str, Any]:
    schema = listing.input_schema
    properties: Mapping[str, Any] = schema["properties"]
    in_path = [_parameter(name, "path", properties[name], required=True) for name in route.arguments]
    rest = {name: told for name, told in properties.items() if name not in route.arguments}
    needed = [name for name in schema.get("required", []) if name in rest]
    operation: dict[str, Any] = {
        "summary": listing.title,
        "description": listing.description,
        "parameters": in_path,
        "responses": {**_responses(_ANSWERS, _ANYTHING), **_responses(_TROUBLES, _REFERENCE)},
    }
    if not listing.read_only:
        operation["parameters"].append(_SAME_CALL)
    if route.method in ("GET", "DELETE"):
        operation["parameters"] += [_parameter(name, "query", told, name in needed) for name, told in rest.items()]
        return operation
    body = {"type": "object", "properties": rest, "required": needed, "additionalProperties": False}
    operation["requestBody"] = {"required": bool(needed), "content": {"application/json": {"schema": body}}}
    return operation


def _plain(own: Plain) -> dict[str, Any]:
    possible = ("401", "403", "500") if own.needs_key else ("403", "500")
    troubles = {status: _TROUBLES[status] for status in possible}
    operation: dict[str, Any] = {
        "operationId": re.sub(r"\W", "_", f"{own.method.lower()}{own.path}"),
        "summary": own.title,
        "parameters": [_parameter(name, "query", {"type": "string"}, required=False) for name in own.takes],
        "responses": {**_responses({"200": _ANSWERED}, _ANYTHING), **_responses(troubles, _REFERENCE)},
    }
    return operation if own.needs_key else {**operation, "security": []}


def _parameter(name: str, where: str, told: Mapping[str, Any], required: bool) -> dict[str, Any]:
    schema = {key: value for key, value in told.items() if key != "description"}
    parameter = {"name": name, "in": where, "required": required, "schema": schema}
    return {**parameter, "description": told["description"]} if "description" in told else parameter


def _responses(told: Mapping[str, str], schema: Mapping[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": dict(schema)}}
    return {status: {"description": sentence, "content": content} for status, sentence in told.items()}


_REFERENCE = {"$ref": "#/components/schemas/Trouble"}
_INVOKE = ToolListing(
    rest_routes.INVOKE,
    "Call a tool by its name",
    "Calls any tool: its name, such as respira/get-plan, as ability, and what it takes as args.",
    {
        "type": "object",
        "properties": {
            "ability": {"type": "string", "description": "Such as respira/update-page."},
            "args": {"type": "object", "description": "What the tool takes."},
        },
        "required": ["ability"],
    },
    read_only=False,
    destructive=True,
    idempotent=False,
)
