"""Browsers: the sessions of people who signed in, one row each, so that each can be ended by itself or all at once.

Who somebody is, and how they prove it, is `people`'s business.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, delete, func, not_, or_, select, update
from sqlalchemy.orm import Session

from webapp.data import BrowserSession, Person, SignInLink
from webapp.errors import Refusal

from . import events
from .desk import Desk
from .sealing import hashed

LASTS = timedelta(days=31)
# So long after following a sign-in link a person may set a password without knowing the present one.
LINK_PROVES = timedelta(hours=1)
# A session that was not asked to last ends when no form was sent in it for so long. Looking at pages writes nothing
# down, so it can not count: what is shown as living and what lives would not be the same.
IDLE = timedelta(days=7)
# That a session is used is written down no oftener than this.
NOTED_EVERY = timedelta(minutes=5)
LONGEST_BROWSER = 300


def begin(desk: Desk, person: Person, *, by_link: bool, browser: str = "", remembered: bool = False) -> str:
    """Begin a session of a person, and return the token that their browser keeps.

    Args:
        by_link: they came by a one-time link, not with their password.
        browser: what the browser says of itself.
        remembered: it was asked to last for its month, whether it is used or not.
    """
    token, now = secrets.token_urlsafe(32), desk.clock()
    row = BrowserSession(person_id=person.id, token_hash=hashed(token), by_link=by_link, made_at=now, seen_at=now)
    row.remembered = remembered
    row.browser = "".join(letter for letter in browser if letter.isprintable())[:LONGEST_BROWSER] or None
    with desk.writing() as session:
        session.add(row)
        by = "link" if by_link else "password"
        events.record(session, desk, "person.signed_in", f"person_{person.id}", person_id=person.id, by=by)
    return token


def find(desk: Desk, token: str) -> tuple[Person, BrowserSession] | None:
    """Return whose session a token is of, or None when it is over or never was."""
    with desk.reading() as session:
        row = session.execute(
            select(Person, BrowserSession)
            .join(BrowserSession, BrowserSession.person_id == Person.id)
            .where(BrowserSession.token_hash == hashed(token), _lives(desk))
        ).first()
    return None if row is None else (row[0], row[1])


def note_use(desk: Desk, row: BrowserSession) -> None:
    """Remember that a session is used, where that was not written down lately."""
    now = desk.clock()
    if row.seen_at is None or row.seen_at <= now - NOTED_EVERY:
        with desk.writing() as session:
            session.execute(update(BrowserSession).where(BrowserSession.id == row.id).values(seen_at=now))


def of_person(session: Session, desk: Desk, person_id: int) -> list[BrowserSession]:
    """Return the sessions of a person that still open something, the newest first."""
    theirs = select(BrowserSession).where(BrowserSession.person_id == person_id, _lives(desk))
    return list(session.scalars(theirs.order_by(BrowserSession.id.desc())))


def _lives(desk: Desk) -> ColumnElement[bool]:
    """Return the one rule by which a session opens something."""
    now, used_at = desk.clock(), func.coalesce(BrowserSession.seen_at, BrowserSession.made_at)
    in_use = or_(BrowserSession.remembered, used_at > now - IDLE)
    return and_(BrowserSession.made_at > now - LASTS, in_use)


def find_of(session: Session, person_id: int, row_id: int) -> BrowserSession:
    """Return one session of a person.

    Raises:
        Refusal: `respira_not_found`, also for one of somebody else.
    """
    row = session.get(BrowserSession, row_id)
    if row is None or row.person_id != person_id:
        raise Refusal("respira_not_found", "This browser is signed out already.", hint="")
    return row


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
    """End every session of a person but one, and every sign-in link that was not used.

    Args:
        kept: the one that goes on; None for none.
    """
    over = delete(BrowserSession).where(BrowserSession.person_id == person_id)
    session.execute(over if kept is None else over.where(BrowserSession.id != kept.id))
    session.execute(delete(SignInLink).where(SignInLink.person_id == person_id, SignInLink.used_at.is_(None)))


def forget(session: Session, desk: Desk) -> None:
    """Delete the sessions whose time is up."""
    session.execute(delete(BrowserSession).where(not_(_lives(desk))))
