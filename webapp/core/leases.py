"""One writer at a time on a WordPress: a lease with an owner and an end, so that a crash frees it by itself.

Planning and reading never take it. Two sites are one place when two owners connected the same WordPress.

A program may stand still for long, and go on in the middle of a write when somebody else has settled it meanwhile. So
right before each request that writes, everything that entitles to it is renewed in the database (see `may_send`);
where that does not succeed, nothing is sent. What stays is a program that stands still between that and the moment
when its bytes leave: such a request can not be told from one that was long on its way (see `reconciling`).
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

import structlog
from sqlalchemy import delete, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from webapp import clock
from webapp.data import Site, SiteLease
from webapp.errors import Refusal, SiteTrouble

from .desk import Desk

LASTS = timedelta(seconds=15)
RENEWED_EVERY = 4.0
WAIT = 10.0
# The worker waits no longer than this: what meets a busy site is put off, so no thread waits that others could have.
WORKER_WAIT = 1.0
_LOOK_AGAIN = 0.1
_STOOD_STILL = (
    "This program stood still or was cut off for so long that its turn at the site was over, so it sent nothing "
    "more. What it had sent before may have been saved."
)
# Of the time that a renewal lasts, this part may have gone by when a request goes out; the rest is for connecting.
_RELIED_ON = 1 / 3
# Puts off the end of a lease or claim; tells whether whoever asks still has it.
Renewal = Callable[[Session], bool]
_held: ContextVar[tuple[Renewal, ...]] = ContextVar("held", default=())
log = structlog.get_logger(__name__)


class TakenOver(Exception):
    """Somebody else may have it now: whoever meets this lets go of it, sends nothing more and writes nothing down."""


def take(desk: Desk, site_id: int, holder: str, purpose: str) -> bool:
    """Take the site's lease, or renew it when `holder` has it already.

    Returns:
        Whether `holder` has the lease now.
    """
    now = desk.clock()
    with desk.writing() as session:
        place = _place(session, site_id)
        lease = session.get(SiteLease, place)
        if lease is not None and lease.holder != holder and lease.until > now:
            return False
        since = lease.since if lease is not None and lease.holder == holder else now
        session.merge(SiteLease(place=place, holder=holder, purpose=purpose, since=since, until=now + LASTS))
        return True


def give_back(desk: Desk, site_id: int, holder: str) -> None:
    """Give the lease back, if `holder` still has it."""
    with desk.writing() as session:
        mine = SiteLease.place == _place(session, site_id), SiteLease.holder == holder
        session.execute(delete(SiteLease).where(*mine))


@contextmanager
def held(desk: Desk, site_id: int, holder: str, purpose: str, *, wait: float | None = None) -> Iterator[None]:
    """Hold the site's lease for somebody who waits for an answer, and keep renewing it while the block runs.

    Args:
        holder: what it is held for. Each block is a holder of its own, so a second press of the same button waits.
        purpose: in words, for whoever is told that the site is busy.
        wait: how many seconds to wait for another holder; `WAIT` when left out.

    Raises:
        Refusal: `respira_site_busy`.
        SiteTrouble: `respira_outcome_unknown`, the lease was lost before all was sent.
    """
    try:
        with held_by_worker(desk, site_id, holder, purpose, wait=WAIT if wait is None else wait):
            yield
    except TakenOver as lost:
        raise SiteTrouble("respira_outcome_unknown", _STOOD_STILL) from lost


@contextmanager
def held_by_worker(
    desk: Desk, site_id: int, holder: str, purpose: str, *, wait: float | None = None
) -> Iterator[None]:
    """Hold the site's lease as `held` does, for what somebody else goes on with where it is lost.

    Args:
        wait: how many seconds to wait for another holder; `WORKER_WAIT` when left out.

    Raises:
        Refusal: `respira_site_busy`.
        TakenOver: the lease was lost before all was sent.
    """
    holder = f"{holder} {secrets.token_hex(4)}"
    if not take(desk, site_id, holder, purpose):
        _take_in_time(desk, site_id, holder, purpose, WORKER_WAIT if wait is None else wait)

    def renew(session: Session) -> bool:
        mine = SiteLease.place == _place(session, site_id), SiteLease.holder == holder
        put_off = update(SiteLease).where(*mine).values(until=desk.clock() + LASTS)
        return session.scalar(put_off.returning(SiteLease.place)) is not None

    try:
        with renewing(desk, renew):
            yield
    finally:
        give_back(desk, site_id, holder)


def _take_in_time(desk: Desk, site_id: int, holder: str, purpose: str, wait: float) -> None:
    give_up = clock.monotonic() + wait
    pause = threading.Event()
    with desk.waiting_room.place() as waits:
        while not take(desk, site_id, holder, purpose):
            if not waits or desk.waiting_room.is_closed or clock.monotonic() >= give_up:
                raise _busy(desk, site_id, waited=waits)
            pause.wait(_LOOK_AGAIN)


@contextmanager
def renewing(desk: Desk, renew: Renewal) -> Iterator[None]:
    """Renew a lease again and again while the block runs, and let the block write for as long as it has it.

    A renewal that fails is tried again the next time; one that finds that somebody else has the lease is the last.
    """
    over = threading.Event()
    everything = _held.set((*_held.get(), renew))
    thread = threading.Thread(target=_renew, args=(desk, renew, over), daemon=True)
    thread.start()
    try:
        yield
    finally:
        _held.reset(everything)
        over.set()
        thread.join()


def _renew(desk: Desk, renew: Renewal, over: threading.Event) -> None:
    while not over.wait(RENEWED_EVERY):
        try:
            with desk.writing() as session:
                if not renew(session):
                    log.warning("lease.lost")
                    return
        except (SQLAlchemyError, OSError) as fault:
            log.warning("lease.not_renewed", exc_info=fault)


def may_send(desk: Desk) -> Callable[[], None]:
    """Return what demands, right before each request that writes, that all that is held now is held still.

    It renews that in the database, so it notices what no clock of this machine tells: that somebody else has it. What
    it returns raises `TakenOver` where that does not succeed, or has taken too long to rely on.
    """
    held_now = _held.get()

    def demand() -> None:
        if not held_now:
            return
        try:
            with desk.writing() as session:
                begun = clock.since_boot()
                kept = all(renew(session) for renew in held_now)
        except (SQLAlchemyError, OSError) as fault:
            raise TakenOver from fault
        if not kept or clock.since_boot() - begun >= LASTS.total_seconds() * _RELIED_ON:
            raise TakenOver

    return demand


def busy(purpose: str, since: datetime, *, waited: bool) -> Refusal:
    """Return the refusal for whoever waited in vain, or could not wait: what goes on at the site, and since when."""
    vain = f"It did not finish within {WAIT:.0f} seconds." if waited else "Too many calls wait for it already."
    return Refusal(
        "respira_site_busy", f"Another change is running on this site: {purpose}, since {since:%H:%M:%S} UTC. {vain}"
    )


def _busy(desk: Desk, site_id: int, *, waited: bool) -> Refusal:
    with desk.reading() as session:
        lease = session.get(SiteLease, _place(session, site_id))
    return Refusal("respira_site_busy") if lease is None else busy(lease.purpose, lease.since, waited=waited)


def place_of(site: Site) -> str:
    """Return what names a WordPress, however its owners reach it."""
    return site.url.partition("://")[2].rstrip("/").casefold()


def _place(session: Session, site_id: int) -> str:
    return place_of(session.get_one(Site, site_id))
