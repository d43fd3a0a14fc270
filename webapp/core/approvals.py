"""Approvals in doubt: what became of one whose answer was lost, or whose program died, is found out by reading.

A person asks for it on the copy's page, and the worker every minute. Nothing is sent again from here; that a copy is
in doubt, and what may not be done meanwhile, is in `doubts`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import select

from webapp.data import Copy, Site, Snapshot
from webapp.errors import Refusal, Trouble
from webapp.tools.answers import Comparison, Settled, State
from webapp.wordpress.client import WordPress

from . import copies, doubts, leases, reconciling, sights, sites
from .desk import Desk

_PURPOSE = "looking what became of an approval"


def settle(desk: Desk, copy: Copy, site: Site, wait: float | None = None) -> str:
    """Find out what became of the approval of a copy that is in doubt, where one is.

    Args:
        wait: how many seconds to wait for another change of the site, see `leases.held`.

    Returns:
        `yes`, it landed, and the copy is approved; `no`, nothing was saved or nothing was in doubt, so that the copy
        waits as it did; `unknown`.

    Raises:
        Refusal: `respira_site_busy`, nothing of it is there yet, and it may still come; or something else goes on.
    """
    with leases.held(desk, site.id, f"look {copy.public_id}", _PURPOSE, wait=wait):
        while True:
            with desk.reading() as session:
                row, kept = session.get_one(Copy, copy.id), doubts.of_copy(session, copy)
            if kept is None:
                return "no"
            found = _settle(desk, row, site, kept)
            # Where an approval saved nothing, the one before it may be in doubt still.
            if found != "no":
                return found


def look(desk: Desk) -> int:
    """Settle every approval in doubt, for the worker. One whose site is busy waits for the next look.

    Returns:
        How many were settled.
    """
    with desk.reading() as session:
        kept = select(Copy, Site, Snapshot).join(Site, Site.id == Copy.site_id)
        kept = kept.join(Snapshot, Snapshot.uuid == Copy.snapshot_uuid)
        rows = session.execute(kept.where(Copy.state == "open", Snapshot.after.is_(None)).order_by(Copy.id)).all()
    settled = 0
    for copy, site, snapshot in rows:
        if doubts.may_approve_again(desk, snapshot):
            continue
        try:
            settled += settle(desk, copy, site, wait=0.0) != "unknown"
        except Trouble:
            continue
    return settled


def _settle(desk: Desk, copy: Copy, site: Site, kept: Snapshot) -> str:
    waits = reconciling.is_on_its_way(desk, kept.taken_at)
    try:
        with sites.reached(desk, site) as wordpress:
            settled = _looked(desk, wordpress, copy, kept, (0.0,) if waits else reconciling.LOOKS)
    except Trouble:
        return "unknown"
    if settled.performed is not None:
        with desk.writing() as session:
            approved = copies.land(session, desk, copy, kept, settled.performed)
        with suppress(Trouble), sites.reached(desk, site) as wordpress:
            desk.copies[copy.kind].clear_away(wordpress, copies.held_copy(desk, copy))
        sights.after_copy(desk, approved, site, settled.performed.result.get("link"))
        return "yes"
    if waits:
        words = "It is not there yet, but what was sent may still reach the site."
        raise Refusal("respira_site_busy", words, hint="Look again in two minutes.")
    if settled.landed == "no":
        doubts.saved_nothing(desk, copy, kept)
    else:
        doubts.found_neither(desk, copy, kept)
    return settled.landed


def _looked(desk: Desk, wordpress: WordPress, copy: Copy, kept: Snapshot, looks: Sequence[float]) -> Settled:
    """Read the site until the approval is found there.

    Raises:
        Trouble: it could not be read.
    """
    care, held = desk.copies[copy.kind], copies.held_copy(desk, copy)
    begun = _as_compared(doubts.before(desk, kept))
    settled = Settled("unknown")
    for pause in looks:
        threading.Event().wait(pause)
        settled = care.settle(wordpress, held, begun)
        if settled.landed == "yes":
            break
    return settled


def _as_compared(state: State) -> Comparison:
    """Return of a comparison what its approval was about to write, and over what."""
    return Comparison(
        changes=[], values=state.get(doubts.ASKED, {}), clashes=[], live=state, live_link=None, edit_link=None
    )
