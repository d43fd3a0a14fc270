"""Undos as a page shows them, from our own rows. It asks no site and decides nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from webapp.data import Person, Run, Site, Snapshot, Step, Undo, UndoPart

from . import undo_looks, undo_parts, undo_turns, undos
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
        afters: the positions of the newer writes on the same thing that have to be taken back before it.
        why_not: why it can not be taken back; it has no tick box then.
        can_be_undone: what the undo of this part can and can not bring back, in a sentence.
        report: what became of it: `message`, `differs` (names of fields), `instead` (what the site has there, where
            that is known), `error`.
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
    afters: Sequence[int]
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
        undone_by: the undo that took this one back, or something of it, or is at it; None for none.
    """

    row: Undo
    site: Site
    run: Run | None
    of_undo: Undo | None
    person: Person | None
    parts: Sequence[UndoPartView]
    undone_by: Undo | None


class Came(NamedTuple):
    """What came of the undo of a run.

    Attributes:
        parts: of how many writes it was.
        back: how many it brought back.
        stand: how many of them are taken back now, by whatever undo.
    """

    parts: int
    back: int
    stand: int


def of_undo(session: Session, desk: Desk, person_id: int, undo_public: str) -> UndoView:
    """Return an undo on one of the person's sites.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    undo = undos.find(session, person_id, undo_public)
    rows = session.execute(
        select(UndoPart, Snapshot, Step)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .outerjoin(Step, Step.id == Snapshot.step_id)
        .where(UndoPart.undo_id == undo.id)
        .order_by(UndoPart.position)
    )
    return UndoView(
        row=undo,
        site=session.get_one(Site, undo.site_id),
        run=None if undo.run_id is None else session.get(Run, undo.run_id),
        of_undo=None if undo.of_undo_id is None else session.get(Undo, undo.of_undo_id),
        person=None if undo.person_id is None else session.get(Person, undo.person_id),
        parts=[_part(desk, part, snapshot, step) for part, snapshot, step in rows],
        undone_by=_undone_by(session, undo),
    )


def _undone_by(session: Session, undo: Undo) -> Undo | None:
    brought_back = exists().where(UndoPart.undo_id == Undo.id, UndoPart.outcome.in_(undo_parts.BACK_AGAIN))
    taken = Undo.of_undo_id == undo.id, Undo.asked_at.is_not(None), or_(Undo.finished_at.is_(None), brought_back)
    return session.scalar(select(Undo).where(*taken).order_by(Undo.id.desc()).limit(1))


def came_of(session: Session, undos: Collection[int]) -> dict[int, Came]:
    """Return by the id of an undo what came of it; one of which our rows hold nothing is left out."""
    found: dict[int, list[tuple[str | None, bool]]] = {}
    rows = session.execute(
        select(UndoPart.undo_id, UndoPart.outcome, Snapshot.restored_at)
        .join(Snapshot, Snapshot.id == UndoPart.snapshot_id)
        .where(UndoPart.undo_id.in_(undos))
    )
    for undo_id, outcome, restored_at in rows:
        found.setdefault(undo_id, []).append((outcome, restored_at is not None))
    return {
        undo_id: Came(
            parts=len(parts),
            back=sum(outcome in undo_parts.BACK_AGAIN for outcome, _ in parts),
            stand=sum(stands for _, stands in parts),
        )
        for undo_id, parts in found.items()
    }


def newest_of_run(session: Session, run_id: int) -> Undo | None:
    """Return the newest undo of a whole run that was carried out or is being carried out."""
    whole = select(Undo).where(Undo.run_id == run_id, Undo.asked_at.is_not(None))
    return session.scalar(whole.order_by(Undo.id.desc()).limit(1))


def _part(desk: Desk, part: UndoPart, snapshot: Snapshot, step: Step | None) -> UndoPartView:
    look = undo_looks.kept(desk, part) or undo_looks.unlooked(desk, snapshot)
    return UndoPartView(
        row=part,
        snapshot=snapshot,
        step=None if snapshot.kind == "before_approval" else step,
        effect=look.effect,
        changes=look.changes,
        edited=look.edited,
        by=look.by,
        afters=look.afters,
        why_not=look.why_not,
        can_be_undone=look.can_be_undone,
        report=undo_turns.report_of(desk, part),
        where=look.where,
        ticked=part.chosen,
        note=look.note,
    )
