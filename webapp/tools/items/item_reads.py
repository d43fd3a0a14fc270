"""Reading pages, posts and items of custom types. What is shown is what can be written back: the raw text.

Where the login may only see an item as visitors do, that is said, because writing it back would lose blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.items.dates import zone_of
from webapp.tools.items.finding import item_at, item_called
from webapp.tools.items.whereabouts import elsewhere
from webapp.tools.lists import items_in, paging, totals
from webapp.tools.nouns import Noun, NounSource
from webapp.tools.term_choice import names_of
from webapp.tools.tool import Scene
from webapp.tools.values import item_of, text_of
from webapp.wordpress.client import Answer, WordPress

_DRAWN_ONLY = (
    "The site's login may not edit this {word}, so this is its text as visitors see it: blocks and shortcodes are "
    "already drawn. Do not write it back."
)
# What a line of a list tells besides id and title, as far as the item has it.
_LINE = ("slug", "status", "parent", "menu_order", "date", "sticky", "lang", "link", "modified_gmt")
_WHOLE = ("author", "template", "featured_media", "format", "comment_status", "ping_status")
_NAMES = ("id", "slug", "url")


@dataclass(frozen=True)
class Reads:
    """Listing and reading the kinds of items that a source knows."""

    source: NounSource

    def listed(self, site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
        """Answer one part of the list."""
        noun = self.source.asked(site, arguments)
        answer = _part(site, noun, arguments)
        items = [_line(noun, item) for item in items_in(answer)]
        dated = {"timezone": zone_of(site).name} if any("date" in item for item in items) else {}
        return {
            "success": True,
            noun.plural: items,
            **dated,
            **totals(answer),
        }

    def read(self, site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
        """Answer one item with its raw text."""
        noun = self.source.asked(site, arguments)
        item, drawn = _item(site, noun, arguments)
        open_copy = scene.copy_of(noun.kind, item["id"])
        answer = {
            "success": True,
            **_line(noun, item),
            "date": item.get("date"),
            "timezone": zone_of(site).name,
            "content": text_of(item.get("content")),
            "content_form": "rendered" if drawn else "raw",
            "excerpt": text_of(item.get("excerpt")),
            **{name: item[name] for name in _WHOLE if name in item},
            **_terms(site, noun, item),
            "meta": item.get("meta") or {},
        }
        if open_copy is not None:
            answer["open_copy_id"] = open_copy.copy_id
        if drawn:
            answer["warning"] = _DRAWN_ONLY.format(word=noun.word)
        return answer


def _part(site: WordPress, noun: Noun, arguments: Arguments) -> Answer:
    query = {
        "status": arguments.get("status", "any"),
        "search": arguments.get("search"),
        "slug": arguments.get("slug"),
        **paging(arguments),
        **({"orderby": "menu_order", "order": "asc"} if noun.nests and noun.kind == "page" else {}),
    }
    try:
        return site.get(noun.rest, context="edit", **query)
    except SiteTrouble as trouble:
        if trouble.status not in (400, 401, 403) or "status" in arguments:
            raise
        return site.get(noun.rest, **{**query, "status": "publish"})


def _line(noun: Noun, item: Mapping[str, Any]) -> dict[str, Any]:
    told = [name for name in _LINE if name in item and not (name == "date" and noun.nests)]
    return {"id": item.get("id"), "title": text_of(item.get("title")), **{name: item[name] for name in told}}


def _item(site: WordPress, noun: Noun, arguments: Arguments) -> tuple[dict[str, Any], bool]:
    """Return the item that a call names in one of three ways, and whether it is only shown as visitors see it."""
    given = [name for name in _NAMES if arguments.get(name) is not None]
    if len(given) != 1:
        words = f"Say which {noun.word} by exactly one of {', '.join(_NAMES)}."
        raise Refusal("respira_invalid_arguments", words)
    if given == ["id"]:
        return _by_id(site, noun, arguments["id"])
    look = item_called if given == ["slug"] else item_at
    found = look(site, noun, arguments[given[0]])
    return _by_id(site, noun, found["id"])


def _by_id(site: WordPress, noun: Noun, item_id: int) -> tuple[dict[str, Any], bool]:
    path = noun.path(item_id)
    try:
        try:
            return item_of(site.get(path, context="edit"), written="no"), False
        except SiteTrouble as trouble:
            if trouble.code != "rest_forbidden_context":
                raise
            return item_of(site.get(path), written="no"), True
    except SiteTrouble as trouble:
        if trouble.status == 404:
            words = f"There is no {noun.word} {item_id} on the site."
            other = elsewhere(site, noun, item_id, "read")
            raise other or Refusal("respira_not_found", words) from trouble
        raise


def _terms(site: WordPress, noun: Noun, item: Mapping[str, Any]) -> dict[str, Any]:
    """Return an item's terms by taxonomy, each with its id and its name as it was typed."""
    told = {}
    for field, rest in noun.taxonomies.items():
        ids = item.get(field)
        if isinstance(ids, list):
            names = names_of(site, rest, ids)
            told[field] = [{"id": one, "name": names.get(one, "")} for one in ids]
    return told
