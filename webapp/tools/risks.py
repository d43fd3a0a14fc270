"""Why a step deserves a close look: short reasons, found in what it would do. Pure; it asks nobody.

A person accepts a step with a grave reason only from its own page. Texts of several megabytes are searched in time
that grows with their length and no faster, since this is asked each time that a step is forecast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from webapp.diffs import trees
from webapp.diffs.addresses import host_of
from webapp.diffs.blocks import lost
from webapp.diffs.dangers import brings_code, hides, new_hosts
from webapp.diffs.facts import changed_facts
from webapp.diffs.leads import Value, strings_in

from .answers import Change, Proposal, State
from .tool import WriteTool
from .values import META


class Risk(StrEnum):
    """A reason, in the order in which people are told."""

    DELETE = "delete"
    TAKES_BACK = "takes_back"
    SETTINGS = "settings"
    FRONT_PAGE = "front_page"
    NOINDEX = "noindex"
    LONG = "long"
    SCRIPT = "script"
    NEW_DOMAIN = "new_domain"
    PRICES = "prices"
    LOST_BLOCKS = "lost_blocks"
    BUILDER = "builder"
    LIVE_WORDS = "live_words"
    MENU_LOSS = "menu_loss"
    MENU = "menu"
    LIVE = "live"


# All of these are easily missed in a list, or hard to bring back, or meet every visitor. The other reasons are only
# told: a link more in a menu takes nothing from anybody; and what is live alone may be as small as a picture's words,
# a category or the status of a comment.
GRAVE = frozenset(Risk) - {Risk.MENU, Risk.LIVE}
# Texts longer than this together are not searched, for that takes seconds; somebody has to look for themselves.
LONGEST = 500_000

# A restore takes back a change, which is told by its own fields.
_PUTS_BACK = "restore_snapshot"
_SETTING_KINDS = ("option", "plugin", "user")
_FRONT_OPTIONS = ("show_on_front", "page_on_front", "page_for_posts")
_FRONT_TEMPLATES = ("front-page", "home", "index")
_TEMPLATE_KINDS = ("template", "template_part")
_MENU_KINDS = ("menu", "menu_location", "navigation")
# What visitors read of a page or post, and whether and where they find it.
_WORDS = ("title", "content", "excerpt", "status", "slug", "password")
# Who may read a private page is a visitor too.
_SEEN = {"publish", "private"}
# Values that are no words of anybody: ids, dates, and where a file was fetched from.
_NO_WORDS = ("address", "date", "slug", "status", "plugin", "file", "post")
# What custom fields are called that hold a price and nothing else.
_PRICE_NAME = re.compile(r"price|cost|preis|prix|precio|prezzo|prijs", re.IGNORECASE)
_NOINDEX = "noindex"
_OFF = ("", "0", "false", "none", "no")


def risks_of(
    tool: WriteTool, proposal: Proposal, state: State, site_url: str, *, takes_back: bool = False
) -> list[Risk]:
    """Return why to look closely at what a write would do, the gravest first.

    Args:
        state: of its target before the write.
        site_url: the site's own address.
        takes_back: whether it would take back what somebody changed on the site since it was planned.
    """
    long = _length(proposal) > LONGEST
    searched = replace(proposal, changes=[]) if long else proposal
    reasons: Mapping[Risk, Callable[[], bool]] = {
        Risk.DELETE: lambda: _takes_away(tool, proposal),
        Risk.TAKES_BACK: lambda: takes_back,
        Risk.SETTINGS: lambda: proposal.target.kind in _SETTING_KINDS,
        Risk.FRONT_PAGE: lambda: _is_front(proposal, state, site_url),
        Risk.NOINDEX: lambda: any(_hides(change) for change in searched.changes),
        Risk.LONG: lambda: long,
        Risk.SCRIPT: lambda: any(brings_code(*sides) for sides in _told(searched)),
        Risk.NEW_DOMAIN: lambda: any(new_hosts(*sides, site_url) for sides in _told(searched)),
        Risk.PRICES: lambda: any(_moves_prices(change) for change in searched.changes),
        Risk.LOST_BLOCKS: lambda: any(_loses(change) for change in searched.changes),
        Risk.BUILDER: lambda: _is_built(proposal, state),
        Risk.LIVE_WORDS: lambda: _is_read_at_once(proposal, state),
        Risk.MENU_LOSS: lambda: proposal.target.kind == "menu_location" or _menu_loses(proposal),
        Risk.MENU: lambda: proposal.target.kind in _MENU_KINDS,
        Risk.LIVE: lambda: proposal.lands_on.where == "live" and not _is_unseen(proposal, state),
    }
    found = [risk for risk, holds in reasons.items() if holds()]
    # One tag says it all of a menu.
    return [risk for risk in found if not (risk == Risk.MENU and Risk.MENU_LOSS in found)]


def is_grave(risks: Iterable[str]) -> bool:
    """Tell whether a step with these reasons has to be opened before it can be accepted."""
    return bool(GRAVE & set(risks))


def _length(proposal: Proposal) -> int:
    sides = [side for change in proposal.changes for side in (change.before, change.after)]
    return sum(len(value.name) + len(value.text) for side in sides for value in strings_in(side))


def _takes_away(tool: WriteTool, proposal: Proposal) -> bool:
    binned = any(change.field == "status" and change.after == "trash" for change in proposal.changes)
    removed = any(row.kind == "removed" for row in _menu_rows(proposal))
    return binned or removed or (tool.destructive and tool.name != _PUTS_BACK)


def _is_front(proposal: Proposal, state: State, site_url: str) -> bool:
    """Tell whether a write is about what visitors get first; the front page has the address of the site itself."""
    target = proposal.target
    if target.kind == "option":
        return target.id in _FRONT_OPTIONS
    if target.kind in _TEMPLATE_KINDS:
        return target.id.rpartition("//")[2] in _FRONT_TEMPLATES
    known = state.get("about.front") or state.get("about.posts_page")
    return bool(known) or (bool(target.link) and _bare(str(target.link)) == _bare(site_url))


def _bare(address: str) -> str:
    host = host_of(address)
    return host + address.partition("://")[2].partition("/")[2].rstrip("/")


def _hides(change: Change) -> bool:
    if change.field == "blog_public":
        return _text(change.after).lower() in _OFF
    if any(_is_switched_on(*values) for values in _named_noindex(change.field, change.before, change.after)):
        return True
    # What something is called says nothing: it may be switched off.
    before, after = ("\n".join(value.text for value in strings_in(side)) for side in (change.before, change.after))
    return hides(before, after)


def _is_switched_on(before: Any, after: Any) -> bool:
    return _text(after).lower() not in _OFF and before != after


def _named_noindex(name: str, before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the values, before and after, of what is called noindex: a field, or something in a field."""
    if isinstance(after, Mapping):
        former = before if isinstance(before, Mapping) else {}
        for inner, value in after.items():
            yield from _named_noindex(str(inner), former.get(inner), value)
    elif isinstance(after, list | tuple):
        former_ones = before if isinstance(before, list | tuple) else ()
        for one, value in zip_longest(former_ones, after):
            yield from _named_noindex(name, one, value)
    elif _NOINDEX in name.lower():
        yield before, after


def _moves_prices(change: Change) -> bool:
    """Tell whether an amount is another one; a text that is all new changes none."""
    before, after = _text(change.before), _text(change.after)
    if not before or before == after or change.field in _NO_WORDS:
        return False
    named = change.field.startswith(META) and _PRICE_NAME.search(change.field) is not None
    return named or any(fact.kind == "price" for fact in changed_facts(before, after))


def _loses(change: Change) -> bool:
    return change.kind == "html" and any(lost(_text(change.before), _text(change.after)))


def _is_built(proposal: Proposal, state: State) -> bool:
    """Tell whether a page builder may not show a change, or a copy go without its layout."""
    if not state.get("about.builder"):
        return False
    drawn = any(change.field == "content" for change in proposal.changes)
    return drawn or (proposal.lands_on.makes and not state.get("about.builder_carried", True))


def _is_read_at_once(proposal: Proposal, state: State) -> bool:
    """Tell whether visitors read something else right away: not of a draft, and what goes is told as a delete."""
    if proposal.lands_on.where != "live":
        return False
    kind, later = proposal.target.kind, {change.field: change.after for change in proposal.changes}
    if kind in _TEMPLATE_KINDS:
        return bool(later)
    is_seen = _SEEN & {state.get("live.status", "publish"), later.get("status")}
    return (
        _is_item(proposal)
        and bool(is_seen)
        and later.get("status") != "trash"
        and any(field in _WORDS for field in later)
    )


def _is_unseen(proposal: Proposal, state: State) -> bool:
    """Tell whether a write is about an item that visitors do not see, neither before it nor after."""
    later = {change.after for change in proposal.changes if change.field == "status"}
    statuses = {state.get("live.status", "publish"), *later}
    return _is_item(proposal) and not statuses & _SEEN


def _is_item(proposal: Proposal) -> bool:
    kind = proposal.target.kind
    return kind in ("page", "post") or kind.startswith("type:")


def _menu_loses(proposal: Proposal) -> bool:
    return any(row.kind in ("removed", "moved") for row in _menu_rows(proposal))


def _menu_rows(proposal: Proposal) -> Iterator[trees.Row]:
    for change in proposal.changes:
        if change.kind == "tree":
            yield from trees.moves(change.before or [], change.after or [])


def _told(proposal: Proposal) -> Iterator[tuple[list[Value], list[Value]]]:
    """Yield the texts of each change, before and after, where they are words of somebody."""
    for change in proposal.changes:
        if change.field not in _NO_WORDS and change.before != change.after:
            yield list(strings_in(change.before, change.field)), list(strings_in(change.after, change.field))


def _text(value: Any) -> str:
    """Return all texts in a value, each in lines of its own."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "\n".join(f"{name}: {_text(one)}" for name, one in value.items())
    if isinstance(value, list | tuple):
        return "\n".join(map(_text, value))
    return str(value)
