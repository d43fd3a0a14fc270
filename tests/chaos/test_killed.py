"""Killed at the worst moments: what was begun is finished, once, and the receipt is what the site holds."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import select

from tests.chaos.far import FarAgent
from tests.chaos.launcher import launching
from tests.chaos.places import place, saved
from tests.core.acts import link, outcomes, plan, tagline, title
from tests.core.undo_acts import became, begun, start
from tests.programs import kill, program
from webapp import agent_part, clock
from webapp.core import waiting
from webapp.core.desk import Desk
from webapp.data import Run
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, Slow
from webapp.settings import Settings

TAKEN_UP_WITHIN = 20.0
STEPS = (tagline("Wood, slowly"), link("Services"), title(42, "Our story"))
WRITES = ["POST /wp/v2/settings", "POST /wp/v2/menu-items", "POST /wp/v2/pages"]


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

        launcher = stack.enter_context(launching(settings, tmp_path))
        launcher.start("worker")
        for there in places:
            there.apply()
        for there in places:
            there.held.wait_for_it()
        launcher.end()
        for there in places:
            there.held.let_go()

        launcher.start("worker")
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
