"""The addresses that are the REST door's own: what this is, what it can do, and its tools to search through.

Whatever reads or changes a site is a tool, and not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, NamedTuple

from flask import request

from webapp.core import calls
from webapp.core.calls import ToolListing
from webapp.core.desk import Desk
from webapp.data import Key
from webapp.tools.builders import BLOCKS

from . import openapi, rest_routes
from .stored import ability_of

NAMESPACE = "respira"
# The oldest client that is known to get on with this door, and what its features are called there.
_OLDEST_CLIENT = "8.3.0"
_SPOKEN = "9.1.0"
# More of them with everything they take would be more than a client passes on.
_MOST_IN_FULL = 10
_WORDS = ("query", "search", "q", "ability")

Tell = Callable[[Desk, Key | None], dict[str, Any]]


class Own(NamedTuple):
    """One address of the door's own.

    Attributes:
        title: what it tells, for the description of the door.
        takes: what may stand in the query.
    """

    answer: Tell
    title: str
    needs_key: bool = True
    takes: tuple[str, ...] = ()


def find(method: str, address: str) -> Own | None:
    """Find an address of the door's own.

    Args:
        address: what follows /wp-json/.
    """
    return _OWN.get(("GET" if method == "HEAD" else method, address))


def methods_of(address: str) -> Iterator[str]:
    """Give the methods of an address of the door's own."""
    for method, own in _OWN:
        if own == address:
            yield from ("GET", "HEAD") if method == "GET" else (method,)


def described() -> list[openapi.Plain]:
    """Return these addresses as the description of the door names them."""
    return [
        openapi.Plain(method, address.removeprefix(NAMESPACE), *own[1:])
        for (method, address), own in _OWN.items()
        if address.startswith(f"{NAMESPACE}/")
    ]


def _index(desk: Desk, key: Key | None) -> dict[str, Any]:
    return {
        "name": "Sayso",
        "description": "An agent's changes to a WordPress site become steps of a plan, and run after a person's yes.",
        "url": desk.settings.public_url,
        "namespaces": ["respira/v1", "respira/v2"],
        "openapi": f"{desk.settings.public_url}/wp-json/respira/v2/openapi.json",
        "authentication": {"header": "X-Respira-API-Key"},
    }


def _namespace(number: str) -> Tell:
    def tell(desk: Desk, key: Key | None) -> dict[str, Any]:
        routes: dict[str, dict[str, list[str]]] = {}
        for route in rest_routes.ROUTES:
            if number in route.versions and (route.tool in desk.catalogue or route.tool == rest_routes.INVOKE):
                methods = routes.setdefault(f"/respira/{number}/{route.path}", {"methods": []})["methods"]
                methods.append(route.method)
        return {"namespace": f"respira/{number}", "routes": routes}

    return tell


def _ping(desk: Desk, key: Key | None) -> dict[str, Any]:
    return {"success": True, "message": "pong"}


def _status(desk: Desk, key: Key | None) -> dict[str, Any]:
    return {"success": True, "status": "ok", "name": "Sayso", "version": version("sayso"), "plan_mode": True}


def _compatibility(desk: Desk, key: Key | None) -> dict[str, Any]:
    return {
        "success": True,
        "name": "Sayso",
        "version": version("sayso"),
        "plugin_version": _SPOKEN,
        "min_mcp_version": _OLDEST_CLIENT,
        "features": ["plan_mode", "snapshots", "idempotency"],
    }


def _builder(desk: Desk, key: Key | None) -> dict[str, Any]:
    return {
        "success": True,
        "active_builder": {"name": BLOCKS},
        "message": "Texts are read and written with their block markup. Pages of other builders are left alone.",
    }


def _openapi(desk: Desk, key: Key | None) -> dict[str, Any]:
    return openapi.described(desk.catalogue.values(), described(), desk.settings.public_url)


def _search(desk: Desk, key: Key | None) -> dict[str, Any]:
    """List the key's tools as abilities: the one that is named, or those that speak of every word asked for."""
    if key is None:
        raise TypeError("a search is for the tools of a key")
    told = (request.args.get(name, "") for name in _WORDS)
    words = " ".join(told).lower().replace("-", "_").removeprefix("respira/").split()
    tools = calls.tools_for(desk, key)
    named = [tool for tool in tools if words == [tool.name]]
    found = named or [tool for tool in tools if all(word in _text_of(tool) for word in words)]
    in_full = len(found) <= _MOST_IN_FULL
    message = "Call one with POST v1/abilities/invoke, its name as ability and what it takes as args."
    if not in_full:
        message += " Search for fewer to see what they take."
    return {"success": True, "abilities": [_ability(tool, in_full) for tool in found], "message": message}


def _text_of(tool: ToolListing) -> str:
    return f"{tool.name} {tool.title} {tool.description}".lower()


def _ability(tool: ToolListing, in_full: bool) -> dict[str, Any]:
    told = {"name": ability_of(tool.name), "title": tool.title, "description": tool.description}
    facts = {"readonly": tool.read_only, "destructive": tool.destructive, "idempotent": tool.idempotent}
    return {**told, **facts, **({"input_schema": dict(tool.input_schema)} if in_full else {})}


_OWN: dict[tuple[str, str], Own] = {
    ("GET", ""): Own(_index, "What this is", False),
    ("GET", "respira/v1"): Own(_namespace("v1"), "The routes of v1", False),
    ("GET", "respira/v2"): Own(_namespace("v2"), "The routes of v2", False),
    ("GET", "respira/v1/ping"): Own(_ping, "Whether calls arrive", False),
    ("GET", "respira/v2/openapi.json"): Own(_openapi, "This description", False),
    ("GET", "respira/v2/status"): Own(_status, "Whether the key is known"),
    ("GET", "respira/v2/server/compatibility"): Own(_compatibility, "What is spoken here"),
    ("POST", "respira/v1/server/compatibility"): Own(_compatibility, "What is spoken here"),
    ("GET", "respira/v1/context/builder-info"): Own(_builder, "Which page builder is read and written"),
    ("GET", "respira/v1/abilities/search"): Own(_search, "Search the tools", takes=_WORDS),
}
