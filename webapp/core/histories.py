"""Histories: what a person sees afterwards, from the rows: a run with its steps, a snapshot and what became of it.

It decides nothing and asks no site.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Decision, Key, Person, Plan, Run, RunStep, Site, Snapshot, Step
from webapp.errors import Refusal
from webapp.tools.tool import WriteTool

from . import copies, gate, outdated, receipts, runs, snapshots, undoing
from .desk import Desk


@dataclass(frozen=True)
class SnapshotView:
    """A snapshot as a page shows it.

    Attributes:
        undone_by: the snapshot taken before the restore, while the restore itself can still be undone.
        why_not: why it can not be restored now; None when it can.
    """

    row: Snapshot
    undone_by: Snapshot | None
    why_not: str | None


@dataclass(frozen=True)
class PartView:
    """A step's part in a run, with what it left behind.

    Attributes:
        copy: the draft copy that the step landed on.
        approval_undone: the copy was approved, and the approval was taken back.
        anyway: why somebody wanted it although the site had changed, and who, where somebody did.
        edited: what people call the fields that a person changed before the yes.
        erased: what was kept to take it back is outdated and erased.
        undo_over_since: since when that is so, as far as the settings tell.
    """

    part: RunStep
    step: Step
    report: dict[str, Any]
    snapshot: SnapshotView | None
    copy: Copy | None
    approval_undone: bool = False
    anyway: tuple[str, str] | None = None
    edited: tuple[str, ...] = ()
    erased: bool = False
    undo_over_since: datetime | None = None


@dataclass(frozen=True)
class RunView:
    """A run as a page shows it."""

    row: Run
    plan: Plan
    site: Site
    key: Key
    person: Person | None
    parts: list[PartView]


@dataclass(frozen=True)
class CopyView:
    """A draft copy as a page shows it.

    Attributes:
        person: who approved or rejected it.
        snapshot: what an approval kept before it wrote.
        in_doubt: what is kept is of an approval of which nobody knows yet whether it landed.
    """

    row: Copy
    site: Site
    plan: Plan | None
    person: Person | None
    snapshot: SnapshotView | None
    in_doubt: bool = False


def of_run(session: Session, desk: Desk, person_id: int, run_public: str) -> RunView:
    """Return a run on one of the person's sites, with its steps.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    run = runs.find_for_person(session, person_id, run_public)
    parts = [_part(session, desk, part, step, run.site_id) for part, step in receipts.part_rows(session, run)]
    return RunView(
        row=run,
        plan=session.get_one(Plan, run.plan_id),
        site=session.get_one(Site, run.site_id),
        key=session.get_one(Key, run.key_id),
        person=None if run.person_id is None else session.get(Person, run.person_id),
        parts=parts,
    )


def of_copy(session: Session, person_id: int, copy_public: str) -> CopyView:
    """Return a copy of one of the person's sites.

    Raises:
        Refusal: `respira_not_found`, also for somebody else's.
    """
    row, site = copies.find(session, person_id, copy_public)
    step = None if row.step_id is None else session.get(Step, row.step_id)
    approval = (
        session.scalar(select(Snapshot).where(Snapshot.uuid == row.snapshot_uuid)) if row.snapshot_uuid else None
    )
    return CopyView(
        row=row,
        site=site,
        plan=None if step is None else session.get(Plan, step.plan_id),
        person=None if row.decided_by is None else session.get(Person, row.decided_by),
        snapshot=None if approval is None else seen(session, approval),
        in_doubt=row.state == "open" and approval is not None and approval.after is None,
    )


def of_snapshot(session: Session, desk: Desk, person_id: int, uuid: str) -> tuple[SnapshotView, Site]:
    """Return a snapshot of one of the person's sites.

    Raises:
        Refusal: `respira_snapshot_not_found`, also for somebody else's.
    """
    row, site = undoing.find(session, person_id, uuid)
    newest = select(RunStep).where(RunStep.step_id == row.step_id).order_by(RunStep.run_id.desc()).limit(1)
    part = None if row.step_id is None or row.kind != "before_write" else session.scalar(newest)
    if part is None:
        return seen(session, row), site
    step = session.get_one(Step, part.step_id)
    copy = _copy(session, step, receipts.report_of(desk, part), site.id)
    return _seen_beside(session, row, step, copy), site


def seen(session: Session, row: Snapshot) -> SnapshotView:
    """Return a snapshot with what became of it."""
    why_not = None
    try:
        snapshots.demand_restorable(session, row)
    except Refusal as refusal:
        why_not = refusal.message
    before = session.scalar(select(Snapshot).where(Snapshot.uuid == row.restored_by)) if row.restored_by else None
    return SnapshotView(row, before if before is not None and before.restored_at is None else None, why_not)


def _part(session: Session, desk: Desk, part: RunStep, step: Step, site_id: int) -> PartView:
    report = receipts.report_of(desk, part)
    uuids = report.get("snapshots", [])
    row = session.scalar(select(Snapshot).where(Snapshot.uuid == uuids[-1])) if uuids else None
    copy = _copy(session, step, report, site_id)
    snapshot = None if row is None else _seen_beside(session, row, step, copy)
    undone, anyway = _approval_undone(session, copy), _anyway(session, step)
    erased = bool(uuids) and row is None
    over = outdated.undo_over_since(desk, part.started_at) if erased and part.started_at else None
    return PartView(part, step, report, snapshot, copy, undone, anyway, _edited(desk, step), erased, over)


def taken_back_with_copies(session: Session, desk: Desk, run: Run) -> set[str]:
    """Return the steps of a run whose draft copy was taken back, or whose copy's approval was: their public ids.

    A step by itself is taken back by its own snapshot; that is not told here.
    """
    on_copies = [(part, step) for part, step in receipts.part_rows(session, run) if step.lands_on["where"] == "copy"]
    found = {
        step.public_id: _copy(session, step, receipts.report_of(desk, part), run.site_id) for part, step in on_copies
    }
    return {
        step_id
        for step_id, copy in found.items()
        if copy is not None and (copy.state == "undone" or _approval_undone(session, copy))
    }


def _edited(desk: Desk, step: Step) -> tuple[str, ...]:
    """Return what people call the fields of a step that a person changed."""
    tool = desk.catalogue.get(step.tool)
    known = tool.edits if isinstance(tool, WriteTool) else {}
    return tuple(known[name].label if name in known else name for name in gate.edits_of(desk, step))


def _anyway(session: Session, step: Step) -> tuple[str, str] | None:
    """Return the note with which a step was accepted although the site had changed, and whose it is."""
    newest = (
        select(Decision, Person.name)
        .outerjoin(Person, Person.id == Decision.person_id)
        .where(Decision.step_id == step.id, Decision.counts)
        .order_by(Decision.id.desc())
        .limit(1)
    )
    found = session.execute(newest).first()
    return (found[0].note or "", found[1] or "somebody") if found is not None and found[0].anyway else None


def _seen_beside(session: Session, row: Snapshot, step: Step, copy: Copy | None) -> SnapshotView:
    """Return a step's snapshot; one of a change on a copy can not be restored once the copy was decided."""
    view = seen(session, row)
    if (
        copy is None
        or row.restored_at is not None
        or copy.state in ("open", "kept")
        or step.tool.startswith("delete_")
    ):
        return view
    if copy.state != "approved":
        return replace(view, why_not="The copy that this changed is gone, so nothing is left to take back.")
    if _approval_undone(session, copy):
        return replace(view, why_not="The approval of the copy was undone, so nothing is left to take back.")
    return replace(
        view, why_not="The copy that this changed was approved since. Undo the approval, on the copy's page."
    )


def _approval_undone(session: Session, copy: Copy | None) -> bool:
    if copy is None or copy.state != "approved":
        return False
    restored_at = select(Snapshot.restored_at).where(Snapshot.uuid == copy.snapshot_uuid)
    return session.scalar(restored_at) is not None


def _copy(session: Session, step: Step, report: dict[str, Any], site_id: int) -> Copy | None:
    landed = report.get("result", {}).get("id")
    if step.lands_on.get("where") != "copy" or landed is None:
        return None
    same = or_(Copy.step_id == step.id, Copy.copy_id == landed)
    return session.scalar(select(Copy).where(Copy.site_id == site_id, same).order_by(Copy.id.desc()))
