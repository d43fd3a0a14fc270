"""Waiting for runs: until one is finished, or until none of a site is open. It starts and carries out none."""

from __future__ import annotations

import threading

from sqlalchemy import select

from webapp import clock
from webapp.data import Run

from . import leases
from .desk import Desk


def wait_for(desk: Desk, run_public_id: str, seconds: float) -> bool:
    """Wait until a run is finished.

    Args:
        seconds: how long at most; not at all while too many wait already.

    Returns:
        Whether it is finished.
    """
    pause = threading.Event()
    give_up = clock.monotonic() + seconds
    with desk.waiting_room.place() as waits:
        while not _is_finished(desk, run_public_id):
            if not waits or clock.monotonic() >= give_up:
                return False
            pause.wait(0.05)
    return True


def _is_finished(desk: Desk, run_public_id: str) -> bool:
    with desk.reading() as session:
        return session.scalar(select(Run.finished_at).where(Run.public_id == run_public_id)) is not None


def demand_free(desk: Desk, site_id: int) -> None:
    """Wait until no run of the site is open.

    Raises:
        Refusal: `respira_site_busy`, one is still open after the wait.
    """
    with desk.reading() as session:
        run = session.scalar(select(Run).where(Run.site_id == site_id, Run.finished_at.is_(None)))
    if run is not None and not wait_for(desk, run.public_id, leases.WAIT):
        raise leases.busy("applying a plan", run.asked_at, waited=True)
