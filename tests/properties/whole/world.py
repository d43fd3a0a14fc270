"""The world of the machine: two watched WordPress sites, one installation, two people, seven keys. It is built once;
before each example everything is put back as it was built, which costs a fraction of building it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import insert, select, text

from tests import databases
from tests.conftest import MovableClock
from tests.installed import Agent, Installed, installed
from tests.properties.whole.watching import Watch, WatchedSite, listening
from webapp.app import create_app
from webapp.core import keys, people, sites
from webapp.core.desk import Desk
from webapp.core.limits import CallLimit
from webapp.data import Database, Membership, Mode, Person, Row, Scope, Site
from webapp.sample_site import running
from webapp.sample_site.installation import Installation
from webapp.sample_site.store import Store
from webapp.wordpress.client import Patience

HARBOUR, MILL = "harbour", "mill"
OPENED = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
# By name: on which site, in which mode, and what else.
KEYS: dict[str, tuple[str, Mode, dict[str, Any]]] = {
    "asking": (HARBOUR, Mode.ASK, {}),
    "chatting": (HARBOUR, Mode.CHAT, {}),
    "browsing": (HARBOUR, Mode.BROWSER, {}),
    "shared": (HARBOUR, Mode.ASK, {"shared": True}),
    "narrow": (MILL, Mode.ASK, {"scope": Scope.CONTENT}),
    "careful": (MILL, Mode.BROWSER, {}),
    "reader": (MILL, Mode.CHAT, {"scope": Scope.READ}),
}


@dataclass
class World:
    """Everything that an example plays in.

    Attributes:
        rows: what stood in each table when the world was built.
        secrets: what may stand nowhere in the clear.
    """

    watch: Watch
    folder: Path
    wordpress: dict[str, WatchedSite]
    built: Installed
    agents: dict[str, Agent]
    people: dict[str, Person]
    sites: dict[str, Site]
    rows: dict[str, list[dict[str, Any]]]
    app: Flask
    secrets: list[str]

    @contextmanager
    def fresh(self, wake: Any) -> Iterator[tuple[Desk, MovableClock]]:
        """Put everything back as it was built, for one example.

        Args:
            wake: told of each run and each undo that waits.
        """
        clock = MovableClock(OPENED)
        for name, site in self.wordpress.items():
            self._put_back(name, site)
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        with databases.lent(folder) as database:
            _fill(database, self.rows)
            desk = replace(self.built.desk, database=database, clock=clock, wake=wake, guest_limit=CallLimit(100_000))
            self.app.extensions["sayso.desk"] = desk
            yield desk, clock
        shutil.rmtree(folder)

    def _put_back(self, name: str, site: WatchedSite) -> None:
        site.closed()
        site.close()
        path = self.folder / f"{name}.db"
        for old in self.folder.glob(f"{name}.db*"):
            old.unlink()
        shutil.copy(self.folder / f"{name}.built", path)
        site.wp = Installation(Store(path), site.url)
        site.opened(path)
        site.behave()
        site.requests.clear()


@contextmanager
def built() -> Iterator[World]:
    """Build the world, for as long as the block lasts."""
    watch = Watch()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-whole-", dir=_fast_folder())))
        wordpress = {}
        for name in (HARBOUR, MILL):
            site = WatchedSite(name, folder / f"{name}.db", watch)
            site.fill()
            stack.enter_context(running(site))
            wordpress[name] = site
        place = stack.enter_context(_installed(folder, wordpress))
        for name, site in wordpress.items():
            site.closed()
            site.close()
            shutil.copy(folder / f"{name}.db", folder / f"{name}.built")
            site.wp = Installation(Store(folder / f"{name}.db"), site.url)
            site.opened(folder / f"{name}.db")
        stack.enter_context(listening(watch))
        yield _world(watch, folder, wordpress, place)
        for site in wordpress.values():
            site.closed()
            site.close()


@contextmanager
def _installed(folder: Path, wordpress: dict[str, WatchedSite]) -> Iterator[Installed]:
    first = wordpress[HARBOUR]
    with installed(folder, first.url, first.username, first.app_password) as place:
        desk = replace(place.desk, patience=Patience(pauses=(), retry_after=0.0))
        yield replace(place, desk=desk)


def _world(watch: Watch, folder: Path, wordpress: dict[str, WatchedSite], place: Installed) -> World:
    desk, mill = place.desk, wordpress[MILL]
    second = sites.connect(desk, place.owner.id, mill.url, mill.username, mill.app_password)
    paul = people.add(desk, "paul@example.com", "Paul Partner")
    there = {HARBOUR: place.site, MILL: second}
    with desk.writing() as session:
        session.add(Membership(person_id=paul.id, site_id=place.site.id))
    agents = {}
    for name, (site, mode, given) in KEYS.items():
        with desk.writing() as session:
            options = {"tools_off": [], **given}
            one = keys.issue(session, desk, there[site].id, name, mode, person_id=place.owner.id, **options)
        agents[name] = Agent(desk, one.key, one.token)
    passwords = [site.app_password for site in wordpress.values()]
    secrets = [*passwords, *(one.replace(" ", "") for one in passwords), *(one.token for one in agents.values())]
    return World(
        watch,
        folder,
        wordpress,
        place,
        agents,
        {"olive": place.owner, "paul": paul},
        there,
        rows_of(desk.database),
        create_app(desk),
        secrets,
    )


def rows_of(database: Database) -> dict[str, list[dict[str, Any]]]:
    """Return what stands in each table."""
    with database.reading() as session:
        return {
            table.name: [dict(row) for row in session.execute(select(table).order_by(*table.primary_key)).mappings()]
            for table in Row.metadata.sorted_tables
        }


def _fill(database: Database, rows: dict[str, list[dict[str, Any]]]) -> None:
    with database.writing() as session:
        for table in Row.metadata.sorted_tables:
            if not rows[table.name]:
                continue
            session.execute(insert(table), rows[table.name])
            if databases.kind == databases.POSTGRESQL and "id" in table.columns:
                counted = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
                session.execute(text(counted))


def _fast_folder() -> str | None:
    """Return a folder in memory where there is one: a disk that is waited for finds no fault."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
