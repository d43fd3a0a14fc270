"""Kept: what agents are told of their snapshots: which there are, what one kept, and what differs between two.

It asks no site, and shows no secret. What of a snapshot is a field of something is told by the catalogue.
"""

from __future__ import annotations

import difflib
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy, Run, RunStep, Snapshot, Step
from webapp.diffs.fields import ordered
from webapp.errors import Refusal
from webapp.tools import undo_keys
from webapp.tools.answers import State
from webapp.tools.nouns import NO_POSTS, OF_TYPE
from webapp.tools.session import kept_fields
from webapp.tools.values import only

from . import restores, snapshots
from .asking import Told
from .desk import Desk
from .gate import Call
from .redaction import redacted, without_secrets

MOST_LISTED = 50
LONGEST_BODY = 50_000  # characters
# Texts that are shorter are told whole, before and after; of longer ones only the lines that differ.
_SHORT = 400
_MOST_LINES = 200


def listing(desk: Desk, call: Call) -> Told:
    """Answer list_snapshots: this key's own, the newest first."""
    most = min(call.arguments.get("limit", MOST_LISTED), MOST_LISTED)
    query = select(Snapshot).where(Snapshot.key_id == call.key.id).order_by(Snapshot.id.desc())
    if "kind" in call.arguments:
        query = query.where(Snapshot.kind == call.arguments["kind"])
    if "post_id" in call.arguments:
        wanted = str(call.arguments["post_id"])
        query = query.where(Snapshot.target_id == wanted, Snapshot.target_kind.not_in(NO_POSTS))
    if "post_type" in call.arguments:
        kind = call.arguments["post_type"]
        query = query.where(Snapshot.target_kind.in_((kind, OF_TYPE + kind)))
    if "cursor" in call.arguments:
        query = query.where(Snapshot.id < call.arguments["cursor"])
    with desk.reading() as session:
        rows = session.scalars(query.limit(most + 1)).all()
        body = {"success": True, "snapshots": [_entry(session, desk, row) for row in rows[:most]]}
        more = {"next_cursor": rows[most - 1].id} if len(rows) > most else {}
    return Told({**body, **more})


def read(desk: Desk, call: Call) -> Told:
    """Answer get_snapshot: what it is of and which fields it kept; what they held where that is asked for."""
    with desk.reading() as session:
        row = _own(session, call, call.arguments["snapshot_uuid"])
        state = _fields(session, desk, row)
        body = {"success": True, **_described(session, desk, row), "fields": ordered(state)}
    if call.arguments.get("include") == "content":
        body["content"] = redacted({name: state[name] for name in ordered(state)}, longest=LONGEST_BODY)
    return Told(body)


def compare(desk: Desk, call: Call) -> Told:
    """Answer diff_snapshots: what differs between what two of them kept of one target.

    Raises:
        Refusal: `respira_invalid_arguments`, they are of different targets.
    """
    with desk.reading() as session:
        one, other = (_own(session, call, call.arguments[f"snapshot_uuid_{letter}"]) for letter in "ab")
        if (one.target_kind, one.target_id) != (other.target_kind, other.target_id):
            raise Refusal(
                "respira_invalid_arguments",
                f"These two are of different things: {_target(one)} and {_target(other)}.",
                hint="List the snapshots to find two of the same thing.",
            )
        a, b = (_fields(session, desk, row) for row in (one, other))
        told = [_described(session, desk, row) for row in (one, other)]
    both = ordered(set(a) & set(b))
    return Told(
        {
            "success": True,
            "a": told[0],
            "b": told[1],
            "changes": [_change(name, a[name], b[name]) for name in both if a[name] != b[name]],
            "only_in_a": ordered(set(a) - set(b)),
            "only_in_b": ordered(set(b) - set(a)),
        }
    )


def _fields(session: Session, desk: Desk, row: Snapshot) -> dict[str, Any]:
    state = restores.unsealed(desk, row).before
    return kept_fields.told(row.target_kind, row.target_id, {**_undone(session, desk, state), **state})


def _undone(session: Session, desk: Desk, state: State) -> State:
    """Return which item a restore changes, where only the restore that it undoes has kept that."""
    restored = session.scalar(select(Snapshot).where(Snapshot.uuid == state.get("restored.uuid")))
    if restored is None:
        return {}
    return only([undo_keys.UNDONE_ID], restores.unsealed(desk, restored).before)


def _change(name: str, a: Any, b: Any) -> dict[str, Any]:
    hidden = without_secrets({"field": name, "before": a, "after": b})
    a, b = hidden["before"], hidden["after"]
    if isinstance(a, str) and isinstance(b, str) and max(len(a), len(b)) > _SHORT:
        lines = list(difflib.unified_diff(a.splitlines(), b.splitlines(), "a", "b", n=1, lineterm=""))
        return {"field": name, "diff": redacted(lines[:_MOST_LINES]), "lines": len(lines)}
    return {"field": name, "a": redacted(a), "b": redacted(b)}


def _own(session: Session, call: Call, uuid: str) -> Snapshot:
    row = session.scalar(select(Snapshot).where(Snapshot.uuid == uuid, Snapshot.key_id == call.key.id))
    if row is None:
        raise Refusal("respira_snapshot_not_found")
    return row


def _described(session: Session, desk: Desk, row: Snapshot) -> dict[str, Any]:
    return {**_entry(session, desk, row), "tool": row.tool, "target": {"kind": row.target_kind, "id": row.target_id}}


def _target(row: Snapshot) -> str:
    return f"{row.target_kind.removeprefix(OF_TYPE).replace('_', ' ')} {row.target_id}"


def _entry(session: Session, desk: Desk, row: Snapshot) -> dict[str, Any]:
    """Tell a snapshot in short. `restorable` is what our own rows tell: the site may hold a reason against it."""
    step_id, run_id = _made_by(session, row)
    found = snapshots.outcome_of(session, row) if row.after is None else None
    return {
        "snapshot_uuid": row.uuid,
        "kind": row.kind,
        "label": row.label,
        "step_id": step_id,
        "run_id": run_id,
        "taken_at": row.taken_at.isoformat(timespec="seconds"),
        "restorable": _agent_may_restore(session, desk, row),
        **({} if found is None else {"outcome": found}),
        "restored_at": None if row.restored_at is None else row.restored_at.isoformat(timespec="seconds"),
    }


def _made_by(session: Session, row: Snapshot) -> tuple[str | None, str | None]:
    """Return the public ids of the step and of the run that a snapshot was taken in."""
    found = session.execute(
        select(Step.public_id, Run.public_id)
        .outerjoin(RunStep, RunStep.step_id == Step.id)
        .outerjoin(Run, Run.id == RunStep.run_id)
        .where(Step.id == row.step_id)
        .order_by(RunStep.id)
    ).first()
    return (None, None) if found is None else (found[0], found[1])


def _agent_may_restore(session: Session, desk: Desk, snapshot: Snapshot) -> bool:
    """Tell whether an agent's restore is not refused from the start: what a person did, only a person undoes."""
    if snapshot.kind != "before_write" or snapshot.after is None:
        return False
    try:
        snapshots.demand_restorable(session, snapshot)
    except Refusal:
        return False
    undo: State = desk.sealer.unseal(f"snapshot.after {snapshot.uuid}", snapshot.after)["undo"]
    if not undo_keys.is_of_a_draft(undo):
        return True
    where = (Copy.site_id == snapshot.site_id, Copy.copy_id == undo[undo_keys.ID])
    states = session.scalars(select(Copy.state).where(*where)).all()
    return not states or "open" in states
