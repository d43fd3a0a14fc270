"""Values of an item's fields as people are shown them: what a number stands for by its name, dates with their zone.

It only reads. Where the login may not read a name, or nothing is there any more, the number stays. What is written is
never taken from here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from webapp.tools.answers import Change, State
from webapp.tools.brought_back import SHOWN
from webapp.tools.items.dates import spoken, zone_of
from webapp.tools.nouns import Noun
from webapp.tools.spoken import if_allowed, plain
from webapp.tools.term_choice import names_of
from webapp.wordpress.client import WordPress

_USERS, _MEDIA = "wp/v2/users", "wp/v2/media"


def for_people(site: WordPress, noun: Noun, changes: Sequence[Change]) -> list[Change]:
    """Return changes with their values as people are shown them; the site is asked only for what they name."""
    return [_for_people(site, noun, change) for change in changes]


def state_for_people(site: WordPress, noun: Noun, state: State) -> State:
    """Return what a look before a restore found, with what a person is shown of it as people read it."""
    changes = for_people(site, noun, [Change(**change) for change in state[SHOWN]])
    return {**state, SHOWN: [change.as_json() for change in changes]}


def _for_people(site: WordPress, noun: Noun, change: Change) -> Change:
    if change.field in noun.taxonomies:
        names = names_of(site, noun.taxonomies[change.field], _ids(change.before) + _ids(change.after))
        return _with(change, lambda ids: sorted(str(names.get(one, one)) for one in ids))
    if change.field == "date":
        zone = zone_of(site).name
        return _with(change, lambda date: spoken(date, zone))
    if change.field == "author":
        return _with(change, lambda number: _named(site, f"{_USERS}/{number}", "name", number))
    if change.field == "parent":
        return _with(change, lambda number: _named(site, noun.path(number), "title", number))
    if change.field == "featured_media":
        return _with(change, lambda number: _named(site, f"{_MEDIA}/{number}", "title", number))
    return change


def _with(change: Change, shown: Callable[[Any], Any]) -> Change:
    before, after = (value if value is None else shown(value) for value in (change.before, change.after))
    return replace(change, before=before, after=after)


def _ids(value: Any) -> list[int]:
    return [one for one in value if isinstance(one, int)] if isinstance(value, list) else []


def _named(site: WordPress, path: str, field: str, number: Any) -> str:
    if not number:
        return "none"
    # Titles of what visitors do not see are told to editors only; names of users to everybody.
    query = {} if field == "name" else {"context": "edit"}
    body = if_allowed(lambda: site.get(path, _fields=f"id,{field}", **query).body, {})
    name = plain(body.get(field)).strip() if isinstance(body, dict) else ""
    return f"{name} ({number})" if name else str(number)
