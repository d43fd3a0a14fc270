"""Marking: the secret that marks are made with, kept sealed in a row, so that it outlives the key it came from.

By marks a request is recognised that is sent again, and what a yes was given to. What a mark is made of is
`sealing`'s business; what receipts are signed with is told in `signing`.
"""

from __future__ import annotations

from sqlalchemy import select

from webapp.data import Database, KeptSecret

from .desk import Desk
from .sealing import Sealer

NAME = "marking"
_PURPOSE = f"kept_secret.sealed {NAME}"


def kept_in(database_url: str, sealer: Sealer) -> bytes | None:
    """Return the secret that is kept; None where none is, so that it still comes from the oldest key.

    It is asked for once in a program's life, in the midst of any work, so it opens the database for itself.
    """
    database = Database(database_url)
    try:
        with database.reading() as session:
            sealed = session.scalar(select(KeptSecret.sealed).where(KeptSecret.name == NAME))
    finally:
        database.close()
    return None if sealed is None else bytes.fromhex(str(sealer.unseal(_PURPOSE, sealed)))


def keep(desk: Desk) -> None:
    """Keep the secret as it is now. One that is kept already stays.

    Only with keys that open all that is sealed is it known to come from the right one.
    """
    with desk.writing() as session:
        if session.get(KeptSecret, NAME) is None:
            sealed = desk.sealer.seal(_PURPOSE, desk.sealer.from_oldest_key.hex())
            session.add(KeptSecret(name=NAME, sealed=sealed, made_at=desk.clock()))
