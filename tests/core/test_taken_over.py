"""Whoever stood still in the middle of a write, and goes on when somebody else has settled it, sends nothing more."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tests.core.acts import link, outcomes, plan, sent, tagline
from tests.core.test_resuming import apply_in_browser, receipt_of
from tests.core.undo_acts import applied, became, begun, start
from tests.inside import refusing
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import applying, copies, in_hand, leases, reconciling, undo_runs
from webapp.data import Copy, DirectWrite
from webapp.errors import SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp, too_many_requests


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample site does not save slowly, so nobody waits before another look."""
    monkeypatch.setattr(reconciling, "LOOKS", (0.0, 0.0))


def put_off(wordpress: SampleSite, route: str) -> HoldUp:
    """Let one write wait at the site's door and then be one too many, so that it is to be sent once more."""
    held = HoldUp()
    wordpress.misbehave(held, method="POST", path=route, times=1)
    wordpress.misbehave(too_many_requests(retry_after=0), method="POST", path=route, times=1)
    return held


def later(sayso: Installed) -> Installed:
    """The installation as another program sees it when every lease has lapsed and nothing is on its way any more."""
    return sayso.with_clock(lambda: clock.now() + reconciling.ON_ITS_WAY + timedelta(seconds=1))


def meanwhile(act: Callable[[], Any], held: HoldUp, others: Callable[[], Any]) -> Future[Any]:
    """Begin to write, let the others act while it is held up, and let it go on to its end."""
    with ThreadPoolExecutor(1) as stalled:
        ends = stalled.submit(act)
        held.wait_for_it()
        others()
        held.let_go()
    return ends


def test_a_run_that_another_worker_has_finished_is_not_written_to_once_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, link("Services"))
    held = put_off(wordpress, "/wp/v2/menu-items")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    assert applying.carry_out(later(sayso).desk, run, "another worker")
    assert outcomes(receipt_of(sayso, run)) == ["applied"]
    held.let_go()
    sayso.workers.finish()
    assert sent(wordpress) == ["POST /wp/v2/menu-items"] * 2
    assert [item["title"] for item in wordpress.wp.store.list("menu-items")].count("Services") == 1


def test_an_undo_that_another_worker_has_finished_is_not_written_to_once_more(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, careful, tagline("New")))
    wordpress.requests.clear()
    held = put_off(wordpress, "/wp/v2/settings")
    start(sayso, undo)
    held.wait_for_it()
    assert undo_runs.carry_out(later(sayso).desk, undo, "another worker")
    held.let_go()
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly"]
    assert sent(wordpress) == ["POST /wp/v2/settings"] * 2


def test_a_direct_write_that_was_settled_meanwhile_is_not_sent_once_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    tool, arguments = link("Shop")
    held = put_off(wordpress, "/wp/v2/menu-items")
    ends = meanwhile(lambda: agent.reply(tool, **arguments), held, lambda: in_hand.look(later(sayso).desk))
    assert isinstance(ends.exception(), SiteTrouble)
    assert "its turn at the site was over" in str(ends.exception())
    assert sent(wordpress) == ["POST /wp/v2/menu-items"]
    with sayso.desk.reading() as session:
        assert session.scalars(select(DirectWrite.outcome)).all() == ["nothing"]


def test_an_approval_whose_lease_somebody_else_has_had_meanwhile_is_not_sent_once_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    agent.call("update_page", id=42, title="Our story")
    wordpress.requests.clear()
    with sayso.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
    seen = copies.digest_of(copies.compare(sayso.desk, copy, sayso.site))
    held, others = put_off(wordpress, "/wp/v2/pages/42"), later(sayso).desk

    def somebody_else() -> None:
        assert leases.take(others, sayso.site.id, "another", "a direct write")
        leases.give_back(others, sayso.site.id, "another")

    ends = meanwhile(lambda: copies.approve(sayso.desk, sayso.owner, copy, sayso.site, seen), held, somebody_else)
    assert isinstance(ends.exception(), SiteTrouble)
    assert sent(wordpress) == ["POST /wp/v2/pages/42"]


def test_nothing_is_sent_where_the_lease_can_not_be_renewed_or_that_took_too_long(
    sayso: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, seconds = sayso.desk, iter([100.0, 104.9, 200.0, 205.0])
    with leases.held_by_worker(desk, sayso.site.id, "one", "applying a plan"):
        demand = leases.may_send(desk)
        with refusing(desk.database, "UPDATE", "site_leases"), pytest.raises(leases.TakenOver):
            demand()
        monkeypatch.setattr(clock, "since_boot", lambda: next(seconds))
        demand()
        with pytest.raises(leases.TakenOver):
            demand()
