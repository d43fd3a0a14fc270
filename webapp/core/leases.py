"""One writer at a time on a site: a lease with an owner and an end, so that a crash frees it by itself.

Planning and reading never take it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from sqlalchemy import delete, select, update

from webapp import clock
from webapp.data import SiteLease
from webapp.errors import Refusal

from .desk import Desk

LASTS = timedelta(seconds=15)
RENEWED_EVERY = 4.0
WAIT = 10.0
_LOOK_AGAIN = 0.1


def take(desk: Desk, site_id: int, holder: str, purpose: str) -> bool:
    """Take the site's lease, or renew it when `holder` has it already.

    Returns:
        Whether `holder` has the lease now.
    """
    now = desk.clock()
    with desk.writing() as session:
        lease = session.scalar(select(SiteLease).where(SiteLease.site_id == site_id))
        if lease is None:
            session.add(SiteLease(site_id=site_id, holder=holder, purpose=purpose, until=now + LASTS))
            return True
        if lease.holder != holder and lease.until > now:
            return False
        lease.holder, lease.purpose, lease.until = holder, purpose, now + LASTS
        return True


def give_back(desk: Desk, site_id: int, holder: str) -> None:
    """Give the lease back, if `holder` still has it."""
    with desk.writing() as session:
        session.execute(delete(SiteLease).where(SiteLease.site_id == site_id, SiteLease.holder == holder))


@contextmanager
def held(desk: Desk, site_id: int, holder: str, purpose: str, *, wait: float = WAIT) -> Iterator[None]:
    """Hold the site's lease while the block runs, and keep renewing it.

    Args:
        holder: what it is held for. Each block is a holder of its own, so a second press of the same button waits.
        purpose: in words, for whoever is told that the site is busy.
        wait: how many seconds to wait for another holder.

    Raises:
        Refusal: `respira_site_busy`.
    """
    holder = f"{holder} {secrets.token_hex(4)}"
    give_up = clock.monotonic() + wait
    pause = threading.Event()
    while not take(desk, site_id, holder, purpose):
        if clock.monotonic() >= give_up:
            raise Refusal("respira_site_busy")
        pause.wait(_LOOK_AGAIN)
    over = threading.Event()
    renewing = threading.Thread(target=_renew, args=(desk, site_id, holder, over), daemon=True)
    renewing.start()
    try:
        yield
    finally:
        over.set()
        renewing.join()
        give_back(desk, site_id, holder)


def _renew(desk: Desk, site_id: int, holder: str, over: threading.Event) -> None:
    while not over.wait(RENEWED_EVERY):
        with desk.writing() as session:
            session.execute(
                update(SiteLease)
                .where(SiteLease.site_id == site_id, SiteLease.holder == holder)
                .values(until=desk.clock() + LASTS)
            )
