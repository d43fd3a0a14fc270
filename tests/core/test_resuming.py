"""Stopping, going on, and doing the same twice: every step runs once, and the rows say what became of each."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import delete, func, select

from tests import taking_back
from tests.at_once import at_once
from tests.core.acts import (
    accept,
    counts,
    decide,
    error,
    link,
    opened,
    outcomes,
    plan,
    row,
    sent,
    statuses,
    tagline,
    text,
    title,
)
from tests.core.undo_acts import became, looked, start
from tests.installed import Agent, Installed
from webapp import clock
from webapp.core import applying, keys, leases, receipts, reconciling, reviews, runs, undos
from webapp.data import Event, Key, Run, SiteLease
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, AnswerInstead, HoldUp

BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Could not update.","data":{"status":500}}')
FIVE = [
    title(7, "Home 2"),
    title(42, "About 2"),
    title(44, "Services 2"),
    title(46, "Contact 2"),
    title(311, "Team 2"),
]


def made(wordpress: SampleSite) -> list[str]:
    """The titles of the copies on the site, in the order in which they were made."""
    return [item["title"] for item in wordpress.wp.store.list("pages") if item["title"].endswith(" 2")]


def events(sayso: Installed, verb: str) -> int:
    with sayso.desk.reading() as session:
        return session.scalar(select(func.count()).where(Event.what == verb)) or 0


def hold_up(wordpress: SampleSite, route: str, *, skip: int = 0) -> HoldUp:
    """Let one write wait at the site's door."""
    held = HoldUp()
    wordpress.misbehave(held, method="POST", path=route, times=1, skip=skip)
    return held


def apply_in_browser(sayso: Installed, agent: Agent) -> str:
    digests = accept(sayso, agent)
    return reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, digests)


def receipt_of(sayso: Installed, run: str) -> dict:
    with sayso.desk.reading() as session:
        found = session.scalars(select(Run).where(Run.public_id == run)).one()
        assert found.finished_at is not None
        return receipts.read(session, sayso.desk, found, "respira_")


@pytest.mark.promise("P-APPLY-11", "P-APPLY-12", "P-RCPT-03", "D-STEP-01", "D-STEP-02")
def test_after_a_failure_the_next_apply_goes_on_where_it_stopped(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C18.1, C18.5"""
    steps = plan(agent, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    first = agent.call("apply_plan")
    assert (first["success"], counts(first)) == (False, (2, 1, 2))
    assert statuses(sayso, steps) == ["applied", "applied", "failed", "not_run", "not_run"]
    assert agent.call("get_plan")["pending_steps"] == 3
    second = agent.call("apply_plan")
    assert (second["success"], counts(second)) == (True, (3, 0, 0))
    assert [step["position"] for step in second["steps"]] == [3, 4, 5]
    assert made(wordpress) == ["Home 2", "About 2", "Services 2", "Contact 2", "Team 2"]
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 6


@pytest.mark.promise("P-APPLY-11")
def test_continue_on_error_runs_the_rest_and_the_failed_one_alone_is_tried_again(
    agent: Agent, wordpress: SampleSite
) -> None:
    """C18.2"""
    plan(agent, *FIVE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", skip=2, times=1)
    first = agent.call("apply_plan", continue_on_error=True)
    assert (first["success"], counts(first)) == (False, (4, 1, 0))
    second = agent.call("apply_plan")
    assert [step["position"] for step in second["steps"]] == [3]
    assert counts(second) == (1, 0, 0)
    assert sorted(made(wordpress)) == ["About 2", "Contact 2", "Home 2", "Services 2", "Team 2"]


@pytest.mark.promise("D-RUN-04")
def test_when_nothing_waits_an_apply_says_so_and_shows_the_last_receipt(agent: Agent, wordpress: SampleSite) -> None:
    """C18.3"""
    plan(agent, title(42, "About 2"))
    first = agent.call("apply_plan")
    reply = agent.reply("apply_plan")
    assert reply.status == 202
    assert (reply.body["success"], reply.body["code"]) == (False, "respira_nothing_waiting")
    assert reply.body["last_receipt"] == first
    assert sent(wordpress) == ["POST /wp/v2/pages"]


@pytest.mark.promise("D-STALE-03")
def test_a_person_must_accept_again_what_is_forecast_otherwise_after_a_failure(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    first, second = plan(careful, title(42, "About 2"), text(42, "<p>New words.</p>"))
    accept(sayso, careful)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", times=1)
    receipt = careful.call("apply_plan", continue_on_error=True)
    assert outcomes(receipt) == ["failed", "not_run"]
    assert receipt["steps"][1]["why"] == "It was not accepted any more when its turn came."
    assert statuses(sayso, [first, second]) == ["failed", "planned"]
    assert sent(wordpress) == ["POST /wp/v2/pages"]


def test_a_yes_taken_back_during_a_run_is_taken_back(sayso: Installed, careful: Agent, wordpress: SampleSite) -> None:
    steps = plan(careful, title(42, "About 2"), tagline("Wood, slowly"))
    held = hold_up(wordpress, "/wp/v2/pages")
    run = apply_in_browser(sayso, careful)
    held.wait_for_it()
    decide(sayso, row(sayso, steps[1]), "reopen")
    held.let_go()
    sayso.workers.finish()
    assert outcomes(receipt_of(sayso, run)) == ["applied", "not_run"]
    assert statuses(sayso, steps) == ["applied", "planned"]
    assert sent(wordpress) == ["POST /wp/v2/pages"]


def test_discarding_everything_during_a_run_keeps_what_runs_and_starts_nothing_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C56.1"""
    steps = plan(agent, *FIVE)
    held = hold_up(wordpress, "/wp/v2/pages", skip=1)
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    assert agent.call("discard_plan")["discarded"] == 3
    held.let_go()
    sayso.workers.finish()
    receipt = receipt_of(sayso, run)
    assert outcomes(receipt) == ["applied", "applied", "not_run", "not_run", "not_run"]
    assert receipt["steps"][2]["why"] == "It was discarded or dropped before its turn came."
    assert statuses(sayso, steps) == ["applied", "applied", "discarded", "discarded", "discarded"]
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 2
    for step in receipt["steps"][:2]:
        taking_back.restore(sayso.desk, sayso.owner, step["snapshots"][0])
        assert wordpress.read("pages", step["result"]["id"])["status"] == "trash"


def test_ending_the_session_during_a_run_says_how_many_never_ran(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C56.1, C56.2"""
    steps = plan(agent, *FIVE)
    held = hold_up(wordpress, "/wp/v2/pages", skip=1)
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    assert agent.call("end_session")["discarded_steps"] == 3
    held.let_go()
    sayso.workers.finish()
    assert outcomes(receipt_of(sayso, run)) == ["applied", "applied", "not_run", "not_run", "not_run"]
    assert statuses(sayso, steps) == ["applied", "applied", "discarded", "discarded", "discarded"]
    assert [row(sayso, step).request is None for step in steps] == [False, False, True, True, True]


def test_beginning_again_during_a_run_loses_nothing(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    """C56.3"""
    plan(agent, title(42, "About 2"), tagline("Wood, slowly"))
    held = hold_up(wordpress, "/wp/v2/pages")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    before = opened(sayso, agent).row.public_id
    begun = agent.call("begin_session", mode="plan")
    assert (begun["session_id"], begun["pending_steps"]) == (before, 1)
    held.let_go()
    sayso.workers.finish()
    assert counts(receipt_of(sayso, run)) == (2, 0, 0)


def test_a_key_revoked_during_a_run_starts_no_further_step(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C56.4"""
    plan(agent, *FIVE)
    held = hold_up(wordpress, "/wp/v2/pages", skip=1)
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        keys.revoke(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    held.let_go()
    sayso.workers.finish()
    assert outcomes(receipt_of(sayso, run)) == ["applied", "applied", "not_run", "not_run", "not_run"]
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 2


def test_asking_to_stop_lets_the_running_step_finish(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    steps = plan(agent, *FIVE)
    held = hold_up(wordpress, "/wp/v2/pages", skip=1)
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        runs.ask_to_stop(session, sayso.desk, session.scalars(select(Run)).one(), sayso.owner.id)
    held.let_go()
    sayso.workers.finish()
    assert outcomes(receipt_of(sayso, run)) == ["applied", "applied", "not_run", "not_run", "not_run"]
    assert statuses(sayso, steps) == ["applied", "applied", "not_run", "not_run", "not_run"]
    assert agent.call("get_plan")["pending_steps"] == 3


@pytest.mark.promise("D-RUN-08")
def test_two_applies_of_an_agent_at_once_are_one_run(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, *FIVE[:3])
    answers = at_once(lambda: agent.call("apply_plan"), lambda: agent.call("apply_plan"))
    # One that comes when the run is over is told its receipt too.
    one, other = (answer.get("last_receipt", answer) for answer in answers)
    assert one == other
    assert counts(one) == (3, 0, 0)
    assert made(wordpress) == ["Home 2", "About 2", "Services 2"]
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 3
    assert events(sayso, "run.asked") == 1


@pytest.mark.promise("D-RUN-08")
def test_an_agent_and_a_person_who_apply_at_once_share_one_run(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C16.5"""
    plan(agent, *FIVE[:3])
    digests, public = accept(sayso, agent), opened(sayso, agent).row.public_id

    def press() -> str:
        return reviews.apply(sayso.desk, sayso.owner, public, digests)

    receipt, one, other = at_once(lambda: agent.call("apply_plan"), press, press)
    assert counts(receipt) == (3, 0, 0)
    assert one == other == receipt["review"]["job_id"]
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 3
    assert events(sayso, "run.asked") == 1


@pytest.mark.promise("D-RUN-09")
def test_two_workers_on_one_run_exclude_each_other(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    """C57.2"""
    plan(agent, *FIVE[:3])
    held = hold_up(wordpress, "/wp/v2/pages")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    told = at_once(*[lambda: applying.carry_out(sayso.desk, run, f"worker {clock.monotonic()}")] * 3)
    assert told == [False, False, False]
    held.let_go()
    sayso.workers.finish()
    assert counts(receipt_of(sayso, run)) == (3, 0, 0)
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 3


def test_two_yeses_to_an_undo_at_once_have_one_effect(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    """C16.4"""
    plan(agent, link("Services"))
    uuid = agent.call("apply_plan")["steps"][0]["snapshots"][0]
    undo = looked(sayso, undos.begin_for_snapshot(sayso.desk, sayso.owner, uuid))
    wordpress.requests.clear()
    assert at_once(*[lambda: start(sayso, undo, [1])] * 2) == [None, None]
    sayso.workers.finish()
    assert became(sayso, undo) == ["exactly"]
    assert len(sent(wordpress)) == 1
    assert events(sayso, "snapshot.restored") == 1


def test_a_lease_whose_holder_died_frees_itself(sayso: Installed, agent: Agent, wordpress: SampleSite) -> None:
    """C57.1"""
    with sayso.desk.writing() as session:
        until = clock.now() + timedelta(milliseconds=300)
        place = sayso.site.url.removeprefix("http://")
        dead = SiteLease(place=place, holder="a dead worker", purpose="applying a plan", since=until, until=until)
        session.add(dead)
    plan(agent, title(42, "About 2"))
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    with sayso.desk.reading() as session:
        assert session.scalar(select(SiteLease)) is None


def test_a_lease_lapses_after_fifteen_seconds_and_not_before(sayso: Installed) -> None:
    site, now = sayso.site.id, clock.now()
    assert leases.take(sayso.with_clock(lambda: now).desk, site, "one", "a direct write")
    early = sayso.with_clock(lambda: now + timedelta(seconds=14.9)).desk
    late = sayso.with_clock(lambda: now + timedelta(seconds=15)).desk
    assert [leases.take(early, site, "other", ""), leases.take(late, site, "other", "")] == [False, True]


def test_a_worker_that_was_away_too_long_writes_nothing_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, title(42, "About 2"), tagline("Wood, slowly"))
    held = hold_up(wordpress, "/wp/v2/pages")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        session.scalars(select(Run)).one().worker = "another worker"
    held.let_go()
    sayso.workers.finish()
    assert statuses(sayso, steps) == ["running", "accepted"]
    with sayso.desk.writing() as session:
        session.scalars(select(Run)).one().lease_until = clock.now()
    assert applying.carry_out(sayso.desk, run, "a third worker")
    assert counts(receipt_of(sayso, run)) == (2, 0, 0)
    assert sent(wordpress) == ["POST /wp/v2/pages", "POST /wp/v2/settings"]


def test_a_step_cut_off_while_it_wrote_is_settled_although_the_run_was_asked_to_stop(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, title(42, "About 2"), tagline("Wood, slowly"), link("Services"))
    held = hold_up(wordpress, "/wp/v2/settings")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        found = session.scalars(select(Run)).one()
        found.worker, found.stop_asked = "another worker", True
    held.let_go()
    sayso.workers.finish()
    with sayso.desk.writing() as session:
        session.scalars(select(Run)).one().lease_until = clock.now()
    assert applying.carry_out(sayso.desk, run, "a third worker")
    assert outcomes(receipt_of(sayso, run)) == ["applied", "applied", "not_run"]
    assert statuses(sayso, steps) == ["applied", "applied", "not_run"]


def test_a_request_of_a_dead_worker_that_comes_late_is_waited_for_and_not_sent_again(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    """C04.5: that nothing of it is on the site yet is no proof while it may still be on its way."""
    steps = plan(agent, title(42, "About 2"), tagline("Wood, slowly"))
    held = hold_up(wordpress, "/wp/v2/pages")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        found = session.scalars(select(Run)).one()
        found.worker, found.lease_until = "another worker", clock.now()
        session.execute(delete(SiteLease))
    with pytest.raises(Refusal, match="may still reach the site"):
        applying.carry_out(sayso.desk, run, "a third worker")
    assert statuses(sayso, steps) == ["running", "accepted"]
    held.let_go()
    sayso.workers.finish()
    assert applying.carry_out(sayso.desk, run, "a fourth worker")
    assert statuses(sayso, steps) == ["applied", "applied"]
    assert sent(wordpress) == ["POST /wp/v2/pages", "POST /wp/v2/settings"]


def test_a_request_of_a_dead_worker_that_never_came_is_sent_again_once_it_can_come_no_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, title(42, "About 2"))
    held = hold_up(wordpress, "/wp/v2/pages")
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/pages", times=1)
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        found = session.scalars(select(Run)).one()
        found.worker, found.lease_until = "another worker", clock.now()
    held.let_go()
    sayso.workers.finish()
    with pytest.raises(Refusal, match="may still reach the site"):
        applying.carry_out(sayso.desk, run, "a third worker")
    later = sayso.with_clock(lambda: clock.now() + reconciling.ON_ITS_WAY).desk
    assert applying.carry_out(later, run, "a fourth worker")
    assert statuses(sayso, steps) == ["applied"]
    assert [entry.saved for entry in wordpress.requests.writes()] == [False, True]


@pytest.mark.promise("D-RUN-10", "D-RUN-11", "D-RUN-09")
def test_a_direct_write_waits_ten_seconds_for_a_run_and_then_says_that_the_site_is_busy(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    other = sayso.agent(name="Other agent")
    plan(agent, title(42, "About 2"))
    held = hold_up(wordpress, "/wp/v2/pages")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    tool, arguments = tagline("Wood, slowly")
    begun = clock.monotonic()
    with pytest.raises(Refusal) as refused:
        other.call(tool, **arguments)
    assert 9.5 < clock.monotonic() - begun < 30
    assert refused.value.code == "respira_site_busy"
    assert "Another change is running on this site: applying a plan, since " in refused.value.message
    assert agent.call("get_job_status", job_id=run)["code"] == "respira_job_running"
    told = agent.call("get_plan")["message"]
    assert told == f"The plan is being applied, as job {run}: respira_wordpress_get_job_status tells how far it is."
    assert other.call("read_page", id=42)["title"] == "About"
    held.let_go()
    sayso.workers.finish()
    assert counts(receipt_of(sayso, run)) == (1, 0, 0)
    assert other.call(tool, **arguments)["success"] is True
    assert sent(wordpress) == ["POST /wp/v2/pages", "POST /wp/v2/settings"]


def test_a_fault_of_ours_ends_the_step_and_not_the_site(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, title(42, "About 2"), tagline("Wood, slowly"))
    with sayso.desk.writing() as session:
        broken = session.merge(row(sayso, steps[0]))
        broken.base = "not sealed by us"
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["failed", "not_run"]
    assert error(receipt, 1) == ("respira_broke", 500)
    assert agent.call("discard_plan", step_ids=[steps[0]])["discarded"] == 1
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]
