"""Where a site shows a medium: as a featured image, or in a text. Each is said before a medium goes.

Core REST can not be asked which items have an image, so the newest of each kind are looked through: pages, posts, and
the items of the site's own types. What is in the trash loses its featured image too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.lists import items_in
from webapp.tools.media.media import file_name
from webapp.tools.nouns import OF_TYPE, PAGE, POST, Noun, word_of
from webapp.tools.spoken import if_allowed
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress

_NOUNS = (PAGE, POST)
# Types that hold no items with an image of their own.
_NO_ITEMS = ("page", "post", "attachment", "nav_menu_item")
# How many parts of the list, of 100 items each, are looked through.
_MOST_PARTS = 10


@dataclass(frozen=True)
class Places:
    """Where a medium is shown.

    Attributes:
        featured: [kind, id, title] of the items whose featured image it is.
        texts: how sentences call the items whose text names its file.
        unseen: sentences about what could not be looked through.
    """

    featured: list[list[Any]]
    texts: list[str]
    unseen: list[str]

    def sentences(self) -> list[str]:
        """Return one sentence for each kind of place, and what could not be seen."""
        words = []
        if self.featured:
            items = ", ".join(called(kind, item_id, title) for kind, item_id, title in self.featured)
            words.append(f"It is the featured image of {items}.")
        if self.texts:
            words.append(f"It stands in the text of {', '.join(self.texts)}.")
        return [*words, *self.unseen]


@dataclass(frozen=True)
class _Part:
    """A part of a list: its items, whether there are more, and whether drafts are among them."""

    items: list[dict[str, Any]]
    more: bool
    drafts: bool


def called(kind: str, item_id: int, title: str) -> str:
    """Return how a sentence calls an item of a kind."""
    return replace(PAGE, word=word_of(kind)).called(item_id, title)


def nouns_with_images(site: WordPress) -> list[Noun]:
    """Return the kinds of items that may have a featured image, as far as the login is told of types."""
    body = if_allowed(lambda: site.get("wp/v2/types", context="edit").body, {})
    types = [one for one in body.values() if isinstance(one, Mapping)] if isinstance(body, Mapping) else []
    return [*_NOUNS, *(_of_type(one) for one in types if _may_have_image(one))]


def _may_have_image(one: Mapping[str, Any]) -> bool:
    slug, supports = str(one.get("slug")), one.get("supports")
    own = not slug.startswith("wp_") and slug not in _NO_ITEMS and bool(one.get("rest_base"))
    return own and (not isinstance(supports, Mapping) or bool(supports.get("thumbnail")))


def _of_type(one: Mapping[str, Any]) -> Noun:
    kind = f"{OF_TYPE}{one['slug']}"
    rest = f"{one.get('rest_namespace') or 'wp/v2'}/{one['rest_base']}"
    return replace(POST, kind=kind, rest=rest, word=word_of(kind), plural=f"items of the type {word_of(kind)}")


def places_of(site: WordPress, item: dict[str, Any]) -> Places:
    """Look where a medium is shown."""
    featured: list[list[Any]] = []
    texts: list[str] = []
    unseen: list[str] = []
    for noun in nouns_with_images(site):
        parts = _parts(site, noun, "any")
        binned = _parts(site, noun, "trash") if parts[-1].drafts else []
        found = [one for part in (*parts, *binned) for one in part.items if one.get("featured_media") == item["id"]]
        featured += [[noun.kind, one["id"], text_of(one.get("title"))] for one in found]
        texts += [noun.called(one["id"], text_of(one.get("title"))) for one in _in_texts(site, noun, item)]
        if any(some and some[-1].more for some in (parts, binned)):
            unseen.append(f"Only the newest {_MOST_PARTS * 100} {noun.plural} were looked through for it.")
        if not parts[-1].drafts:
            unseen.append(f"Only published {noun.plural} could be looked through for it.")
    return Places(featured, texts, unseen)


def _parts(site: WordPress, noun: Noun, status: str) -> list[_Part]:
    """Return the newest items of a kind with a status, with what tells of their featured images."""
    parts: list[_Part] = []
    while len(parts) < _MOST_PARTS and (not parts or parts[-1].more):
        query = {"page": len(parts) + 1, "orderby": "id", "order": "desc", "status": status}
        parts.append(_part(site, noun, _fields="id,title,featured_media", **query))
    return parts


def _in_texts(site: WordPress, noun: Noun, item: dict[str, Any]) -> list[dict[str, Any]]:
    stem = file_name(item).rpartition(".")[0].removesuffix("-scaled")
    shown = re.compile(rf"/{re.escape(stem)}(-\d+x\d+|-scaled)?\.|\bwp-image-{item['id']}\b")
    found = _part(site, noun, _fields="id,title,content", search=stem).items
    return [one for one in found if shown.search(text_of(one.get("content")))]


def _part(site: WordPress, noun: Noun, **query: Any) -> _Part:
    drafts = True
    try:
        answer = site.get(noun.rest, context="edit", per_page=100, **{"status": "any", **query})
    except SiteTrouble as trouble:
        if trouble.code.endswith("_invalid_page_number"):
            # The last one was deleted while we turned the pages.
            return _Part([], more=False, drafts=True)
        if trouble.status not in (400, 401, 403):
            raise
        # A login that may not edit these items sees what visitors see.
        public = {name: value for name, value in query.items() if name != "status"}
        drafts, answer = False, site.get(noun.rest, per_page=100, **public)
    return _Part(items_in(answer), more=query.get("page", 1) < (answer.total_pages or 1), drafts=drafts)
