"""Reading taxonomies and their terms. Names are told as they were typed, never with HTML entities."""

from __future__ import annotations

from typing import Any

from webapp.tools.answers import Arguments
from webapp.tools.lists import PAGING, items_in, paging, totals
from webapp.tools.records.records import find
from webapp.tools.records.terms import ID, TAXONOMY, record_of
from webapp.tools.spoken import plain
from webapp.tools.taxonomies import Taxonomy, taxonomies_of, taxonomy_named
from webapp.tools.tool import ReadTool, Scene
from webapp.wordpress.client import WordPress

_LONGEST = 100


def list_taxonomies(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the taxonomies that the site opens to programs."""
    return {"success": True, "taxonomies": [_line(one) for one in taxonomies_of(site)]}


def get_taxonomy(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one taxonomy, and how many terms it has."""
    one = taxonomy_named(site, arguments["taxonomy"])
    total = site.get(one.rest, per_page=1, _fields="id").total
    return {"success": True, **_line(one), "description": one.description, "terms": total}


def _line(one: Taxonomy) -> dict[str, Any]:
    return {
        "taxonomy": one.slug,
        "name": one.name,
        "rest_base": one.base,
        "hierarchical": one.nests,
        "types": list(one.types),
    }


def list_terms(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one part of the list of terms, by name."""
    one = taxonomy_named(site, arguments["taxonomy"])
    asked = {"search": arguments.get("search"), "orderby": "name", "order": "asc"}
    answer = site.get(one.rest, **asked, **paging(arguments))
    terms = [{**_shown(term), "description": _shortened(term)} for term in items_in(answer)]
    return {"success": True, "taxonomy": one.slug, "terms": terms, **totals(answer)}


def get_term(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one term whole."""
    one = taxonomy_named(site, arguments["taxonomy"])
    term = find(site, record_of(one), arguments["id"])
    return {
        "success": True,
        "taxonomy": one.slug,
        **_shown(term),
        "description": plain(term.get("description")),
        "meta": term.get("meta") or {},
    }


def _shown(term: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": term.get("id"),
        "name": plain(term.get("name")),
        "slug": term.get("slug"),
        "parent": term.get("parent", 0),
        "count": term.get("count"),
        "link": term.get("link"),
    }


def _shortened(term: dict[str, Any]) -> str:
    text = " ".join(plain(term.get("description")).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _reading(**properties: Any) -> dict[str, Any]:
    required = [name for name in ("taxonomy", "id") if name in properties]
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


TOOLS = (
    ReadTool(
        name="list_taxonomies",
        title="List taxonomies",
        description="Lists the kinds of terms the site has, such as categories and tags.",
        schema=_reading(),
        content=True,
        idempotent=True,
        run=list_taxonomies,
    ),
    ReadTool(
        name="get_taxonomy",
        title="Read a taxonomy",
        description="Tells of one kind of terms: what it is for, and how many terms it has.",
        schema=_reading(taxonomy=TAXONOMY),
        content=True,
        idempotent=True,
        run=get_taxonomy,
    ),
    ReadTool(
        name="list_terms",
        title="List terms",
        description="Lists the categories, tags or terms of another taxonomy with their ids, by name.",
        schema=_reading(
            taxonomy=TAXONOMY,
            search={"type": "string", "description": "Words to look for in the names."},
            **PAGING,
        ),
        content=True,
        idempotent=True,
        run=list_terms,
    ),
    ReadTool(
        name="get_term",
        title="Read a term",
        description="Reads one term with its whole description and custom fields.",
        schema=_reading(taxonomy=TAXONOMY, id=ID),
        content=True,
        idempotent=True,
        run=get_term,
    ),
)
