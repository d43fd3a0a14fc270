"""A site that hangs holds up nobody else: what waits for it waits in the rows, and in few of the threads."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx

from tests.at_once import wait_until
from tests.chaos.far import FarAgent
from tests.chaos.places import place
from tests.core.acts import outcomes, plan, tagline, title
from tests.programs import program
from webapp import agent_part
from webapp.core import people, sites, waiting
from webapp.core.desk import Desk
from webapp.core.shares import AT_ONE_SITE
from webapp.data import Mode
from webapp.sample_site.misbehaviour import HoldUp
from webapp.settings import Settings
from webapp.worker import THREADS

PAGES = (7, 42, 44, 46) * 3


def test_more_runs_than_threads_at_a_site_that_hangs_leave_another_site_alone(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    """C57.4: several owners connected the same WordPress, and each has a run of their own there."""
    assert len(PAGES) >= THREADS
    with ExitStack() as stack:
        hanging, free = place(stack, desk, tmp_path, "hanging"), place(stack, desk, tmp_path, "free")
        hanging.wordpress.misbehave(hanging.held, method="POST", path="/wp/v2/settings", times=1)
        places = [hanging]
        for number in range(len(PAGES)):
            owner = people.add(desk, f"owner{number}@example.com", f"Owner {number}")
            login = hanging.wordpress.username, hanging.wordpress.app_password
            site = sites.connect(desk, owner.id, hanging.wordpress.url, *login)
            sayso = replace(hanging.sayso, owner=owner, site=site)
            places.append(replace(hanging, sayso=sayso, agent=sayso.agent(Mode.ASK), held=HoldUp()))
        plan(hanging.agent, tagline("Wood, slowly"))
        for there, page in zip(places[1:], PAGES, strict=True):
            plan(there.agent, title(page, f"Page {page}"))
        plan(free.agent, tagline("Bread, early"))

        stack.enter_context(program(settings, "worker"))
        hanging.apply()
        hanging.held.wait_for_it()
        for there in places[1:]:
            there.apply()
        free.apply()
        assert waiting.wait_for(desk, free.run, 45)
        assert outcomes(free.receipt()) == ["applied"]
        assert not waiting.wait_for(desk, hanging.run, 0)

        hanging.held.let_go()
        for there in places:
            assert waiting.wait_for(desk, there.run, 60)
            assert outcomes(there.receipt()) == ["applied"]


def test_sixteen_agents_that_plan_on_a_site_that_hangs_keep_no_page_and_no_other_site_from_being_served(
    tmp_path: Path, settings: Settings, desk: Desk
) -> None:
    """C57.4: who asks that site is told soon that it answers nobody, and all others are served meanwhile."""
    with ExitStack() as stack:
        hanging, free = place(stack, desk, tmp_path, "hanging"), place(stack, desk, tmp_path, "free")
        for there in (hanging, free):
            there.agent.call("begin_session", mode="plan")
        hanging.wordpress.misbehave(hanging.held, method="GET", path="/wp/v2/settings")
        stack.enter_context(program(settings, "web", "--port", settings.public_url.rpartition(":")[2]))
        agent_part.wait_until_heard(f"{settings.public_url}/healthz", 30)
        far, tool, arguments = FarAgent(settings, hanging.agent.token), *tagline("Wood, slowly")
        told: list[str] = []

        def ask(number: int) -> None:
            answer = far.call(tool, option="description", value=f"Wood {number}")
            told.append("planned" if "step_id" in answer else answer["code"])

        crowd = [threading.Thread(target=ask, args=(number,)) for number in range(16)]
        for one in crowd:
            one.start()
        hanging.held.wait_for_it()
        planned = FarAgent(settings, free.agent.token).call(tool, **arguments)
        assert planned["position"] == 1
        assert httpx.get(f"{settings.public_url}/sign-in", timeout=20).status_code == 200
        wait_until(lambda: len(told) == 16 - AT_ONE_SITE)
        assert "planned" not in told

        hanging.held.let_go()
        for one in crowd:
            one.join(60)
        assert sorted(told) == ["planned"] * AT_ONE_SITE + ["respira_site_slow"] * (16 - AT_ONE_SITE)
