"""A new draft in front of a person: what it holds, publishing it, or binning it.

It is the item itself that goes live, so nothing is written but its status and its address. Whether a person may say
yes is decided above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webapp.diffs.fields import label, ordered, shown
from webapp.tools.answers import Change, Comparison, HeldCopy, Performed, Restored, SavedSnapshot, Settled, State
from webapp.tools.items.copying import no_such_copy
from webapp.tools.items.editor_links import edit_link
from webapp.tools.items.new_addresses import address_of, address_warnings, holders_of
from webapp.tools.items.new_drafts import WISHES, stored_otherwise
from webapp.tools.items.shown_values import for_people
from webapp.tools.nouns import Noun
from webapp.tools.putting_back import changed
from webapp.tools.values import fields_of, find, is_undated, only, same, under, within
from webapp.tools.writing import demand_something_stored, or_settle, send
from webapp.wordpress.client import WordPress

# In the state kept before an approval: it published a new draft.
_NEW = "about.new"
# What says nothing to a person.
_EMPTY: tuple[Any, ...] = (None, "", 0, [], {}, False)


def compare_draft(site: WordPress, noun: Noun, draft: HeldCopy) -> Comparison:
    """Tell what a new draft holds, and what publishing it would set.

    One that was published in WordPress meanwhile is still compared: its address may be what was asked for only then.

    Raises:
        Refusal: `respira_not_found` when the draft is gone or in the trash.
    """
    item = find(site, noun, draft.copy_id)
    if item.get("status") == "trash":
        raise no_such_copy(noun.word, draft.copy_id)
    now = fields_of(noun, item)
    asked = _asked(draft, now)
    slug = address_of({**now, "slug": asked.get("slug", now.get("slug"))})
    changes = _changes(now, asked)
    return Comparison(
        changes=for_people(site, noun, changes),
        values={change.field: change.after for change in changes},
        clashes=[],
        live={
            **under("live", only(dict.fromkeys((*WISHES, *asked)), now)),
            "about.undated": is_undated(item),
            _NEW: True,
        },
        live_link=None,
        edit_link=edit_link(site, draft.copy_id),
        notes=address_warnings(slug, holders_of(site, noun, slug, int(now.get("parent") or 0), draft.copy_id)),
    )


def publish(site: WordPress, noun: Noun, draft: HeldCopy, comparison: Comparison) -> Performed:
    """Give a new draft the status and the address that its step asked for, and read it back.

    Its date is the present, where it had none. Running it twice does no harm.

    Raises:
        SiteTrouble: the site refused, or its answer was lost.
    """
    before = within("live", comparison.live)
    asked = _asked(draft, before)

    def write() -> Performed:
        stored = send(site, noun, draft.copy_id, asked)
        demand_something_stored({"status": asked["status"]}, before, stored)
        return _published(draft, comparison, asked, stored.item, stored.fields, unchecked=stored.unchecked)

    return or_settle(site, write, lambda: settle_published(site, noun, draft, comparison), lost_too=True)


def settle_published(site: WordPress, noun: Noun, draft: HeldCopy, comparison: Comparison) -> Settled:
    """Read a new draft, and tell whether the publishing of it landed whose answer was lost.

    A status that is neither what it had nor what WordPress makes of what was asked for is somebody else's doing.
    """
    before = within("live", comparison.live)
    asked = _asked(draft, before)
    item = find(site, noun, draft.copy_id)
    now = fields_of(noun, item)
    if same("status", before.get("status"), now.get("status")):
        return Settled("no")
    # What is dated in the future is planned instead of published; who may not publish gets it kept for review.
    if now.get("status") not in (asked["status"], "publish", "future", "pending"):
        return Settled("unknown")
    return Settled("yes", _published(draft, comparison, asked, item, now, unchecked=False))


def _asked(draft: HeldCopy, now: Mapping[str, Any]) -> State:
    """Return what publishing sends: what steps asked for, and an address unless a person has given it one."""
    wished = within("wanted", draft.fields)
    status = wished.get("status")
    asked: State = {**wished, "status": "publish" if status in (None, "", "draft") else status}
    if not wished.get("slug") and now.get("slug") == draft.fields.get("slug"):
        # WordPress makes one of the title.
        asked["slug"] = ""
    return asked


def _changes(now: State, asked: State) -> list[Change]:
    fields = {
        name: value for name, value in now.items() if name not in asked and name not in WISHES and value not in _EMPTY
    }
    changes = [Change(name, label(name), None, fields[name], shown(name)) for name in fields]
    for name in asked:
        if asked[name] and not same(name, asked[name], now.get(name)):
            before = now.get(name) if name == "status" else None
            changes.append(Change(name, label(name), before, asked[name], shown(name)))
    by_field = {change.field: change for change in changes}
    return [by_field[name] for name in ordered(by_field)]


def _published(
    draft: HeldCopy,
    comparison: Comparison,
    asked: State,
    item: dict[str, Any],
    now: State,
    *,
    unchecked: bool,
) -> Performed:
    before = within("live", comparison.live)
    meant = {name: value for name, value in asked.items() if value}
    link = item.get("link")
    return Performed(
        result={
            "success": True,
            "id": draft.copy_id,
            "title": now.get("title", ""),
            "status": now.get("status"),
            "slug": now.get("slug"),
            "link": link,
        },
        after={**under("live", now), "about.link": link},
        undo=changed(draft.copy_id, asked, before, now, undated=comparison.live.get("about.undated", False)),
        differs=stored_otherwise(meant, now),
        unchecked=unchecked,
    )


def in_words_of_drafts(noun: Noun, snapshot: SavedSnapshot, restored: Restored) -> Restored:
    """Return what undoing an approval brought back, told as it is where the approval published a new draft."""
    if not snapshot.before.get(_NEW) or restored.differs:
        return restored
    called = noun.called(snapshot.undo["undo.id"], str(snapshot.after.get("live.title", "")))
    message = f"{called[0].upper()}{called[1:]} is a draft again, which visitors do not see, and waits for a person."
    return replace(restored, message=message)
