"""Waiting for runs and undos: until one is finished, or until none of a site is open. It starts none."""

from __future__ import annotations

import threading

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import clock
from webapp.data import Run, Undo
from webapp.errors import Refusal

from . import leases
from .desk import Desk

_UNDO = "undo_"


def wait_for(desk: Desk, public: str, seconds: float) -> bool:
    """Wait until a run or an undo is finished.

    Args:
        public: its public id.
        seconds: how long at most; not at all while too many wait already, or when the program ends.

    Returns:
        Whether it is finished.
    """
    pause = threading.Event()
    give_up = clock.monotonic() + seconds
    with desk.waiting_room.place() as waits:
        while not _is_finished(desk, public):
            if not waits or desk.waiting_room.is_closed or clock.monotonic() >= give_up:
                return False
            pause.wait(0.05)
    return True


def _is_finished(desk: Desk, public: str) -> bool:
    what = Undo if public.startswith(_UNDO) else Run
    with desk.reading() as session:
        return session.scalar(select(what.finished_at).where(what.public_id == public)) is not None


def demand_free(desk: Desk, site_id: int) -> None:
    """Wait until no run and no undo of the site is open.

    Raises:
        Refusal: `respira_site_busy`, one is still open after the wait.
    """
    with desk.reading() as session:
        work = _open(session, site_id)
    if work is not None and not wait_for(desk, work.public_id, leases.WAIT):
        purpose = "applying a plan" if isinstance(work, Run) else "taking changes back"
        raise leases.busy(purpose, work.asked_at or desk.clock(), waited=True)


def demand_none_open(session: Session, site_id: int) -> None:
    """Demand that no run and no undo of the site is open.

    Raises:
        Refusal: `respira_site_busy`.
    """
    if _open(session, site_id) is not None:
        raise Refusal("respira_site_busy")


def _open(session: Session, site_id: int) -> Run | Undo | None:
    run = session.scalar(select(Run).where(Run.site_id == site_id, Run.finished_at.is_(None)))
    if run is not None:
        return run
    under_way = Undo.asked_at.is_not(None), Undo.finished_at.is_(None)
    return session.scalar(select(Undo).where(Undo.site_id == site_id, *under_way))
