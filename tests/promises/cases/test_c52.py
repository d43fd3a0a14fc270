"""C52: parallel calls collide. Every call that is acknowledged is in the plan once, at its own place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.at_once import crowd
from tests.installed import Installed
from tests.promises.acts import plan, sent, waiting
from tests.promises.conftest import DOORS, Enter
from tests.promises.doors import Agent, Told
from webapp.sample_site import SampleSite


def title(agent: Agent, number: int) -> Told:
    return agent.raw("update_option", option="title", value=f"T {number}")


@pytest.mark.parametrize("door", DOORS)
def test_c52_1_twenty_writes_at_once_on_one_and_on_four_connections_take_each_a_place(
    sayso: Installed, wordpress: SampleSite, enter: Enter, agent: Agent
) -> None:
    """C52.1"""
    agent.call("begin_session", mode="plan")
    told = crowd(20, lambda number: title(agent, number))
    assert sorted(one.body["position"] for one in told) == list(range(1, 21))
    several = [enter(agent.holder) for _ in range(4)]
    more = crowd(20, lambda number: title(several[number % 4], 20 + number))
    assert sorted(one.body["position"] for one in more) == list(range(21, 41))
    assert len(waiting(agent)) == 40
    assert sent(wordpress) == []


@pytest.mark.parametrize("door", DOORS)
def test_c52_2_the_same_write_twenty_times_at_once_is_one_step(agent: Agent) -> None:
    """C52.2"""
    agent.call("begin_session", mode="plan")
    told = crowd(20, lambda _number: title(agent, 1))
    assert sorted(one.body["deduplicated"] for one in told) == [False] + [True] * 19
    assert len({one.body["step_id"] for one in told}) == 1
    assert len(waiting(agent)) == 1


def test_c52_3_of_sixty_at_once_fifty_are_planned_and_ten_are_told_that_the_plan_is_full(agent: Agent) -> None:
    """C52.3"""
    agent.call("begin_session", mode="plan")
    told = crowd(60, lambda number: title(agent, number))
    assert sorted(one.body["position"] for one in told if not one.is_error) == list(range(1, 51))
    assert [one.body["code"] for one in told if one.is_error] == ["respira_plan_full"] * 10
    assert len(waiting(agent)) == 50


def test_c52_4_planning_discarding_and_reading_mixed_is_answered_consistently(
    wordpress: SampleSite, agent: Agent
) -> None:
    """C52.4"""
    agent.call("begin_session", mode="plan")

    def busy(number: int) -> list[Told]:
        return [told for turn in range(12) for told in _one_of_each(agent, 100 * number + turn)]

    answers = [told for told_of_one in crowd(4, busy) for told in told_of_one]
    assert [told.body for told in answers if told.is_error] == []
    for told in answers:
        body: dict[str, Any] = told.body
        if "steps" in body:
            listed = [step["position"] for step in body["steps"]]
            assert listed == sorted(set(listed))
            assert body["pending_steps"] == len(listed)
        if "planned" in body:
            assert body["step_id"] in body["plan"]["step_ids"]
    discarded = sum(told.body.get("discarded", 0) for told in answers)
    planned = [told.body["position"] for told in answers if "planned" in told.body]
    assert sorted(planned) == list(range(1, 49))
    assert discarded + len(waiting(agent)) == 48
    assert sent(wordpress) == []
    assert plan(agent, ("update_option", {"option": "title", "value": "Last"}))[0]["position"] == 49


def _one_of_each(agent: Agent, number: int) -> list[Told]:
    planned = title(agent, number)
    read = agent.raw("get_plan")
    return [planned, read, agent.raw("discard_plan", step_ids=[planned.body["step_id"]]) if number % 3 else read]
