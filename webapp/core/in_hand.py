"""Direct writes in hand: what a direct write leaves behind, and what became of one that was cut off.

A row tells of each from its snapshot on. Where whoever made it died before the outcome, the worker, or the same write
sent again, reads the site and settles it as a step is settled (see `reconciling`). Nothing is sent from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.orm import Session

from webapp.data import DirectWrite, Snapshot
from webapp.errors import Refusal, SiteTrouble, Trouble
from webapp.tools.answers import Performed, Settled
from webapp.tools.tool import WriteTool

from . import copies, events, gate, leases, outcomes, reconciling, restores, sites, snapshots, wishes
from .desk import Desk
from .gate import Call

LANDED, NOTHING, UNKNOWN = "landed", "nothing", "unknown"
# For so long the same write, sent again, is told what became of the first.
TOLD_FOR = timedelta(hours=24)
_SENT_BEFORE = (
    "This same write was sent before, and its answer was lost. It has landed, so it was not made again: this is the "
    "answer to the first. Send it once more if it is to be made a second time."
)
_PURPOSE = "looking what became of a write that was cut off"


def begin(session: Session, desk: Desk, call: Call, snapshot: Snapshot) -> None:
    """Write down, with its snapshot, that a direct write is about to be sent."""
    session.add(
        DirectWrite(
            snapshot_id=snapshot.id,
            key_id=call.key.id,
            mark=call.scene.mark,
            fingerprint=_fingerprint(desk, call),
            arguments=desk.sealer.seal(f"direct_write.arguments {snapshot.uuid}", call.arguments),
        )
    )


def land(
    session: Session, desk: Desk, snapshot: Snapshot, performed: Performed, key_id: int, warnings: Sequence[str]
) -> dict[str, Any]:
    """Write down that a direct write landed, and everything that follows from it in our own rows.

    Args:
        warnings: what to beware of.

    Returns:
        What whoever sent it is answered.
    """
    uuid = snapshot.uuid
    links = outcomes.links_of(session, desk, performed, snapshot.site_id, key_id, None)
    snapshots.complete(desk, snapshot, performed)
    outcomes.note_consequences(session, desk, performed, snapshot)
    review = _review(session, desk, snapshot.site_id, performed, warnings)
    events.record(session, desk, "write.made", uuid, site_id=snapshot.site_id, key_id=key_id, tool=snapshot.tool)
    body = {**performed.result, "snapshot_uuid": uuid, "snapshots": [uuid], "links": links, "effect": snapshot.label}
    if performed.differs:
        body["differs"] = list(performed.differs)
    if performed.why:
        body["why"] = performed.why
    if performed.unchecked:
        body["unchecked"] = True
    return {**body, **review}


def demand_own(session: Session, snapshot: Snapshot) -> None:
    """Demand that what became of a write is still its sender's to say; there is nothing more to find out then.

    Raises:
        SiteTrouble: `respira_outcome_unknown`, its sender was away so long that it was settled without it.
    """
    mine = DirectWrite.snapshot_id == snapshot.id, DirectWrite.outcome.is_(None)
    if session.execute(delete(DirectWrite).where(*mine).returning(DirectWrite.id)).scalar() is None:
        raise SiteTrouble("respira_outcome_unknown", snapshot_uuid=snapshot.uuid)


def did_not_land(desk: Desk, snapshot_uuid: str, outcome: str) -> None:
    """Write down what whoever sent a write is told of it: that it saved nothing, or that this is not known."""
    now = desk.clock()
    with desk.writing() as session:
        which = select(Snapshot.id).where(Snapshot.uuid == snapshot_uuid).scalar_subquery()
        session.execute(
            update(DirectWrite)
            .where(DirectWrite.snapshot_id == which, DirectWrite.outcome.is_(None))
            .values(outcome=outcome, settled_at=now, told_at=now, arguments=None)
        )


def is_open(desk: Desk, call: Call) -> bool:
    """Tell whether the same write was sent before, and its key was not told what became of it."""
    with desk.reading() as session:
        return session.scalar(select(DirectWrite.id).where(*_same(desk, call)).limit(1)) is not None


def told(desk: Desk, call: Call) -> dict[str, Any] | None:
    """Find out what became of the same write that was sent before, and tell it once.

    Returns:
        What the first is answered, where it landed; None where nothing of it is on the site, so that it may be made.

    Raises:
        Refusal: `respira_site_busy`, it may still come, or something else goes on there.
        SiteTrouble: `respira_outcome_unknown`.
    """
    with leases.held(desk, call.site.id, f"look {call.scene.mark}", _PURPOSE):
        with desk.reading() as session:
            found = session.scalars(select(DirectWrite).where(*_same(desk, call))).all()
        try:
            for row in found:
                _settle(desk, row)
        except reconciling.StillOnItsWay as cut_off:
            words = "This same write was sent before and was cut off. It may still reach the site, so it waits."
            raise Refusal("respira_site_busy", words, hint="Send it again in two minutes.") from cut_off
    with desk.writing() as session:
        first = _to_tell(session, desk, call)
    if first is None:
        return None
    row, snapshot = first
    if row.answer is None:
        words = (
            "This same write was sent before and was cut off, and reading the site did not settle whether it was "
            "saved. It was not made again."
        )
        raise SiteTrouble("respira_outcome_unknown", words, snapshot_uuid=snapshot.uuid)
    answer: dict[str, Any] = desk.sealer.unseal(f"direct_write.answer {snapshot.uuid}", row.answer)
    return answer


def look(desk: Desk) -> int:
    """Settle every direct write that was cut off, for the worker. One whose site is busy waits for the next look.

    Returns:
        How many were settled.
    """
    settled = 0
    with desk.reading() as session:
        cut_off = select(DirectWrite, Snapshot.site_id).join(Snapshot, Snapshot.id == DirectWrite.snapshot_id)
        found = session.execute(cut_off.where(DirectWrite.outcome.is_(None)).order_by(DirectWrite.id)).all()
    for row, site_id in found:
        try:
            with leases.held(desk, site_id, f"look {row.mark}", _PURPOSE, wait=0.0):
                _settle(desk, row)
        except (Refusal, reconciling.StillOnItsWay):
            continue
        settled += 1
    return settled


def forget(session: Session, desk: Desk) -> None:
    """Forget what nobody asks for again: answers, and what was about to be sent. That nothing landed, or that it is
    not known, stays with the snapshot."""
    over = DirectWrite.settled_at <= desk.clock() - TOLD_FOR
    session.execute(delete(DirectWrite).where(DirectWrite.outcome == LANDED, over))
    session.execute(update(DirectWrite).where(DirectWrite.arguments.is_not(None), over).values(arguments=None))


def _settle(desk: Desk, row: DirectWrite) -> None:
    """Settle a write whose site nobody else writes to now. One that is not known to be there is looked for anew.

    Raises:
        StillOnItsWay: it is not to be seen, and may come yet.
    """
    with desk.reading() as session:
        now = session.get(DirectWrite, row.id)
        if now is None or now.arguments is None or now.outcome not in (None, UNKNOWN):
            return
        snapshot = session.get_one(Snapshot, now.snapshot_id)
    waits = reconciling.is_on_its_way(desk, snapshot.taken_at)
    settled = _looked(desk, now, now.arguments, snapshot, (0.0,) if waits else reconciling.LOOKS)
    performed = settled.performed if settled.landed == "yes" else None
    if waits and performed is None:
        raise reconciling.StillOnItsWay
    with desk.writing() as session:
        again, kept = session.get_one(DirectWrite, row.id), session.get_one(Snapshot, snapshot.id)
        if performed is not None:
            answer = land(session, desk, kept, performed, again.key_id, [_SENT_BEFORE])
            again.answer = desk.sealer.seal(f"direct_write.answer {kept.uuid}", answer)
        again.outcome = LANDED if performed is not None else NOTHING if settled.landed == "no" else UNKNOWN
        again.settled_at = desk.clock()
        if again.outcome != UNKNOWN:
            again.arguments = None
        events.record(
            session,
            desk,
            "write.settled",
            kept.uuid,
            site_id=kept.site_id,
            key_id=again.key_id,
            found=again.outcome,
        )


def _looked(desk: Desk, row: DirectWrite, sealed: str, snapshot: Snapshot, looks: Sequence[float]) -> Settled:
    """Read the site with what the snapshot holds, so that a key revoked since changes nothing."""
    if snapshot.tool not in desk.catalogue:
        return Settled("unknown")
    arguments = desk.sealer.unseal(f"direct_write.arguments {snapshot.uuid}", sealed)
    before = restores.unsealed(desk, snapshot).before
    call = gate.sent_before(desk, row.key_id, snapshot.tool, arguments, row.mark)
    if not isinstance(call.tool, WriteTool):
        raise TypeError(f"{call.tool.name} does not write")
    try:
        with sites.reached(desk, call.site) as wordpress:
            return reconciling.look(call.tool, wordpress, call, before, before, looks)
    except Trouble:
        return Settled("unknown")


def _to_tell(session: Session, desk: Desk, call: Call) -> tuple[DirectWrite, Snapshot] | None:
    """Return the oldest of these writes that landed or may have, and write down that it is told now."""
    for row in session.scalars(select(DirectWrite).where(*_same(desk, call)).order_by(DirectWrite.id)):
        row.told_at, row.arguments = desk.clock(), None
        if row.outcome != NOTHING:
            return row, session.get_one(Snapshot, row.snapshot_id)
    return None


def _same(desk: Desk, call: Call) -> tuple[ColumnElement[bool], ...]:
    lately = DirectWrite.settled_at.is_(None), DirectWrite.settled_at > desk.clock() - TOLD_FOR
    return (
        DirectWrite.key_id == call.key.id,
        DirectWrite.fingerprint == _fingerprint(desk, call),
        DirectWrite.told_at.is_(None),
        or_(*lately),
    )


def _fingerprint(desk: Desk, call: Call) -> str:
    return desk.sealer.mark(["direct write", call.tool.name, call.arguments])


def _review(
    session: Session, desk: Desk, site_id: int, performed: Performed, warnings: Sequence[str]
) -> dict[str, Any]:
    """Tell where the owner decides about the draft copy that a write landed on, if any, and what to beware of."""
    copy_id = performed.copy_id if performed.made_copy is None else performed.made_copy.copy_id
    row = None if copy_id is None else wishes.open_with(session, site_id, copy_id)
    told: dict[str, Any] = {"warnings": list(warnings)} if warnings else {}
    if row is not None:
        told["copies"] = [{"copy_id": row.copy_id, "url": copies.review_url(desk, row)}]
    return {"review": told} if told else {}
