"""The address a new item asks for, and what holds it already. It only reads.

WordPress adds a number to an address that is taken, without a word: so what it will make of one is said beforehand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from webapp.tools.answers import State
from webapp.tools.nouns import PAGE, POST, Noun
from webapp.tools.spoken import plain
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress

# Further numbers are not foretold.
_NUMBERS = range(2, 10)
_OTHER_SIGNS = re.compile(r"[^a-z0-9_-]+")
_FIELDS = "id,slug,title,parent,post,status"
# Key of a state: for which address it was looked whether it is free. A person may have put another one since.
LOOKED_UP = "about.slug_asked"


def not_looked_up(address: str) -> str:
    """Return the sentence for an address that nobody looked for."""
    return f"Nobody looked whether the address {address} is free: WordPress adds a number to one that is taken."


def slug_of(text: str) -> str:
    """Return the slug that WordPress makes of a text; empty where that can not be told without it."""
    if not text.isascii() or "<" in text or "&" in text or "%" in text:
        return ""
    dashed = re.sub(r"[\s./]+", "-", text.strip().lower())
    return re.sub(r"-+", "-", _OTHER_SIGNS.sub("", dashed)).strip("-")[:200]


def address_of(asked: Mapping[str, Any]) -> str:
    """Return the slug that a new item will ask for: the one that the call names, else the one of its title."""
    return slug_of(str(asked.get("slug") or asked.get("title") or ""))


def holders_of(site: WordPress, noun: Noun, slug: str, parent: int, own: int = 0) -> State:
    """Return what holds an address on the site, as keys of a state.

    Args:
        slug: as `slug_of` returns it; empty asks nothing.
        parent: the item it will stand below; 0 for none.
        own: the id of the item itself, where it is there already.

    Returns:
        `about.slug_holder`, in words; `about.slug_next`, what WordPress makes of it then; `about.slug_beside`, an
        item of another kind with the same slug. None where there is no such thing.
    """
    if not slug:
        return {"about.slug_holder": None, "about.slug_next": None, "about.slug_beside": None}
    names = [slug, *(f"{slug}-{number}" for number in _NUMBERS)]
    found = site.get_all(noun.rest, slug=names, status="any", context="edit", orderby="id", _fields=_FIELDS)
    items = [item for item in found if item["id"] != own and (not noun.nests or item.get("parent", 0) == parent)]
    media = _files(site, names, parent) if noun.nests else []
    taken = {str(item.get("slug")) for item in [*items, *media]}
    holder = _first(noun.word, items, slug) or _first("media file", media, slug)
    return {
        "about.slug_holder": holder,
        "about.slug_next": next((name for name in names[1:] if name not in taken), None) if holder else None,
        "about.slug_beside": _beside(site, noun, slug, parent),
    }


def _files(site: WordPress, names: list[str], parent: int) -> list[dict[str, Any]]:
    """Return the uploads with these slugs that share an address with what stands below the same item."""
    found = site.get_all("wp/v2/media", slug=names, orderby="id", _fields=_FIELDS)
    return [medium for medium in found if (medium.get("post") or 0) == parent]


def _beside(site: WordPress, noun: Noun, slug: str, parent: int) -> str | None:
    other = {PAGE.kind: POST, POST.kind: PAGE}.get(noun.kind)
    if other is None or parent:
        return None
    found = site.get_all(other.rest, slug=slug, status="any", context="edit", _fields=_FIELDS)
    return _first(other.word, [item for item in found if not item.get("parent")], slug)


def _first(word: str, items: list[dict[str, Any]], slug: str) -> str | None:
    found = next((item for item in items if item.get("slug") == slug), None)
    return None if found is None else f"{word} {found['id']} ({plain(text_of(found.get('title'))) or 'no title'})"


def address_warnings(slug: str, state: Mapping[str, Any], earlier_position: int | None = None) -> list[str]:
    """Return what a person should know of the address a new item asks for.

    Args:
        state: with the keys that `holders_of` returns, and `wanted.slug` where another step of the plan asks for the
            same address.
        earlier_position: of that step, while it waits.
    """
    holder = state.get("about.slug_holder")
    if state.get(LOOKED_UP, slug) != slug and state.get("wanted.slug") != slug:
        return [not_looked_up(slug)] if slug else []
    if holder is None and slug and state.get("wanted.slug") == slug:
        step = f"step {earlier_position}" if earlier_position is not None else "another step"
        return [f"The address {slug} is asked for by {step} of this plan too: WordPress will add a number to it."]
    warnings = []
    if holder is not None:
        later = f"make it {state['about.slug_next']}" if state.get("about.slug_next") else "add a number to it"
        warnings.append(f"The address {slug} is taken by {holder}, so WordPress will {later}.")
    beside = state.get("about.slug_beside")
    if beside:
        warnings.append(
            f"{beside[0].upper()}{beside[1:]} has the address {slug} too. WordPress adds no number for that, but on "
            "some sites visitors then find only one of the two."
        )
    return warnings
