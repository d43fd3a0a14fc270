"""Whenever the site serves a request of ours, no transaction of ours is open: a slow site holds up nobody else."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from sqlalchemy import Connection, Engine, event, select

from tests import taking_back
from tests.core.acts import accept, as_if_long_ago, bin_page, link, opened, plan, row, tagline, text, title
from tests.installed import Agent, Installed
from webapp.core import copies, receipts, reconciling, reviews, sites, stale, undos
from webapp.data import Copy, Run
from webapp.sample_site import SampleSite, running
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, DIE_BEFORE_SAVING


class Transactions:
    """Counts the transactions that are open in this program, on every engine there is."""

    def __init__(self) -> None:
        self._open: set[int] = set()
        self._lock = threading.Lock()

    @property
    def open(self) -> int:
        with self._lock:
            return len(self._open)

    def begun(self, connection: Connection) -> None:
        with self._lock:
            self._open.add(id(connection))

    def ended(self, connection: Connection) -> None:
        with self._lock:
            self._open.discard(id(connection))


class WatchedSite(SampleSite):
    """A site that notes, at each request, how many transactions of ours are open."""

    transactions: Transactions
    seen: list[tuple[str, int]]

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.seen.append((f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}", self.transactions.open))
        return super().wsgi_app(environ, start_response)

    def served_inside_a_transaction(self) -> list[str]:
        return [request for request, open_ones in self.seen if open_ones]

    def methods(self) -> set[str]:
        return {request.split()[0] for request, _open_ones in self.seen}


@pytest.fixture
def transactions() -> Iterator[Transactions]:
    counted = Transactions()
    heard = [("begin", counted.begun), ("commit", counted.ended), ("rollback", counted.ended)]
    for name, listener in heard:
        event.listen(Engine, name, listener)
    yield counted
    for name, listener in heard:
        event.remove(Engine, name, listener)


@pytest.fixture
def wordpress(tmp_path: Path, transactions: Transactions) -> Iterator[WatchedSite]:
    site = WatchedSite(tmp_path / "site.db")
    site.transactions, site.seen = transactions, []
    site.fill()
    with running(site):
        yield site
    site.close()


def run_all(sayso: Installed, agent: Agent) -> list[str]:
    """Apply the agent's plan while nobody waits for it, since whoever waits reads the rows."""
    digests, public = accept(sayso, agent), opened(sayso, agent).row.public_id
    run = reviews.apply(sayso.desk, sayso.owner, public, digests)
    sayso.workers.finish()
    with sayso.desk.reading() as session:
        found = session.scalars(select(Run).where(Run.public_id == run)).one()
        return [step["outcome"] for step in receipts.read(session, sayso.desk, found, "")["steps"]]


def test_a_transaction_that_is_open_would_be_seen(sayso: Installed, wordpress: WatchedSite) -> None:
    wordpress.seen.clear()
    for kind in (sayso.desk.reading, sayso.desk.writing):
        with kind() as session, sites.reached(sayso.desk, sayso.site) as site:
            session.scalars(select(Run)).all()
            site.get("wp/v2/pages/42")
    assert wordpress.seen == [("GET /wp-json/wp/v2/pages/42", 1)] * 2


def test_planning_checking_and_applying_call_the_site_outside_of_transactions(
    sayso: Installed, agent: Agent, wordpress: WatchedSite
) -> None:
    plan(agent, title(42, "Our story"), text(42, "<p>New.</p>"), link("Services"), bin_page(311), tagline("Wood"))
    stale.check(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id)
    assert run_all(sayso, agent) == ["applied"] * 5
    assert wordpress.methods() == {"GET", "POST", "DELETE"}
    assert wordpress.served_inside_a_transaction() == []


def test_settling_calls_the_site_outside_of_transactions(
    sayso: Installed, agent: Agent, wordpress: WatchedSite
) -> None:
    unknown = plan(agent, title(42, "Our story"), link("Services"))[1]
    wordpress.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages", times=1)
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/menu-items", times=1)
    assert run_all(sayso, agent) == ["applied", "failed"]
    as_if_long_ago(sayso.desk)
    assert reconciling.check(sayso.desk, row(sayso, unknown)) == "no"
    assert wordpress.served_inside_a_transaction() == []


def test_direct_writes_restores_and_copies_call_the_site_outside_of_transactions(
    sayso: Installed, agent: Agent, wordpress: WatchedSite
) -> None:
    desk, owner = sayso.desk, sayso.owner
    uuid = agent.call("update_option", option="description", value="Wood")["snapshot_uuid"]
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_page", id=44, title="What we do")
    plan(agent, ("restore_snapshot", {"snapshot_uuid": uuid}))
    assert run_all(sayso, agent) == ["applied"]
    other = sayso.agent(name="Other")
    taking_back.restore(
        desk, owner, other.call("create_menu_item", menu_id=3, title="Shop", url="/shop/")["snapshot_uuid"]
    )
    with desk.reading() as session:
        about, services = session.scalars(select(Copy).order_by(Copy.id)).all()
    copies.rendered(desk, *copies.previewed(desk, copies_token(sayso, about)))
    copies.approve(desk, owner, about, sayso.site, copies.digest_of(copies.compare(desk, about, sayso.site)))
    copies.reject(desk, owner, services, sayso.site)
    assert wordpress.methods() == {"GET", "POST", "DELETE"}
    assert wordpress.served_inside_a_transaction() == []


def test_undos_call_the_site_outside_of_transactions(sayso: Installed, agent: Agent, wordpress: WatchedSite) -> None:
    plan(agent, title(42, "Our story"), link("Services"), tagline("Wood"), tagline("Oak"))
    assert run_all(sayso, agent) == ["applied"] * 4
    with sayso.desk.reading() as session:
        run = session.scalars(select(Run.public_id)).one()
    wordpress.misbehave(DIE_AFTER_SAVING, method="DELETE", path="/wp/v2/menu-items", times=1)
    wordpress.seen.clear()
    undo = undos.begin_for_run(sayso.desk, sayso.owner, run)
    undos.look(sayso.desk, sayso.owner, undo)
    with sayso.desk.reading() as session:
        digest = undos.find(session, sayso.owner.id, undo).digest
    undos.start(sayso.desk, sayso.owner, undo, digest, [1, 2, 3, 4], ())
    sayso.workers.finish()
    assert wordpress.methods() == {"GET", "POST", "DELETE"}
    assert wordpress.served_inside_a_transaction() == []


def copies_token(sayso: Installed, copy: Copy) -> str:
    return copies.preview_link(sayso.desk, copy).partition("respira_preview=")[2]
