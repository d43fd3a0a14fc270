"""People: making one, signing in by password or by a one-time link, changing the password."""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import select, update

from webapp.data import BrowserSession, Person, SignInLink
from webapp.errors import Refusal

from . import attempts, browsers, events, known_browsers, passwords
from .attempts import Tries, Whose
from .desk import Desk
from .sealing import hashed

LINK_LASTS = timedelta(hours=1)
SHORTEST_PASSWORD = 12
TRIES = Tries(
    "sign in",
    "Too many tries to sign in, from here or with this address.",
    "A sign-in link works meanwhile: whoever runs Sayso can make one with bin/sayso sign-in-link.",
)
AT_PRESENT_PASSWORD = Tries(
    "present password",
    "Too many tries at your present password.",
    "Forgotten? Sign in with a new link.",
)


def add(desk: Desk, email: str, name: str) -> Person:
    """Add a person, who signs in by link at first, or return the one who has this address already."""
    with desk.writing() as session:
        person = session.scalar(select(Person).where(Person.email == _plain(email)))
        if person is None:
            person = Person(email=_plain(email), name=name)
            session.add(person)
            session.flush()
            events.record(session, desk, "person.added", f"person_{person.id}", person_id=person.id)
        return person


def sign_in(desk: Desk, email: str, password: str, caller: str, held: str = "") -> Person:
    """Return the person with this address and password.

    Args:
        caller: the network address this comes from. Tries are counted for it and for the e-mail address.
        held: what the browser holds of people who signed in there before. Tries of such a person are counted for the
            browser instead, so that nobody elsewhere can use them up.

    Raises:
        Refusal: `respira_sign_in_failed`, the same words whatever was wrong; `respira_rate_limited`;
            `respira_passwords_busy`, and then the try is not counted.
    """
    with desk.reading() as session:
        person = session.scalar(select(Person).where(Person.email == _plain(email)))
    known = None if person is None else known_browsers.whose_tries(desk, held, person.id)
    with passwords.place(known=known is not None) as place:
        attempts.count(desk, TRIES, *(known or [*attempts.callers(caller), Whose(f"email {_plain(email)}")]))
        kept = None if person is None else person.password_hash
        right = place.fits(kept, password)
        if person is None or kept is None or not right:
            raise Refusal("respira_sign_in_failed")
        if passwords.is_dated(kept):
            _keep_anew(desk, person.id, kept, place.hash_of(password))
    return person


def _keep_anew(desk: Desk, person_id: int, dated: str, anew: str) -> None:
    """Keep the hash as it is made today, unless there is another password by now."""
    this = update(Person).where(Person.id == person_id, Person.password_hash == dated)
    with desk.writing() as session:
        session.execute(this.values(password_hash=anew))


def make_link(desk: Desk, email: str) -> str:
    """Make a token that signs a person in once, within the hour.

    Raises:
        Refusal: `respira_not_found`, nobody has this address.
    """
    token = secrets.token_urlsafe(32)
    with desk.writing() as session:
        person = session.scalar(select(Person).where(Person.email == _plain(email)))
        if person is None:
            raise Refusal(
                "respira_not_found",
                f"Nobody here has the address {email}.",
                hint="Add them with: bin/sayso add-person EMAIL NAME",
            )
        session.add(SignInLink(person_id=person.id, token_hash=hashed(token), expires_at=desk.clock() + LINK_LASTS))
    return token


def link_is_good(desk: Desk, token: str) -> bool:
    """Tell whether a sign-in link would still work. Looking does not use it up."""
    with desk.reading() as session:
        link = session.scalar(select(SignInLink).where(SignInLink.token_hash == hashed(token)))
        return link is not None and link.used_at is None and link.expires_at > desk.clock()


def use_link(desk: Desk, token: str) -> Person:
    """Use up a sign-in link.

    Raises:
        Refusal: `respira_link_over`, also for a wrong one.
    """
    now = desk.clock()
    with desk.writing() as session:
        used = session.execute(
            update(SignInLink)
            .where(
                SignInLink.token_hash == hashed(token),
                SignInLink.used_at.is_(None),
                SignInLink.expires_at > now,
            )
            .values(used_at=now)
            .returning(SignInLink.person_id)
        ).scalar()
        person = session.get(Person, used) if used is not None else None
        if person is None:
            raise Refusal("respira_link_over")
        return person


def must_prove(desk: Desk, person: Person, here: BrowserSession | None) -> bool:
    """Tell whether a person has to type the present password before a new one.

    Args:
        here: the session in which they ask.
    """
    return person.password_hash is not None and (here is None or not browsers.proves_enough(desk, here))


def set_password(
    desk: Desk, person_id: int, password: str, *, present: str = "", here: BrowserSession | None = None
) -> None:
    """Set a new password and end every other session of this person.

    Args:
        present: the password so far, where there is one (see `must_prove`).
        here: the session in which it is set, which goes on.

    Raises:
        Refusal: `respira_wrong_password`, `respira_weak_password`, `respira_rate_limited` or
            `respira_passwords_busy`.
    """
    with desk.reading() as session:
        person = session.get_one(Person, person_id)
    with passwords.place(known=True) as place:
        if must_prove(desk, person, here):
            # Only whoever is signed in comes here, so nobody else may use these tries up.
            asking = f"person {person_id}" if here is None else f"session {here.id}"
            attempts.count(desk, AT_PRESENT_PASSWORD, Whose(asking))
            if not place.fits(person.password_hash, present):
                raise Refusal("respira_wrong_password")
        password_hash = place.hash_of(_long_enough(password))
    with desk.writing() as session:
        session.get_one(Person, person_id).password_hash = password_hash
        browsers.end_others(session, person_id, here)
        events.record(session, desk, "person.password_set", f"person_{person_id}", person_id=person_id)


def _plain(email: str) -> str:
    return email.strip().lower()


def _long_enough(password: str) -> str:
    if len(password) < SHORTEST_PASSWORD:
        raise Refusal("respira_weak_password", f"The password needs at least {SHORTEST_PASSWORD} characters.")
    return password


def set_time_zone(desk: Desk, person_id: int, name: str | None) -> None:
    """Keep the zone that a person reads times in.

    Args:
        name: as the time zone database spells it; None for none.
    """
    with desk.writing() as session:
        session.get_one(Person, person_id).time_zone = name
