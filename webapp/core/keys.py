"""Keys: making, finding, listing, revoking. A key is shown once, when it is made; then only its hash is known."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp import logs
from webapp.data import Key, Membership, Mode, Run, Scope, Site, public_id
from webapp.errors import Refusal
from webapp.tools import groups

from . import events, links, plans, rights, runs, yeses
from .desk import Desk
from .sealing import hashed

PREFIX = "respira_"
_USE_NOTED_EVERY = timedelta(minutes=1)


class IssuedKey(NamedTuple):
    """A new key and its token, which is not known again later."""

    key: Key
    token: str


def issue(
    session: Session,
    desk: Desk,
    site_id: int,
    name: str,
    mode: Mode,
    *,
    scope: Scope = Scope.FULL,
    tools_off: Sequence[str] | None = None,
    shared: bool = False,
    expires_at: datetime | None = None,
    person_id: int | None = None,
    public: str | None = None,
) -> IssuedKey:
    """Make a key for one site.

    Args:
        name: what the person calls it, such as "Claude on my laptop".
        mode: when its writes are planned, and where the yes comes from.
        scope: what it may do at all.
        tools_off: short names of the tools that it may not use; None for those that wait for their owner to choose
            their purpose, so that at most 40 are left.
        shared: several agents will use it, so it has no plan.
        expires_at: when it stops working by itself; None for never.
        person_id: who makes it.
        public: the public id it gets; a new one when left out.

    Raises:
        Refusal: `respira_plan_needs_key`, shared and always planning; `respira_key_expired`, over at once.
    """
    _demand_plan_of_its_own(mode, shared)
    _demand_ahead(desk, expires_at)
    token = PREFIX + secrets.token_urlsafe(27)
    key = Key(
        public_id=public or public_id("key"),
        site_id=site_id,
        name=name,
        token_hash=hashed(token),
        ending=token[-4:],
        mode=mode,
        scope=scope,
        tools_off=groups.off_but(groups.AT_FIRST) if tools_off is None else sorted(tools_off),
        shared=shared,
        expires_at=expires_at,
        made_at=desk.clock(),
    )
    session.add(key)
    session.flush()
    events.record(
        session,
        desk,
        "key.issued",
        key.public_id,
        site_id=site_id,
        key_id=key.id,
        person_id=person_id,
        mode=mode,
    )
    return IssuedKey(key, token)


def is_known(session: Session, public: str) -> bool:
    """Tell whether a key has this public id already, revoked or not."""
    return session.scalar(select(Key.id).where(Key.public_id == public)) is not None


def of_site(session: Session, site_id: int) -> list[Key]:
    """Return a site's keys, those in use first, the newest first."""
    return list(
        session.scalars(
            select(Key)
            .where(Key.site_id == site_id)
            .order_by(Key.revoked_at.is_not(None), Key.made_at.desc(), Key.id)
        )
    )


def of_person(session: Session, person_id: int, public: str) -> tuple[Key, Site]:
    """Return a key of one of a person's sites, and that site.

    Raises:
        Refusal: `respira_not_found`, also for a key of somebody else's site.
    """
    row = session.execute(
        select(Key, Site)
        .join(Site, Site.id == Key.site_id)
        .join(Membership, Membership.site_id == Site.id)
        .where(Membership.person_id == person_id, Key.public_id == public)
    ).first()
    if row is None:
        raise Refusal("respira_not_found", "There is no such key.", hint="")
    return row[0], row[1]


def find(desk: Desk, token: str | None) -> Key:
    """Find the live key behind a token; a paused one is found too.

    Raises:
        Refusal: `respira_key_missing`, `respira_invalid_key` or `respira_key_expired`.
    """
    if not token:
        raise Refusal("respira_key_missing")
    with desk.reading() as session:
        key = session.scalar(select(Key).where(Key.token_hash == hashed(token)))
    if key is None:
        raise Refusal("respira_invalid_key")
    if key.paused_at is None:
        # A paused key still comes in, so that each of its calls is answered with the reason.
        rights.demand_live(key, desk.clock())
    logs.about(key=key.public_id)
    return key


def note_use(desk: Desk, key: Key, client: str | None) -> None:
    """Remember when and by which client a key was last used; at most once a minute."""
    now = desk.clock()
    fresh = key.last_used_at is not None and now - key.last_used_at < _USE_NOTED_EVERY
    if fresh and (client is None or client == key.client):
        return
    with desk.writing() as session:
        session.execute(
            update(Key)
            .where(Key.id == key.id)
            .values(last_used_at=now, client=(client or key.client or "")[: plans.LONGEST_CLIENT] or None)
        )


def change(
    session: Session,
    desk: Desk,
    key: Key,
    person_id: int,
    *,
    name: str,
    mode: Mode,
    scope: Scope,
    tools_off: Sequence[str],
    shared: bool,
    expires_at: datetime | None,
) -> None:
    """Change what a key may do. It holds from the next call on, and for steps that wait already.

    Where only a person in the browser says the yes from now on, those given by links that do not count for that fall.

    Args:
        tools_off: short names of the tools that this key may not use.
        expires_at: when it stops working by itself; None for never.

    Raises:
        Refusal: `respira_invalid_key`, it was revoked; or as `issue`.
    """
    if key.revoked_at is not None:
        raise Refusal(
            "respira_invalid_key", f"The key {key.name} is revoked, so nothing changes it any more.", hint=""
        )
    _demand_plan_of_its_own(mode, shared)
    if expires_at != key.expires_at:
        _demand_ahead(desk, expires_at)
    key.name, key.mode, key.scope, key.shared = name, mode, scope, shared
    key.tools_off, key.expires_at = sorted(tools_off), expires_at
    yeses.let_fall(session, desk, key, person_id)
    _changed(session, desk, key, "key.changed", person_id)


def _demand_plan_of_its_own(mode: Mode, shared: bool) -> None:
    if shared and mode != Mode.ASK:
        raise Refusal("respira_plan_needs_key", "A shared key has no plan, so its writes can not wait for a yes.")


def _demand_ahead(desk: Desk, expires_at: datetime | None) -> None:
    if expires_at is not None and expires_at <= desk.clock():
        raise Refusal("respira_key_expired", "This time is over already.", hint="Choose a later one.")


def pause(session: Session, desk: Desk, key: Key, person_id: int) -> None:
    """Stop a key for the time being: it may do nothing, and of its run no further step starts."""
    if key.paused_at is None:
        key.paused_at = desk.clock()
        runs.stop_those(session, Run.key_id == key.id)
        _changed(session, desk, key, "key.paused", person_id)


def resume(session: Session, desk: Desk, key: Key, person_id: int) -> None:
    """Let a paused key work again."""
    if key.paused_at is not None:
        key.paused_at = None
        _changed(session, desk, key, "key.resumed", person_id)


def revoke(session: Session, desk: Desk, key: Key, person_id: int) -> None:
    """End a key for good, with the links that it made.

    Steps that wait in its plan can not run any more; of its run no further step starts.
    """
    if key.revoked_at is None:
        key.revoked_at = desk.clock()
        links.end_those_of_key(session, desk, key.id, person_id)
        runs.stop_those(session, Run.key_id == key.id)
        _changed(session, desk, key, "key.revoked", person_id)


def _changed(session: Session, desk: Desk, key: Key, what: str, person_id: int) -> None:
    events.record(session, desk, what, key.public_id, site_id=key.site_id, key_id=key.id, person_id=person_id)
