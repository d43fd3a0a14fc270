"""What an agent is told when its plan is over, or when it asks for nothing in particular."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.core.acts import plan, tagline
from tests.installed import Agent, Installed
from webapp.data import Plan
from webapp.errors import Refusal


def expire(sayso: Installed) -> None:
    with sayso.desk.writing() as session:
        session.query(Plan).update({Plan.expires_at: sayso.desk.clock() - timedelta(seconds=1)})


@pytest.mark.parametrize("tool", ["apply_plan", "discard_plan"])
@pytest.mark.promise("D-PLAN-09")
def test_naming_a_step_of_an_expired_plan_is_told_that_the_plan_expired(
    sayso: Installed, agent: Agent, tool: str
) -> None:
    steps = plan(agent, tagline("B"))
    expire(sayso)
    with pytest.raises(Refusal) as told:
        agent.call(tool, step_ids=steps)
    assert told.value.code == "respira_plan_expired"


def test_after_the_session_an_apply_still_shows_the_last_receipt(agent: Agent) -> None:
    plan(agent, tagline("B"))
    agent.call("apply_plan")
    agent.call("end_session")
    told = agent.call("apply_plan")
    assert told["code"] == "respira_nothing_waiting"
    assert told["last_receipt"]["applied"] == 1


@pytest.mark.parametrize("tool", ["apply_plan", "discard_plan"])
def test_an_empty_list_of_steps_is_refused_since_it_could_mean_none_or_all(agent: Agent, tool: str) -> None:
    plan(agent, tagline("B"))
    with pytest.raises(Refusal, match="The list step_ids is empty"):
        agent.call(tool, step_ids=[])
    assert agent.call("get_plan")["pending_steps"] == 1


@pytest.mark.promise("D-PLAN-06")
def test_a_new_purpose_leaves_nothing_of_the_former(sayso: Installed, agent: Agent) -> None:
    agent.call("begin_session", mode="plan", title="One", note="For one reason.")
    agent.call("begin_session", mode="plan")
    with sayso.desk.reading() as session:
        kept = session.query(Plan).one()
    assert (kept.title, kept.note) == ("One", "For one reason.")
    agent.call("begin_session", mode="plan", title="Two")
    with sayso.desk.reading() as session:
        kept = session.query(Plan).one()
    assert (kept.title, kept.note) == ("Two", None)
