"""What a step would take back of what somebody changed on the site, as the pages say it. It compares nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webapp.core import forecasts, overtaken
from webapp.core.redaction import without_secrets
from webapp.data import Step
from webapp.diffs import fields
from webapp.diffs.taken_back import Taken

from .pages import desk

# So many places of a field are told, and so much of each.
_MOST, _LONGEST = 5, 160


@dataclass(frozen=True)
class Author:
    """Who or what changed something on the site, as far as it tells."""

    who: str | None
    at: datetime | None
    what: str


@dataclass(frozen=True)
class TakenField:
    """A field of which something would be taken back.

    Attributes:
        words: what stands there now, and what would; empty where it is no text.
        more: how many places more there are.
    """

    label: str
    words: Sequence[Taken]
    more: int


def author(told: Mapping[str, Any] | None) -> Author | None:
    """Return who or what moved a target, from `Step.moved_by`."""
    if told is None:
        return None
    at = told.get("at")
    return Author(told.get("who"), None if at is None else datetime.fromisoformat(at), told.get("what", "edited"))


def of_step(row: Step) -> list[TakenField]:
    """Return what a step that was planned again would take back.

    Args:
        row: with all its columns.
    """
    if not overtaken.takes_back(row) or row.stale:
        return []
    later = forecasts.forecast_of(desk(), row)["after"]
    return in_words(overtaken.taken_from(desk(), row, forecasts.base_of(desk(), row), later))


def in_words(taken: Mapping[str, Sequence[Taken]]) -> list[TakenField]:
    """Return the fields of which something would be taken back, in the order in which people read them.

    Args:
        taken: by the names of a state.
    """
    by_field = {name.partition(".")[2]: words for name, words in taken.items()}
    return [_field(name, by_field[name]) for name in fields.ordered(by_field)]


def _field(name: str, words: Sequence[Taken]) -> TakenField:
    told = [_told(name, place) for place in words[:_MOST] if place.now or place.later]
    return TakenField(fields.label(name), told, max(0, len(words) - _MOST))


def _told(name: str, place: Taken) -> Taken:
    shown = without_secrets({"field": name, "before": place.now, "after": place.later})
    return Taken(_in_short(shown["before"]), _in_short(shown["after"]))


def _in_short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"
