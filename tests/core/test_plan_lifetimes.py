"""How long a plan lives, and what is left of it afterwards."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MovableClock
from tests.installed import Agent, Installed, installed
from webapp.core import sweeping
from webapp.data import Mode, Step
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    """An installation whose clock only the test moves."""
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login, clock=clock) as one:
        wordpress.requests.clear()
        yield one


def all_steps(sayso: Installed) -> list[Step]:
    with sayso.desk.reading() as session:
        return session.query(Step).order_by(Step.id).all()


@pytest.mark.parametrize(("mode", "seconds"), [(Mode.ASK, 14_400), (Mode.CHAT, 14_400), (Mode.BROWSER, 259_200)])
@pytest.mark.promise("P-LIFE-01", "P-LIFE-02", "D-PLAN-01", "D-PLAN-02", "D-PLAN-11")
def test_a_plan_lives_from_its_last_begin(
    sayso: Installed, wordpress: SampleSite, clock: MovableClock, mode: Mode, seconds: int
) -> None:
    agent = sayso.agent(mode)
    begun = agent.call("begin_session", mode="plan")
    assert begun["expires_in"] == seconds
    agent.call("update_page", id=42, title="Our story")
    clock.advance(seconds=seconds - 1)
    assert agent.call("get_plan")["expires_in"] == 1
    again = agent.call("begin_session", mode="plan")
    assert again["session_id"] == begun["session_id"]
    assert (again["expires_in"], again["pending_steps"]) == (seconds, 1)
    clock.advance(seconds=seconds)
    gone = agent.call("get_plan")
    assert (gone["steps"], gone["pending_steps"], gone["expires_in"]) == ([], 0, 0)
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-LIFE-01")
def test_planning_does_not_prolong_a_plan(sayso: Installed, clock: MovableClock, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    clock.advance(hours=3)
    assert agent.call("update_page", id=42, title="Our story")["plan"]["expires_in"] == 3600
    assert agent.call("get_plan")["expires_in"] == 3600


@pytest.mark.promise("D-PLAN-09")
def test_an_expired_plan_can_not_be_applied_before_the_sweep(
    sayso: Installed, wordpress: SampleSite, clock: MovableClock, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    step = agent.call("update_page", id=42, title="Our story")
    clock.advance(hours=4)
    reply = agent.reply("apply_plan")
    assert (reply.status, reply.body["success"], reply.body["code"]) == (202, False, "respira_nothing_waiting")
    for tool in ("apply_plan", "discard_plan"):
        with pytest.raises(Refusal) as caught:
            agent.call(tool, step_ids=[step["step_id"]])
        assert caught.value.code == "respira_plan_expired"
    assert wordpress.requests.writes() == []
    sayso.workers.finish()
    assert [step.status for step in all_steps(sayso)] == ["planned"]


@pytest.mark.promise("D-PLAN-10")
def test_a_write_after_the_plan_has_expired_is_refused_until_the_agent_begins_again_or_ends_the_session(
    wordpress: SampleSite, clock: MovableClock, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    clock.advance(hours=4)
    for _try in range(2):
        with pytest.raises(Refusal) as caught:
            agent.call("update_page", id=42, title="Our story")
        assert caught.value.code == "respira_plan_expired"
    assert wordpress.requests.writes() == []
    agent.call("end_session")
    assert agent.call("get_plan")["plan_mode"] is False
    assert "code" not in agent.call("update_page", id=42, title="Our story")


def test_after_the_plan_has_expired_beginning_again_plans(clock: MovableClock, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    clock.advance(hours=4)
    agent.call("begin_session", mode="plan")
    assert agent.call("update_page", id=42, title="Our story")["planned"] is True


@pytest.mark.promise("P-LIFE-03")
def test_a_new_plan_begins_with_nothing_of_the_expired_one(
    sayso: Installed, clock: MovableClock, agent: Agent
) -> None:
    old = agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    clock.advance(hours=4)
    new = agent.call("begin_session", mode="plan")
    assert new["session_id"] != old["session_id"]
    assert (new["pending_steps"], new["expires_in"]) == (0, 14_400)
    step = agent.call("update_page", id=42, title="Our story")
    assert (step["position"], step["deduplicated"]) == (1, False)


@pytest.mark.promise("P-LIFE-03", "D-PLAN-14")
def test_the_sweep_erases_what_expired_steps_would_have_sent(
    sayso: Installed, clock: MovableClock, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_option", option="title", value="Grain")
    clock.advance(hours=3, minutes=59, seconds=59)
    assert sweeping.sweep(sayso.desk) == 0
    clock.advance(seconds=1)
    assert sweeping.sweep(sayso.desk) == 1
    assert sweeping.sweep(sayso.desk) == 0
    steps = all_steps(sayso)
    for step in steps:
        assert (step.request, step.base, step.forecast, step.arguments) == (None, None, None, None)
    assert [(step.tool, step.effect, step.status) for step in steps] == [
        ("update_page", "Update page 42 (About): title.", "discarded"),
        ("update_option", "Change the setting Site title (title).", "discarded"),
    ]


@pytest.mark.promise("D-PLAN-07")
def test_the_clock_of_a_single_planned_write_starts_with_it(clock: MovableClock, agent: Agent) -> None:
    step = agent.call("update_page", id=42, title="Our story", _respira_plan=True)
    assert step["plan"]["expires_in"] == 14_400
    clock.advance(hours=1)
    second = agent.call("update_page", id=44, title="What we make", _respira_plan=True)
    assert (second["position"], second["plan"]["expires_in"]) == (2, 10_800)


@pytest.mark.promise("D-PLAN-13")
def test_a_run_that_began_in_time_finishes_after_the_plans_time_is_up(
    sayso: Installed, wordpress: SampleSite, clock: MovableClock, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    agent.call("update_option", option="title", value="Grain")
    agent.call("update_option", option="description", value="Boats and wood")
    held, told = HoldUp(), dict[str, Any]()
    wordpress.misbehave(held, method="POST", path="/wp/v2/settings", times=1)
    applying = threading.Thread(target=lambda: told.update(agent.call("apply_plan")))
    applying.start()
    held.wait_for_it()
    clock.advance(hours=4)
    held.let_go()
    applying.join(30)
    assert (told["applied"], told["plan_mode"]) == (2, False)
    assert [entry.body for entry in wordpress.requests.writes()] == [
        {"title": "Grain"},
        {"description": "Boats and wood"},
    ]
