"""Making a new item: as a draft that waits for a person, or published at once where that is allowed.

A new draft's slug is `sayso-MARK`, so that it can be found again when the answer is lost. The status, the
address and the date that its step asks for are kept with it, as `wanted`, until a person publishes it; that is in
publishing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webapp.tools.answers import MadeCopy, Performed, Settled, State
from webapp.tools.items.copying import slug_for
from webapp.tools.nouns import Noun
from webapp.tools.values import fields_of, only, same, under, unlike
from webapp.tools.writing import Stored, or_settle, send, why_differing
from webapp.wordpress.client import WordPress

DRAFT, LIVE = "draft", "live"
# What a new draft is given only when a person publishes it.
WISHES = ("status", "slug", "date")
# What an item made at once is known by, when the answer is lost.
_KNOWN_BY = ("title", "content", "excerpt", "parent")
_LOOKED_AT = 20


def wishes(asked: Mapping[str, Any]) -> State:
    """Return what waits until a person publishes the draft: address, date, and a status other than draft."""
    return {name: asked[name] for name in WISHES if asked.get(name) not in (None, "", "draft")}


def make(site: WordPress, noun: Noun, asked: Mapping[str, Any], saved: State, mark: str) -> Performed:
    """Make a new item in one request.

    Args:
        saved: `saved.way`, which is `DRAFT` or `LIVE`, and `saved.newest`, the id of the newest item before.
        mark: the step's own id.

    Raises:
        SiteTrouble: the site refused, or its answer was lost.
    """
    way, fields = saved["saved.way"], dict(asked)
    if way == DRAFT:
        fields = {**_without_wishes(asked), "status": "draft", "slug": slug_for(mark)}

    def write() -> Performed:
        return made(noun, asked, send(site, noun, None, fields), way)

    return or_settle(site, write, lambda: settle(site, noun, asked, saved, mark))


def settle(site: WordPress, noun: Noun, asked: Mapping[str, Any], saved: State, mark: str) -> Settled:
    """Find out whether an item whose answer was lost was made."""
    way = saved["saved.way"]
    if way == DRAFT:
        found = site.get_all(noun.rest, slug=slug_for(mark), status="any", context="edit")
    else:
        found = [item for item in newest(site, noun) if item["id"] > saved["saved.newest"]]
        found = [item for item in found if not _unlike(noun, asked, item)]
    if not found:
        return Settled("no")
    if len(found) > 1:
        return Settled("unknown")
    return Settled("yes", made(noun, asked, Stored(found[0], fields_of(noun, found[0])), way))


def newest(site: WordPress, noun: Noun, most: int = _LOOKED_AT) -> list[dict[str, Any]]:
    """Return the newest items of a kind, whatever their status."""
    body = site.get(noun.rest, status="any", context="edit", orderby="id", order="desc", per_page=most).body
    return [item for item in body if isinstance(item, dict)] if isinstance(body, list) else []


def made(noun: Noun, asked: Mapping[str, Any], stored: Stored, way: str) -> Performed:
    """Return what was made, as the site now shows it."""
    item, fields = stored.item, with_others(asked, stored)
    waits = wishes(asked) if way == DRAFT else {}
    sent = _without_wishes(asked) if way == DRAFT else asked
    result: dict[str, Any] = {
        "success": True,
        "id": item["id"],
        "title": fields.get("title", ""),
        "status": fields.get("status"),
        "link": item.get("link"),
    }
    result |= {"waits_for_person": True, "wanted": waits} if way == DRAFT else {"slug": fields.get("slug")}
    copy = MadeCopy(
        noun.kind, item["id"], item["id"], str(fields.get("title", "")), {**fields, **under("wanted", waits)}
    )
    return Performed(
        result=result,
        after={**under("made", fields), **under("wanted", waits)},
        undo={"undo.way": "made", "undo.id": item["id"], "undo.new": way},
        differs=stored_otherwise(sent, fields),
        why=why_differing(sent, replace(stored, fields=fields)),
        made_copy=copy if way == DRAFT else None,
        copy_id=item["id"] if way == DRAFT else None,
        unchecked=stored.unchecked,
    )


def stored_otherwise(asked: Mapping[str, Any], fields: Mapping[str, Any]) -> list[str]:
    """Return the asked fields that the site holds otherwise; one that is to be published later is as asked."""
    differs = unlike(asked, asked, fields)
    scheduled = asked.get("status") == "publish" and fields.get("status") == "future"
    return [name for name in differs if not (name == "status" and scheduled)]


def with_others(asked: Mapping[str, Any], stored: Stored) -> State:
    """Return an item's fields, with those that were asked for and that its kind does not name, such as its date."""
    return {**only((name for name in asked if name in stored.item), stored.item), **stored.fields}


def _without_wishes(asked: Mapping[str, Any]) -> State:
    return {name: value for name, value in asked.items() if name not in WISHES}


def _unlike(noun: Noun, asked: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    fields = fields_of(noun, item)
    return any(not same(name, asked[name], fields.get(name)) for name in _KNOWN_BY if name in asked)
