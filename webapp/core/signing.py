"""Signing: the secrets that receipts are signed with. They are random, owe nothing to a sealing key, and are kept
sealed in rows, by number.

The newest signs. The older ones are kept, since receipts that somebody has were signed with them; how far those are
believed is told in `verifying`. A new one is made when everything was sealed anew, for whoever had the key before may
have read it.
"""

from __future__ import annotations

import hmac
import secrets
from contextlib import suppress

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.data import KeptSecret

from .desk import Desk
from .sealing import BrokenSeal

_NAME = "signing."


def sign(session: Session, desk: Desk, digest: str) -> str:
    """Return the signature of a receipt by the newest secret: an HMAC of its digest.

    Where no receipt was issued since there are such secrets, it is the mark that receipts had before.
    """
    return all_of(session, desk, digest)[0]


def all_of(session: Session, desk: Desk, digest: str) -> list[str]:
    """Return every signature that a receipt may have from here, that by the newest secret first.

    The last is what receipts were signed with before there were such secrets. It comes from a sealing key.
    """
    made = [hmac.digest(secret, digest.encode(), "sha256").hex() for secret, _key in _kept(session, desk)]
    return [*made, desk.sealer.mark(["receipt", digest])]


def begin(session: Session, desk: Desk) -> None:
    """Make a secret, where there is none that the keys open."""
    if not _kept(session, desk):
        _make(session, desk)


def renew(desk: Desk) -> None:
    """Make a new secret for what is signed from now on, unless the newest was made under the newest sealing key."""
    with desk.writing() as session:
        kept = _kept(session, desk)
        if not kept or kept[0][1] != desk.sealer.name_of_newest_key:
            _make(session, desk)


def _make(session: Session, desk: Desk) -> None:
    name = f"{_NAME}{max(_rows(session), default=0) + 1}"
    # Under which key it was made stays inside when it is sealed anew.
    told = [secrets.token_hex(32), desk.sealer.name_of_newest_key]
    session.add(KeptSecret(name=name, sealed=desk.sealer.seal(_purpose(name), told), made_at=desk.clock()))
    session.flush()


def _kept(session: Session, desk: Desk) -> list[tuple[bytes, str]]:
    """Return each secret that opens, with the name of the key that it was made under, the newest first.

    What was signed with a secret that went with its key is no receipt from here any more; all others still are.
    """
    found = []
    for _number, row in sorted(_rows(session).items(), reverse=True):
        with suppress(BrokenSeal):
            secret, key = desk.sealer.unseal(_purpose(row.name), row.sealed)
            found.append((bytes.fromhex(secret), str(key)))
    return found


def _rows(session: Session) -> dict[int, KeptSecret]:
    rows = session.scalars(select(KeptSecret).where(KeptSecret.name.startswith(_NAME)))
    return {int(row.name.removeprefix(_NAME)): row for row in rows}


def _purpose(name: str) -> str:
    return f"kept_secret.sealed {name}"
