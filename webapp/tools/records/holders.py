"""What names a record in one of its own fields: posts with a term, items by a user. For undoing a deletion.

Deleting lets go of them one and all, so they are written down before, up to a number; giving them back never goes
over what somebody changed since.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.spoken import if_allowed
from webapp.wordpress.client import PER_PAGE, WordPress

# More are not given back, and that is said before.
MOST_HELD = 300
_STATUSES = ("publish", "future", "draft", "pending", "private", "trash")
_OF_FILES = ("inherit", "private", "trash")
_NO_ITEMS = ("nav_menu_item", "wp_template", "wp_template_part", "wp_font_family", "wp_font_face", "wp_global_styles")
_AUTHORED = ("post", "page", "attachment")
_GONE = (400, 401, 403, 404)


@dataclass(frozen=True)
class Kept:
    """A type of items, and where they are.

    Attributes:
        plural: what people call them.
    """

    slug: str
    rest: str
    plural: str


def types_of(site: WordPress, wanted: Collection[str] | None = None, *, authored: bool = False) -> list[Kept]:
    """Return the types of items that the site opens to programs.

    Args:
        wanted: slugs of types; None for all that hold what people write.
        authored: only those whose items have an author, as far as the site tells: others do not take the question.
    """
    body = if_allowed(lambda: site.get("wp/v2/types", context="edit").body, None) or site.get("wp/v2/types").body
    types = [one for one in body.values() if isinstance(one, Mapping)] if isinstance(body, dict) else []
    return [
        Kept(
            str(one["slug"]),
            f"{one.get('rest_namespace') or 'wp/v2'}/{one.get('rest_base') or one['slug']}",
            str(one.get("name") or one["slug"]).lower(),
        )
        for one in types
        if (one["slug"] in wanted if wanted is not None else one["slug"] not in _NO_ITEMS)
        and (not authored or _has_authors(one))
    ]


def _has_authors(one: Mapping[str, Any]) -> bool:
    supports = one.get("supports")
    return bool(supports.get("author")) if isinstance(supports, Mapping) else one["slug"] in _AUTHORED


def counted(site: WordPress, types: Sequence[Kept], query: Mapping[str, Any]) -> dict[str, int]:
    """Return how many items of each type a query finds, whatever their status; without those that have none."""
    counts = {}
    for kept in types:
        asked = {**query, "status": _statuses(kept), "per_page": 1, "_fields": "id"}
        answer = _asked(site, kept, asked)
        if answer is not None and answer.total:
            counts[kept.plural] = answer.total
    return counts


def held(site: WordPress, types: Sequence[Kept], query: Mapping[str, Any], field: str) -> list[list[Any]]:
    """Return the items that a query finds: [REST path of one, the field, its value], no more than `MOST_HELD`.

    Args:
        field: the field in which they name the record.
    """
    found: list[list[Any]] = []
    for kept in types:
        page = 1
        while len(found) < MOST_HELD:
            asked = {**query, "status": _statuses(kept), "context": "edit", "orderby": "id", "order": "asc"}
            answer = _asked(site, kept, {**asked, "per_page": PER_PAGE, "page": page, "_fields": f"id,{field}"})
            items = answer.body if answer is not None and isinstance(answer.body, list) else []
            found += [[f"{kept.rest}/{item['id']}", field, item[field]] for item in items if field in item]
            if len(items) < PER_PAGE:
                break
            page += 1
    return found[:MOST_HELD]


def _asked(site: WordPress, kept: Kept, query: Mapping[str, Any]) -> Any:
    """Ask for items of a type; None where it does not take such a question, or the login may not ask it."""
    try:
        return site.get(kept.rest, **query)
    except SiteTrouble as trouble:
        if trouble.status in _GONE:
            return None
        raise


def _statuses(kept: Kept) -> list[str]:
    return list(_OF_FILES if kept.slug == "attachment" else _STATUSES)


def present(site: WordPress, path: str, field: str) -> Any:
    """Return what an item holds in a field now; None where it is gone."""
    body = if_allowed(lambda: site.get(path, context="edit", _fields=field).body, {})
    return body.get(field) if isinstance(body, dict) else None


def give_back(site: WordPress, path: str, field: str, value: Any) -> bool:
    """Write one field of an item, and tell whether it holds that now."""
    try:
        site.post(path, {field: value})
        return bool(present(site, path, field) == value)
    except (SiteTrouble, Refusal):
        return False


def give_on(site: WordPress, path: str, field: str, left: Any, value: Any) -> bool:
    """Write one field of an item where it still is as it was left, and tell whether nothing is lost."""
    now = present(site, path, field)
    return now is not None and (now != left or give_back(site, path, field, value))


def in_words(counts: Mapping[str, int]) -> str:
    """Return counts as part of a sentence: "3 posts and 1 of the pages"."""
    parts = [f"{number} {plural}" if number != 1 else f"1 of the {plural}" for plural, number in counts.items()]
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else "nothing"
