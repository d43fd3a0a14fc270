"""Programs: that a worker lives is told by a row that it renews every minute, so that its silence can be seen.

Nothing depends on it: which run is whose is told by the leases.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from importlib.metadata import version

import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp.data import Program

from .desk import Desk

# A worker that has said nothing for so long is gone, or hangs.
SILENT = timedelta(minutes=3)
_FORGOTTEN = timedelta(days=1)
_EVERY = 60.0  # seconds
log = structlog.get_logger(__name__)


@contextmanager
def living(desk: Desk, name: str) -> Iterator[None]:
    """Say every minute that a program lives, for as long as the block runs.

    It is said from a thread of its own: whoever is busy with many slow sites lives all the same.

    Args:
        name: the program's own, which no other one has.
    """
    over = threading.Event()
    say(desk, name)
    thread = threading.Thread(target=_go_on_saying, args=(desk, name, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        take_leave(desk, name)


def say(desk: Desk, name: str) -> None:
    """Write down that a program lives; forget those that have been silent for a day."""
    now = desk.clock()
    with desk.writing() as session:
        session.execute(delete(Program).where(Program.seen_at <= now - _FORGOTTEN, Program.name != name))
        row = session.get(Program, name)
        if row is None:
            session.add(Program(name=name, version=version("sayso"), started_at=now, seen_at=now))
        else:
            row.seen_at = now


def take_leave(desk: Desk, name: str) -> None:
    """Forget a program that ends as it should."""
    with desk.writing() as session:
        session.execute(delete(Program).where(Program.name == name))


def alive(session: Session, now: datetime) -> int:
    """Return how many programs have said within three minutes that they live."""
    counted = select(func.count()).select_from(Program).where(Program.seen_at > now - SILENT)
    return session.scalar(counted) or 0


def last_seen(session: Session) -> datetime | None:
    """Return when any program last said that it lives; None where none did, or the last one ended as it should."""
    return session.scalar(select(func.max(Program.seen_at)))


def _go_on_saying(desk: Desk, name: str, over: threading.Event) -> None:
    while not over.wait(_EVERY):
        try:
            say(desk, name)
        except (SQLAlchemyError, OSError) as fault:
            log.warning("program.not_heard", exc_info=fault)
