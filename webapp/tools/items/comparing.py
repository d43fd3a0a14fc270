"""A draft copy beside its live item: who changed what since the copy was made, and whose value stands where both did.

Nothing is merged: of a field that both changed, one value stands whole, and a person chooses which.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from webapp.diffs.fields import label, ordered, shown
from webapp.errors import Refusal
from webapp.tools.answers import Change, Clash, Comparison, HeldCopy, State, Target
from webapp.tools.items.copying import WAITING, no_such_copy
from webapp.tools.items.editor_links import edit_link
from webapp.tools.items.last_changes import last_change
from webapp.tools.items.shown_values import for_people
from webapp.tools.nouns import Noun
from webapp.tools.values import (
    META,
    fields_of,
    find_in_use,
    find_open_draft,
    is_undated,
    only,
    under,
    unlike,
    within,
)
from webapp.wordpress.client import WordPress

# What a person chooses between where both changed a field.
THE_COPY, THE_LIVE_ITEM = "copy", "live"


def compare_copy(site: WordPress, noun: Noun, copy: HeldCopy) -> Comparison:
    """Compare copy, live item, and what both were when the copy was made.

    Raises:
        Refusal: `respira_not_found` when the copy or the live item is gone or in the trash.
    """
    draft = find_open_draft(site, noun, copy.copy_id)
    if draft is None:
        raise no_such_copy(noun.word, copy.copy_id)
    item = find_in_use(site, noun, copy.original_id)
    live, first = fields_of(noun, item), {**copy.fields, **within("original", copy.fields)}
    target = _target(copy.fields, fields_of(noun, draft))
    fields = ordered(unlike(target, target, live))
    moved = ordered(unlike(dict.fromkeys((*(name for name in first if name in live), *target)), first, live))
    changes = for_people(site, noun, [_change(name, live, target) for name in fields])
    since = {one.field: one for one in for_people(site, noun, [_change(name, first, live) for name in moved])}
    aimed = Target(copy.kind, str(copy.original_id), copy.name)
    return Comparison(
        changes=changes,
        values=only(fields, target),
        clashes=[Clash(since[one.field].before, one) for one in changes if one.field in since],
        live=_kept(fields, live, is_undated(item)),
        live_link=item.get("link"),
        edit_link=edit_link(site, copy.copy_id),
        stays=[change for name, change in since.items() if name not in target],
        last=last_change(site, aimed, None, [f"live.{name}" for name in moved]) if moved else None,
    )


def settled(comparison: Comparison, choices: Mapping[str, str]) -> Comparison:
    """Return what is left to write once a person chose whose value stands: the copy's, or the live item's.

    Args:
        choices: `THE_COPY` or `THE_LIVE_ITEM` for each field that clashes, by its name.

    Raises:
        Refusal: `respira_copy_conflict`, for some of them nothing is chosen; `fields` names those.
    """
    open_ones = [one for one in comparison.clashes if choices.get(one.field) not in (THE_COPY, THE_LIVE_ITEM)]
    if open_ones:
        names = ", ".join(one.label for one in open_ones)
        words = f"The live item and the copy were both changed, and it is not chosen what stands: {names}."
        raise Refusal("respira_copy_conflict", words, fields=[one.field for one in open_ones])
    stays = {one.field for one in comparison.clashes if choices[one.field] == THE_LIVE_ITEM}
    values = {name: value for name, value in comparison.values.items() if name not in stays}
    # WordPress may change the address along with a status.
    overwritten = {f"live.{name}" for name in stays if not (name == "slug" and "status" in values)}
    return replace(
        comparison,
        changes=[change for change in comparison.changes if change.field not in stays],
        values=values,
        clashes=[],
        live={name: value for name, value in comparison.live.items() if name not in overwritten},
    )


def _change(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Change:
    return Change(name, label(name), before.get(name), after.get(name), shown(name))


def _kept(fields: list[str], live: State, undated: bool) -> State:
    """Return what is kept of the live item: what is written, and what WordPress changes along with a status."""
    if "status" not in fields:
        return under("live", only(fields, live))
    along = [name for name in ("slug", "password") if name in live]
    return {**under("live", only([*fields, *along], live)), "about.undated": undated}


def _target(base: State, draft: State) -> State:
    """Return what the live item is to hold: what differs from the copy as made, and what waited for a yes."""
    names = [name for name in base if "." not in name or name.startswith(META)]
    names += [name for name in draft if name.startswith(META) and name not in base]
    moved = [name for name in unlike(names, base, draft) if name not in WAITING]
    return {**only(moved, draft), **within("wanted", base)}
