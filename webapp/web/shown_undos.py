"""Undos as the templates print them: what would come back, how it goes, and what came back. It reads nothing, asks no
site and decides nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from webapp import clock
from webapp.core import gists
from webapp.core.copies import is_new
from webapp.core.histories import PartView, RunView
from webapp.core.redaction import without_secrets
from webapp.core.undo_views import Came, UndoPartView, UndoView
from webapp.data import Back, Phase, Undo
from webapp.diffs.fields import label
from webapp.tools.brought_back import OUT_OF_TRASH
from webapp.tools.editor_addresses import address_of

from .comparisons import for_reading
from .shown import web_address
from .taking_back import Author, author
from .undo_words import headline, what_came_of, yes_label

BEGUN, LOOKED, RUNNING, ENDED = "begun", "looked", "running", "ended"
# Where its page shows what each part would change; to compare that takes a while.
_READ = (BEGUN, LOOKED)
DOING = {
    Phase.CLAIMED: "Looking whether it is still as you saw it.",
    Phase.WRITING: "What stands there now is kept. Putting back what stood there before.",
    Phase.READING: "Put back. Reading it again.",
}
# What stands beside each part while it runs and afterwards: the face of a chip, and its words.
_FACES = {
    Back.EXACTLY: ("applied", "Restored exactly"),
    Back.EXCEPT: ("applied", "Restored, but not all of it"),
    Back.FAILED: ("failed", "Not restored"),
    Back.UNKNOWN: ("unknown", "To check on the site"),
    Back.NOT_RUN: ("not_run", "Not run"),
    Back.LEFT_OUT: ("dropped", "Left out"),
}
_RUNS, _WAITS = ("running", "Being restored"), ("not_run", "Waiting its turn")
# So long a look at the site is taken as it is when its page opens again.
_FRESH = timedelta(minutes=1)
BACK = (Back.EXACTLY, Back.EXCEPT)


@dataclass(frozen=True)
class Ticked:
    """What a person had ticked in a form that was not taken, and what they had been shown.

    Attributes:
        parts: the positions that were ticked.
        seen: what the form showed of each part, by position.
    """

    parts: Collection[int]
    seen: Mapping[int, str]


@dataclass(frozen=True)
class ShownPart:
    """One write that is, or was, taken back.

    Attributes:
        effect: what restoring does; `of` is what the write itself was.
        live: whether it changes what visitors see.
        gist: each change in a line; `changes` the whole of them. Each is there where the page shows it.
        compares: there are changes that its own page shows.
        edited: what people call the fields that somebody edited since, and `by` whom.
        afters: the parts that have to be taken back right before it; those say which come before them.
        different: the site was read again, and shows something else than the person had seen.
        binned: it goes to the trash, which keeps all that is in it.
        differs: what people call the fields that could not be brought back.
        instead: what the site has there, by those names, where that is known.
        message: what became of it, in a sentence.
    """

    position: int
    uuid: str
    effect: str
    of: str
    step_id: str | None
    step_position: int | None
    link: str | None
    editor: str | None
    live: bool
    digest: str
    gist: Sequence[Mapping[str, Any]]
    changes: Sequence[Mapping[str, Any]]
    compares: bool
    edited: Sequence[str]
    by: Author | None
    afters: Sequence[int]
    why_not: str | None
    can_be_undone: str
    note: str
    ticked: bool
    different: bool
    binned: bool
    chosen: bool
    outcome: str | None
    face: tuple[str, str]
    doing: str | None
    differs: Sequence[str]
    instead: Mapping[str, str]
    message: str


@dataclass(frozen=True)
class ShownUndo:
    """An undo as `undos/_undo.html` prints it.

    Attributes:
        stage: `begun`, nobody looked yet; `looked`; `running`; `ended`.
        yes: what its button says, while nothing is ticked otherwise.
        does_again: whether all that it takes back is that something was taken back.
        choosing: there is something to tick.
        again: it was taken back itself by this undo, or something of it, or this one is at it.
        can_be_taken_back: it put something back, and nobody took that back.
        left: it was carried out, and something that was wanted is not taken back.
    """

    public_id: str
    stage: str
    headline: str
    site_name: str
    run_id: str | None
    of_undo_id: str | None
    digest: str
    looked_at: datetime | None
    asked_at: datetime | None
    asked_by: str | None
    ended_at: datetime | None
    stopping: bool
    parts: Sequence[ShownPart]
    yes: str
    does_again: bool
    choosing: bool
    again: Undo | None
    can_be_taken_back: bool
    left: bool

    @property
    def possible(self) -> list[ShownPart]:
        """The parts that can be taken back."""
        return [part for part in self.parts if part.why_not is None]

    @property
    def ticked(self) -> list[ShownPart]:
        """The parts that are ticked."""
        return [part for part in self.parts if part.ticked]


@dataclass(frozen=True)
class Offer:
    """What `undos/_offer.html` says of a whole run.

    Attributes:
        left: how many of its changes can be taken back; `live` how many of these are on the live site.
        some_back: some of them are taken back already.
        undo: the newest undo of the whole run.
        came: what came of it, where it is finished: the begin of a sentence that ends with when.
    """

    run_id: str
    left: int
    live: int
    some_back: bool
    undo: Undo | None
    came: str


def shown_undo(view: UndoView, ticked: Ticked | None = None) -> ShownUndo:
    """Say what an undo's page shows.

    Args:
        ticked: what a form held that was not taken.
    """
    row, stage = view.row, stage_of(view.row)
    alone = len(view.parts) == 1
    parts = [_shown_part(view, part, stage, ticked, whole=alone and stage in _READ) for part in view.parts]
    possible = [part for part in parts if part.why_not is None]
    choosing = len(possible) > 1 or any(not part.ticked or part.edited for part in possible)
    back = [part for part in parts if part.outcome in BACK]
    does_again = all(part.snapshot.kind == "before_restore" for part in view.parts)
    return ShownUndo(
        public_id=row.public_id,
        stage=stage,
        headline=headline(stage, parts),
        site_name=view.site.name,
        run_id=None if view.run is None else view.run.public_id,
        of_undo_id=None if view.of_undo is None else view.of_undo.public_id,
        digest=row.digest,
        looked_at=row.looked_at,
        asked_at=row.asked_at,
        asked_by=None if view.person is None else view.person.name,
        ended_at=row.finished_at,
        stopping=row.stop_asked,
        parts=parts,
        yes=yes_label(len(possible), sum(part.live for part in possible), again=does_again),
        does_again=does_again,
        choosing=choosing,
        again=view.undone_by,
        can_be_taken_back=stage == ENDED and bool(back),
        left=stage == ENDED and any(part.outcome in (Back.NOT_RUN, Back.FAILED) for part in parts),
    )


def stage_of(row: Undo) -> str:
    """Name how far an undo has come."""
    if row.finished_at is not None:
        return ENDED
    if row.asked_at is not None:
        return RUNNING
    return BEGUN if row.looked_at is None or not row.digest else LOOKED


def wants_a_look(undo: ShownUndo) -> bool:
    """Whether a page that opens should have the site read: nobody looked yet, or not within the last minute."""
    if undo.stage == BEGUN or undo.looked_at is None:
        return undo.stage == BEGUN
    return undo.stage == LOOKED and clock.now() - undo.looked_at > _FRESH


def one_part(view: UndoView, position: int) -> ShownPart | None:
    """Return one part of an undo with every change of it; None where there is none at this position."""
    found = next((part for part in view.parts if part.row.position == position), None)
    return None if found is None else _shown_part(view, found, stage_of(view.row), None, whole=True)


def offer(view: RunView, undo: Undo | None, came: Came | None = None) -> Offer:
    """Say how much of a run can be taken back, or that it was.

    Args:
        undo: the newest undo of the whole run.
        came: what came of it.
    """
    live = copies = 0
    approved: set[int] = set()
    for part in view.parts:
        if part.erased:
            continue
        if part.copy is not None and part.copy.state == "approved" and not part.approval_undone:
            approved.add(part.copy.id)
            # A new draft that is public is made a draft again, and then binned.
            copies += is_new(part.copy) and part.copy.step_id == part.step.id
        elif part.part.outcome == "applied" and _is_there(part):
            here = part.step.lands_on.get("where") == "live"
            live, copies = live + here, copies + (not here)
    some_back = any(part.snapshot is not None and part.snapshot.row.restored_at is not None for part in view.parts)
    since = "" if undo is None or undo.finished_at is None else what_came_of(came)
    return Offer(view.row.public_id, live + copies + len(approved), live + len(approved), some_back, undo, since)


def _is_there(part: PartView) -> bool:
    snapshot = part.snapshot
    return snapshot is not None and snapshot.row.restored_at is None and snapshot.why_not is None


def _shown_part(view: UndoView, part: UndoPartView, stage: str, ticked: Ticked | None, *, whole: bool) -> ShownPart:
    row, snapshot, step = part.row, part.snapshot, part.step
    instead, differs = _instead(part.report), part.report.get("differs", [])
    return ShownPart(
        position=row.position,
        uuid=snapshot.uuid,
        effect=part.effect,
        of=snapshot.label if step is None else step.effect,
        step_id=None if step is None else step.public_id,
        step_position=None if step is None else step.position,
        link=None if step is None else web_address(step.target_link),
        editor=address_of(view.site.url, snapshot.target_kind, snapshot.target_id),
        live=part.where == "live",
        digest=row.digest or "",
        gist=gists.of(part.changes) if stage in _READ and not whole else [],
        changes=compared(part.changes) if whole else [],
        compares=bool(part.changes),
        edited=part.edited,
        by=author(part.by),
        afters=_right_before(part, view.parts),
        why_not=part.why_not,
        can_be_undone=_said_of_taking_back(part.can_be_undone),
        note=part.note,
        ticked=stage == LOOKED and _is_ticked(part, ticked),
        different=_is_different(part, ticked),
        binned=part.can_be_undone == OUT_OF_TRASH,
        chosen=row.chosen,
        outcome=row.outcome,
        face=_face(part),
        doing=DOING.get(Phase(row.phase)) if row.chosen and row.outcome is None else None,
        differs=[label(name) for name in differs],
        instead=instead,
        message=part.report.get("message", ""),
    )


def _right_before(part: UndoPartView, parts: Sequence[UndoPartView]) -> list[int]:
    further = {position for other in parts if other.row.position in part.afters for position in other.afters}
    return sorted(set(part.afters) - further)


def compared(changes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the changes of a part, compared, with their places in `index` and without secrets."""
    read = for_reading(map(without_secrets, changes))
    return [{**change, "index": index} for index, change in enumerate(read)]


def _is_ticked(part: UndoPartView, ticked: Ticked | None) -> bool:
    if part.why_not is not None:
        return False
    if ticked is None or _is_different(part, ticked):
        return part.ticked
    return part.row.position in ticked.parts


def _is_different(part: UndoPartView, ticked: Ticked | None) -> bool:
    if ticked is None or part.row.position not in ticked.seen:
        return False
    return ticked.seen[part.row.position] != (part.row.digest or "")


def _said_of_taking_back(words: str) -> str:
    """Return what can be undone of an undo: "Undo puts back ..." would be read as what this undo itself does."""
    return re.sub(r"^Undo\b", "Taking this undo back", words)


def _face(part: UndoPartView) -> tuple[str, str]:
    if part.row.outcome is not None:
        return _FACES[Back(part.row.outcome)]
    return _RUNS if Phase(part.row.phase) in DOING else _WAITS


def _instead(report: Mapping[str, Any]) -> dict[str, str]:
    """Return what the site has where something could not be brought back, in short and without secrets."""
    told = report.get("instead", {})
    lines = gists.of({"field": name, "label": label(name), "before": "", "after": value, "kind": "value"}
                     for name, value in told.items())  # fmt: skip
    return {line["label"]: line["after"] for line in lines}
