"""Promises of snapshots that are kept for less long than the history, and of foretelling what would be erased."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from tests.core import acts
from tests.core.undo_acts import applied, begun, carried_out
from tests.installed import Agent, Installed
from tests.programs import environment
from tests.web.conftest import signed_in
from webapp import cli
from webapp.app import create_app
from webapp.core import sweeping
from webapp.data import Copy, Event, Mode, Plan, Run, Site, Snapshot, Undo
from webapp.operating import retention

SNAPSHOTS, ALL = 30, 90


def kept_for(sayso: Installed, days: float, *, snapshots: int = SNAPSHOTS, everything: int = ALL) -> Installed:
    """The same installation with both settings, so many days later."""
    settings = replace(sayso.desk.settings, keep_days=everything, keep_snapshots_days=snapshots)
    now = sayso.desk.clock() + timedelta(days=days)
    return replace(sayso, desk=replace(sayso.desk, settings=settings, clock=lambda: now))


def counted(sayso: Installed) -> tuple[int, int, int]:
    """How many plans, runs and snapshots there are."""
    with sayso.desk.reading() as session:
        plans, runs, kept = (session.scalar(select(func.count()).select_from(one)) for one in (Plan, Run, Snapshot))
    return plans or 0, runs or 0, kept or 0


def ran(sayso: Installed, agent: Agent) -> str:
    """Plan and apply two writes, and end the plan; return the run."""
    acts.plan(agent, acts.tagline("A"), acts.bin_page(311))
    run: str = agent.call("apply_plan")["review"]["job_id"]
    sayso.workers.finish()
    agent.call("end_session")
    return run


def test_snapshots_go_first_and_what_was_done_with_them_stays(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent)
    agent.call("update_option", option="title", value="At once")
    sweeping.sweep(kept_for(sayso, SNAPSHOTS - 1).desk)
    assert counted(sayso) == (1, 1, 3)
    sweeping.sweep(kept_for(sayso, SNAPSHOTS + 1).desk)
    assert counted(sayso) == (1, 1, 0)
    sweeping.sweep(kept_for(sayso, ALL + 1).desk)
    assert counted(sayso) == (0, 0, 0)


def test_snapshots_go_where_everything_else_is_kept_for_ever(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent)
    sweeping.sweep(kept_for(sayso, 4_000, everything=0).desk)
    assert counted(sayso) == (1, 1, 0)


def test_the_snapshots_of_a_live_plan_of_an_open_copy_and_of_an_unfinished_run_stay(
    sayso: Installed, agent: Agent
) -> None:
    ran(sayso, agent)
    acts.plan(agent, acts.title(42, "Our story"))
    agent.call("apply_plan")
    sayso.workers.finish()
    with sayso.desk.writing() as session:
        session.execute(
            update(Plan).where(Plan.ended_at.is_(None)).values(expires_at=sayso.desk.clock() + timedelta(days=300))
        )
    sweeping.sweep(kept_for(sayso, SNAPSHOTS + 1).desk)
    assert counted(sayso)[2] == 1
    agent.call("end_session")
    sweeping.sweep(kept_for(sayso, SNAPSHOTS + 1).desk)
    assert counted(sayso)[2] == 1
    with sayso.desk.writing() as session:
        session.execute(update(Copy).values(state="rejected", decided_at=sayso.desk.clock()))
        session.execute(
            update(Run).values(finished_at=None).where(Run.id == select(func.max(Run.id)).scalar_subquery())
        )
    sweeping.sweep(kept_for(sayso, SNAPSHOTS + 1).desk)
    assert counted(sayso)[2] == 1
    with sayso.desk.writing() as session:
        session.execute(update(Run).values(finished_at=sayso.desk.clock()))
    sweeping.sweep(kept_for(sayso, SNAPSHOTS + 1).desk)
    assert counted(sayso)[2] == 0


def test_an_undo_goes_with_the_last_snapshot_that_it_took_back_and_its_run_stays(
    sayso: Installed, agent: Agent
) -> None:
    careful = sayso.agent(Mode.BROWSER)
    run = applied(sayso, careful, acts.tagline("A"))
    assert carried_out(sayso, begun(sayso, run)) == ["exactly"]
    careful.call("end_session")
    sayso.workers.finish()
    sweeping.sweep(kept_for(sayso, SNAPSHOTS + 1).desk)
    with sayso.desk.reading() as session:
        assert session.scalars(select(Undo)).all() == []
    assert counted(sayso) == (1, 1, 0)


def test_a_receipts_page_says_since_when_undo_is_over_and_claims_nothing_that_is_not_known(
    sayso: Installed, agent: Agent
) -> None:
    run = ran(sayso, agent)
    moved = kept_for(sayso, SNAPSHOTS + 1)
    sweeping.sweep(moved.desk)
    window = signed_in(create_app(moved.desk), moved.desk, sayso.owner.email)
    page = window.get(f"/runs/{run}").get_data(as_text=True)
    over = sayso.desk.clock() + timedelta(days=SNAPSHOTS + 1)
    said = f"It can not be taken back any more since {over:%-d %B %Y}: what was kept for that is erased."
    assert page.count(said) == 2
    assert "All 2 steps went through: 2 were saved then" in page
    assert "Undo this step" not in page
    assert page.count(", erased</p>") == 2
    with sayso.desk.reading() as session:
        told = session.scalars(select(Event.details).where(Event.what == "history.erased")).one()
    assert (told["plans"], told["snapshots"], told["events"]) == (0, 2, 0)
    gone = window.get("/snapshots/0b0e1f7a-0000-4000-8000-000000000000").get_data(as_text=True)
    assert "Snapshots are erased after 30 days." in gone


def test_what_would_be_erased_is_foretold_and_is_what_is_erased(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent)
    agent.call("update_option", option="title", value="At once")
    for days, said in (
        (1, "Nothing is old enough."),
        (SNAPSHOTS + 1, "0 plans, 3 snapshots, 0 lines of the log"),
        (ALL + 1, "1 plans, 3 snapshots,"),
    ):
        moved = kept_for(sayso, days)
        before = counted(sayso)
        foretold = retention.foretold(moved.desk)
        assert said in foretold
        assert counted(sayso) == before
    assert retention.erase(moved.desk) == foretold.replace("would be erased", "to erase") + "\nThat is erased."
    with sayso.desk.reading() as session:
        told = session.scalars(select(Event.details).where(Event.what == "history.erased")).all()
        site = session.scalars(select(Site)).one()
    erased = {name: sum(line[name] for line in told) for name in ("plans", "snapshots", "events")}
    plans, snapshots, lines = erased["plans"], erased["snapshots"], erased["events"]
    said = f"{plans} plans, {snapshots} snapshots, {lines} lines of the log would be erased."
    assert f"{site.public_id} {site.url}: {said}" in foretold
    assert counted(sayso) == (0, 0, 0)


def test_where_nothing_is_set_the_command_says_that_everything_is_kept(
    sayso: Installed, agent: Agent, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran(sayso, agent)
    for name, value in environment(sayso.desk.settings).items():
        monkeypatch.setenv(name, value)
    before = os.umask(0o077)
    capsys.readouterr()
    for options in (["--dry-run"], []):
        assert cli.main(["erase", *options]) == 0
        assert capsys.readouterr().out.startswith("Nothing is erased here: ")
    os.umask(before)
    assert counted(sayso) == (1, 1, 2)
