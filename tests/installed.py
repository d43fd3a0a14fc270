"""A whole Sayso for tests: a migrated database, an owner, a connected site, and a worker that runs at once.

Nothing in it stands in for our own code. The site is the sample site unless a test brings another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet

from tests import databases
from webapp import clock as clocks
from webapp.core import calls, keys, people, sites, works
from webapp.core.calls import Arrival, Reply
from webapp.core.desk import Desk
from webapp.core.limits import CallLimit
from webapp.data import Key, Mode, Person, Site
from webapp.errors import Refusal
from webapp.laying import lay_desk
from webapp.settings import Settings

PREFIX = "respira_wordpress_"


@dataclass
class Workers:
    """Carries out each run and each undo in a thread of its own, as the worker does."""

    threads: list[threading.Thread] = field(default_factory=list)
    desk: Desk | None = None

    def wake(self, run: str) -> None:
        """Begin the run."""
        thread = threading.Thread(target=self._work, args=(run,))
        self.threads.append(thread)
        thread.start()

    def _work(self, run: str) -> None:
        assert self.desk is not None
        while not self._carried_out(self.desk, run):
            threading.Event().wait(0.1)

    def _carried_out(self, desk: Desk, run: str) -> bool:
        """Carry it out, unless the site is busy: then it is put off."""
        try:
            works.carry_out(desk, run, f"test {threading.get_ident()}")
        except Refusal as refusal:
            if refusal.code != "respira_site_busy":
                raise
            return False
        return True

    def finish(self) -> None:
        """Wait for every run that was begun, a minute at most."""
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive(), "a run has not ended"


@dataclass(frozen=True)
class Agent:
    """An agent with a key: calls tools as the MCP door would."""

    desk: Desk
    key: Key
    token: str

    def reply(self, tool: str, **arguments: Any) -> Reply:
        """Call a tool."""
        request = {"name": PREFIX + tool, "arguments": arguments}
        arrival = Arrival("mcp", PREFIX, request, client="tests 1")
        return calls.answer(self.desk, keys.find(self.desk, self.token), arrival)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its answer's body."""
        return self.reply(tool, **arguments).body


@dataclass(frozen=True)
class Installed:
    """An installation with one owner and one site."""

    desk: Desk
    workers: Workers
    owner: Person
    site: Site

    def agent(self, mode: Mode = Mode.ASK, name: str = "Agent", **given: Any) -> Agent:
        """Issue a key and return an agent that has it; it may use every tool unless a test says otherwise."""
        given = {"tools_off": [], **given}
        with self.desk.writing() as session:
            issued = keys.issue(session, self.desk, self.site.id, name, mode, person_id=self.owner.id, **given)
        return Agent(self.desk, issued.key, issued.token)

    def with_clock(self, clock: Callable[[], Any]) -> Installed:
        """Return the same installation told the time by another clock."""
        return replace(self, desk=replace(self.desk, clock=clock))


@contextmanager
def installed(
    folder: Path,
    site_url: str,
    username: str,
    app_password: str,
    *,
    public_url: str = "http://localhost",
    clock: Callable[[], Any] = clocks.now,
) -> Iterator[Installed]:
    """Install Sayso in a folder and connect a site."""
    with databases.lent(folder) as database:
        settings = Settings(
            database_url=database.url,
            public_url=public_url,
            secret_key="s" * 32,
            sealing_keys=(Fernet.generate_key().decode(),),
            allow_private_sites=True,
        )
        workers = Workers()
        laid = lay_desk(settings, workers.wake)
        desk = replace(laid, database=database, clock=clock, call_limit=CallLimit(100_000))
        workers.desk = desk
        owner = people.add(desk, "olive@example.com", "Olive Owner")
        site = sites.connect(desk, owner.id, site_url, username, app_password)
        try:
            yield Installed(desk, workers, owner, site)
        finally:
            workers.finish()
