"""Where a site shows a medium: as a featured image, or in a text. Each is said before a medium goes.

Core REST can not be asked which items have an image, so the newest of each kind are looked through.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress

from .media import file_name
from .nouns import PAGE, POST, Noun
from .surroundings import if_allowed
from .values import text_of

_NOUNS = (PAGE, POST)
# How many parts of the list, of 100 items each, are looked through.
_MOST_PARTS = 10


@dataclass(frozen=True)
class Places:
    """Where a medium is shown.

    Attributes:
        featured: [kind, id, title] of the items whose featured image it is.
        texts: how sentences call the items whose text names its file.
        beyond: how people call what there was too much of to look through; empty where all was seen.
    """

    featured: list[list[Any]]
    texts: list[str]
    beyond: list[str]

    def sentences(self) -> list[str]:
        """Return one sentence for each kind of place."""
        words = []
        if self.featured:
            items = ", ".join(_NOUN[kind].called(item_id, title) for kind, item_id, title in self.featured)
            words.append(f"It is the featured image of {items}.")
        if self.texts:
            words.append(f"It stands in the text of {', '.join(self.texts)}.")
        words += [
            f"Only the newest {_MOST_PARTS * 100} {plural} were looked through for it." for plural in self.beyond
        ]
        return words


_NOUN = {noun.kind: noun for noun in _NOUNS}


def places_of(site: WordPress, item: dict[str, Any]) -> Places:
    """Look where a medium is shown."""
    featured: list[list[Any]] = []
    texts: list[str] = []
    beyond: list[str] = []
    for noun in _NOUNS:
        found, whole = _featured(site, noun, item["id"])
        featured += [[noun.kind, one["id"], text_of(one.get("title"))] for one in found]
        texts += [noun.called(one["id"], text_of(one.get("title"))) for one in _in_texts(site, noun, item)]
        beyond += [] if whole else [noun.plural]
    return Places(featured, texts, beyond)


def _featured(site: WordPress, noun: Noun, medium_id: int) -> tuple[list[dict[str, Any]], bool]:
    found: list[dict[str, Any]] = []
    for part in range(1, _MOST_PARTS + 1):
        items, more = _part(site, noun, part, _fields="id,title,featured_media", orderby="id", order="desc")
        found += [one for one in items if one.get("featured_media") == medium_id]
        if not more:
            return found, True
    return found, False


def _in_texts(site: WordPress, noun: Noun, item: dict[str, Any]) -> list[dict[str, Any]]:
    stem = file_name(item).rpartition(".")[0].removesuffix("-scaled")
    shown = re.compile(rf"/{re.escape(stem)}(-\d+x\d+|-scaled)?\.|\bwp-image-{item['id']}\b")
    items, _more = _part(site, noun, 1, _fields="id,title,content", search=stem)
    return [one for one in items if shown.search(text_of(one.get("content")))]


def _part(site: WordPress, noun: Noun, part: int, **query: Any) -> tuple[list[dict[str, Any]], bool]:
    asked = {"context": "edit", "status": "any", "per_page": 100, "page": part, **query}
    try:
        answer = if_allowed(lambda: site.get(noun.rest, **asked), None)
    except SiteTrouble as trouble:
        if part > 1 and trouble.code.endswith("_invalid_page_number"):
            return [], False
        raise
    if answer is None or not isinstance(answer.body, list):
        return [], False
    return [one for one in answer.body if isinstance(one, dict)], part < (answer.total_pages or 1)
