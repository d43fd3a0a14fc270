"""Browsers: the sessions of people who signed in, one row each, so that each can be ended by itself or all at once.

Who somebody is, and how they prove it, is `people`'s business.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from webapp.data import BrowserSession, Person

from . import events
from .desk import Desk
from .sealing import hashed

LASTS = timedelta(days=31)
# So long after following a sign-in link a person may set a password without knowing the present one.
LINK_PROVES = timedelta(hours=1)


def begin(desk: Desk, person: Person, *, by_link: bool) -> str:
    """Begin a session of a person, and return the token that their browser keeps.

    Args:
        by_link: they came by a one-time link, not with their password.
    """
    token = secrets.token_urlsafe(32)
    with desk.writing() as session:
        session.add(
            BrowserSession(person_id=person.id, token_hash=hashed(token), by_link=by_link, made_at=desk.clock())
        )
        by = "link" if by_link else "password"
        events.record(session, desk, "person.signed_in", f"person_{person.id}", person_id=person.id, by=by)
    return token


def find(desk: Desk, token: str) -> tuple[Person, BrowserSession] | None:
    """Return whose session a token is of, or None when it is over or never was."""
    with desk.reading() as session:
        row = session.execute(
            select(Person, BrowserSession)
            .join(BrowserSession, BrowserSession.person_id == Person.id)
            .where(BrowserSession.token_hash == hashed(token), BrowserSession.made_at > desk.clock() - LASTS)
        ).first()
    return None if row is None else (row[0], row[1])


def proves_enough(desk: Desk, row: BrowserSession) -> bool:
    """Tell whether a session has just begun by a link, which is how a forgotten password is replaced."""
    return row.by_link and row.made_at > desk.clock() - LINK_PROVES


def end(desk: Desk, row: BrowserSession) -> None:
    """End one session: its token opens nothing any more."""
    with desk.writing() as session:
        session.execute(delete(BrowserSession).where(BrowserSession.id == row.id))
        events.record(session, desk, "person.signed_out", f"person_{row.person_id}", person_id=row.person_id)


def end_all(desk: Desk, person_id: int) -> None:
    """End every session of a person, in every browser."""
    with desk.writing() as session:
        end_others(session, person_id, None)
        events.record(session, desk, "person.signed_out_everywhere", f"person_{person_id}", person_id=person_id)


def end_others(session: Session, person_id: int, kept: BrowserSession | None) -> None:
    """End every session of a person but one.

    Args:
        kept: the one that goes on; None for none.
    """
    over = delete(BrowserSession).where(BrowserSession.person_id == person_id)
    session.execute(over if kept is None else over.where(BrowserSession.id != kept.id))


def forget(session: Session, desk: Desk) -> None:
    """Delete the sessions whose time is up."""
    session.execute(delete(BrowserSession).where(BrowserSession.made_at <= desk.clock() - LASTS))
