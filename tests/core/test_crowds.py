"""Many calls of one key at the same time: every one that is acknowledged is in the plan once, at its own place."""

from __future__ import annotations

import pytest

from tests.at_once import crowd
from tests.installed import Agent
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@pytest.fixture(autouse=True)
def begun(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")


@pytest.mark.promise("P-STEP-05", "D-LIMIT-04")
def test_twenty_different_writes_take_twenty_places_without_a_gap(wordpress: SampleSite, agent: Agent) -> None:
    answers = crowd(20, lambda number: agent.call("update_page", id=42, title=f"Title {number}"))
    assert sorted(answer["position"] for answer in answers) == list(range(1, 21))
    assert len({answer["step_id"] for answer in answers}) == 20
    plan = agent.call("get_plan")
    assert [step["position"] for step in plan["steps"]] == list(range(1, 21))
    assert {step["step_id"]: step["arguments"] for step in plan["steps"]} == {
        answer["step_id"]: answer["arguments"] for answer in answers
    }
    assert wordpress.requests.writes() == []


@pytest.mark.promise("P-SAME-01", "D-LIMIT-04")
def test_the_same_write_sent_twenty_times_is_one_step(agent: Agent) -> None:
    answers = crowd(20, lambda number: agent.call("update_page", id=42, title="Our story"))
    assert sorted(answer["deduplicated"] for answer in answers) == [False] + [True] * 19
    assert len({answer["step_id"] for answer in answers}) == 1
    assert agent.call("get_plan")["pending_steps"] == 1


@pytest.mark.promise("P-SIZE-01", "D-LIMIT-04")
def test_of_sixty_writes_fifty_are_planned_and_ten_are_told_that_the_plan_is_full(agent: Agent) -> None:
    answers = crowd(60, lambda number: agent.call("update_option", option="title", value=f"Title {number}"))
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    planned = [answer for answer in answers if not isinstance(answer, Refusal)]
    assert [refusal.code for refusal in refusals] == ["respira_plan_full"] * 10
    assert sorted(answer["position"] for answer in planned) == list(range(1, 51))
    assert agent.call("get_plan")["pending_steps"] == 50


@pytest.mark.promise("D-RUN-08")
def test_applying_twice_at_once_runs_every_step_once(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("update_option", option="title", value="Grain")
    agent.call("update_option", option="description", value="Boats and wood")
    answers = crowd(6, lambda number: agent.call("apply_plan"))
    bodies = [entry.body for entry in wordpress.requests.writes()]
    assert bodies == [{"title": "Grain"}, {"description": "Boats and wood"}]
    codes = {answer["code"] for answer in answers}
    assert "respira_plan_applied" in codes
    assert codes <= {"respira_plan_applied", "respira_nothing_waiting"}
