"""Undos as a page shows them, from our own rows. It asks no site and decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Person, Run, Site, Snapshot, Step, Undo, UndoPart

from .desk import Desk


@dataclass(frozen=True)
class UndoPartView:
    """One write that is, or was, taken back.

    Attributes:
        snapshot: the one that is restored.
        step: whose write it was; None for the approval of a copy, and for a write outside a plan.
        effect: what restoring it does, in a sentence.
        changes: what it would change, as steps keep theirs; empty where nobody looked yet.
        edited: what people call the fields that somebody edited since; it is not ticked then.
        by: who edited them, and when, where the site tells: `who`, `what`, `at`.
        after: the position of the newer write on the same target that has to be taken back before it.
        why_not: why it can not be taken back; it has no tick box then.
        can_be_undone: what the undo of this part can and can not bring back, in a sentence.
        report: what became of it: `message`, `differs` (names of fields), `error`.
        where: where it lands: `live` or `copy`.
        ticked: whether it is taken back unless a person says otherwise.
        note: what else a person should know of it, in full sentences; empty for nothing.
    """

    row: UndoPart
    snapshot: Snapshot
    step: Step | None
    effect: str
    changes: Sequence[dict[str, Any]]
    edited: Sequence[str]
    by: Mapping[str, Any] | None
    after: int | None
    why_not: str | None
    can_be_undone: str
    report: Mapping[str, Any]
    where: str
    ticked: bool
    note: str


@dataclass(frozen=True)
class UndoView:
    """An undo with its parts, the newest write first.

    Attributes:
        run: what it takes back whole, if it is a run.
        of_undo: what it takes back, if it is an undo.
        person: who said yes, or who is about to.
        undone_by: the undo that took this one back, or is about to; None for none.
    """

    row: Undo
    site: Site
    run: Run | None
    of_undo: Undo | None
    person: Person | None
    parts: Sequence[UndoPartView]
    undone_by: Undo | None


def of_undo(session: Session, desk: Desk, person_id: int, undo_public: str) -> UndoView:
    """Return an undo on one of the person's sites.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    raise NotImplementedError


def newest_of_run(session: Session, run_id: int) -> Undo | None:
    """Return the newest undo of a whole run that was carried out or is being carried out."""
    return None
