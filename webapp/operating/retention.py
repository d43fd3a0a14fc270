"""Erasing what ended longer ago than is kept, and saying beforehand what that would be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import select

from webapp.core import erasing, outdated
from webapp.core.desk import Desk
from webapp.data import Site

_NOTHING_SET = "Nothing is erased here: neither SAYSO_KEEP_DAYS nor SAYSO_KEEP_SNAPSHOTS_DAYS says how many days."


def foretold(desk: Desk) -> str:
    """Say in lines what would be erased now, site by site."""
    return "\n".join(_lines(desk, "would be erased"))


def erase(desk: Desk) -> str:
    """Erase it, as the worker does by itself, and say in lines what it was."""
    told = list(_lines(desk, "to erase"))
    if erasing.erase(desk):
        told.append("That is erased." if len(told) > 1 else "")
    else:
        told.append("There is so much that some of it is left: run this again.")
    return "\n".join(told).strip()


def _lines(desk: Desk, what: str) -> Iterator[str]:
    before = outdated.bounds(desk)
    if before.latest is None:
        yield _NOTHING_SET
        return
    yield from _bounds("Plans with all that they led to, and the log", before.everything)
    yield from _bounds("Snapshots, by which changes can be taken back", before.snapshots)
    with desk.reading() as session:
        counts = outdated.expected(session, desk)
        sites = session.scalars(select(Site).where(Site.id.in_(counts)).order_by(Site.id)).all()
    for site in sites:
        told = counts[site.id]
        plans, snapshots, lines = told["plans"], told["snapshots"], told["events"]
        yield f"{site.public_id} {site.url}: {plans} plans, {snapshots} snapshots, {lines} lines of the log {what}."
    if not sites:
        yield "Nothing is old enough."


def _bounds(what: str, before: datetime | None) -> Iterator[str]:
    if before is not None:
        yield f"{what}: those of before {before:%Y-%m-%d} UTC."
