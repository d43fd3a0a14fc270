"""What visitors see after a run, an undo or an approval, as `runs/_sights.html` prints it. It asks no site.

Findings become sentences here. What a page said of itself stands beside them: anybody may have written that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from webapp import clock
from webapp.core import sights, undo_views
from webapp.core.desk import Desk
from webapp.core.findings import AS_WANTED
from webapp.core.histories import CopyView, RunView
from webapp.core.undo_views import UndoView
from webapp.data import Sight

from . import by_hand, sights_since
from .by_hand import Advice
from .phrases import count
from .shown import web_address
from .shown_undos import offer
from .sights_since import SEEN_WHOLE, UNDONE

# So long after the end a worker that died may still come back to look; see `sights.overdue`.
_GIVEN_UP_AFTER = timedelta(hours=1)
_FATAL = {
    "critical_error": "It shows WordPress’s message of a critical error in its place",
    "database": "It shows that WordPress can not reach its database",
    "maintenance": "It says that it is being maintained, which usually ends within a minute",
    "php_error": "It shows an error of PHP",
}
_WORDS = {
    "no_answer": "It does not answer visitors.",
    "not_found": "It is not found",
    "error": "It answers with an error",
    "refused": "It refuses visitors",
    "led_away": "It sends visitors to another site",
    "login": "It asks visitors to sign in",
    "empty": "It is empty",
    "noindex": "It tells search engines to leave it out, which it did not before",
    "indexed": "It does not tell search engines to leave it out any more",
    "unseen": "It could not be looked at in time",
    "gone_as_wanted": "It is gone, as it was to be",
    "not_public": "Visitors do not see it, as before",
    "still_there": "Visitors still see it, although it was to be gone; a cache may show it for a while",
    "public_now": "Visitors see it now",
    "mended": "It answers visitors again; before, it did not",
    "moved": "It is not found at this address any more, since it was given another one",
    "title": "Its title changed, though nothing here was to change it",
    "canonical": "It names another address as its own",
    "led_to": "It leads visitors to another page",
    "smaller": "It is less than half as long as before",
    "larger": "It is more than three times as long as before",
}
_WITH_STATUS = frozenset({"not_found", "error", "refused"})
_QUOTED = {"title": "title", "canonical": "canonical", "led_to": "led_to", "led_away": "led_to"}


@dataclass(frozen=True)
class Line:
    """One thing that was seen: a sentence, and what the page itself said now and before."""

    words: str
    now: str | None = None
    was: str | None = None


@dataclass(frozen=True)
class ShownSight:
    """A public page.

    Attributes:
        link: its address where it can be followed.
        steps: the positions of the steps that change it.
        how: `grave`, `mended` where it was that and is whole again, `note` for what is worth a look, or `fine`.
    """

    address: str
    link: str | None
    steps: Sequence[int]
    how: str
    lines: Sequence[Line]


@dataclass(frozen=True)
class UndoOffer:
    """The undo that stands in a red box: where its form goes, and what its button says."""

    action: str
    label: str


@dataclass(frozen=True)
class ShownSights:
    """What visitors see.

    Attributes:
        here: the address of the page that this stands on.
        state: `looking`, `unseen` where nobody looked in time, `grave`, `mended` where all that was broken is whole
            again, `note` or `fine`.
        words: how it is, in a sentence.
        pages: each public page, what is wrong first.
        looked_at: when they were looked at last.
        silent: the site does not answer Sayso either, so that only steps by hand are left.
        undo: what to offer first; None where nothing is left to take back.
    """

    here: str
    state: str
    words: str
    pages: Sequence[ShownSight]
    looked_at: datetime | None
    silent: bool = False
    undo: UndoOffer | None = None
    by_hand: Sequence[Advice] = ()


def of_run(session: Session, desk: Desk, view: RunView) -> ShownSights | None:
    """Say what visitors see after a run; None where it goes on, and where it changed nothing that they see."""
    if view.row.finished_at is None:
        return None
    rows, here = sights.of_run(session, view.row.id), f"/runs/{view.row.public_id}"
    positions = {part.step.public_id: part.step.position for part in view.parts}
    right_after = _shown(rows, here, view.row.finished_at, positions)
    if right_after is None or right_after.state != "grave":
        return right_after
    mended = sights_since.mended(view, rows, sights.since_run(session, view.row))
    shown = _with_mended(right_after, mended)
    if shown.state != "grave":
        return shown
    undo = undo_views.newest_of_run(session, view.row.id)
    offered = offer(view, undo)
    words = "Undo what is left" if offered.some_back else "Undo this run"
    possible = offered.left and (undo is None or undo.finished_at is not None)
    button = UndoOffer(f"{here}/undos", words) if possible else None
    return replace(shown, undo=button, by_hand=by_hand.of_run(desk, view))


def _with_mended(shown: ShownSights, mended: Mapping[str, str]) -> ShownSights:
    """Say of the pages that were broken, and are whole again, that they are."""
    left = sum(page.how == "grave" and page.address not in mended for page in shown.pages)
    # Where one sentence is true of them all it is said once, on top.
    alike = not left and len(set(mended.values())) == 1
    pages = [
        replace(page, how="mended", lines=[*page.lines, *([] if alike else [Line(mended[page.address])])])
        if page.address in mended
        else page
        for page in shown.pages
    ]
    if left:
        return replace(shown, pages=pages, words=_in_a_sentence(pages, "grave"))
    words = shown.words.replace(" is ", " was ").replace(" are ", " were ")
    why = UNDONE if UNDONE in mended.values() and alike else SEEN_WHOLE
    return replace(shown, pages=pages, state="mended", words=f"Right after this run {words}. {why}")


def of_undo(session: Session, desk: Desk, view: UndoView) -> ShownSights | None:
    """Say what visitors see after an undo; None as for a run."""
    if view.row.finished_at is None:
        return None
    steps = [part.step for part in view.parts if part.step is not None]
    shown = _shown(sights.of_undo(session, view.row.id), f"/undos/{view.row.public_id}", view.row.finished_at, {})
    if shown is None or shown.state != "grave":
        return shown
    again = UndoOffer(f"{shown.here}/undos", "Take this back") if view.undone_by is None else None
    return replace(shown, undo=again, by_hand=by_hand.of_steps(desk, steps))


def of_copy(session: Session, view: CopyView) -> ShownSights | None:
    """Say what visitors see after a copy went live; None where it did not, or its approval was taken back."""
    at, snapshot = view.row.decided_at, view.snapshot
    if view.row.state != "approved" or at is None or snapshot is None or snapshot.row.restored_at is not None:
        return None
    shown = _shown(sights.of_copy(session, view.row.id), f"/copies/{view.row.public_id}", at, {})
    if shown is None or shown.state != "grave":
        return shown
    return replace(
        shown,
        undo=UndoOffer(f"/snapshots/{snapshot.row.uuid}/restores", "Take the approval back"),
        by_hand=by_hand.ALWAYS,
    )


def _shown(
    rows: Sequence[Sight], here: str, finished_at: datetime, positions: Mapping[str, int]
) -> ShownSights | None:
    if not rows:
        return None
    pages = [_page(row, positions) for row in rows]
    if any(row.looked_at is None for row in rows):
        if clock.now() - finished_at > _GIVEN_UP_AFTER:
            return ShownSights(here, "unseen", "Nobody looked at the public pages afterwards", pages, None)
        return ShownSights(here, "looking", "The public pages are being looked at", pages, None)
    hows = [page.how for page in pages]
    state = next((how for how in ("grave", "note") if how in hows), "fine")
    silent = any(one["what"] == sights.REST_GONE for row in rows for one in row.found)
    last = max(row.looked_at for row in rows if row.looked_at is not None)
    return ShownSights(here, state, _in_a_sentence(pages, state), pages, last, silent)


def _in_a_sentence(pages: Sequence[ShownSight], state: str) -> str:
    if state != "fine":
        number = sum(page.how == state for page in pages)
        pages_are = f"{count(number, 'public page')} {'is' if number == 1 else 'are'}"
        return f"{pages_are} broken for visitors" if state == "grave" else f"{pages_are} worth a look"
    again = _WORDS["mended"]
    sound = sum(not page.lines for page in pages)
    mended = sum(any(line.words == again for line in page.lines) for page in pages)
    told = [
        _of_some(sound, "looks sound to visitors", "look sound to visitors"),
        _of_some(mended, "answers visitors again", "answer visitors again"),
        _of_some(len(pages) - sound - mended, "is as it was to be", "are as they were to be"),
    ]
    first, *others = [one for one in told if one]
    some, words = first.split(" ", 1)
    return ", ".join([f"{count(int(some), 'public page')} {words}", *others])


def _of_some(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}" if number else ""


def _page(row: Sight, positions: Mapping[str, int]) -> ShownSight:
    found = [one for one in row.found if one["what"] != sights.REST_GONE]
    how = "grave" if any(one["grave"] for one in found) else "note"
    if all(one["what"] in AS_WANTED for one in found):
        how = "fine"
    steps = sorted(positions[name] for name in row.about if name in positions)
    lines = [_line(one, row.before or {}, row.after or {}) for one in found]
    return ShownSight(row.address, web_address(row.address), steps, how, lines)


def _line(finding: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> Line:
    what = finding["what"]
    words = _FATAL[after["fatal"]] if what == "fatal" else _WORDS[what]
    if what == "no_answer":
        words = f"{words} {after.get('trouble', '')}".strip().rstrip(".")
    if what in _WITH_STATUS:
        words = f"{words} ({after['status']})"
    if finding.get("before"):
        words = f"{words}. It was so before, too"
    name = _QUOTED.get(what)
    return Line(words) if name is None else Line(words, after.get(name), before.get(name))
