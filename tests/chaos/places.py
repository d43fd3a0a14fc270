"""Sites with an owner, an agent and a plan, beside programs that are killed. It kills nothing itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet
from sqlalchemy import select

from tests.core.acts import accept, opened
from tests.installed import Agent, Installed, Workers
from webapp.core import people, receipts, reviews, sites
from webapp.core.desk import Desk
from webapp.core.limits import CallLimit
from webapp.data import Mode, Run
from webapp.demo import free_port
from webapp.laying import lay_desk
from webapp.sample_site import SampleSite, running
from webapp.sample_site.misbehaviour import HoldUp
from webapp.settings import Settings
from webapp.worker import Queue


def settings_for(database_url: str) -> Settings:
    """Return the settings of an installation on this machine, with this database."""
    return Settings(
        database_url=database_url,
        public_url=f"http://127.0.0.1:{free_port()}",
        secret_key="s" * 32,
        sealing_keys=(Fernet.generate_key().decode(),),
        allow_private_sites=True,
    )


@contextmanager
def desk_beside(settings: Settings) -> Iterator[Desk]:
    """Lay a desk beside the programs', on the same database and the same queue."""
    queue = Queue(settings.database_url)
    # More is planned here within a minute than any agent plans.
    laid = replace(lay_desk(settings, queue.wake), call_limit=CallLimit(100_000))
    yield laid
    laid.database.close()
    queue.close()


@dataclass
class Place:
    """A site with a plan on it, and the request that is held up when the worker dies."""

    wordpress: SampleSite
    sayso: Installed
    agent: Agent
    held: HoldUp = field(default_factory=HoldUp)
    run: str = ""

    def apply(self, *, continue_on_error: bool = False) -> None:
        """Let the owner say yes to every step, and ask for the run."""
        digests, public = accept(self.sayso, self.agent), opened(self.sayso, self.agent).row.public_id
        self.run = reviews.apply(
            self.sayso.desk, self.sayso.owner, public, digests, continue_on_error=continue_on_error
        )

    def receipt(self) -> dict[str, Any]:
        return receipt_of(self.sayso.desk, self.run)


def receipt_of(desk: Desk, run: str) -> dict[str, Any]:
    with desk.reading() as session:
        return receipts.read(session, desk, session.scalars(select(Run).where(Run.public_id == run)).one(), "")


def place(stack: ExitStack, desk: Desk, folder: Path, name: str) -> Place:
    """Bring a site up, and connect it."""
    wordpress = SampleSite(folder / f"{name}.db")
    stack.callback(wordpress.close)
    wordpress.fill()
    stack.enter_context(running(wordpress))
    owner = people.add(desk, "olive@example.com", "Olive Owner")
    site = sites.connect(desk, owner.id, wordpress.url, wordpress.username, wordpress.app_password)
    sayso = Installed(desk, Workers(), owner, site)
    there = Place(wordpress, sayso, sayso.agent(Mode.ASK))
    stack.callback(lambda: there.held.let_go())
    return there


def saved(wordpress: SampleSite) -> list[str]:
    """The writes that the site carried out, whatever it answered."""
    return [f"{entry.method} {entry.route}" for entry in wordpress.requests.writes() if entry.saved]
