"""How long a plan lives, how many steps it holds, and what ends it."""

from __future__ import annotations

import pytest

from tests.conftest import MovableClock
from tests.installed import Installed
from tests.promises.acts import ABOUT, TAGLINE, TITLE, ids, plan, sent, timeless, waiting
from tests.promises.doors import Agent
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.mark.promise("P-LIFE-01", "P-LIFE-02")
def test_a_plan_lives_four_hours_from_the_last_begin(clock: MovableClock, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    clock.advance(hours=3, minutes=59)
    assert agent.call(ABOUT[0], **ABOUT[1])["plan"]["expires_in"] == 60
    assert agent.call("get_plan")["expires_in"] == 60
    assert agent.call("begin_session", mode="plan")["expires_in"] == 14_400
    clock.advance(hours=3, minutes=59)
    assert agent.call("get_plan")["pending_steps"] == 1


@pytest.mark.promise("P-LIFE-03", "D-PLAN-09")
def test_an_expired_plan_can_not_be_applied_although_nobody_swept_it(
    sayso: Installed, wordpress: SampleSite, clock: MovableClock, agent: Agent
) -> None:
    steps = ids(plan(agent, ABOUT, TAGLINE))
    clock.advance(hours=4)
    assert agent.call("apply_plan")["code"] == "respira_nothing_waiting"
    for tool in ("apply_plan", "discard_plan"):
        assert agent.refused(tool, step_ids=steps)["code"] == "respira_plan_expired"
    sayso.workers.finish()
    assert sent(wordpress) == []
    gone = agent.call("get_plan")
    assert (gone["steps"], gone["pending_steps"], gone["expires_in"]) == ([], 0, 0)


@pytest.mark.promise("P-LIFE-03")
def test_a_plan_begun_after_one_expired_holds_nothing_of_it(clock: MovableClock, agent: Agent) -> None:
    old = agent.call("begin_session", mode="plan")
    plan(agent, ABOUT)
    clock.advance(hours=4)
    new = agent.call("begin_session", mode="plan")
    assert new["session_id"] != old["session_id"]
    assert (new["pending_steps"], new["expires_in"]) == (0, 14_400)
    assert agent.call(ABOUT[0], **ABOUT[1])["deduplicated"] is False


@pytest.mark.promise("D-PLAN-10")
def test_a_write_after_the_plan_expired_is_stopped_instead_of_reaching_the_site(
    wordpress: SampleSite, clock: MovableClock, agent: Agent
) -> None:
    agent.call("begin_session", mode="plan")
    clock.advance(hours=4)
    assert agent.refused(TITLE[0], **TITLE[1])["code"] == "respira_plan_expired"
    assert sent(wordpress) == []


@pytest.mark.promise("D-PLAN-07")
def test_the_clock_of_a_single_planned_write_starts_with_it(clock: MovableClock, agent: Agent) -> None:
    assert agent.call(ABOUT[0], **ABOUT[1], _respira_plan=True)["plan"]["expires_in"] == 14_400
    clock.advance(hours=1)
    assert agent.call(TAGLINE[0], **TAGLINE[1], _respira_plan=True)["plan"]["expires_in"] == 10_800


@pytest.mark.promise("D-PLAN-11")
def test_the_plan_of_a_browser_key_lives_three_days(clock: MovableClock, careful: Agent) -> None:
    assert careful.call("begin_session", mode="plan")["expires_in"] == 259_200
    plan(careful, ABOUT)
    clock.advance(hours=71, minutes=59)
    assert careful.call("get_plan")["expires_in"] == 60


@pytest.mark.promise("P-SIZE-01", "D-PLAN-08", "D-NAME-02")
def test_the_fifty_first_write_is_refused_and_the_plan_is_as_it_was(wordpress: SampleSite, agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    for number in range(1, 51):
        assert agent.call("update_option", option="title", value=f"T {number}")["position"] == number
    before = timeless(agent.call("get_plan"))
    told = agent.refused("update_option", option="title", value="T 51")
    assert told["code"] == "respira_plan_full"
    assert told["message"] == "The plan already holds 50 waiting steps. This write was not added."
    assert timeless(agent.call("get_plan")) == before
    assert agent.call("update_option", option="title", value="T 50")["deduplicated"] is True
    agent.call("discard_plan", step_ids=[before["steps"][0]["step_id"]])
    assert agent.call("update_option", option="title", value="T 51")["position"] == 51
    assert sent(wordpress) == []


@pytest.mark.promise("P-END-01", "P-END-02", "P-END-03", "P-PASS-03")
def test_ending_the_session_turns_plan_mode_off_and_drops_what_never_ran(wordpress: SampleSite, agent: Agent) -> None:
    begun = agent.call("begin_session", mode="plan")
    first, _, _ = ids(plan(agent, TITLE, ABOUT, TAGLINE))
    agent.call("apply_plan", step_ids=[first])
    assert agent.call("end_session") == {
        "success": True,
        "session_id": begun["session_id"],
        "plan_mode": False,
        "discarded_steps": 2,
        "message": "Plan mode is off. 2 steps did not land and are gone.",
    }
    assert waiting(agent) == []
    assert agent.call("apply_plan")["code"] == "respira_nothing_waiting"
    assert agent.call(TAGLINE[0], **TAGLINE[1])["updated"] is True
    assert sent(wordpress) == ["POST /wp/v2/settings"] * 2


@pytest.mark.promise("D-END-01", "D-END-02")
def test_on_a_browser_key_what_waits_is_kept_for_the_person(careful: Agent) -> None:
    begun = careful.call("begin_session")
    steps = ids(plan(careful, ABOUT))
    url = f"http://localhost/plans/{begun['session_id']}"
    assert careful.call("end_session") == {
        "success": True,
        "code": "respira_waiting_for_person",
        "session_id": begun["session_id"],
        "plan_mode": True,
        "discarded_steps": 0,
        "pending_steps": 1,
        "message": f"1 step stays in the plan: the person decides at {url}.",
        "review": {"url": url, "approval": "browser"},
    }
    assert waiting(careful) == steps
    assert careful.call("discard_plan")["discarded"] == 1


@pytest.mark.promise("P-KEY-02")
def test_a_key_has_one_plan_whichever_client_is_using_it(sayso: Installed, enter) -> None:
    holder = sayso.agent(Mode.ASK)
    one, other = enter(holder), enter(holder)
    begun = one.call("begin_session", mode="plan")
    assert other.call("begin_session", mode="plan")["session_id"] == begun["session_id"]
    first, second = one.call(ABOUT[0], **ABOUT[1]), other.call(TAGLINE[0], **TAGLINE[1])
    assert (first["position"], second["position"]) == (1, 2)
    assert waiting(one) == waiting(other) == ids([first, second])


@pytest.mark.promise("P-KEY-01")
def test_two_keys_have_two_plans(sayso: Installed, enter, agent: Agent) -> None:
    other = enter(sayso.agent(Mode.ASK, "Other"))
    mine, theirs = ids(plan(agent, ABOUT)), ids(plan(other, ABOUT))
    assert (waiting(agent), waiting(other)) == (mine, theirs)
    assert agent.call("discard_plan")["discarded"] == 1
    assert waiting(other) == theirs
