"""Sealing everything anew with the newest key, so that an older one can be taken away.

It goes through the rows a few at a time and holds nobody up. What changes meanwhile is left as it is: whoever changed
it sealed it, and the next pass looks at it again. Cut off at any point, it goes on where there is something left.

Receipts are signed with a new secret from then on. Where something opens with none of the keys, one of them may be
missing: then no secret is made or kept, since it would come from the wrong key and stay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, select, update
from sqlalchemy.orm import InstrumentedAttribute

from webapp.core import marking, signing
from webapp.core.desk import Desk
from webapp.core.sealing import BrokenSeal
from webapp.data.sealed import SEALED

# A snapshot can be some megabytes large.
A_PIECE = 20
_MOST_PASSES = 10


@dataclass
class Resealed:
    """What came of it.

    Attributes:
        anew: how many values were sealed anew.
        broken: what opens with none of the keys, as `column` and the row's own key.
        left: there were still older seals at the end: a program goes on sealing with an older key.
    """

    anew: int = 0
    broken: set[str] = field(default_factory=set)
    left: bool = False


def reseal(desk: Desk) -> Resealed:
    """Seal every sealed value with the newest key, until a whole pass finds nothing to do."""
    done = Resealed()
    for _pass in range(_MOST_PASSES):
        before = done.anew
        for attribute in SEALED.values():
            _renew(desk, attribute, done)
        done.left = done.anew > before
        if not done.left:
            break
    if not done.broken:
        marking.keep(desk)
        signing.renew(desk)
    return done


def told(done: Resealed) -> str:
    """Return in words what came of it, for whoever asked in a terminal."""
    words = [f"{done.anew} sealed values were sealed anew with the newest key."]
    if done.broken:
        words.append(f"{len(done.broken)} open with none of the keys: {', '.join(sorted(done.broken)[:5])}.")
        words.append("Is a key missing in SAYSO_SEALING_KEYS? Put it behind the others and run this again.")
        words.append("Until then take no key away; receipts go on being signed with the same secret as before.")
    if done.left:
        words.append("A program still seals with an older key: restart web and worker, then run this again.")
    if not done.broken and not done.left:
        words.append("The older keys of SAYSO_SEALING_KEYS can be taken away; then restart web and worker.")
    return "\n".join(words)


def _renew(desk: Desk, attribute: InstrumentedAttribute[Any], done: Resealed) -> None:
    """Seal the values of one column anew, piece by piece in the order of its rows."""
    [key], column = attribute.class_.__table__.primary_key.columns, attribute.class_.__table__.c[attribute.key]
    last = None
    while True:
        wanted = select(key, column).where(column.is_not(None)).order_by(key).limit(A_PIECE)
        with desk.reading() as session:
            piece = session.execute(wanted if last is None else wanted.where(key > last)).all()
        if not piece:
            return
        last = piece[-1][0]
        _keep(desk, key, column, _renewed(desk, column, piece, done), done)


def _renewed(desk: Desk, column: Column[Any], piece: Any, done: Resealed) -> list[tuple[Any, str, str]]:
    """Return of a piece's rows those that want to be kept anew: the row's key, the old seal and the new one."""
    found = []
    for name, sealed in piece:
        try:
            anew = desk.sealer.renewed(sealed)
        except BrokenSeal:
            done.broken.add(f"{column} of {name}")
            continue
        if anew is not None:
            found.append((name, sealed, anew))
    return found


def _keep(
    desk: Desk, key: Column[Any], column: Column[Any], changed: list[tuple[Any, str, str]], done: Resealed
) -> None:
    if not changed:
        return
    with desk.writing() as session:
        for name, sealed, anew in changed:
            # Only over what was read: what is newer was sealed by whoever wrote it.
            this = update(column.table).where(key == name, column == sealed).values({column: anew})
            done.anew += session.execute(this).rowcount  # type: ignore[attr-defined]
