"""Claims: which worker carries a run or an undo out. A claim lapses, so that another goes on once its holder died."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from webapp.data import Run, Undo

from . import leases
from .desk import Desk

Kind = type[Run] | type[Undo]


def take(desk: Desk, kind: Kind, public: str, worker: str) -> int | None:
    """Claim what somebody said yes to.

    Returns:
        Its id; None where it is finished already, or another worker has it.
    """
    now = desk.clock()
    free = or_(kind.worker.is_(None), kind.lease_until <= now)
    unfinished = kind.asked_at.is_not(None), kind.finished_at.is_(None)
    with desk.writing() as session:
        return session.execute(
            update(kind)
            .where(kind.public_id == public, *unfinished, free)
            .values(worker=worker, lease_until=now + leases.LASTS)
            .returning(kind.id)
        ).scalar()


@contextmanager
def kept(desk: Desk, kind: Kind, number: int, worker: str) -> Iterator[None]:
    """Keep the claim while the block runs; give it up if the block fails.

    Args:
        number: the id of what is claimed.
    """
    mine = kind.id == number, kind.worker == worker

    def renew(session: Session) -> bool:
        put_off = update(kind).where(*mine).values(lease_until=desk.clock() + leases.LASTS)
        return session.scalar(put_off.returning(kind.id)) is not None

    try:
        with leases.renewing(desk, renew):
            yield
    except BaseException:
        with desk.writing() as session:
            session.execute(update(kind).where(*mine).values(worker=None, lease_until=None))
        raise


def lapsed(desk: Desk, kind: Kind) -> list[tuple[str, float]]:
    """Return what is not finished, each with the seconds until its claim has lapsed; 0 when it has."""
    now, unfinished = desk.clock(), (kind.asked_at.is_not(None), kind.finished_at.is_(None))
    with desk.reading() as session:
        rows = session.execute(select(kind.public_id, kind.lease_until).where(*unfinished))
        return [(name, max(0.0, (until - now).total_seconds()) if until else 0.0) for name, until in rows]
