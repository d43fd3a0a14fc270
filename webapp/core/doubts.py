"""Doubts: approvals of copies that were begun, and of which nobody knows yet whether they landed.

From the snapshot before an approval until its outcome, the copy's row names that snapshot and is still open. Finding
out by reading the site what became of one is in `approvals`.
"""

from __future__ import annotations

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Snapshot
from webapp.errors import Refusal
from webapp.tools.answers import State
from webapp.tools.session.snapshots import APPROVAL

from .desk import Desk

# In the state kept before an approval: the copy that is approved; whose value stands where both had changed; what is
# written; the snapshot that the copy named before; and that the site was found to hold neither what was written nor
# what stood there before, when nothing was on its way any more.
OF, CHOSEN, ASKED, FORMER = "approving.copy", "approving.chosen", "approving.asked", "approving.former"
_NEITHER = "approving.neither"


def of_copy(session: Session, copy: Copy) -> Snapshot | None:
    """Return what was kept before an approval of a copy that is in doubt, if there is one."""
    kept = select(Snapshot).join(Copy, Copy.snapshot_uuid == Snapshot.uuid)
    return session.scalar(kept.where(Copy.id == copy.id, Copy.state == "open", Snapshot.after.is_(None)))


def saved_nothing(desk: Desk, copy: Copy, snapshot: Snapshot) -> None:
    """Write down that an approval saved nothing: what was kept before it is of no use, and the copy waits again."""
    with desk.writing() as session:
        mine = of_copy(session, copy)
        if mine is not None and mine.uuid == snapshot.uuid:
            session.get_one(Copy, copy.id).snapshot_uuid = before(desk, mine).get(FORMER)
            session.delete(mine)


def found_neither(desk: Desk, copy: Copy, snapshot: Snapshot) -> None:
    """Write down that the site holds neither what an approval was to write nor what stood there before."""
    with desk.writing() as session:
        mine = of_copy(session, copy)
        if mine is not None and mine.uuid == snapshot.uuid:
            state = {**before(desk, mine), _NEITHER: True}
            mine.before = desk.sealer.seal(f"snapshot.before {mine.uuid}", state)


def may_approve_again(desk: Desk, kept: Snapshot) -> bool:
    """Tell whether nothing of an approval in doubt can come any more, so that a person may look and say yes again."""
    return bool(before(desk, kept).get(_NEITHER))


def before(desk: Desk, snapshot: Snapshot) -> State:
    """Return what was kept before an approval."""
    state: State = desk.sealer.unseal(f"snapshot.before {snapshot.uuid}", snapshot.before)
    return state


def demand_certain(session: Session, site_id: int, kind: str, *ids: str | int | None) -> None:
    """Demand that of no copy among these items, and of none of their copies, an approval is in doubt.

    Raises:
        Refusal: `respira_site_busy`.
    """
    named = [int(one) for one in ids if one is not None and str(one).isdecimal()]
    doubtful = select(Copy).join(Snapshot, Copy.snapshot_uuid == Snapshot.uuid)
    doubtful = doubtful.where(
        Copy.site_id == site_id, Copy.kind == kind, Copy.state == "open", Snapshot.after.is_(None)
    )
    copy = session.scalar(doubtful.where(or_(Copy.copy_id.in_(named), Copy.original_id.in_(named))).limit(1))
    if copy is not None:
        raise refusal(copy)


def refusal(copy: Copy) -> Refusal:
    """Return the refusal of anything that is to be done with a copy in doubt."""
    words = (
        f"A person said yes to {copy.name}, and the site's answer was lost: it is not known yet whether it is live. "
        "Nothing else is done with it until that is known."
    )
    return Refusal("respira_site_busy", words, hint='On its page, "Check the site now" reads the site.')


def begun(session: Session, desk: Desk, copy: Copy) -> list[Snapshot]:
    """Return what was kept before each approval of a copy that was begun and of which no outcome is known."""
    unheard = session.scalars(
        select(Snapshot)
        .where(Snapshot.site_id == copy.site_id, Snapshot.tool == APPROVAL, Snapshot.after.is_(None))
        .where(Snapshot.target_id == str(copy.original_id), Snapshot.taken_at >= copy.made_at)
        .order_by(Snapshot.id)
    )
    return [one for one in unheard if before(desk, one).get(OF) == copy.public_id]


def first_before(desk: Desk, copy: Copy) -> State:
    """Return the live values from before the first approval of a copy that was begun and is still in doubt."""
    with desk.reading() as session:
        return next((before(desk, one) for one in begun(session, desk, copy)), {})
