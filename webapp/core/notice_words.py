"""What a notice says of a plan: its title, how much waits, until when, where to decide; never what a step writes.
Of a run that did not go through whole: how much went wrong, and which step first.

Pure. A title is an agent's, so it is cut to a line and nothing in it breaks out of that.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Any

WAITING, EXPIRING, ENDED, TEST = "waiting", "expiring", "ended", "test"
LONGEST_TITLE, LONGEST_EFFECT = 80, 160
_SUBJECTS = {
    WAITING: "A plan waits for you: {title}",
    EXPIRING: "A plan expires within the hour: {title}",
    TEST: "A test from Sayso for {site}",
}


@dataclass(frozen=True)
class End:
    """How a run ended.

    Attributes:
        steps, failed, unknown, not_run: how many steps there were, and of how many what became; the others are saved.
        position, effect: of the first step that failed, or of which it is not known.
    """

    steps: int
    failed: int
    unknown: int
    not_run: int
    position: int
    effect: str


@dataclass(frozen=True)
class Told:
    """What a notice tells of.

    Attributes:
        title, site, key: names, as somebody wrote them.
        drafts, live, closely: how many waiting steps land on drafts, change the live site, have to be opened.
        url: where to decide, or where the receipt is.
        end: how the run ended, where it tells of one.
    """

    kind: str
    site: str
    url: str
    title: str = ""
    key: str = ""
    drafts: int = 0
    live: int = 0
    closely: int = 0
    expires_at: datetime | None = None
    end: End | None = None


def line(text: str, longest: int = LONGEST_TITLE) -> str:
    """Return a text as one line without anything that is not seen, cut where it is long."""
    seen = "".join(" " if letter.isspace() else letter for letter in text if _is_seen(letter))
    short = " ".join(seen.split())
    return short if len(short) <= longest else f"{short[: longest - 1]}…"


def _is_seen(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def subject(told: Told) -> str:
    """Return the subject of a mail."""
    if told.end is not None:
        return f"{_how_many(told.end)}: {_title(told)}"
    return _SUBJECTS[told.kind].format(title=_title(told), site=line(told.site))


def text(told: Told) -> str:
    """Return the text of a mail."""
    if told.kind == TEST:
        return f"Notices about plans for {line(told.site)} arrive here.\n\n{told.url}\n"
    if told.end is not None:
        return _text_of_end(told, told.end)
    until = "" if told.expires_at is None else f"It expires on {_moment(told.expires_at)}.\n"
    return (
        f"{_title(told)}\n\n"
        f"For {line(told.site)}, planned with the key {line(told.key)}.\n"
        f"{_counts(told)}\n"
        f"{until}\n"
        f"Read it and decide:\n{told.url}\n\n"
        "Opening this address changes nothing.\n"
    )


def body(told: Told) -> dict[str, Any]:
    """Return what a webhook is told."""
    about: dict[str, Any] = {"event": f"plan.{told.kind}", "site": line(told.site), "url": told.url}
    if told.kind == TEST:
        return {**about, "event": "test"}
    if told.end is not None:
        return {**about, "event": "run.ended", "title": _title(told), "key": line(told.key), **_in_numbers(told.end)}
    counts = {"drafts": told.drafts, "live": told.live, "to_look_at_closely": told.closely}
    expires = None if told.expires_at is None else told.expires_at.isoformat()
    return {**about, "title": _title(told), "key": line(told.key), "steps": counts, "expires_at": expires}


def _text_of_end(told: Told, end: End) -> str:
    became = "failed" if end.failed else "may or may not be saved"
    rest = [(end.steps - end.failed - end.unknown - end.not_run, "saved"), (end.failed, "failed")]
    rest += [(end.unknown, "to check on the site"), (end.not_run, "not run")]
    counts = ", ".join(f"{number} {words}" for number, words in rest if number)
    return (
        f"{_title(told)}\n\n"
        f"For {line(told.site)}, planned with the key {line(told.key)}.\n"
        f"Step {end.position} {became}: {line(end.effect, LONGEST_EFFECT)}\n"
        f"Of {end.steps} {'step' if end.steps == 1 else 'steps'}: {counts}.\n\n"
        f"Read what happened and what you can do:\n{told.url}\n\n"
        "Opening this address changes nothing.\n"
    )


def _how_many(end: End) -> str:
    number = end.failed or end.unknown
    what = "failed" if end.failed else "must be checked on the site"
    return f"{number} of {end.steps} {'step' if end.steps == 1 else 'steps'} {what}"


def _in_numbers(end: End) -> dict[str, Any]:
    saved = end.steps - end.failed - end.unknown - end.not_run
    counts = {"saved": saved, "failed": end.failed, "to_check": end.unknown, "not_run": end.not_run}
    return {"steps": counts, "first": {"position": end.position, "effect": line(end.effect, LONGEST_EFFECT)}}


def _title(told: Told) -> str:
    return line(told.title) or "A plan without a title"


def _counts(told: Told) -> str:
    parts = [(told.drafts, "on drafts"), (told.live, "on the live site"), (told.closely, "to look at closely")]
    said = ", ".join(f"{number} {words}" for number, words in parts if number)
    waiting = told.drafts + told.live
    return f"{waiting} {'step waits' if waiting == 1 else 'steps wait'}: {said}."


def _moment(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"
