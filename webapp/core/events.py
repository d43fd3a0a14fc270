"""Writing down what happened. A line is written in the transaction of what it tells of, or not at all."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from webapp.data import Event

from .desk import Desk


def record(
    session: Session,
    desk: Desk,
    what: str,
    subject: str,
    *,
    site_id: int | None = None,
    key_id: int | None = None,
    person_id: int | None = None,
    **details: Any,
) -> None:
    """Add a line to the audit log.

    Args:
        what: `noun.verb` in the past, such as `step.applied`.
        subject: the public id of what it happened to.
        details: ids and counts; never arguments or secrets.
    """
    session.add(
        Event(
            at=desk.clock(),
            what=what,
            subject=subject,
            site_id=site_id,
            key_id=key_id,
            person_id=person_id,
            details=details,
        )
    )
