"""Reopening: a copy that a person keeps as a draft, and one that waits again after it was kept or rejected.

Keeping writes nothing to the site. Deciding about a copy is in `copies`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import Copy, Person, Site
from webapp.errors import Refusal
from webapp.tools.values import within

from . import copies, events, leases, sites
from .desk import Desk
from .waiting import demand_free

# What can wait for a person again.
CLOSED = ("kept", "rejected")


def keep_as_draft(desk: Desk, person: Person, copy: Copy, site: Site) -> Copy:
    """Leave a copy, or a new draft, in WordPress as the draft that it is. It waits no more; nothing is sent.

    Raises:
        Refusal: the copy is not open any more.
    """
    with leases.held(desk, site.id, f"keep {copy.public_id}", "keeping a copy as a draft"):
        copies.demand_state(desk, copy, "open")
        with desk.writing() as session:
            return copies.decided(session, desk, copy, person.id, "kept")


def reopen(desk: Desk, person: Person, copy: Copy, site: Site) -> Sequence[str]:
    """Let a copy that was kept or rejected wait for a person again; one in the trash comes back from there.

    Returns:
        The names of fields that could not be brought back exactly.

    Raises:
        Refusal: it waits already or can not wait again (`respira_step_not_waiting`), the draft is not there any more
            or another copy of the same item waits (`respira_cannot_restore`).
        SiteTrouble: the site did not do it; nothing changed for us.
    """
    demand_free(desk, site.id)
    with leases.held(desk, site.id, f"reopen {copy.public_id}", "taking a copy up again"):
        copies.demand_state(desk, copy, *CLOSED)
        with desk.reading() as session:
            _demand_no_other(session, copy)
            closed = session.get_one(Copy, copy.id)
        held, care = copies.held_copy(desk, closed), desk.copies[closed.kind]
        with sites.reached(desk, site) as wordpress:
            restored = care.bring_back(wordpress, held, within(copies.LEFT, held.fields))
        with desk.writing() as session:
            _wait_again(session, desk, person, copy)
    return restored.differs


def _demand_no_other(session: Session, copy: Copy) -> None:
    other = select(Copy.id).where(
        Copy.key_id == copy.key_id,
        Copy.kind == copy.kind,
        Copy.original_id == copy.original_id,
        Copy.state == "open",
    )
    if session.scalar(other) is not None:
        words = f"Another draft copy of {copy.name} waits for you now."
        raise Refusal("respira_cannot_restore", words, hint="Decide about that one first.")


def _wait_again(session: Session, desk: Desk, person: Person, copy: Copy) -> None:
    row = session.get_one(Copy, copy.id)
    row.state, row.decided_by, row.decided_at = "open", None, None
    row.preview_until = max(row.preview_until, desk.clock() + copies.PREVIEW_LASTS)
    events.record(session, desk, "copy.reopened", row.public_id, site_id=row.site_id, person_id=person.id)
