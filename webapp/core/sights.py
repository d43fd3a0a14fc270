"""Sights: the public pages that a write changes, looked at as a visitor before and after, and what is wrong there.

Looking never changes what became of a write, and whatever goes wrong with it stops nothing; who looks is told what
was seen. Which pages these are is told by `public_pages`, what is wrong with one by `findings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import structlog
from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from webapp.data import Copy, Run, Sight, Site, Undo
from webapp.wordpress import visiting

from . import findings, public_pages
from .desk import Desk
from .public_pages import Write

log = structlog.get_logger(__name__)
REST_GONE = "rest_gone"
_OVERDUE_AFTER, _OVERDUE_FOR = timedelta(minutes=1), timedelta(hours=1)


class _Patience(NamedTuple):
    """How long looking may take, in seconds: the silence of one page, and the whole."""

    longest: float
    whole: float


# A run, and a person who approves a copy, wait for these; nobody waits for the other.
_WHILE_WAITED_FOR = _Patience(5.0, 6.0)
_AFTERWARDS = _Patience(10.0, 25.0)


class Later(NamedTuple):
    """The newest look at an address that an undo had taken since.

    Attributes:
        at: when.
        whole: it was as it should be.
        settled: no undo of anything on the site was asked for since.
    """

    at: datetime
    whole: bool
    settled: bool


def before_run(desk: Desk, run: Run) -> None:
    """Look at the public pages that a run is to change, before it writes anything; nothing is looked at twice."""
    if run.started_at is not None:
        return
    with _in_nobodys_way(run.public_id):
        with desk.reading() as session:
            site, writes = session.get_one(Site, run.site_id), public_pages.of_run(session, desk, run)
        _look_before(desk, site, writes, run_id=run.id)


def after_run(desk: Desk, run_public_id: str) -> None:
    """Look at them again once the run is finished, and keep what is wrong."""
    with _in_nobodys_way(run_public_id):
        with desk.reading() as session:
            run = session.scalars(select(Run).where(Run.public_id == run_public_id)).one()
            site, writes = session.get_one(Site, run.site_id), public_pages.of_run(session, desk, run)
        _look_after(desk, site, writes, _AFTERWARDS, run_id=run.id)
        with desk.writing() as session:
            session.get_one(Run, run.id).looked_at = desk.clock()


def before_undo(desk: Desk, undo: Undo) -> None:
    """Look at the public pages that an undo is to change."""
    if undo.started_at is not None:
        return
    with _in_nobodys_way(undo.public_id):
        with desk.reading() as session:
            site, writes = session.get_one(Site, undo.site_id), public_pages.of_undo(session, desk, undo)
        _look_before(desk, site, writes, undo_id=undo.id)


def after_undo(desk: Desk, undo_public_id: str) -> None:
    """Look at them again once the undo is finished."""
    with _in_nobodys_way(undo_public_id):
        with desk.reading() as session:
            undo = session.scalars(select(Undo).where(Undo.public_id == undo_public_id)).one()
            site, writes = session.get_one(Site, undo.site_id), public_pages.of_undo(session, desk, undo)
        _look_after(desk, site, writes, _AFTERWARDS, undo_id=undo.id)


def before_copy(desk: Desk, copy: Copy, site: Site, address: str | None) -> None:
    """Look at the live page of a copy that is about to be approved.

    Args:
        address: the public one; None where the item has none yet.
    """
    with _in_nobodys_way(copy.public_id):
        with desk.writing() as session:
            # An approval that was taken back, or failed, leaves behind what was seen then.
            session.execute(delete(Sight).where(Sight.copy_id == copy.id))
            writes = public_pages.of_copy(session, desk, copy, address)
        _look_before(desk, site, writes, copy_id=copy.id)


def after_copy(desk: Desk, copy: Copy, site: Site, address: str | None) -> None:
    """Look at it again once the copy is live.

    Args:
        address: the public one; None for that which was looked at before.
    """
    with _in_nobodys_way(copy.public_id):
        with desk.reading() as session:
            known = select(Sight.address).where(Sight.copy_id == copy.id).order_by(Sight.id).limit(1)
            address = address or session.scalar(known)
            writes = public_pages.of_copy(session, desk, copy, address)
        _look_after(desk, site, writes, _WHILE_WAITED_FOR, copy_id=copy.id)


def overdue(desk: Desk) -> list[str]:
    """Return the public ids of what finished within the last hour and was not looked at afterwards."""
    now = desk.clock()
    since, until = now - _OVERDUE_FOR, now - _OVERDUE_AFTER
    unseen = select(Sight.undo_id).where(Sight.undo_id.is_not(None), Sight.looked_at.is_(None))
    with desk.reading() as session:
        runs = select(Run.public_id).where(Run.finished_at.between(since, until), Run.looked_at.is_(None))
        undos = select(Undo.public_id).where(Undo.finished_at.between(since, until), Undo.id.in_(unseen))
        return [*session.scalars(runs), *session.scalars(undos)]


def of_run(session: Session, run_id: int) -> Sequence[Sight]:
    """Return what was seen around a run, what is wrong first."""
    return _worst_first(session, Sight.run_id == run_id)


def of_undo(session: Session, undo_id: int) -> Sequence[Sight]:
    """Return what was seen around an undo, what is wrong first."""
    return _worst_first(session, Sight.undo_id == undo_id)


def of_copy(session: Session, copy_id: int) -> Sequence[Sight]:
    """Return what was seen around the approval of a copy."""
    return _worst_first(session, Sight.copy_id == copy_id)


def since_run(session: Session, run: Run) -> dict[str, Later]:
    """Return by address what was seen last after an undo that was asked for after a run."""
    asked = Undo.site_id == run.site_id, Undo.asked_at >= run.finished_at
    newest = session.scalar(select(func.max(Undo.id)).where(*asked))
    rows = session.scalars(
        select(Sight)
        .join(Undo, Undo.id == Sight.undo_id)
        .where(*asked, Sight.looked_at.is_not(None))
        .order_by(Sight.looked_at, Sight.id)
    )
    return {
        row.address: Later(row.looked_at, findings.is_whole(row.after, row.found), row.undo_id == newest)
        for row in rows
        if row.looked_at is not None
    }


def _worst_first(session: Session, whose: ColumnElement[bool]) -> list[Sight]:
    rows = session.scalars(select(Sight).where(whose).order_by(Sight.id)).all()
    return sorted(rows, key=lambda row: (not any(one["grave"] for one in row.found), not row.found))


@contextmanager
def _in_nobodys_way(about: str) -> Iterator[None]:
    try:
        yield
    except Exception as fault:
        # A run goes on, and its outcome stands, whatever happens to looking.
        log.error("sights.broke", about=about, exc_info=fault)


def _look_before(desk: Desk, site: Site, writes: Sequence[Write], **whose: int) -> None:
    pages = public_pages.shown_on(site, writes)
    with desk.reading() as session:
        if session.scalars(select(Sight.id).where(_mine(**whose))).first() is not None:
            return
    seen = _seen(desk, site, list(pages), _WHILE_WAITED_FOR)
    with desk.writing() as session:
        session.add_all([_row(address, pages[address], seen.get(address), **whose) for address in pages])


def _row(address: str, here: Sequence[Write], before: dict[str, Any] | None, **whose: int) -> Sight:
    about = list(dict.fromkeys(write.about for write in here if write.about))
    return Sight(address=address, about=about, before=before, after=None, found=[], looked_at=None, **whose)


def _look_after(desk: Desk, site: Site, writes: Sequence[Write], patience: _Patience, **whose: int) -> None:
    """Look at the pages that were looked at before, and at those that are new."""
    pages, mine = public_pages.shown_on(site, writes), _mine(**whose)
    with desk.reading() as session:
        before = {row.address: row.before for row in session.scalars(select(Sight).where(mine).order_by(Sight.id))}
    addresses = list(dict.fromkeys([*before, *pages]))[: public_pages.MOST]
    seen = _seen(desk, site, addresses, patience)
    found = {
        address: findings.found(
            before.get(address), seen.get(address), public_pages.wanted(pages.get(address, []), writes)
        )
        for address in addresses
    }
    grave = [address for address in addresses if any(one["grave"] for one in found[address])]
    # All is written down at once: whoever opens the page meanwhile must not be offered a button that can not work.
    if grave and _is_silent(desk, site, patience):
        found[grave[0]] = [{"what": REST_GONE, "grave": True}, *found[grave[0]]]
    with desk.writing() as session:
        rows = {row.address: row for row in session.scalars(select(Sight).where(mine).order_by(Sight.id))}
        for address in addresses:
            row = rows.setdefault(address, _row(address, pages.get(address, []), None, **whose))
            row.after, row.found, row.looked_at = seen.get(address), found[address], desk.clock()
        session.add_all(rows.values())


def _is_silent(desk: Desk, site: Site, patience: _Patience) -> bool:
    """Tell whether the site answers programs no more: without that no button can help."""
    answer = _seen(desk, site, [site.rest_root], patience).get(site.rest_root)
    return answer is None or findings.broken_by(answer) in ("no_answer", "fatal", "error")


def _seen(desk: Desk, site: Site, addresses: Sequence[str], patience: _Patience) -> Mapping[str, dict[str, Any]]:
    private = desk.settings.allow_private_sites
    seen = visiting.look(addresses, site.url, allow_private=private, longest=patience.longest, seconds=patience.whole)
    return {address: glimpse.as_json() for address, glimpse in seen.items()}


def _mine(**whose: int) -> ColumnElement[bool]:
    name, value = next(iter(whose.items()))
    mine: ColumnElement[bool] = getattr(Sight, name) == value
    return mine
