"""Categories and tags over REST."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from . import text
from .asked import Asked
from .fields import Field, Schema
from .kinds import TAXONOMIES
from .routes import Answer, Route, create, created, delete, deleted, get, links, paged, update
from .store import Item
from .trouble import Trouble, missing_parameters, no_trash, not_found

SCHEMA: Schema = {"name": Field("string"), "slug": Field("string"), "description": Field("string")}
SCHEMAS = {"categories": {**SCHEMA, "parent": Field("integer")}, "tags": SCHEMA, "courses": SCHEMA}
ORDERS = ("id", "include", "name", "slug", "include_slugs", "term_group", "description", "count")
FILTERS: Schema = {
    "search": Field("string"),
    "slug": Field("strings"),
    "include": Field("integers"),
    "exclude": Field("integers"),
    "parent": Field("integer"),
    "post": Field("integer"),
    "hide_empty": Field("boolean"),
    "orderby": Field("string", enum=ORDERS),
    "order": Field("string", enum=("asc", "desc")),
}


def _count(asked: Asked, kind: str, id: int) -> int:
    return sum(id in post[kind] for post in asked.store.list(TAXONOMIES[kind][1]) if post["status"] == "publish")


def shape(asked: Asked, kind: str, term: Item) -> dict[str, Any]:
    """Return a term as REST shows it."""
    wp, (taxonomy, having) = asked.wp, TAXONOMIES[kind]
    folder = taxonomy.removeprefix("post_")
    data: dict[str, Any] = {
        "id": term["id"],
        "count": _count(asked, kind, term["id"]),
        "description": term["description"],
        "link": f"{wp.url}/{folder}/{term['slug']}/",
        "name": term["name"],
        "slug": term["slug"],
        "taxonomy": taxonomy,
    }
    if kind == "categories":
        data["parent"] = term["parent"]
    data["meta"] = []
    data["_links"] = links(
        asked,
        f"wp/v2/{kind}/{term['id']}",
        {
            "up": [{"embeddable": True, "href": wp.rest(f"wp/v2/{kind}/{term['parent']}")}] * bool(term["parent"]),
            "wp:post_type": [{"href": wp.rest(f"wp/v2/{having}?{kind}={term['id']}")}],
        },
        about=f"wp/v2/taxonomies/{taxonomy}",
        allow=_allowed(asked, kind, term),
    )
    return data


def _is_default(asked: Asked, kind: str, term: Item) -> bool:
    return kind == "categories" and term["id"] == asked.store.option("default_category", 1)


def _allowed(asked: Asked, kind: str, term: Item) -> list[str]:
    if not asked.may("manage_categories"):
        return ["GET"]
    return ["GET", "POST", "PUT", "PATCH"] + ["DELETE"] * (not _is_default(asked, kind, term))


def _found(asked: Asked, kind: str) -> Item:
    term = asked.store.find(kind, asked.id)
    if term is None:
        raise not_found("rest_term_invalid", "Term does not exist.")
    return term


def listed(asked: Asked, kind: str) -> Answer:
    """List terms by name."""
    filters = asked.checked(FILTERS)
    if asked.context == "edit":
        message = "Sorry, you are not allowed to edit terms in this taxonomy."
        asked.need("edit_posts", "rest_forbidden_context", message)
    terms = [term for term in asked.store.list(kind) if _fits(asked, kind, term, filters)]
    by = filters.get("orderby", "name")
    if by in ("id", "slug", "name", "description"):
        terms.sort(key=lambda term: str(term[by]).lower() if by != "id" else term["id"])
    if by == "count":
        terms.sort(key=lambda term: _count(asked, kind, term["id"]))
    if filters.get("order") == "desc":
        terms.reverse()
    return paged(asked, terms, lambda term: shape(asked, kind, term))


def _fits(asked: Asked, kind: str, term: Item, wanted: dict[str, Any]) -> bool:
    post = asked.store.find(TAXONOMIES[kind][1], wanted["post"]) if "post" in wanted else None
    tests: dict[str, Callable[[Any], Any]] = {
        "search": lambda value: value.lower() in f"{term['name']} {term['slug']}".lower(),
        "slug": lambda value: term["slug"] in value,
        "include": lambda value: term["id"] in value,
        "exclude": lambda value: term["id"] not in value,
        "parent": lambda value: term["parent"] == value,
        "post": lambda value: post is not None and term["id"] in post[kind],
        "hide_empty": lambda value: not value or _count(asked, kind, term["id"]),
    }
    return all(test(wanted[name]) for name, test in tests.items() if name in wanted)


def read(asked: Asked, kind: str) -> Answer:
    """Read one term."""
    term = _found(asked, kind)
    if asked.context == "edit":
        asked.need("edit_posts", "rest_forbidden_context", "Sorry, you are not allowed to edit this term.")
    return Answer(shape(asked, kind, term))


def make(asked: Asked, kind: str) -> Answer:
    """Create a term; its slug is made from its name unless one is sent."""
    sent = asked.checked(SCHEMAS[kind])
    _check_nests(asked, kind)
    if "name" not in sent:
        raise missing_parameters("name")
    capability = "manage_categories" if kind == "categories" else "edit_posts"
    message = "Sorry, you are not allowed to create terms in this taxonomy."
    asked.need(capability, "rest_cannot_create", message)
    _check_parent(asked, kind, sent)
    name, parent = text.escaped(text.without_tags(sent["name"])), sent.get("parent", 0)
    _check_name(asked, kind, name, parent)
    slug = _free_slug(asked, kind, text.slug_of(sent.get("slug") or name))
    term = {"id": asked.store.next_id("terms"), "name": name, "slug": slug, "parent": parent}
    term["description"] = text.escaped_between_tags(sent.get("description", ""))
    asked.store.put(kind, term)
    return created(asked.wp, f"wp/v2/{kind}", shape(asked, kind, term))


def _check_nests(asked: Asked, kind: str) -> None:
    if asked.params.get("parent") is not None and "parent" not in SCHEMAS[kind]:
        message = "Cannot set parent term, taxonomy is not hierarchical."
        raise Trouble(400, "rest_taxonomy_not_hierarchical", message)


def _check_parent(asked: Asked, kind: str, sent: dict[str, Any]) -> None:
    if sent.get("parent") and asked.store.find(kind, sent["parent"]) is None:
        raise Trouble(400, "rest_term_invalid", "Parent term does not exist.")


def _check_name(asked: Asked, kind: str, name: str, parent: int) -> None:
    if not name:
        raise Trouble(400, "empty_term_name", "A name is required for this term.")
    where = "with this parent" if kind == "categories" else "in this taxonomy"
    for term in asked.store.list(kind):
        if term["name"].lower() == name.lower() and term["parent"] == parent:
            raise Trouble(
                400,
                "term_exists",
                f"A term with the name provided already exists {where}.",
                data={"term_id": term["id"]},
                beside={"additional_data": [term["id"], term["id"]]},
            )


def _free_slug(asked: Asked, kind: str, slug: str) -> str:
    taken = {term["slug"] for term in asked.store.list(kind)}
    candidate, number = slug, 1
    while candidate in taken:
        number += 1
        candidate = f"{slug}-{number}"
    return candidate


def change(asked: Asked, kind: str) -> Answer:
    """Change a term's name, slug, description or parent."""
    sent = asked.checked(SCHEMAS[kind])
    _check_nests(asked, kind)
    term = _found(asked, kind)
    asked.need("manage_categories", "rest_cannot_update", "Sorry, you are not allowed to edit this term.")
    _check_parent(asked, kind, sent)
    if sent.get("slug"):
        slug = text.slug_of(sent["slug"])
        if any(other["slug"] == slug and other["id"] != term["id"] for other in asked.store.list(kind)):
            message = f"The slug &#8220;{slug}&#8221; is already in use by another term."
            raise Trouble(500, "duplicate_term_slug", message, dataless=True)
        term["slug"] = slug
    if "name" in sent:
        term["name"] = text.escaped(text.without_tags(sent["name"]))
    if "description" in sent:
        term["description"] = text.escaped_between_tags(sent["description"])
    if "parent" in sent:
        term["parent"] = 0 if sent["parent"] == term["id"] else sent["parent"]
    asked.store.put(kind, term)
    return Answer(shape(asked, kind, term))


def remove(asked: Asked, kind: str) -> Answer:
    """Delete a term for good: its posts lose it, its children move one level up, and links to it go from menus."""
    force = asked.flag("force")
    term = _found(asked, kind)
    if _is_default(asked, kind, term) or not asked.may("manage_categories"):
        raise asked.denied("rest_cannot_delete", "Sorry, you are not allowed to delete this term.")
    if not force:
        raise no_trash("Terms do")
    previous = shape(asked, kind, term)
    asked.store.remove(kind, term["id"])
    for child in asked.store.list(kind):
        if child["parent"] == term["id"]:
            asked.store.put(kind, child | {"parent": term["parent"]})
    having = TAXONOMIES[kind][1]
    for post in asked.store.list(having):
        if term["id"] in post[kind]:
            left = [id for id in post[kind] if id != term["id"]]
            fallback = [asked.store.option("default_category", 1)] if kind == "categories" else []
            asked.store.put(having, post | {kind: left or fallback})
    for item in asked.store.list("menu-items"):
        if (item["type"], item["object"], item["object_id"]) == ("taxonomy", TAXONOMIES[kind][0], term["id"]):
            asked.store.remove("menu-items", item["id"])
    return deleted(previous)


def _routes(kind: str) -> list[Route]:
    everything, one = f"/wp/v2/{kind}", rf"/wp/v2/{kind}/(?P<id>\d+)"
    return [
        get(everything, partial(listed, kind=kind)),
        create(everything, partial(make, kind=kind)),
        get(one, partial(read, kind=kind)),
        update(one, partial(change, kind=kind)),
        delete(one, partial(remove, kind=kind)),
    ]


ROUTES = [route for kind in TAXONOMIES for route in _routes(kind)]
