"""Killed at the worst moments: what was begun is finished, once, and the receipt is what the site holds."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.fernet import Fernet
from sqlalchemy import select

from tests import databases
from tests.core.acts import accept, link, opened, outcomes, plan, tagline, title
from tests.core.undo_acts import became, begun, start
from tests.installed import PREFIX, Agent, Installed, Workers
from tests.programs import kill, program
from webapp import agent_part, clock
from webapp.core import people, receipts, reviews, sites, waiting
from webapp.core.desk import Desk
from webapp.data import Mode, Run
from webapp.demo import free_port
from webapp.laying import lay_desk
from webapp.sample_site import SampleSite, running
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, HoldUp, Slow
from webapp.settings import Settings
from webapp.worker import Queue

TAKEN_UP_WITHIN = 20.0
STEPS = (tagline("Wood, slowly"), link("Services"), title(42, "Our story"))
WRITES = ["POST /wp/v2/settings", "POST /wp/v2/menu-items", "POST /wp/v2/pages"]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    port = free_port()
    return Settings(
        database_url=databases.migrated_url(tmp_path),
        public_url=f"http://127.0.0.1:{port}",
        secret_key="s" * 32,
        sealing_keys=(Fernet.generate_key().decode(),),
        allow_private_sites=True,
    )


@pytest.fixture
def desk(settings: Settings) -> Iterator[Desk]:
    """A desk beside the programs', on the same database and the same queue."""
    queue = Queue(settings.database_url)
    laid = lay_desk(settings, queue.wake)
    yield laid
    laid.database.close()
    queue.close()


@dataclass
class Place:
    """A site with a plan on it, and the request that is held up when the worker dies."""

    wordpress: SampleSite
    sayso: Installed
    agent: Agent
    held: HoldUp
    run: str = ""

    def apply(self) -> None:
        digests, public = accept(self.sayso, self.agent), opened(self.sayso, self.agent).row.public_id
        self.run = reviews.apply(self.sayso.desk, self.sayso.owner, public, digests)

    def receipt(self) -> dict[str, Any]:
        return receipt_of(self.sayso.desk, self.run)


def receipt_of(desk: Desk, run: str) -> dict[str, Any]:
    with desk.reading() as session:
        return receipts.read(session, desk, session.scalars(select(Run).where(Run.public_id == run)).one(), "")


def place(stack: ExitStack, desk: Desk, folder: Path, name: str) -> Place:
    wordpress = SampleSite(folder / f"{name}.db")
    stack.callback(wordpress.close)
    wordpress.fill()
    stack.enter_context(running(wordpress))
    owner = people.add(desk, "olive@example.com", "Olive Owner")
    site = sites.connect(desk, owner.id, wordpress.url, wordpress.username, wordpress.app_password)
    sayso = Installed(desk, Workers(), owner, site)
    there = Place(wordpress, sayso, sayso.agent(Mode.ASK), HoldUp())
    stack.callback(there.held.let_go)
    return there


def saved(wordpress: SampleSite) -> list[str]:
    """The writes that the site carried out."""
    answered = [entry for entry in wordpress.requests.writes() if entry.status in (200, 201)]
    return [f"{entry.method} {entry.route}" for entry in answered]


def as_the_site_shows(wordpress: SampleSite) -> list[Any]:
    """What a fresh read finds: the tagline, the ids of the links, the ids of the copies."""
    return [
        wordpress.read("settings")["description"],
        [item["id"] for item in wordpress.wp.store.list("menu-items") if item["title"] == "Services"],
        [item["id"] for item in wordpress.wp.store.list("pages") if item["title"] == "Our story"],
    ]


def test_a_worker_killed_at_any_moment_of_a_step_is_made_up_for_and_nothing_is_saved_twice(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    """C57.1"""
    with ExitStack() as stack:
        before_the_snapshot, on_the_way, while_saving, after_saving = places = [
            place(stack, desk, tmp_path, name) for name in ("snapshot", "way", "saving", "saved")
        ]
        for there in places:
            plan(there.agent, *STEPS)
            there.wordpress.requests.clear()
        after_saving.held = replace(after_saving.held, after_saving=True)
        menu_items = "/wp/v2/menu-items"
        before_the_snapshot.wordpress.misbehave(before_the_snapshot.held, method="GET", path=menu_items, times=1)
        on_the_way.wordpress.misbehave(on_the_way.held, method="POST", path=menu_items, times=1)
        on_the_way.wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path=menu_items, times=1)
        while_saving.wordpress.misbehave(while_saving.held, method="POST", path="/wp/v2/pages", times=1)
        after_saving.wordpress.misbehave(after_saving.held, method="POST", path=menu_items, times=1)

        worker = stack.enter_context(program(settings, "worker"))
        for there in places:
            there.apply()
        for there in places:
            there.held.wait_for_it()
        kill(worker)
        for there in places:
            there.held.let_go()

        stack.enter_context(program(settings, "worker"))
        begun = clock.monotonic()
        for there in places:
            assert waiting.wait_for(desk, there.run, TAKEN_UP_WITHIN - (clock.monotonic() - begun))
        for there in places:
            receipt = there.receipt()
            assert outcomes(receipt) == ["applied", "applied", "applied"]
            assert saved(there.wordpress) == WRITES
            first, second, third = (step["result"] for step in receipt["steps"])
            assert as_the_site_shows(there.wordpress) == [first["value"], [second["item_id"]], [third["id"]]]
            assert all(len(step["snapshots"]) >= 1 for step in receipt["steps"])


def test_a_worker_that_is_told_to_end_finishes_its_step_and_the_next_worker_goes_on_at_once(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    pages = (7, 42, 44, 46, 311)
    with ExitStack() as stack:
        there = place(stack, desk, tmp_path, "site")
        plan(there.agent, *[title(page, f"Page {page}") for page in pages])
        there.wordpress.requests.clear()
        there.wordpress.misbehave(there.held, method="POST", path="/wp/v2/pages", times=1)
        there.wordpress.misbehave(Slow(before=0.3), method="POST", path="/wp/v2/pages")
        worker = stack.enter_context(program(settings, "worker"))
        there.apply()
        there.held.wait_for_it()
        worker.terminate()
        there.held.let_go()
        assert worker.wait(10) == 0
        done = outcomes(there.receipt()).count("applied")
        assert 1 <= done < 5
        assert len(saved(there.wordpress)) == done

        stack.enter_context(program(settings, "worker"))
        # Sooner than the fifteen seconds after which a dead worker's run would be taken up.
        assert waiting.wait_for(desk, there.run, 12)
        assert outcomes(there.receipt()) == ["applied"] * 5
        assert saved(there.wordpress) == ["POST /wp/v2/pages"] * 5


def test_a_worker_killed_while_it_takes_a_run_back_is_made_up_for_and_nothing_is_sent_twice(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    with ExitStack() as stack:
        there = place(stack, desk, tmp_path, "site")
        plan(there.agent, *STEPS)
        worker = stack.enter_context(program(settings, "worker"))
        there.apply()
        assert waiting.wait_for(desk, there.run, TAKEN_UP_WITHIN)
        undo = begun(there.sayso, there.run)
        there.wordpress.requests.clear()
        there.held = replace(there.held, after_saving=True)
        there.wordpress.misbehave(there.held, method="DELETE", path="/wp/v2/menu-items", times=1)
        start(there.sayso, undo)
        there.held.wait_for_it()
        kill(worker)
        there.held.let_go()

        stack.enter_context(program(settings, "worker"))
        assert waiting.wait_for(desk, undo, TAKEN_UP_WITHIN)
        assert became(there.sayso, undo) == ["exactly", "exactly", "exactly"]
        assert [line.split()[0] for line in saved(there.wordpress)] == ["DELETE", "DELETE", "POST"]
        assert as_the_site_shows(there.wordpress)[:2] == ["Joinery on the waterfront", []]


class FarAgent:
    """An agent at the MCP door of a running program."""

    def __init__(self, settings: Settings, token: str) -> None:
        self.url, self.headers = f"{settings.public_url}/mcp", {"Authorization": f"Bearer {token}"}

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        params = {"name": PREFIX + tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        accepted = {"Accept": "application/json, text/event-stream", **self.headers}
        answer = httpx.post(self.url, json=message, headers=accepted, timeout=60)
        content: dict[str, Any] = answer.json()["result"]["structuredContent"]
        return content


def test_a_run_ends_by_itself_when_the_web_program_dies_under_the_waiting_agent(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    web_command = ["web", "--port", settings.public_url.rpartition(":")[2]]
    with ExitStack() as stack:
        there = place(stack, desk, tmp_path, "site")
        far = FarAgent(settings, there.agent.token)
        plan(there.agent, *STEPS)
        there.wordpress.requests.clear()
        there.wordpress.misbehave(there.held, method="POST", path="/wp/v2/menu-items", times=1)
        web = stack.enter_context(program(settings, *web_command))
        stack.enter_context(program(settings, "worker"))
        agent_part.wait_until_heard(f"{settings.public_url}/healthz", 30)

        heard: list[Any] = []

        def ask() -> None:
            try:
                heard.append(far.call("apply_plan"))
            except httpx.TransportError as fault:
                heard.append(type(fault))

        asking = threading.Thread(target=ask)
        asking.start()
        there.held.wait_for_it()
        kill(web)
        asking.join(30)
        assert heard in ([httpx.RemoteProtocolError], [httpx.ReadError])
        there.held.let_go()
        stack.enter_context(program(settings, *web_command))
        with desk.reading() as session:
            run = session.scalars(select(Run.public_id)).one()
        assert waiting.wait_for(desk, run, 20)

        agent_part.wait_until_heard(f"{settings.public_url}/healthz", 30)
        status = far.call("get_job_status", job_id=run)
        assert outcomes(status) == ["applied", "applied", "applied"]
        assert far.call("get_plan")["last_receipt"] == status
        assert saved(there.wordpress) == WRITES
