"""Sweeping: ending plans whose time is up, and forgetting what is over. Nothing depends on it running in time."""

from __future__ import annotations

from sqlalchemy import delete, select

from webapp.data import ApprovalToken, Plan, SignInLink

from . import answered, attempts, browsers, erasing, in_hand, plans, tickets, undos
from .desk import Desk


def sweep(desk: Desk) -> int:
    """End every expired plan and erase what its steps would have sent; then what ended longer ago than is kept.

    Returns:
        How many plans were ended.
    """
    now = desk.clock()
    with desk.writing() as session:
        expired = [
            plan
            for plan in session.scalars(select(Plan).where(Plan.ended_at.is_(None), Plan.expires_at <= now))
            if plans.has_expired(session, desk, plan)
        ]
        for plan in expired:
            plans.close(session, desk, plan, "expired")
        session.execute(delete(ApprovalToken).where(ApprovalToken.expires_at <= now))
        session.execute(delete(SignInLink).where(SignInLink.expires_at <= now))
        browsers.forget(session, desk)
        attempts.forget(session, desk)
        tickets.forget(session, desk)
        answered.forget(session, desk)
        in_hand.forget(session, desk)
        undos.forget(session, desk)
    erasing.erase(desk)
    return len(expired)
