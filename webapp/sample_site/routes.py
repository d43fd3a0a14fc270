"""Routes and answers: how a noun says what it serves, and how lists, links and `_fields` are shaped."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from .asked import Asked
from .fields import Field
from .installation import Installation
from .trouble import Trouble

CURIES = [{"name": "wp", "href": "https://api.w.org/{rel}", "templated": True}]
EVERY_METHOD = ["GET", "POST", "PUT", "PATCH", "DELETE"]
UPDATE = ("POST", "PUT", "PATCH")


@dataclass
class Answer:
    """What a route gives back: data for a JSON body, a status and headers of its own."""

    data: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Route:
    """A path (a regular expression, whole), the methods it takes there, and what answers."""

    pattern: str
    methods: tuple[str, ...]
    answer: Callable[[Asked], Answer]

    def match(self, route: str) -> dict[str, str] | None:
        """Return the named parts of a matching path, or None."""
        found = re.fullmatch(self.pattern, route)
        return found.groupdict() if found else None


def get(pattern: str, answer: Callable[[Asked], Answer]) -> Route:
    """A path that is read."""
    return Route(pattern, ("GET",), answer)


def create(pattern: str, answer: Callable[[Asked], Answer]) -> Route:
    """A path where something is made."""
    return Route(pattern, ("POST",), answer)


def update(pattern: str, answer: Callable[[Asked], Answer]) -> Route:
    """A path where something is changed; POST, PUT and PATCH mean the same."""
    return Route(pattern, UPDATE, answer)


def delete(pattern: str, answer: Callable[[Asked], Answer]) -> Route:
    """A path where something is deleted."""
    return Route(pattern, ("DELETE",), answer)


def created(wp: Installation, path: str, data: dict[str, Any]) -> Answer:
    """Return the 201 with the new item and where it is."""
    return Answer(data, 201, {"Location": wp.rest(f"{path}/{data['id']}")})


def deleted(previous: dict[str, Any]) -> Answer:
    """Return the answer of a deletion for good, which carries what was deleted, without its links."""
    return Answer({"deleted": True, "previous": {k: v for k, v in previous.items() if k != "_links"}})


def links(
    asked: Asked, path: str, more: dict[str, Any], *, about: str = "", allow: Iterable[str] = ()
) -> dict[str, Any]:
    """Return an item's `_links`: itself with what this user may do, its collection, what it is, and `more`.

    Relations without a target are left out. Whoever has relations of WordPress' own gets the curies.
    """
    href = asked.wp.rest
    hints = list(allow) or (EVERY_METHOD if asked.login is not None else ["GET"])
    made: dict[str, Any] = {
        "self": [{"href": href(path), "targetHints": {"allow": hints}}],
        "collection": [{"href": href(path.rsplit("/", 1)[0])}],
    }
    if about:
        made["about"] = [{"href": href(about)}]
    made |= {name: targets for name, targets in more.items() if targets}
    if any(name.startswith("wp:") for name in made):
        made["curies"] = CURIES
    return made


def paged(asked: Asked, items: list[Any], shape: Callable[[Any], Any], *, per_page: int = 10) -> Answer:
    """Return one page of a list, with the totals and the neighbouring pages in the headers."""
    schema = {"page": Field("integer", minimum=1), "per_page": Field("integer", minimum=1, maximum=100)}
    wanted = asked.checked(schema)
    size, page = wanted.get("per_page", per_page), wanted.get("page", 1)
    pages = math.ceil(len(items) / size)
    if page > max(pages, 1):
        message = "The page number requested is larger than the number of pages available."
        raise Trouble(400, "rest_post_invalid_page_number", message)
    headers = {"X-WP-Total": str(len(items)), "X-WP-TotalPages": str(pages)}
    neighbours = [(page - 1, "prev")] * (page > 1) + [(page + 1, "next")] * (page < pages)
    if neighbours:
        headers["Link"] = ", ".join(f'<{_page_address(asked, number)}>; rel="{rel}"' for number, rel in neighbours)
    return Answer([shape(item) for item in items[(page - 1) * size : page * size]], 200, headers)


def _page_address(asked: Asked, page: int) -> str:
    query = urlencode({**asked.query, "page": page}, doseq=True)
    return asked.wp.rest(f"{asked.route.lstrip('/')}?{query}")


def only_fields(data: Any, wanted: str) -> Any:
    """Return data with only the fields named in `_fields` (`id,title.raw`), in lists item by item."""
    if isinstance(data, list):
        return [only_fields(one, wanted) for one in data]
    steps = [name.strip().split(".") for name in wanted.split(",") if name.strip()]
    return _kept(data, steps) if isinstance(data, dict) else data


def _kept(data: dict[str, Any], steps: list[list[str]]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in data.items():
        deeper = [path[1:] for path in steps if path[0] == name]
        if [] in deeper or (deeper and not isinstance(value, dict)):
            kept[name] = value
        elif deeper:
            kept[name] = _kept(value, deeper)
    return kept
