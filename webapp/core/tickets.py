"""Tickets: one-time codes that the stdio command exchanges for a key, so that no agent and no chat holds the key.

A ticket works once, within 15 minutes. Until then the key's own token lies sealed in its row; then it is erased.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from webapp.data import Key, KeyTicket, Site
from webapp.errors import Refusal

from . import attempts, events
from .attempts import Tries
from .desk import Desk
from .sealing import hashed

LASTS = timedelta(minutes=15)
# For a day longer it can still be said that a code is too old, and not merely that it is unknown.
_REMEMBERED = timedelta(days=1)
TRIES = Tries("code", "Too many codes were tried from here.")
# No letters that are read as digits. 20 of these are 100 bits.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("OIL", "011")


class Redeemed(NamedTuple):
    """What a code was exchanged for."""

    token: str
    key: Key
    site: Site


def make(session: Session, desk: Desk, key: Key, token: str) -> str:
    """Make a ticket for a key that was made just now.

    Args:
        token: the key's own.

    Returns:
        The code, such as 3Q7XM-K2PD0-..., which is not known again later.
    """
    letters = "".join(secrets.choice(_LETTERS) for _ in range(20))
    token_hash = hashed(letters)
    session.add(
        KeyTicket(
            token_hash=token_hash,
            key_id=key.id,
            key_token=desk.sealer.seal(_purpose(token_hash), token),
            expires_at=desk.clock() + LASTS,
        )
    )
    return "-".join(letters[at : at + 5] for at in range(0, 20, 5))


def redeem(desk: Desk, code: str, caller: str) -> Redeemed:
    """Exchange a code for the key it stands for. The code is used up.

    Args:
        code: as it was typed; small letters, and whatever stands between the letters, do not matter.
        caller: the network address this comes from, for which tries are counted.

    Raises:
        Refusal: `respira_rate_limited`, `respira_token_unknown`, `respira_token_already_used`, or
            `respira_token_expired`, also where the key itself is over.
    """
    attempts.count(desk, TRIES, *attempts.callers(caller))
    letters = code.upper().translate(_READ_AS)
    token_hash = hashed("".join(letter for letter in letters if letter in _LETTERS))
    with desk.writing() as session:
        found = session.execute(
            select(KeyTicket, Key, Site)
            .join(Key, Key.id == KeyTicket.key_id)
            .join(Site, Site.id == Key.site_id)
            .where(KeyTicket.token_hash == token_hash)
        ).first()
        if found is None:
            raise Refusal("respira_token_unknown")
        ticket, key, site = found
        token = desk.sealer.unseal(_purpose(token_hash), _demand_good(desk, ticket, key))
        ticket.used_at, ticket.key_token = desk.clock(), None
        events.record(session, desk, "key.redeemed", key.public_id, site_id=site.id, key_id=key.id)
        return Redeemed(str(token), key, site)


def _demand_good(desk: Desk, ticket: KeyTicket, key: Key) -> str:
    """Return the sealed token of a ticket that may be used."""
    now = desk.clock()
    if ticket.used_at is not None:
        raise Refusal("respira_token_already_used")
    if key.revoked_at is not None or (key.expires_at is not None and key.expires_at <= now):
        raise Refusal("respira_token_expired", "The key of this code was revoked, or its time is over.")
    if ticket.expires_at <= now or ticket.key_token is None:
        raise Refusal("respira_token_expired")
    return ticket.key_token


def forget(session: Session, desk: Desk) -> None:
    """Erase the keys' tokens of tickets that are too old, and a day later the tickets."""
    now = desk.clock()
    session.execute(update(KeyTicket).where(KeyTicket.expires_at <= now).values(key_token=None))
    session.execute(delete(KeyTicket).where(KeyTicket.expires_at <= now - _REMEMBERED))


def _purpose(token_hash: str) -> str:
    return f"key_ticket.key_token {token_hash}"
