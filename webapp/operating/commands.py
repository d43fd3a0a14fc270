"""The commands about a whole installation, as they are typed: what each prints, and the status that it ends with."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from webapp import clock
from webapp.core import entrances
from webapp.core.entrances import Entrance
from webapp.data import Database
from webapp.laying import lay_desk
from webapp.settings import Settings, database_url

from . import aftercare, backups, doctor, moving, retention
from .aftercare import Held
from .backups import Found

_KEYS = (
    "The settings are not in it. Without SAYSO_SEALING_KEYS nothing that is sealed in it can ever be opened: keep a "
    "copy of the settings, apart from this file."
)


def back_up(chosen: argparse.Namespace) -> None:
    """Copy the database into a file, and say what is in it."""
    found = backups.back_up(database_url(), chosen.file)
    size = chosen.file.stat().st_size
    print(f"{chosen.file}: {_size(size)}." if found is None else f"{chosen.file}: {_told(found)}, checked.")
    print(_KEYS)


@entrances.by(Entrance.COMMAND)
def restore(chosen: argparse.Namespace) -> None:
    """Lay a backup out, say what is there, and hold back what must not go on by itself."""
    url = database_url()
    found = backups.restore(url, chosen.file)
    print(f"Restored: {_told(found)}, checked. Its tables were at {found.tables}.")
    if not chosen.moved:
        database = Database(url)
        with database.writing() as session:
            held = aftercare.hold_back(session, clock.now())
        database.close()
        print(_held("the backup", held))
    print("SAYSO_SEALING_KEYS must be those of the installation that the backup is of: `sayso doctor` tells.")


def export(chosen: argparse.Namespace) -> None:
    """Write every row into a file, and say how many."""
    moved = moving.export(database_url(), chosen.file)
    print(f"{chosen.file}: {moved.rows} rows of {len(moved.counts)} tables, which add up to {moved.digest[:16]}.")
    if moved.at_work:
        print(
            "Something was at work meanwhile: a worker lived within the last three minutes, or a site was written "
            "to. To go on elsewhere from this very moment (`sayso import --moved`), stop web and worker, wait until "
            "`sayso doctor` sees no worker, and export anew."
        )
    print(_KEYS)


@entrances.by(Entrance.COMMAND)
def take_in(chosen: argparse.Namespace) -> None:
    """Lay the rows of such a file into an empty database, and say how many."""
    moved = moving.take_in(database_url(), chosen.file, moved=chosen.moved)
    print(f"{moved.rows} rows of {len(moved.counts)} tables were taken in and read again: they are the same.")
    if moved.held is not None:
        print(_held("the export", moved.held))


def examine(chosen: argparse.Namespace) -> int:
    """Say what is wrong here; 1 where something does not work."""
    with _quiet():
        findings = doctor.examine(sites=chosen.sites)
    print(doctor.in_json(findings) if chosen.json else doctor.in_words(findings))
    return 1 if any(one.state == "FAIL" for one in findings) else 0


@entrances.by(Entrance.COMMAND)
def erase(chosen: argparse.Namespace) -> None:
    """Erase what is kept long enough, or say only what that would be."""
    desk = lay_desk(Settings.from_environment(), lambda _run: None)
    print(retention.foretold(desk) if chosen.dry_run else retention.erase(desk))
    desk.database.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Log nothing while the block runs: what went wrong is about to be told in words."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    try:
        yield
    finally:
        structlog.configure(**before)


def _held(taken: str, held: Held) -> str:
    return (
        f"What was done after {taken} is not in it. So {held.sites} sites are paused, everybody is signed "
        f"out, and {held.under_way} runs that were under way write nothing more. {held.plans} plans that "
        "were open have expired: some of their steps may have been applied since, so agents plan anew. Look at each "
        "site, then let agents on again on its page."
    )


def _told(found: Found) -> str:
    return f"{found.rows} rows in {len(found.counts)} tables, {_size(found.size)}"


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB"
