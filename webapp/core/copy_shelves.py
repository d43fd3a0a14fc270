"""Shelves of copies: which of them a person finds listed, by what became of them. It decides and asks nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Select, exists, func, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Key, Membership, Person, Site, Snapshot

# How many copies a page of the list holds.
A_PAGE = 30


class Shelf(StrEnum):
    """Which copies, by what became of them."""

    WAITING = "waiting"
    KEPT = "kept"
    APPROVED = "approved"
    REJECTED = "rejected"
    ALL = "all"


_STATES = {Shelf.WAITING: "open", Shelf.KEPT: "kept", Shelf.APPROVED: "approved", Shelf.REJECTED: "rejected"}


@dataclass(frozen=True)
class Wanted:
    """What a person keeps the list to.

    Attributes:
        site, key: public ids.
        words: to be found in the name of what is copied.
    """

    site: str | None = None
    key: str | None = None
    words: str | None = None


@dataclass(frozen=True)
class Shelved:
    """A copy in the list.

    Attributes:
        person: who decided about it.
        taken_back: it was approved, and the approval was taken back.
    """

    copy: Copy
    site: Site
    key: Key
    person: Person | None
    taken_back: bool


def listed(
    session: Session, person_id: int, wanted: Wanted, shelf: Shelf = Shelf.WAITING, page: int = 1
) -> list[Shelved]:
    """Return the copies of a person's sites: those of a page, and the first of the next one.

    The newest stand first; of those that somebody decided about, what was decided last.

    Args:
        page: the first is 1.
    """
    newest = Copy.id.desc() if shelf in (Shelf.WAITING, Shelf.ALL) else Copy.decided_at.desc()
    found = _of_person(person_id, wanted, shelf).order_by(newest, Copy.id.desc())
    taken_back = exists().where(Snapshot.uuid == Copy.snapshot_uuid, Snapshot.restored_at.is_not(None))
    rows = session.execute(found.add_columns(taken_back).offset((page - 1) * A_PAGE).limit(A_PAGE + 1))
    return [Shelved(*row) for row in rows]


def counted(session: Session, person_id: int, wanted: Wanted, shelf: Shelf) -> int:
    """Return how many copies stand on a shelf."""
    found = _of_person(person_id, wanted, shelf).with_only_columns(func.count(Copy.id))
    return session.scalar(found) or 0


def keys_with_copies(session: Session, person_id: int) -> list[tuple[Key, Site]]:
    """Return the keys that made a copy or a new draft on a person's sites, by name, each with its site."""
    rows = session.execute(
        select(Key, Site)
        .join(Site, Site.id == Key.site_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, exists().where(Copy.key_id == Key.id))
        .order_by(Key.name, Key.id)
    )
    return [(key, site) for key, site in rows]


def _of_person(person_id: int, wanted: Wanted, shelf: Shelf) -> Select[Copy, Site, Key, Person]:
    found = (
        select(Copy, Site, Key, Person)
        .join(Site, Site.id == Copy.site_id)
        .join(Key, Key.id == Copy.key_id)
        .join(Membership, Membership.site_id == Site.id)
        .outerjoin(Person, Person.id == Copy.decided_by)
        .where(Membership.person_id == person_id)
    )
    if shelf in _STATES:
        found = found.where(Copy.state == _STATES[shelf])
    if wanted.site is not None:
        found = found.where(Site.public_id == wanted.site)
    if wanted.key is not None:
        found = found.where(Key.public_id == wanted.key)
    if wanted.words is not None:
        found = found.where(Copy.name.icontains(wanted.words, autoescape=True))
    return found
