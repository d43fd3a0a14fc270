"""Lists that are answered part by part: what is asked of the site, and what is told of how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from webapp.errors import SiteTrouble
from webapp.tools.answers import Arguments
from webapp.wordpress.client import Answer

Listed = TypeVar("Listed")

PAGING: dict[str, Any] = {
    "page": {"type": "integer", "minimum": 1, "description": "Which part of the list, from 1."},
    "per_page": {"type": "integer", "minimum": 1, "maximum": 100, "description": "20 unless said."},
}


def paging(arguments: Arguments) -> dict[str, Any]:
    """Return the part of a query that says which part of a list is meant."""
    return {"page": arguments.get("page", 1), "per_page": arguments.get("per_page", 20)}


def items_in(answer: Answer) -> list[dict[str, Any]]:
    """Return the items of a list.

    Raises:
        SiteTrouble: `respira_site_not_json`, the answer is no list.
    """
    if isinstance(answer.body, list):
        return [item for item in answer.body if isinstance(item, dict)]
    raise SiteTrouble("respira_site_not_json", "The site answered no list.", written="no")


def part_of(whole: Sequence[Listed], arguments: Arguments) -> tuple[Sequence[Listed], dict[str, Any]]:
    """Return the part that is meant of a list that the site tells only as a whole, and how many there are in all."""
    asked = paging(arguments)
    size = asked["per_page"]
    first = (asked["page"] - 1) * size
    return whole[first : first + size], {"total": len(whole), "total_pages": -(-len(whole) // size)}


def totals(answer: Answer) -> dict[str, Any]:
    """Return how many there are in all."""
    return {"total": answer.total, "total_pages": answer.total_pages}
