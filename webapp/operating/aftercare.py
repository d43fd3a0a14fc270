"""What a restored backup, or an export that was taken in, must not do by itself: go on from a moment that is past, on
sites that have gone on since.

Whatever was done after it was taken is not in it. So nothing that it holds as under way writes any further, no plan
that was open can be applied (some of its steps may have been since), every site is paused until its owner has looked,
and what was let in then is not let in again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from webapp.core import entrances
from webapp.data import (
    ApprovalToken,
    BrowserSession,
    Event,
    KeyTicket,
    Plan,
    Run,
    SignInLink,
    Site,
    SiteLease,
    Undo,
)


@dataclass(frozen=True)
class Held:
    """What was held back.

    Attributes:
        under_way: runs and undos that were under way; a worker settles what each had sent, and sends nothing more.
        sites: how many were paused.
        plans: how many were open and have expired.
    """

    under_way: int
    sites: int
    plans: int


def hold_back(session: Session, now: datetime) -> Held:
    """Keep what was laid in from writing to any site until somebody has looked, and sign everybody out.

    Args:
        session: one that may change things.
    """
    runs = session.execute(
        update(Run).where(Run.finished_at.is_(None)).values(stop_asked=True, worker=None, lease_until=None)
    )
    asked = (Undo.asked_at.is_not(None), Undo.finished_at.is_(None))
    undos = session.execute(update(Undo).where(*asked).values(stop_asked=True, worker=None, lease_until=None))
    working = select(Site).where(Site.paused_at.is_(None), Site.disconnected_at.is_(None))
    sites = session.scalars(working).all()
    for site in sites:
        site.paused_at = now
        session.add(
            Event(
                at=now,
                what="site.paused",
                subject=site.public_id,
                site_id=site.id,
                details={},
                door=entrances.here(),
            )
        )
    for table in (BrowserSession, SignInLink, ApprovalToken, KeyTicket, SiteLease):
        session.execute(delete(table))
    plans = session.execute(update(Plan).where(Plan.ended_at.is_(None)).values(expires_at=now))
    return Held(runs.rowcount + undos.rowcount, len(sites), plans.rowcount)  # type: ignore[attr-defined]
