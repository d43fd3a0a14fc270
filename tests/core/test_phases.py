"""How far a step is stands in the rows at every moment, and a site that is busy or hangs holds nobody else up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.core.acts import counts, error, outcomes, plan, row, sent, statuses, tagline, title
from tests.core.test_resuming import apply_in_browser, hold_up, receipt_of
from tests.core.undo_acts import applied, became, begun, parts, start
from tests.inside import refusing
from tests.installed import Agent, Installed
from tests.sample import sample_site
from webapp import clock
from webapp.core import applying, keys, leases, sites, waiting, works
from webapp.data import Key, Run, RunStep, SiteLease, Step
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp
from webapp.wordpress.client import Patience

HASTY = Patience(connect=10.0, read=3.0, write=10.0, pauses=(0.01,))


def phases(sayso: Installed) -> list[str]:
    with sayso.desk.reading() as session:
        rows = session.scalars(select(RunStep.phase).join(Step).order_by(Step.position))
        return list(rows)


def held_at(wordpress: SampleSite, method: str, *, skip: int = 0) -> HoldUp:
    held = HoldUp()
    wordpress.misbehave(held, method=method, path="/wp/v2/settings", times=1, skip=skip)
    return held


def test_a_step_is_seen_being_looked_at_written_and_read_back(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    plan(careful, tagline("Wood, slowly"), title(42, "About 2"))
    looked, written = held_at(wordpress, "GET"), held_at(wordpress, "POST")
    run = apply_in_browser(sayso, careful)
    looked.wait_for_it()
    assert phases(sayso) == ["claimed", "waiting"]
    read_back = held_at(wordpress, "GET")
    looked.let_go()
    written.wait_for_it()
    assert phases(sayso) == ["writing", "waiting"]
    written.let_go()
    read_back.wait_for_it()
    assert phases(sayso) == ["reading", "waiting"]
    read_back.let_go()
    sayso.workers.finish()
    assert phases(sayso) == ["done", "done"]
    assert counts(receipt_of(sayso, run)) == (2, 0, 0)


def test_a_part_of_an_undo_is_seen_being_looked_at_written_and_read_back(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    undo = begun(sayso, applied(sayso, agent, tagline("Wood, slowly")))

    def phase() -> str:
        return parts(sayso, undo)[0].row.phase

    looked, written = held_at(wordpress, "GET"), held_at(wordpress, "POST")
    start(sayso, undo)
    looked.wait_for_it()
    assert phase() == "claimed"
    read_back = held_at(wordpress, "GET")
    looked.let_go()
    written.wait_for_it()
    assert phase() == "writing"
    written.let_go()
    read_back.wait_for_it()
    assert phase() == "reading"
    read_back.let_go()
    sayso.workers.finish()
    assert (phase(), became(sayso, undo)) == ("done", ["exactly"])


def test_a_step_cut_off_while_it_was_read_back_is_settled_and_not_sent_again(
    sayso: Installed, careful: Agent, wordpress: SampleSite
) -> None:
    steps = plan(careful, tagline("Wood, slowly"), title(42, "About 2"))
    written = held_at(wordpress, "POST")
    run = apply_in_browser(sayso, careful)
    written.wait_for_it()
    read_back = held_at(wordpress, "GET")
    written.let_go()
    read_back.wait_for_it()
    with sayso.desk.writing() as session:
        session.scalars(select(Run)).one().worker = "another worker"
    read_back.let_go()
    sayso.workers.finish()
    assert (statuses(sayso, steps), phases(sayso)) == (["running", "accepted"], ["reading", "waiting"])
    with sayso.desk.writing() as session:
        session.scalars(select(Run)).one().lease_until = clock.now()
    assert applying.carry_out(sayso.desk, run, "a third worker")
    assert outcomes(receipt_of(sayso, run)) == ["applied", "applied"]
    assert sent(wordpress) == ["POST /wp/v2/settings", "POST /wp/v2/pages"]


def test_a_phase_that_can_not_be_written_down_does_not_disturb_the_write(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("Wood, slowly"))
    with refusing(sayso.desk.database, "UPDATE OF phase", "run_steps", "WHEN (NEW.phase = 'reading')"):
        assert outcomes(agent.call("apply_plan")) == ["applied"]
    assert wordpress.read("settings")["description"] == "Wood, slowly"


def test_a_run_whose_site_is_busy_is_put_off_and_taken_up_again(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("Wood, slowly"))
    assert leases.take(sayso.desk, sayso.site.id, "somebody", "a direct write")
    unheard = replace(sayso, desk=replace(sayso.desk, wake=lambda run: None))
    run, begun = apply_in_browser(unheard, agent), clock.monotonic()
    with pytest.raises(Refusal) as refused:
        applying.carry_out(sayso.desk, run, "a worker")
    assert refused.value.code == "respira_site_busy"
    assert clock.monotonic() - begun < leases.WAIT
    assert works.lapsed(sayso.desk) == [(run, 0.0)]
    assert sent(wordpress) == []
    leases.give_back(sayso.desk, sayso.site.id, "somebody")
    assert applying.carry_out(sayso.desk, run, "a worker")
    assert counts(receipt_of(sayso, run)) == (1, 0, 0)
    assert sent(wordpress) == ["POST /wp/v2/settings"]


def test_c57_3_a_write_that_hangs_ends_by_timeout_and_the_plan_can_be_read_all_the_time(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    hasty = replace(sayso.desk, patience=HASTY)
    sayso.workers.desk = hasty
    steps = plan(agent, tagline("Wood, slowly"), title(42, "About 2"))
    held = hold_up(wordpress, "/wp/v2/settings")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    assert run in agent.call("get_plan")["message"]
    sayso.workers.finish()
    receipt = receipt_of(sayso, run)
    assert (outcomes(receipt), error(receipt, 1)[0]) == (["failed", "not_run"], "respira_outcome_unknown")
    assert statuses(sayso, steps) == ["unknown", "not_run"]
    with sayso.desk.reading() as session:
        assert session.scalar(select(SiteLease)) is None
    assert outcomes(agent.call("apply_plan")) == ["applied"]
    held.let_go()


def test_c57_4_a_site_that_hangs_leaves_another_one_alone(
    sayso: Installed, agent: Agent, wordpress: SampleSite, tmp_path: Path
) -> None:
    plan(agent, tagline("Wood, slowly"))
    held = hold_up(wordpress, "/wp/v2/settings")
    run = apply_in_browser(sayso, agent)
    held.wait_for_it()
    with sample_site() as second:
        there = sites.connect(sayso.desk, sayso.owner.id, second.url, second.username, second.app_password)
        other = replace(sayso, site=there).agent()
        plan(other, tagline("Bread, early"))
        assert outcomes(other.call("apply_plan")) == ["applied"]
        assert not waiting.wait_for(sayso.desk, run, 0)
        assert second.read("settings")["description"] == "Bread, early"
    held.let_go()
    sayso.workers.finish()
    assert counts(receipt_of(sayso, run)) == (1, 0, 0)


@pytest.mark.parametrize(("what", "why"), [("revoke", "The key was revoked"), ("pause", "The key was paused")])
def test_c56_4_a_key_that_is_ended_meanwhile_is_named_as_the_reason(
    sayso: Installed, careful: Agent, wordpress: SampleSite, what: str, why: str
) -> None:
    steps = plan(careful, tagline("Wood, slowly"), title(42, "About 2"))
    held = hold_up(wordpress, "/wp/v2/settings")
    run = apply_in_browser(sayso, careful)
    held.wait_for_it()
    with sayso.desk.writing() as session:
        getattr(keys, what)(session, sayso.desk, session.get_one(Key, careful.key.id), sayso.owner.id)
    held.let_go()
    sayso.workers.finish()
    receipt = receipt_of(sayso, run)
    assert outcomes(receipt) == ["applied", "not_run"]
    assert len(receipt["steps"][0]["snapshots"]) == 1
    assert receipt["steps"][1]["why"] == f"{why} before its turn came."
    assert row(sayso, steps[1]).status == "not_run"
