"""Making a faithful draft copy of an item, with changes, in one request.

The copy's slug is `sayso-MARK`, so that it can be found again when the answer is lost. What visitors of the
live item see is never touched here. Approving a copy is in copies.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.diffs.fields import label
from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import MadeCopy, Performed, Settled, State
from webapp.tools.nouns import Noun
from webapp.tools.values import META, fields_of, is_undated, only, under, unlike, within
from webapp.tools.writing import Stored, demand_something_stored, differing, send, why_differing
from webapp.wordpress.client import WordPress

# A copy keeps these of its own until it is approved; a step's wishes for them wait as `wanted`.
WAITING = ("status", "slug", "sticky", "date")

# What the login or the theme may refuse to take over, by what the site says when it does.
_REFUSABLE = {"rest_cannot_edit_others": "author", "rest_invalid_author": "author", "rest_post_invalid_id": "parent"}


def slug_for(mark: str) -> str:
    """Return the slug by which a copy is found again."""
    return f"sayso-{mark}"


def wanted(asked: Mapping[str, Any]) -> State:
    """Return what a step asks for that waits until the copy is approved."""
    return {name: value for name, value in asked.items() if name in WAITING}


def at_once(asked: Mapping[str, Any]) -> State:
    """Return what a step asks for that goes onto the copy."""
    return {name: value for name, value in asked.items() if name not in WAITING}


def make_copy(site: WordPress, noun: Noun, saved: State, asked: Mapping[str, Any], mark: str) -> Performed:
    """Make a draft copy of the saved item, with the asked changes.

    Args:
        saved: what `original` returns.
        mark: the step's own id.
    Raises:
        SiteTrouble: `respira_nothing_stored` when no asked field was kept; the useless copy is then binned.
    """
    original = within("original", saved)
    fields = {**_carried(noun, original), **at_once(asked), "status": "draft", "slug": slug_for(mark)}
    stored = _send(site, noun, fields, asked)
    try:
        if not wanted(asked):
            demand_something_stored(at_once(asked), original, stored)
    except SiteTrouble:
        site.delete(noun.path(stored.item["id"]))
        raise
    return _made(noun, saved, asked, stored)


def settle_copy(site: WordPress, noun: Noun, saved: State, asked: Mapping[str, Any], mark: str) -> Settled:
    """Find out whether a copy whose answer was lost was made."""
    found = site.get_all(noun.rest, slug=slug_for(mark), status="any", context="edit")
    if not found:
        return Settled("no")
    if len(found) > 1:
        return Settled("unknown")
    return Settled("yes", _made(noun, saved, asked, Stored(found[0], fields_of(noun, found[0]))))


def original(noun: Noun, item: Mapping[str, Any], unreadable: str) -> State:
    """Return what must be known of the original, as keys of a state.

    Args:
        unreadable: the page builder whose data REST does not show; empty where there is none.
    """
    return {
        "original.id": item["id"],
        **under("original", fields_of(noun, item)),
        "saved.undated": is_undated(item),
        "saved.unreadable": unreadable,
    }


def _carried(noun: Noun, fields: State) -> State:
    """Return what the copy takes over. An empty custom field is left out: sending it would store a row."""
    meta = {
        name: value for name, value in fields.items() if name.startswith(META) and value not in ("", [], {}, None)
    }
    return {**{name: fields[name] for name in noun.copied if fields.get(name) is not None}, **meta}


def _send(site: WordPress, noun: Noun, fields: State, asked: Mapping[str, Any]) -> Stored:
    """Make the copy; leave out, one by one, what the site says beforehand that it will not take over."""
    fields = dict(fields)
    while True:
        try:
            return send(site, noun, None, fields)
        except SiteTrouble as trouble:
            named = trouble.details.get("params")
            refused = [str(name) for name in named] if isinstance(named, dict | list) else []
            refused.append(_REFUSABLE.get(trouble.code, ""))
            leave = [name for name in refused if name in fields and name not in asked and name not in WAITING]
            if trouble.written != "no" or not leave:
                raise
            for name in leave:
                del fields[name]


def _made(noun: Noun, saved: State, asked: Mapping[str, Any], stored: Stored) -> Performed:
    before = within("original", saved)
    copied = only(_copied_names(noun, before, stored.fields), stored.fields)
    missing = [name for name in unlike(copied, before, stored.fields) if name not in asked]
    base = {**copied, **only((name for name in at_once(asked) if name in before), before)}
    base |= under("original", only([*(name for name in WAITING if name in before), *missing], before))
    base |= under("wanted", wanted(asked))
    copy_id, name = stored.item["id"], str(before.get("title", ""))
    return Performed(
        result={
            "success": True,
            "id": copy_id,
            "is_duplicate": True,
            "original_id": before["id"],
            "title": stored.fields.get("title", ""),
            "status": stored.fields.get("status", "draft"),
        },
        after={**under("copy", stored.fields), **under("wanted", wanted(asked))},
        undo={"undo.way": "made", "undo.id": copy_id},
        differs=differing(at_once(asked), stored),
        why=why_differing(at_once(asked), stored),
        made_copy=MadeCopy(noun.kind, before["id"], copy_id, name, base, _words(missing, saved)),
        copy_id=copy_id,
        unchecked=stored.unchecked,
    )


def _copied_names(noun: Noun, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    meta = sorted({name for name in (*before, *now) if name.startswith(META)})
    return [name for name in (*noun.copied, *meta) if name in before or name in now]


def _words(missing: list[str], saved: State) -> str:
    lost = [label(name) for name in missing]
    if saved.get("saved.unreadable"):
        lost.append(f"the layout made with {saved['saved.unreadable']}")
    return f"The copy could not take over: {', '.join(lost)}." if lost else ""


def no_such_copy(word: str, copy_id: int) -> Refusal:
    """Return the refusal for a copy that is no draft any more."""
    became = "moved to the trash, deleted or published"
    words = f"Draft copy {copy_id} of a {word} is not there any more: it was {became}."
    return Refusal("respira_not_found", words)
