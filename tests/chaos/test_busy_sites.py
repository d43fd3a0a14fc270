"""A site that hangs holds up nobody else: what waits for it waits in the rows, and in no thread of the worker."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from tests.chaos.places import place
from tests.core.acts import outcomes, plan, tagline, title
from tests.programs import program
from webapp.core import people, sites, waiting
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.sample_site.misbehaviour import HoldUp
from webapp.settings import Settings
from webapp.worker import THREADS

PAGES = (7, 42, 44, 46)


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
