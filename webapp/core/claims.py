"""Claims: which worker carries an undo out. A claim lapses, so that another worker goes on once its holder died."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from webapp.data import Undo

from . import leases
from .desk import Desk


def take(desk: Desk, public: str, worker: str) -> int | None:
    """Claim an undo that a person said yes to.

    Returns:
        Its id; None where it is finished already, or another worker has it.
    """
    now = desk.clock()
    free = or_(Undo.worker.is_(None), Undo.lease_until <= now)
    open_one = Undo.asked_at.is_not(None), Undo.finished_at.is_(None)
    with desk.writing() as session:
        return session.execute(
            update(Undo)
            .where(Undo.public_id == public, *open_one, free)
            .values(worker=worker, lease_until=now + leases.LASTS)
            .returning(Undo.id)
        ).scalar()


@contextmanager
def kept(desk: Desk, undo_id: int, worker: str) -> Iterator[None]:
    """Keep the claim while the block runs; give it up if the block fails."""
    mine = Undo.id == undo_id, Undo.worker == worker

    def renew(session: Session) -> None:
        session.execute(update(Undo).where(*mine).values(lease_until=desk.clock() + leases.LASTS))

    try:
        with leases.renewing(desk, renew):
            yield
    except BaseException:
        with desk.writing() as session:
            session.execute(update(Undo).where(*mine).values(worker=None, lease_until=None))
        raise


def lapsed(desk: Desk) -> list[tuple[str, float]]:
    """Return the unfinished undos, each with the seconds until its claim has lapsed; 0 when it has."""
    now, open_one = desk.clock(), (Undo.asked_at.is_not(None), Undo.finished_at.is_(None))
    with desk.reading() as session:
        rows = session.execute(select(Undo.public_id, Undo.lease_until).where(*open_one))
        return [(name, max(0.0, (until - now).total_seconds()) if until else 0.0) for name, until in rows]
