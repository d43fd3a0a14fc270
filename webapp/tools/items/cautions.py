"""What a person should know of an update before saying yes. Pure."""

from __future__ import annotations

import re

from webapp.diffs.blocks import lost
from webapp.diffs.fields import MOST_NAMED, listed
from webapp.tools.answers import Change, State
from webapp.tools.items.copying import WAITING
from webapp.tools.items.filtering import filtered_out
from webapp.tools.items.landing import Landing
from webapp.tools.items.new_addresses import LOOKED_UP, not_looked_up
from webapp.tools.values import META, same

_OPEN_TAG = re.compile(r"</?[A-Za-z][^<>]*$")
GOES_BEFORE = "Another step of the plan moves it to the trash, and then this step can not run."


def cautions(changes: list[Change], state: State, landing: Landing) -> list[str]:
    """Return what a person should know of an update before saying yes, one sentence each."""
    warnings = [GOES_BEFORE] if state.get("live.status") == "trash" else []
    warnings += _few([warning for change in changes for warning in change_warnings(change)])
    builder = state.get("about.builder")
    on_copy = landing.way not in ("live", "undecided")
    if builder and any(change.field == "content" for change in changes):
        warnings.append(f"{builder} draws this page, so visitors may not see a change of its text.")
    if landing.way == "new" and not state.get("about.builder_carried", True):
        warnings.append(f"A copy can not take over the layout made with {builder}, so it will look different.")
    warnings += _address_cautions(changes, state)
    warnings += _filter_cautions(changes, state, on_copy=on_copy)
    if state.get("about.password") and any(one.field == "status" and one.after == "private" for one in changes):
        warnings.append("WordPress takes its password from what becomes private.")
    closed = [change.label for change in changes if _is_closed(change.field, state)]
    warnings += _few(
        [f"{label} is not open to the REST interface, so WordPress will leave it out." for label in closed]
    )
    for change in changes:
        if on_copy and change.field in WAITING:
            then = "publishes the draft" if landing.on_new_draft else "approves the copy"
            where = "" if landing.on_new_draft else " on the live item"
            warnings.append(f"{change.label}: set{where} when a person {then}, not before.")
    return warnings


def _address_cautions(changes: list[Change], state: State) -> list[str]:
    slug = next((change.after for change in changes if change.field == "slug"), None)
    if slug is not None and slug != state.get(LOOKED_UP, slug):
        return [not_looked_up(str(slug))]
    holder = state.get("about.slug_holder")
    return [f"The address is taken by {holder}, so WordPress will add a number to it."] if holder else []


def _filter_cautions(changes: list[Change], state: State, *, on_copy: bool) -> list[str]:
    """Say what a login that may not save all HTML takes out of the text, which any save by it does."""
    if not state.get("about.filtered"):
        return []
    kept = state.get("copy.content" if on_copy and "copy.content" in state else "live.content")
    text = next((change.after for change in changes if change.field == "content"), kept)
    gone = filtered_out(str(text or ""))
    words = f"The site's own login may not save all HTML: WordPress takes {listed(gone)} out of the text, whatever is"
    return [f"{words} changed."] if gone else []


def _few(warnings: list[str]) -> list[str]:
    """Return the first warnings of a kind, and how many more there are."""
    more = len(warnings) - MOST_NAMED
    if more <= 0:
        return warnings
    fields = "field raises" if more == 1 else "fields raise"
    return [*warnings[:MOST_NAMED], f"{more} more {fields} such a warning."]


def _is_closed(field: str, state: State) -> bool:
    return field.startswith(META) and field.removeprefix(META) not in state.get("about.open_fields", [])


def change_warnings(change: Change) -> list[str]:
    """Return what a person should know of one field's new value."""
    if same(change.field, change.before, change.after):
        return [f"{change.label}: it is so already."]
    if change.after in ("null", "undefined", "None"):
        return [f'{change.label} would become the word "{change.after}".']
    if change.field == "content":
        return [*_cut_off(str(change.after)), *_loss(str(change.before or ""), str(change.after))]
    if isinstance(change.before, dict) and isinstance(change.after, dict):
        gone = sorted(set(change.before) - set(change.after))
        return [f"{change.label}: {listed(gone)} would be lost, because the whole value is replaced."] if gone else []
    return []


def _cut_off(text: str) -> list[str]:
    """Say so when a text ends within a block marker or a tag: long arguments arrive cut from some clients."""
    within_marker = text.rfind("<!--") > text.rfind("-->")
    return ["The text looks cut off at its end."] if within_marker or _OPEN_TAG.search(text) else []


def _loss(before: str, after: str) -> list[str]:
    blocks, shortcodes = lost(before, after)
    words = [
        f"{count} {word}{'' if count == 1 else 's'}"
        for count, word in ((blocks, "block"), (shortcodes, "shortcode"))
        if count
    ]
    return [f"{' and '.join(words)} would go from the text."] if words else []
