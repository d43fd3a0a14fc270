"""Stored requests: how each door's requests, fresh or kept with a step, become calls of the engine.

It loads nothing of the doors' protocols, so that the worker can replay a step without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal

from . import rest_routes
from .rest_routes import Found

MCP_PREFIX, STDIO_PREFIX, REST_PREFIX = "respira_wordpress_", "respira_", "respira_"

# A widely used client sends these arguments under both names.
_DOUBLED = {
    "perPage": "per_page",
    "postId": "post_id",
    "pageId": "page_id",
    "editTarget": "edit_target",
    "originalId": "original_id",
    "mimeType": "mime_type",
    "slugOrUrl": "slug_or_url",
}
# It picks one of several sites by this one, and passes it on; a key has one site.
_FOR_THE_CLIENT = "site_id"


def of_mcp(stored: Mapping[str, Any]) -> tuple[str, Any]:
    """Turn a tools/call request, fresh or stored, into a call.

    Args:
        stored: the request's `name` and `arguments`, as they arrived at any of the addresses.

    Returns:
        The tool's short name, and the arguments as they arrived: a dict, or None.
    """
    return str(stored["name"]).removeprefix(MCP_PREFIX), stored.get("arguments")


def of_stdio(stored: Mapping[str, Any]) -> tuple[str, Any]:
    """Turn a tools/call request that came through the stdio command into a call (see `of_mcp`)."""
    return str(stored["name"]).removeprefix(STDIO_PREFIX), stored.get("arguments")


def of_rest(stored: Mapping[str, Any]) -> tuple[str, Any]:
    """Turn a request to a REST route, fresh or stored, into a call.

    Args:
        stored: the request's `method`, its `path` from the version on, and its `arguments`: query and body together.

    Returns:
        The tool's short name, and the arguments: those of the path among them, each under one name.

    Raises:
        Refusal: there is no such route, no ability is named, or an argument is told twice and differently.
    """
    found = rest_routes.find(stored["method"], stored["path"])
    if found is None:
        raise Refusal("rest_no_route")
    arguments = {name: value for name, value in stored["arguments"].items() if name != _FOR_THE_CLIENT}
    if found.route.tool == rest_routes.INVOKE:
        return _of_ability(tool_meant(found, arguments), arguments)
    return found.route.tool, _with_path(found, _under_one_name(arguments, _DOUBLED))


def tool_meant(found: Found, arguments: Mapping[str, Any]) -> str | None:
    """Return the tool that a request to a REST route means; None when it names no ability."""
    if found.route.tool != rest_routes.INVOKE:
        return found.route.tool
    ability = arguments.get("ability")
    return _tool_of(ability) if isinstance(ability, str) and ability else None


def ability_of(tool: str) -> str:
    """Return a tool's name as an ability, such as respira/update-page."""
    return f"respira/{tool.replace('_', '-')}"


def _tool_of(ability: str) -> str:
    """Return the tool that an ability's name means, also where it is spelled like a tool's name at a door."""
    name = ability.removeprefix("respira/").replace("-", "_")
    return name.removeprefix("respira_").removeprefix("wordpress_")


def _of_ability(tool: str | None, arguments: Mapping[str, Any]) -> tuple[str, Any]:
    if tool is None:
        raise Refusal("respira_invalid_arguments", "Name the ability, such as respira/update-page.")
    given, others = arguments.get("args"), set(arguments) - {"ability", "args"}
    if others:
        extra = ", ".join(sorted(others))
        raise Refusal(
            "respira_invalid_arguments", f"There is no argument {extra}: put what the ability takes in args."
        )
    if not isinstance(given, dict):
        return tool, given
    given = {name: value for name, value in given.items() if name != _FOR_THE_CLIENT}
    return tool, _under_one_name(given, _DOUBLED)


def _with_path(found: Found, arguments: dict[str, Any]) -> dict[str, Any]:
    """Add what stands in the path, and leave out what means nothing on this route."""
    route, ids = found
    arguments = {name: value for name, value in arguments.items() if name not in route.ignored}
    # The path holds only the folder of a plugin; the file that may come along says more.
    fuller = {name: arguments.pop(other) for other, name in route.renamed.items() if arguments.get(other) is not None}
    for name, value in {**ids, **fuller}.items():
        if arguments.get(name) is not None and not _same(arguments[name], value):
            raise _told_twice(name)
        arguments[name] = value
    return {**arguments, **{name: value for name, value in route.meant.items() if arguments.get(name) is None}}


def _under_one_name(arguments: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    single = {name: value for name, value in arguments.items() if name not in names}
    for name, value in arguments.items():
        plain = names.get(name)
        if plain is None or value is None:
            continue
        if single.get(plain) is not None and not _same(single[plain], value):
            raise _told_twice(plain)
        single[plain] = value
    return single


def _same(first: Any, second: Any) -> bool:
    """Tell whether two values mean the same, be it as text or as a number."""
    if isinstance(first, float) and first.is_integer():
        first = int(first)
    return bool(first == second) or str(first) == str(second)


def _told_twice(name: str) -> Refusal:
    return Refusal("respira_invalid_arguments", f"The argument {name} is told twice, and not the same.")
