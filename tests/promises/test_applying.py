"""Applying runs the accepted steps in plan order, through the checks of a direct call, and tells what came of it."""

from __future__ import annotations

import pytest

from tests.core.acts import accept, counts, error, outcomes
from tests.installed import Installed
from tests.promises.acts import (
    ABOUT,
    MENU,
    PER_PAGE,
    TAGLINE,
    TEAM,
    TITLE,
    ids,
    owner_sets,
    plan,
    sent,
    statuses,
    waiting,
)
from tests.promises.doors import Agent
from webapp.core import asking, sites
from webapp.data import Key, Mode, Scope
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_BEFORE_SAVING, AnswerInstead, HoldUp

BROKEN = AnswerInstead(500, '{"code":"db_error","message":"Could not update.","data":{"status":500}}')
NO_RIGHT = AnswerInstead(
    403, '{"code":"rest_cannot_create","message":"Sorry, you are not allowed.","data":{"status":403}}'
)


@pytest.mark.promise("P-APPLY-01", "P-APPLY-02", "P-RCPT-01", "P-RCPT-03", "P-RCPT-05")
def test_every_waiting_step_runs_in_plan_order(wordpress: SampleSite, agent: Agent) -> None:
    steps = plan(agent, TITLE, TAGLINE, PER_PAGE)
    receipt = agent.call("apply_plan")
    assert (receipt["success"], receipt["code"], counts(receipt)) == (True, "respira_plan_applied", (3, 0, 0))
    assert ids(receipt["steps"]) == ids(steps)
    assert [entry.body for entry in wordpress.requests.writes()] == [
        {"title": "Grain"},
        {"description": "Wood, slowly"},
        {"posts_per_page": 7},
    ]
    assert statuses(agent) == ["applied"] * 3


@pytest.mark.promise("P-APPLY-01", "P-APPLY-03")
def test_the_named_steps_run_in_plan_order_whatever_order_they_are_named_in(
    wordpress: SampleSite, agent: Agent
) -> None:
    first, _, third = ids(plan(agent, TITLE, TAGLINE, PER_PAGE))
    receipt = agent.call("apply_plan", step_ids=[third, first])
    assert ids(receipt["steps"]) == [first, third]
    assert [entry.body for entry in wordpress.requests.writes()] == [{"title": "Grain"}, {"posts_per_page": 7}]
    assert statuses(agent) == ["applied", "planned", "applied"]


@pytest.mark.promise("P-APPLY-09", "P-APPLY-10", "P-RCPT-02", "D-KEY-02")
def test_the_apply_call_is_the_approval_and_the_receipt_names_what_it_approved(
    wordpress: SampleSite, agent: Agent
) -> None:
    _, team = ids(plan(agent, ABOUT, TEAM))
    receipt = agent.call("apply_plan")
    assert receipt["approved_by_apply"] == [team]
    assert [step["approved_by_apply"] for step in receipt["steps"]] == [False, True]
    assert receipt["message"] == (
        "Plan applied: 2 step(s) ran and landed, 0 failed, 0 did not run. These steps asked for a person's approval, "
        f"and this apply call was taken as that approval: {team}."
    )
    assert wordpress.read("pages", 311)["status"] == "trash"


@pytest.mark.promise("P-RCPT-02")
def test_where_no_step_asked_for_approval_the_message_does_not_speak_of_it(agent: Agent) -> None:
    plan(agent, TITLE)
    receipt = agent.call("apply_plan")
    assert receipt["approved_by_apply"] == []
    assert receipt["message"] == "Plan applied: 1 step(s) ran and landed, 0 failed, 0 did not run."


@pytest.mark.promise("P-APPLY-11", "P-APPLY-12", "P-RCPT-09", "D-RCPT-01", "P-DOOR-01")
def test_the_run_stops_at_the_first_failed_step_and_the_rest_can_be_applied_again(
    wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TITLE, ABOUT, TAGLINE, PER_PAGE)
    wordpress.misbehave(NO_RIGHT, method="POST", path="/wp/v2/pages", times=1)
    receipt = agent.call("apply_plan")
    assert (receipt["success"], counts(receipt)) == (False, (1, 1, 2))
    assert outcomes(receipt) == ["applied", "failed", "not_run", "not_run"]
    told = receipt["steps"][1]["error"]
    assert (told["code"], told["message"], told["status"]) == (
        "rest_cannot_create",
        "Sorry, you are not allowed.",
        403,
    )
    assert statuses(agent) == ["applied", "failed", "not_run", "not_run"]
    assert agent.call("get_plan")["pending_steps"] == 3
    again = agent.call("apply_plan")
    assert (again["success"], counts(again)) == (True, (3, 0, 0))
    assert [step["position"] for step in again["steps"]] == [2, 3, 4]


@pytest.mark.promise("P-APPLY-13")
def test_what_did_not_run_can_be_discarded(wordpress: SampleSite, agent: Agent) -> None:
    _, second = ids(plan(agent, ABOUT, TAGLINE))
    wordpress.misbehave(NO_RIGHT, method="POST", path="/wp/v2/pages", times=1)
    assert outcomes(agent.call("apply_plan")) == ["failed", "not_run"]
    assert agent.call("discard_plan", step_ids=[second])["discarded"] == 1
    assert counts(agent.call("apply_plan")) == (1, 0, 0)
    assert sent(wordpress) == ["POST /wp/v2/pages"] * 2


@pytest.mark.promise("P-APPLY-11")
def test_with_continue_on_error_the_run_goes_on_after_a_failed_step(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, TITLE, ABOUT, TAGLINE)
    wordpress.misbehave(BROKEN, method="POST", path="/wp/v2/pages", times=1)
    receipt = agent.call("apply_plan", continue_on_error="true")
    assert (receipt["success"], outcomes(receipt)) == (False, ["applied", "failed", "applied"])
    assert counts(receipt) == (2, 1, 0)


@pytest.mark.promise("P-APPLY-05")
def test_a_tool_switched_off_since_the_step_was_planned_does_not_run(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    owner_sets(sayso, tools_off=["update_option"])
    assert error(agent.call("apply_plan"), 1) == ("respira_tool_off", 409)
    assert sent(wordpress) == []


@pytest.mark.promise("P-APPLY-06")
def test_a_key_whose_scope_was_narrowed_since_does_not_run_what_it_no_longer_covers(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, ABOUT, TAGLINE)
    with sayso.desk.writing() as session:
        session.get_one(Key, agent.key.id).scope = Scope.CONTENT
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "failed"]
    assert error(receipt, 2) == ("respira_scope_denied", 403)
    assert sent(wordpress) == ["POST /wp/v2/pages"]


@pytest.mark.promise("P-APPLY-07")
def test_what_the_sites_login_may_not_do_any_more_does_not_run(
    sayso: Installed, wordpress: SampleSite, agent: Agent
) -> None:
    plan(agent, TAGLINE)
    sites.connect(sayso.desk, sayso.owner.id, wordpress.url, "marta", wordpress.app_password_of("marta"))
    assert error(agent.call("apply_plan"), 1) == ("respira_site_forbids", 409)
    assert sent(wordpress) == []


@pytest.mark.promise("P-APPLY-08")
def test_the_replay_of_an_update_makes_a_copy_first(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, ABOUT)
    result = agent.call("apply_plan")["steps"][0]["result"]
    assert (result["is_duplicate"], result["original_id"]) == (True, 42)
    assert wordpress.read("pages", 42)["title"]["raw"] == "About"
    assert wordpress.read("pages", result["id"])["status"] == "draft"


@pytest.mark.promise("P-APPLY-04")
def test_what_a_step_stored_is_replayed_as_the_call_that_it_was(wordpress: SampleSite, agent: Agent) -> None:
    steps = plan(agent, ABOUT, MENU, TEAM, TAGLINE)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied"] * 4
    assert [step["tool"] for step in receipt["steps"]] == [step["tool"] for step in steps]
    assert sent(wordpress) == [
        "POST /wp/v2/pages",
        "POST /wp/v2/menu-items",
        "DELETE /wp/v2/pages/311",
        "POST /wp/v2/settings",
    ]


@pytest.mark.promise("D-RUN-02")
def test_a_name_that_may_not_run_runs_nothing_at_all(wordpress: SampleSite, agent: Agent) -> None:
    first, second = ids(plan(agent, TITLE, TAGLINE))
    for named in (["step_000000000000"], [first, "step_000000000000"]):
        assert agent.refused("apply_plan", step_ids=named)["code"] == "respira_step_not_found"
    assert sent(wordpress) == []
    agent.call("apply_plan", step_ids=[first])
    told = agent.refused("apply_plan", step_ids=[first, second])
    assert told["code"] == "respira_step_not_waiting"
    assert "it was applied already" in told["message"]
    assert sent(wordpress) == ["POST /wp/v2/settings"]
    agent.call("discard_plan", step_ids=[second])
    assert agent.refused("apply_plan", step_ids=[second])["code"] == "respira_step_not_found"


@pytest.mark.promise("D-RUN-01", "D-RCPT-02")
def test_a_step_of_which_it_is_not_known_whether_it_was_saved_never_runs_again_by_itself(
    wordpress: SampleSite, agent: Agent
) -> None:
    unknown, _ = ids(plan(agent, MENU, TAGLINE))
    wordpress.misbehave(DIE_BEFORE_SAVING, method="POST", path="/wp/v2/menu-items", times=1)
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["failed", "not_run"]
    assert error(receipt, 1) == ("respira_outcome_unknown", 502)
    assert statuses(agent) == ["unknown", "not_run"]
    assert agent.call("get_plan")["pending_steps"] == 1
    assert agent.refused("apply_plan", step_ids=[unknown])["code"] == "respira_step_not_waiting"
    assert [step["position"] for step in agent.call("apply_plan")["steps"]] == [2]
    assert sent(wordpress) == ["POST /wp/v2/menu-items", "POST /wp/v2/settings"]


@pytest.mark.promise("D-RUN-04")
def test_when_nothing_waits_nothing_is_written_and_the_last_receipt_is_shown(
    wordpress: SampleSite, agent: Agent
) -> None:
    empty = agent.call("apply_plan")
    assert (empty["success"], empty["code"]) == (False, "respira_nothing_waiting")
    assert "last_receipt" not in empty
    plan(agent, TITLE)
    receipt = agent.call("apply_plan")
    again = agent.call("apply_plan")
    assert (again["success"], again["code"]) == (False, "respira_nothing_waiting")
    assert again["last_receipt"] == receipt
    assert sent(wordpress) == ["POST /wp/v2/settings"]


@pytest.mark.promise("D-KEY-04", "D-RUN-05", "D-WORD-15")
def test_on_a_browser_key_the_agent_can_not_say_the_yes(wordpress: SampleSite, careful: Agent) -> None:
    """C23.1: a person must approve, and the agent's apply only gives the address for them."""
    begun = careful.call("begin_session", mode="plan")
    url = f"http://localhost/plans/{begun['session_id']}"
    assert (begun["plan_mode"], begun["review"]) == (True, {"url": url, "approval": "browser"})
    [step] = plan(careful, ABOUT)
    assert step["message"].endswith(f" The person decides at {url}.")
    for named in ({}, {"step_ids": [step["step_id"]]}):
        told = careful.call("apply_plan", **named)
        assert (told["success"], told["code"]) == (False, "respira_waiting_for_person")
        assert told["review"] == {"url": url, "approval": "browser", "waiting": [step["step_id"]]}
        assert url in told["message"]
    assert sent(wordpress) == []
    assert statuses(careful) == ["planned"]


@pytest.mark.promise("D-RUN-03")
def test_on_a_browser_key_the_agents_apply_runs_only_what_a_person_accepted(
    sayso: Installed, wordpress: SampleSite, careful: Agent
) -> None:
    plan(careful, TITLE)
    accept(sayso, careful.holder)
    [later] = plan(careful, TAGLINE)
    receipt = careful.call("apply_plan")
    assert counts(receipt) == (1, 0, 0)
    assert receipt["review"]["waiting"] == [later["step_id"]]
    assert sent(wordpress) == ["POST /wp/v2/settings"]
    assert statuses(careful) == ["applied", "planned"]


@pytest.mark.promise("D-KEY-03")
def test_a_key_that_always_plans_does_so_without_begin_and_is_applied_in_chat(
    sayso: Installed, wordpress: SampleSite, enter
) -> None:
    agent = enter(sayso.agent(Mode.CHAT, "Always"))
    assert agent.call(ABOUT[0], **ABOUT[1])["planned"] is True
    assert sent(wordpress) == []
    assert agent.call("apply_plan")["applied"] == 1
    assert agent.call("end_session")["plan_mode"] is True
    assert agent.call(TITLE[0], **TITLE[1])["planned"] is True


@pytest.mark.promise("P-KEY-01", "D-RUN-02")
def test_a_key_does_not_apply_the_plan_of_another(
    sayso: Installed, wordpress: SampleSite, enter, agent: Agent
) -> None:
    """C23.4: a second key of the same site can not say yes to the first one's plan."""
    steps = ids(plan(agent, TITLE))
    other = enter(sayso.agent(Mode.ASK, "Other"))
    assert other.call("apply_plan")["code"] == "respira_nothing_waiting"
    assert other.refused("apply_plan", step_ids=steps)["code"] == "respira_step_not_found"
    assert sent(wordpress) == []
    assert waiting(agent) == steps


@pytest.mark.promise("D-RUN-07", "D-RUN-08", "P-PASS-10")
def test_a_run_that_takes_long_is_answered_with_its_job_and_goes_on(
    sayso: Installed, wordpress: SampleSite, agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asking.DOOR_WAITS == 20.0
    monkeypatch.setattr(asking, "DOOR_WAITS", 0.2)
    plan(agent, TITLE, TAGLINE)
    held = HoldUp()
    wordpress.misbehave(held, method="POST", path="/wp/v2/settings", times=1)
    told = agent.call("apply_plan")
    assert (told["success"], told["code"], told["done"], told["of"]) == (False, "respira_job_running", 0, 2)
    assert f"Ask {agent.prefix}get_job_status with this job_id" in told["message"]
    assert agent.call("apply_plan")["job_id"] == told["job_id"]
    assert agent.call("get_job_status", job_id=told["job_id"])["code"] == "respira_job_running"
    held.let_go()
    sayso.workers.finish()
    receipt = agent.call("get_job_status", job_id=told["job_id"])
    assert (receipt["code"], receipt["applied"], receipt["review"]["job_id"]) == (
        "respira_plan_applied",
        2,
        told["job_id"],
    )
    assert sent(wordpress) == ["POST /wp/v2/settings"] * 2
