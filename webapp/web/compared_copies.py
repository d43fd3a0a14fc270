"""A copy beside its live page, as pages print it: what goes live, what clashes, what stays. It decides nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.core import copies
from webapp.core.redaction import without_secrets
from webapp.diffs.fields import label
from webapp.tools.answers import Change, Clash, Comparison

from .comparisons import for_reading
from .new_drafts import BECOMING, becomes
from .shown import web_address
from .shown_runs import ShownCopy, comparison_words
from .three_sides import Side, sides, two

# What can be chosen where both changed a field, and how a decided copy's page tells of it.
CHOICES = {"live": "Keep what is on the live page now", "copy": "Take what the copy holds"}
_CHOSEN = {"live": "the live page’s stayed", "copy": "the copy’s went live"}


@dataclass(frozen=True)
class ShownClash:
    """A field that both the copy and somebody on the live page changed, to choose between.

    Attributes:
        number: its place among them, which names its buttons.
        first, live, copy: what it was when the copy was made, what it is now, and what the copy holds.
        chosen: `live`, `copy` or nothing yet.
        wrong: a decision came without a choice for it.
    """

    number: int
    field: str
    label: str
    first: Side
    live: Side
    copy: Side
    chosen: str
    wrong: bool


@dataclass(frozen=True)
class Staying:
    """A field that was changed on the live page alone: as it was when the copy was made, and as it is and stays."""

    label: str
    first: Side
    live: Side


def read(
    comparison: Comparison, shown: ShownCopy, choices: Mapping[str, str], wrong: Collection[str] = ()
) -> dict[str, Any]:
    """Return what `copies/_compared.html` and `copies/_decision_bar.html` print.

    Args:
        choices: what was chosen so far, by field.
        wrong: the fields for which a decision came without a choice.
    """
    told = [without_secrets(change.as_json()) for change in comparison.changes]
    clashing = {clash.field for clash in comparison.clashes}
    calm = [change for change in told if change["field"] not in clashing]
    clashes = [_clash(number, one, choices, wrong) for number, one in enumerate(comparison.clashes, 1)]
    return {
        "changes": for_reading(calm),
        "words": "You choose what stands" if clashes and not calm else comparison_words(calm, shown.is_new),
        "asks": BECOMING[becomes(told)].asks.format(word=shown.word) if shown.is_new else None,
        "notes": list(comparison.notes),
        "clashes": clashes,
        "missing": [clash.label for clash in clashes if not clash.chosen],
        "stays": [_staying(change) for change in comparison.stays],
        "last": comparison.last,
        "digest": copies.digest_of(comparison),
        "live_link": web_address(comparison.live_link),
        "edit_link": web_address(comparison.edit_link),
    }


def chosen(choices: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what a person chose for each field that both had changed: what people call it, and what became of it."""
    return [(label(field), _CHOSEN.get(choice, "")) for field, choice in choices.items()]


def _clash(number: int, clash: Clash, choices: Mapping[str, str], wrong: Collection[str]) -> ShownClash:
    shown = without_secrets(clash.change.as_json())
    first = without_secrets({"field": clash.field, "before": clash.first, "after": None})["before"]
    was, now, held = sides([first, shown["before"], shown["after"]], clash.change.kind, written=True)
    picked = choices.get(clash.field, "")
    return ShownClash(
        number,
        clash.field,
        clash.label,
        was,
        now,
        held or [],
        picked if picked in CHOICES else "",
        clash.field in wrong,
    )


def _staying(change: Change) -> Staying:
    shown = without_secrets(change.as_json())
    return Staying(change.label, *two(shown["before"], shown["after"], change.kind))
