"""Looking at what is in the database: that it is whole, that the keys open it, and what waits too long."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from sqlalchemy import DateTime, func, select, text
from sqlalchemy.orm import Session

from webapp.core import diagnoses, readiness
from webapp.core.desk import Desk
from webapp.data import Event, Notice, Run, Site, Status, Step, Undo
from webapp.data.sealed import SEALED

from . import rows
from .finding import Finding, doubtful, ill, well

_SAMPLES = 5
_LONG = timedelta(hours=1)
_CLOCKS_APART = 2.0  # seconds
_FINE = {
    "database": "It can be read.",
    "writing": "It can be written to.",
    "tables": "They are the ones that this Sayso works with.",
    "sealing": "The keys open what was sealed last.",
    "worker": "A worker lives.",
}
_ADVICE = {
    "database": "See that SAYSO_DATABASE_URL is right, and that the database runs.",
    "writing": "See that the disk is not full, and that the user that runs Sayso may write there.",
    "tables": "Run the command that is named, with this Sayso's own checkout.",
    "sealing": "Put the keys that are missing back into SAYSO_SEALING_KEYS: they are in no backup of the database.",
    "worker": "Start `sayso worker`, and look at what it logs.",
}


def looked_at(desk: Desk) -> Iterator[Finding]:
    """Look at everything in the database; at no more than whether it can be read, where its tables are not ours."""
    told = readiness.look(desk)
    for what, word in told.items():
        yield (
            well(what, _FINE[what])
            if word == readiness.OK
            else ill(what, f"{word[0].upper()}{word[1:]}.", _ADVICE[what])
        )
    if told["tables"] != readiness.OK or told["database"] != readiness.OK:
        return
    with desk.reading() as session:
        yield _whole(session)
        yield _opened(session, desk)
        yield _clock(session, desk)
        yield from _waiting(session, desk)


def sites_looked_at(desk: Desk) -> Iterator[Finding]:
    """Ask each connected site whether it answers and takes the login."""
    with desk.reading() as session:
        connected = session.scalars(select(Site).where(Site.disconnected_at.is_(None)).order_by(Site.id)).all()
    for site in connected:
        found = diagnoses.of_site(desk, site)
        told = f"{site.public_id} at {site.url}: {found.summary}"
        yield (
            well("site", told) if found.healthy else ill("site", told, "Its owner looks at the site's page in Sayso.")
        )


def _whole(session: Session) -> Finding:
    lost = rows.broken_references(session)
    sqlite = session.connection().dialect.name == "sqlite"
    wrong = [told for told in session.scalars(text("PRAGMA quick_check(5)")) if told != "ok"] if sqlite else []
    if wrong or lost:
        what = wrong[0] if wrong else f"{lost} references lead to rows that are gone"
        return ill("integrity", f"The database is damaged: {what}.", "Stop Sayso and restore the last good backup.")
    return well("integrity", "Nothing in the database is damaged.")


def _opened(session: Session, desk: Desk) -> Finding:
    """Try some of the newest values, and of the oldest, of every column that is sealed."""
    tried, shut = 0, set()
    for column in SEALED.values():
        [key] = column.class_.__table__.primary_key.columns
        for order in (key.desc(), key.asc()):
            for sealed in session.scalars(select(column).where(column.is_not(None)).order_by(order).limit(_SAMPLES)):
                tried += 1
                if sealed and not desk.sealer.opens(sealed):
                    shut.add(str(column))
    if shut:
        return ill("sealed values", f"The keys do not open some of {', '.join(sorted(shut))}.", _ADVICE["sealing"])
    return well("sealed values", f"{tried} sealed values were tried, and the keys open them.")


def _apart(session: Session, desk: Desk) -> float:
    """Return how many seconds this machine's clock is away from the database's; a SQLite file has none of its own."""
    if session.connection().dialect.name == "sqlite":
        return 0.0
    there: datetime = session.scalars(select(func.clock_timestamp(type_=DateTime(timezone=True)))).one()
    return abs((desk.clock() - there).total_seconds())


def _clock(session: Session, desk: Desk) -> Finding:
    last = session.scalar(select(func.max(Event.at)))
    if last is not None and last > desk.clock() + timedelta(minutes=1):
        return ill(
            "clock", f"The log was written until {last:%Y-%m-%d %H:%M} UTC, which is still to come.", "Set the clock."
        )
    apart = _apart(session, desk)
    if apart > _CLOCKS_APART:
        return ill(
            "clock",
            f"It is {apart:.0f} seconds away from the database's clock.",
            "Let NTP set the clocks of all machines: who may write to a site until when is written down as a time.",
        )
    return well("clock", f"It is {desk.clock():%Y-%m-%d %H:%M} UTC.")


def _waiting(session: Session, desk: Desk) -> Iterator[Finding]:
    before = desk.clock() - _LONG
    old = [
        *session.scalars(select(Run.public_id).where(Run.finished_at.is_(None), Run.asked_at < before)),
        *session.scalars(select(Undo.public_id).where(Undo.finished_at.is_(None), Undo.asked_at < before)),
    ]
    if old:
        do = "See that a worker runs; look for these ids in its log."
        yield doubtful("runs", f"Under way for more than an hour: {', '.join(old[:5])}.", do)
    else:
        yield well("runs", "None has been under way for more than an hour.")
    unknown = session.scalars(select(Step.public_id).where(Step.status == Status.UNKNOWN).limit(6)).all()
    if unknown:
        do = "Somebody looks at the site and says on the run's page whether it landed."
        yield doubtful("unknown steps", f"Nobody knows whether these landed: {', '.join(unknown[:5])}.", do)
    failed = (
        select(func.count()).select_from(Notice).where(Notice.state == "failed", Notice.due_at > before - 23 * _LONG)
    )
    if count := session.scalar(failed):
        do = "Look at the mail server, and at the addresses on the sites' pages."
        yield doubtful("notices", f"{count} notices of the last day did not arrive.", do)
