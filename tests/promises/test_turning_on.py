"""Plan mode is turned on by a session, or for one write alone."""

from __future__ import annotations

import json

import pytest

from tests.core.acts import opened, row
from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, TAGLINE, TEAM, plan, sent, waiting
from tests.promises.doors import Agent
from tests.worked_example import SESSION_ID
from webapp.sample_site import SampleSite

WRITES = [ABOUT, MENU, TEAM, TAGLINE]


@pytest.mark.promise("P-ON-01", "P-ON-04", "P-ON-05", "P-PASS-02", "P-DOOR-01")
def test_begin_answers_the_session_its_seconds_and_how_many_steps_wait(agent: Agent) -> None:
    begun = agent.call("begin_session", mode="plan")
    assert begun == {
        "success": True,
        "session_id": SESSION_ID,
        "plan_mode": True,
        "expires_in": 14400,
        "pending_steps": 0,
    }
    assert list(begun) == ["success", "session_id", "plan_mode", "expires_in", "pending_steps"]


@pytest.mark.promise("P-ON-05", "D-PLAN-01", "D-PLAN-02")
def test_beginning_again_keeps_the_plan_and_says_how_many_steps_wait(agent: Agent) -> None:
    begun = agent.call("begin_session", mode="plan")
    plan(agent, ABOUT, TAGLINE)
    again = agent.call("begin_session", mode="plan")
    assert again == {**begun, "pending_steps": 2}


@pytest.mark.promise("P-ON-02", "P-AER-01")
def test_every_write_of_the_session_is_a_step_and_the_site_is_not_written_to(
    wordpress: SampleSite, agent: Agent
) -> None:
    steps = plan(agent, *WRITES)
    assert [step["code"] for step in steps] == ["respira_plan_step"] * 4
    assert [step["position"] for step in steps] == [1, 2, 3, 4]
    assert sent(wordpress) == []


@pytest.mark.promise("D-PLAN-03")
def test_begin_without_a_mode_does_not_turn_plan_mode_off(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    assert agent.call("begin_session")["plan_mode"] is True
    assert agent.call(ABOUT[0], **ABOUT[1])["planned"] is True
    assert sent(wordpress) == []


@pytest.mark.promise("P-ON-06", "P-ON-07", "P-DOOR-07")
@pytest.mark.parametrize(("tool", "arguments"), WRITES)
def test_the_flag_plans_one_write_and_nothing_else_about_the_connection_changes(
    wordpress: SampleSite, agent: Agent, tool: str, arguments: dict
) -> None:
    step = agent.call(tool, **arguments, _respira_plan=True)
    assert (step["code"], step["planned"], step["mutation_performed"]) == ("respira_plan_step", True, False)
    assert step["plan"]["step_ids"] == [step["step_id"]]
    assert sent(wordpress) == []
    assert agent.call("get_plan")["plan_mode"] is False
    done = agent.call("update_option", option="title", value="Grain")
    assert (done["success"], done["updated"]) == (True, True)
    assert sent(wordpress) == ["POST /wp/v2/settings"]
    assert waiting(agent) == [step["step_id"]]


@pytest.mark.promise("P-ON-06", "D-PLAN-04")
def test_the_flag_as_text_counts_and_anything_else_is_refused(wordpress: SampleSite, agent: Agent) -> None:
    assert agent.call(ABOUT[0], **ABOUT[1], _respira_plan="true")["planned"] is True
    told = agent.refused("update_option", option="title", value="Grain", _respira_plan="perhaps")
    assert told["code"] == "respira_invalid_arguments"
    assert "_respira_plan" in told["message"]
    assert sent(wordpress) == []


@pytest.mark.promise("D-PLAN-04")
def test_the_flag_set_to_false_does_not_turn_plan_mode_off(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    assert agent.call(ABOUT[0], **ABOUT[1], _respira_plan=False)["planned"] is True
    assert sent(wordpress) == []


@pytest.mark.promise("D-PLAN-05")
def test_the_flag_and_the_note_reach_neither_what_is_shown_nor_what_is_kept_nor_the_site(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    step = agent.call(ABOUT[0], **ABOUT[1], _respira_plan=True, _respira_note="Because you asked")
    assert step["arguments"] == {"id": 42, "title": "Our story"}
    kept = row(sayso, step["step_id"])
    assert "_respira" not in json.dumps(sayso.desk.sealer.unseal(f"step.request {kept.public_id}", kept.request))
    assert kept.note == "Because you asked"
    agent.call("apply_plan")
    assert len(wordpress.requests.writes()) == 1
    assert "_respira" not in json.dumps([[entry.query, entry.body] for entry in wordpress.requests.all()])


@pytest.mark.promise("D-PLAN-05", "P-SAME-01")
def test_the_flag_and_the_note_make_no_other_write_of_it(agent: Agent) -> None:
    first = agent.call(ABOUT[0], **ABOUT[1], _respira_plan=True, _respira_note="First")
    agent.call("begin_session", mode="plan")
    again = agent.call(ABOUT[0], **ABOUT[1], _respira_note="In other words")
    assert (again["deduplicated"], again["step_id"]) == (True, first["step_id"])


@pytest.mark.promise("D-PLAN-06")
def test_a_session_says_what_it_is_for_and_every_write_why(sayso: Installed, agent: Agent) -> None:
    agent.call("begin_session", mode="plan", title="The About page", note="You asked for new words.")
    step = agent.call(ABOUT[0], **ABOUT[1], _respira_note="It reads better")
    view = opened(sayso, agent.holder)
    assert (view.row.title, view.row.note) == ("The About page", "You asked for new words.")
    assert row(sayso, step["step_id"]).note == "It reads better"
