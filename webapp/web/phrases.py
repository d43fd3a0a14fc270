"""The sentences that depend on a number or on the time: what a button says, how a run ended, how long ago.

Pure functions from plain values to English, registered as template globals by `add_to`. This module does
not read rows and does not write HTML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Protocol

from flask import Flask

from webapp import clock
from webapp.web.icons import icon

MINUTE, HOUR, DAY = 60, 3600, 86400

# What a person reads for each status of a step, and in which order a tally names them.
STATUS_WORDS = {
    "accepted": "accepted",
    "dropped": "dropped",
    "sent_back": "sent back",
    "running": "running",
    "applied": "applied",
    "failed": "failed",
    "unknown": "to check on the site",
    "not_run": "not run",
    "discarded": "withdrawn",
    "replaced": "planned again",
    "expired": "expired",
    "planned": "to look at",
}
# What became of a change since its step ran: for one, for several.
FATES = {
    "live": ("changed the live site", "changed the live site"),
    "waits": ("waits on a draft copy", "wait on draft copies"),
    "waits_as_new": ("waits as a new draft", "wait as new drafts"),
    "published": ("is published", "are published"),
    "approved": ("is live with its copy", "are live with their copies"),
    "rejected": ("was rejected with its copy", "were rejected with their copies"),
    "kept": ("is kept as a draft in WordPress", "are kept as drafts in WordPress"),
    "binned": ("moved a draft copy to the trash", "moved draft copies to the trash"),
    "gone": ("is gone with its copy", "are gone with their copies"),
    "taken_back": ("was taken back", "were taken back"),
    # Whether it was taken back since stood in what is erased.
    "past": ("was saved then", "were saved then"),
}
_NOT_THROUGH = {"failed": "failed", "unknown": "to check on the site", "not_run": "did not run"}
_ALONE = _NOT_THROUGH | {"unknown": "is to check on the site"}


class Landing(Protocol):
    """The one thing the counts below ask of a step: where its write would land."""

    lands_on: dict[str, Any]


def count(number: int, one: str, many: str | None = None) -> str:
    """Say `number` with its noun: count(1, "step") is "1 step", count(2, "step") is "2 steps"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def live_among(steps: Iterable[Landing]) -> int:
    """Count the steps whose write changes the live site."""
    return sum(1 for step in steps if step.lands_on["where"] == "live")


def apply_label(steps: int, live: int) -> str:
    """Say what pressing Apply does: how many steps run and how many of them change the live site."""
    if steps == 1:
        return f"Apply 1 step, {'it changes' if live else 'it does not change'} the live site"
    if live == 0:
        return f"Apply {steps} steps, none changes the live site"
    return f"Apply {steps} steps, {live} {'changes' if live == 1 else 'change'} the live site"


def tally(statuses: Iterable[str]) -> str:
    """Count a plan's steps by what became of them: "2 accepted, 1 dropped, 1 to look at"."""
    found = list(statuses)
    parts = [f"{found.count(status)} {words}" for status, words in STATUS_WORDS.items() if status in found]
    return ", ".join(parts) or "No steps"


def receipt_headline(statuses: Iterable[str], fates: Iterable[str | None]) -> str:
    """Say in one line how a run ended and what became of its changes since.

    Args:
        statuses: of each step, as `STATUS_WORDS` names them.
        fates: of each step; None for one that did not go through.
    """
    ended, gone_through = list(statuses), [fate for fate in fates if fate is not None]
    if not ended:
        return "Nothing ran"
    counts = [(gone_through.count(fate), words) for fate, words in FATES.items() if fate in gone_through]
    if len(ended) == 1:
        return f"The step went through: it {counts[0][1][0]}" if counts else f"The step {_ALONE[ended[0]]}"
    became = ", ".join(f"{number} {one if number == 1 else many}" for number, (one, many) in counts)
    if len(gone_through) == len(ended):
        return f"All {len(ended)} steps went through: {became}"
    failed = [f"{ended.count(status)} {words}" for status, words in _NOT_THROUGH.items() if status in ended]
    through = f"{len(gone_through) or 'None'} of {len(ended)} steps went through"
    return "; ".join([f"{through}: {became}" if became else through, ", ".join(failed)])


def relative(moment: datetime, now: datetime) -> str:
    """Say how far `moment` is from `now`, in one unit: "12 minutes ago", "in 3 days", "just now"."""
    seconds = int((moment - now).total_seconds())
    far = abs(seconds)
    if far < MINUTE:
        return "just now" if seconds <= 0 else "in less than a minute"
    if far < HOUR:
        words = count(far // MINUTE, "minute")
    elif far < 2 * DAY:
        words = count(far // HOUR, "hour")
    else:
        words = count(far // DAY, "day")
    return f"in {words}" if seconds > 0 else f"{words} ago"


def ago(moment: datetime) -> str:
    """Say how far `moment` is from the present."""
    return relative(moment, clock.now())


def exact(moment: datetime, zone: tzinfo = UTC, name: str = "UTC") -> str:
    """Say a moment in full: "30 November 2026, 14:05 UTC", "30 November 2026, 15:05, Europe/Berlin".

    Args:
        zone: the one to say it in.
        name: what the zone is called.
    """
    there = moment.astimezone(zone)
    return f"{there.day} {there:%B %Y, %H:%M}{' UTC' if name == 'UTC' else f', {name}'}"


def as_json(value: Any) -> str:
    """Write a request for reading: two spaces a level, letters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def duration(length: timedelta) -> str:
    """Say how long something took, in whole seconds or minutes."""
    seconds = max(0, int(length.total_seconds()))
    return count(seconds, "second") if seconds < MINUTE else count(seconds // MINUTE, "minute")


def add_to(app: Flask) -> None:
    """Let every template of `app` use these phrases and `icon` by name."""
    phrases = (
        count, live_among, apply_label, tally, receipt_headline, ago, exact, as_json,
        duration, icon,
    )  # fmt: skip
    app.jinja_env.globals.update({phrase.__name__: phrase for phrase in phrases})
