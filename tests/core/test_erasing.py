"""Promises of what is kept no longer than an installation says: it goes whole, and what later things need stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, update

from tests.core import acts
from tests.core.undo_acts import applied, begun, begun_again, carried_out, looked
from tests.installed import Agent, Installed
from webapp.core import events, runs, sweeping, undos
from webapp.data import (
    Copy,
    Decision,
    Event,
    IssuedReceipt,
    Key,
    Notice,
    Plan,
    Run,
    RunStep,
    Sight,
    Snapshot,
    Status,
    Step,
    Undo,
    UndoPart,
)
from webapp.errors import Refusal

DAYS = 30


def kept_for(sayso: Installed, days: int = DAYS) -> Installed:
    """The same installation, which keeps what ended for so many days."""
    settings = replace(sayso.desk.settings, keep_days=days)
    return replace(sayso, desk=replace(sayso.desk, settings=settings))


def later(sayso: Installed, days: float) -> Installed:
    now = sayso.desk.clock() + timedelta(days=days)
    return kept_for(sayso).with_clock(lambda: now)


def ran(sayso: Installed, agent: Agent, *calls: tuple[str, dict[str, Any]]) -> list[str]:
    """Plan, apply, and end the plan; return the steps."""
    steps = acts.plan(agent, *calls)
    assert agent.call("apply_plan")["failed"] == 0
    sayso.workers.finish()
    agent.call("end_session")
    return steps


def left(sayso: Installed, table: type[Any], *which: Any) -> int:
    with sayso.desk.reading() as session:
        return int(session.scalar(select(func.count()).select_from(table).where(*which)) or 0)


def told_of(sayso: Installed) -> list[int]:
    """How many plans each line of the log says were erased."""
    with sayso.desk.reading() as session:
        lines = session.scalars(select(Event).where(Event.what == "history.erased").order_by(Event.id))
        return [line.details["plans"] for line in lines]


def test_nothing_is_erased_unless_an_installation_says_so(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.tagline("A"))
    now = sayso.desk.clock() + timedelta(days=4_000)
    sweeping.sweep(sayso.with_clock(lambda: now).desk)
    assert (left(sayso, Plan), left(sayso, Run), left(sayso, Snapshot)) == (1, 1, 1)


def test_what_ended_longer_ago_goes_with_all_that_it_led_to(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.tagline("A"), acts.bin_page(311))
    sweeping.sweep(later(sayso, DAYS - 1).desk)
    assert left(sayso, Plan) == 1
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    for table in (Plan, Step, Run, RunStep, Snapshot, Notice):
        assert left(sayso, table) == 0, table
    assert left(sayso, Event, Event.what != "history.erased") == 0
    assert left(sayso, Key) == 1


def test_what_a_person_said_saw_and_took_back_goes_with_its_plan(sayso: Installed, careful: Agent) -> None:
    run = applied(sayso, careful, acts.tagline("A"), acts.bin_page(311))
    assert carried_out(sayso, begun(sayso, run)) == ["exactly", "exactly"]
    careful.call("end_session")
    sayso.workers.finish()
    everything = (Plan, Step, Decision, Run, RunStep, IssuedReceipt, Sight, Undo, UndoPart, Snapshot)
    assert [table for table in everything if left(sayso, table) == 0] == []
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert [table for table in everything if left(sayso, table)] == []


@pytest.mark.parametrize("what", ["run", "step", "write at once", "undo"])
def test_what_was_taken_back_stays_with_its_undo_as_long_as_that_is_kept(
    sayso: Installed, careful: Agent, agent: Agent, what: str
) -> None:
    if what == "write at once":
        uuid = agent.call("update_option", option="description", value="B")["snapshot_uuid"]
    else:
        run = applied(sayso, careful, acts.tagline("A"))
        careful.call("end_session")
        with sayso.desk.reading() as session:
            uuid = session.scalars(select(Snapshot.uuid)).one()
    if what in ("run", "undo"):
        undo = begun(sayso, run)
    else:
        undo = looked(sayso, undos.begin_for_snapshot(sayso.desk, sayso.owner, uuid))
    assert carried_out(sayso, undo) == ["exactly"]
    if what == "undo":
        undo = begun_again(sayso, undo)
        assert carried_out(sayso, undo) == ["exactly"]
    sayso.workers.finish()
    with sayso.desk.writing() as session:
        at = sayso.desk.clock() + timedelta(days=20)
        session.execute(update(Undo).where(Undo.public_id == undo).values(made_at=at, finished_at=at))
        session.execute(update(Snapshot).where(Snapshot.kind == "before_restore").values(taken_at=at))
    held, run_kept = 2 if what == "undo" else 1, 0 if what == "write at once" else 1
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert (left(sayso, Undo), left(sayso, UndoPart), left(sayso, Run)) == (held, held, run_kept)
    assert left(sayso, Snapshot) == held + 1
    sweeping.sweep(later(sayso, 20 + DAYS + 1).desk)
    for table in (Plan, Run, Undo, UndoPart, Snapshot):
        assert left(sayso, table) == 0, table


def test_what_was_erased_is_told_with_counts_to_those_of_the_site(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.tagline("A"))
    moved = later(sayso, DAYS + 1)
    sweeping.sweep(moved.desk)
    sweeping.sweep(moved.desk)
    with sayso.desk.reading() as session:
        [line] = session.scalars(select(Event).where(Event.what == "history.erased"))
        own = [one.event.what for one in events.listed(session, sayso.owner.id)]
    day = (moved.desk.clock() - timedelta(days=DAYS)).date().isoformat()
    assert line.site_id == sayso.site.id
    assert line.details | {"events": 0} == {"before": day, "plans": 1, "snapshots": 1, "events": 0}
    assert line.details["events"] > 3
    assert own == ["history.erased"]


def test_that_something_was_erased_is_no_reason_to_tell_of_it_again(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.tagline("A"))
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    sweeping.sweep(later(sayso, 2 * DAYS + 3).desk)
    assert left(sayso, Event) == 0


def test_a_live_plan_and_its_snapshots_stay_however_old(sayso: Installed, agent: Agent) -> None:
    acts.plan(agent, acts.tagline("A"))
    agent.call("apply_plan")
    sayso.workers.finish()
    agent.call("update_option", option="title", value="B")
    with sayso.desk.writing() as session:
        session.execute(update(Plan).values(expires_at=sayso.desk.clock() + timedelta(days=300)))
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert (left(sayso, Plan), left(sayso, Run), left(sayso, Snapshot)) == (1, 1, 1)


def test_what_an_open_copy_came_from_stays_until_it_was_decided_about_long_ago(
    sayso: Installed, agent: Agent
) -> None:
    ran(sayso, agent, acts.title(42, "Our story"))
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert (left(sayso, Plan), left(sayso, Copy), left(sayso, Snapshot)) == (1, 1, 1)
    with sayso.desk.writing() as session:
        decided = sayso.desk.clock() + timedelta(days=DAYS)
        session.execute(update(Copy).values(state="rejected", decided_at=decided))
    sweeping.sweep(later(sayso, DAYS + 2).desk)
    assert left(sayso, Plan) == 1
    sweeping.sweep(later(sayso, 2 * DAYS + 2).desk)
    assert (left(sayso, Plan), left(sayso, Copy), left(sayso, Snapshot)) == (0, 0, 0)


def test_whatever_was_planned_on_a_copy_stays_as_long_as_the_copy_waits(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.title(42, "Our story"))
    ran(sayso, agent, acts.title(42, "Our whole story"))
    ran(sayso, agent, acts.tagline("A"))
    with sayso.desk.reading() as session:
        assert session.scalars(select(Copy)).one().state == "open"
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert (left(sayso, Plan), left(sayso, Run), left(sayso, Snapshot)) == (2, 2, 2)
    with sayso.desk.writing() as session:
        decided = sayso.desk.clock() + timedelta(days=DAYS)
        session.execute(update(Copy).values(state="rejected", decided_at=decided))
    sweeping.sweep(later(sayso, DAYS + 2).desk)
    assert (left(sayso, Plan), left(sayso, Snapshot)) == (2, 2)
    sweeping.sweep(later(sayso, 2 * DAYS + 2).desk)
    assert (left(sayso, Plan), left(sayso, Copy), left(sayso, Snapshot)) == (0, 0, 0)


def test_a_step_whose_outcome_nobody_knows_stays(sayso: Installed, agent: Agent) -> None:
    [step] = ran(sayso, agent, acts.tagline("A"))
    with sayso.desk.writing() as session:
        session.execute(update(Step).where(Step.public_id == step).values(status=Status.UNKNOWN))
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert (left(sayso, Step), left(sayso, Run)) == (1, 1)


def test_the_snapshot_of_a_write_at_once_goes_by_its_own_age_and_not_while_its_copy_is_open(
    sayso: Installed, agent: Agent
) -> None:
    agent.call("update_option", option="description", value="At once")
    for title in ("Our story", "Our whole story"):
        agent.call("update_page", id=42, title=title)
    with sayso.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
    agent.call("update_page", id=copy.copy_id, excerpt="All of it")
    sweeping.sweep(later(sayso, DAYS - 1).desk)
    assert left(sayso, Snapshot) == 4
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert left(sayso, Snapshot, Snapshot.tool == "update_option") == 0
    assert left(sayso, Snapshot, Snapshot.tool == "update_page") == 3
    with sayso.desk.writing() as session:
        session.execute(update(Copy).values(state="rejected"))
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    assert left(sayso, Snapshot) == 0


def test_plan_mode_that_was_on_when_a_plan_expired_is_not_forgotten_with_it(sayso: Installed, agent: Agent) -> None:
    acts.plan(agent, acts.tagline("A"))
    sweeping.sweep(later(sayso, 1).desk)
    moved = later(sayso, DAYS + 2)
    sweeping.sweep(moved.desk)
    assert left(sayso, Step) == 0
    with sayso.desk.reading() as session:
        plan = session.scalars(select(Plan)).one()
    assert (plan.title, plan.words, plan.last_position, plan.mode_on) == (None, "", 0, True)
    with pytest.raises(Refusal) as refused:
        replace(agent, desk=moved.desk).reply("update_option", option="description", value="Unawares")
    assert refused.value.code == "respira_plan_expired"
    before = left(sayso, Event)
    sweeping.sweep(moved.desk)
    assert left(sayso, Event) == before


def test_many_plans_go_in_pieces_and_are_told_of_in_one_line_for_a_day(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.tagline("A"))
    with sayso.desk.writing() as session:
        ended = sayso.desk.clock()
        for number in range(25):
            plan = Plan(public_id=f"sess_{number}", key_id=agent.key.id, site_id=sayso.site.id, mode_on=False)
            plan.made_at = plan.expires_at = plan.ended_at = ended
            plan.ended_why, plan.last_position = "ended", 1
            session.add(plan)
    moved = later(sayso, DAYS + 1)
    sweeping.sweep(moved.desk)
    assert left(sayso, Plan) == 0
    assert told_of(sayso) == [26]
    with sayso.desk.writing() as session:
        plan = Plan(public_id="sess_late", key_id=agent.key.id, site_id=sayso.site.id, mode_on=False)
        plan.made_at = plan.expires_at = plan.ended_at = ended
        plan.ended_why, plan.last_position = "ended", 1
        session.add(plan)
    sweeping.sweep(moved.desk)
    assert told_of(sayso) == [27]
    ran(sayso, agent, acts.tagline("B"))
    sweeping.sweep(later(sayso, DAYS + 2).desk)
    assert told_of(sayso) == [27, 1]


def test_what_is_erased_is_not_found_any_more(sayso: Installed, agent: Agent) -> None:
    ran(sayso, agent, acts.tagline("A"))
    with sayso.desk.reading() as session:
        run = session.scalars(select(Run.public_id)).one()
    sweeping.sweep(later(sayso, DAYS + 1).desk)
    with sayso.desk.reading() as session, pytest.raises(Refusal) as refused:
        runs.find_for_person(session, sayso.owner.id, run)
    assert refused.value.code == "respira_not_found"
