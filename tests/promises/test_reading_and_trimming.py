"""The plan can be read and trimmed without anything happening on the site."""

from __future__ import annotations

import pytest

from tests.core.acts import decide, row
from tests.installed import Installed
from tests.promises.acts import ABOUT, MENU, PER_PAGE, TAGLINE, TEAM, TITLE, ids, plan, sent, statuses, waiting
from tests.promises.doors import Agent
from tests.worked_example import SECONDS
from webapp.core import reviews
from webapp.data import Mode
from webapp.sample_site import SampleSite

ENTRY = [
    "step_id", "position", "status", "tool", "arguments", "predicted_effect", "lands_on", "approval_required",
]  # fmt: skip


@pytest.mark.promise("P-PLAN-01", "P-PLAN-02", "P-PLAN-03", "P-PLAN-04", "P-PLAN-05", "P-PLAN-06", "P-DOOR-01")
def test_the_plan_lists_every_step_in_order_with_its_status(wordpress: SampleSite, agent: Agent) -> None:
    begun = agent.call("begin_session", mode="plan")
    steps = plan(agent, ABOUT, MENU, TEAM)
    read = agent.call("get_plan")
    assert list(read) == [
        "success", "plan_mode", "mode", "session_id", "expires_in", "pending_steps", "steps", "message",
    ]  # fmt: skip
    told = {name: read[name] for name in list(read) if name != "steps"}
    assert told == {
        "success": True,
        "plan_mode": True,
        "mode": "plan",
        "session_id": begun["session_id"],
        "expires_in": SECONDS,
        "pending_steps": 3,
        "message": "3 steps are waiting for the person's yes. Nothing in them has touched the site.",
    }
    assert [list(entry) for entry in read["steps"]] == [ENTRY, ENTRY, [*ENTRY, "approval_note"]]
    for entry, step in zip(read["steps"], steps, strict=True):
        assert entry == {**{name: step[name] for name in entry if name != "status"}, "status": "planned"}
    assert sent(wordpress) == []


@pytest.mark.promise("P-PLAN-06", "D-WORD-04", "D-WORD-05")
def test_the_message_counts_none_one_and_several(agent: Agent) -> None:
    agent.call("begin_session", mode="plan")
    assert agent.call("get_plan")["message"] == "No step is waiting."
    plan(agent, ABOUT)
    assert agent.call("get_plan")["message"] == (
        "1 step is waiting for the person's yes. Nothing in it has touched the site."
    )
    plan(agent, TAGLINE)
    assert agent.call("get_plan")["message"] == (
        "2 steps are waiting for the person's yes. Nothing in them has touched the site."
    )


@pytest.mark.promise("P-PLAN-02")
def test_reading_the_plan_asks_the_site_nothing(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, ABOUT, MENU)
    wordpress.requests.clear()
    agent.call("get_plan")
    assert wordpress.requests.all() == []


@pytest.mark.promise("P-PLAN-01")
def test_without_a_plan_there_is_nothing_to_list(agent: Agent) -> None:
    assert agent.call("get_plan") == {
        "success": True,
        "plan_mode": False,
        "mode": "direct",
        "session_id": None,
        "expires_in": 0,
        "pending_steps": 0,
        "steps": [],
        "message": "No step is waiting.",
    }


@pytest.mark.promise("D-RUN-06")
def test_after_a_run_the_plan_carries_the_last_receipt(agent: Agent) -> None:
    plan(agent, TITLE)
    receipt = agent.call("apply_plan")
    read = agent.call("get_plan")
    assert read["last_receipt"] == receipt
    assert [step["status"] for step in read["steps"]] == ["applied"]


@pytest.mark.promise("D-RUN-06")
def test_the_plan_carries_what_the_person_decided_and_noted(sayso: Installed, careful: Agent) -> None:
    first, second = plan(careful, ABOUT, TAGLINE)
    decide(sayso, row(sayso, first["step_id"]), "accept")
    digest = row(sayso, second["step_id"]).digest
    reviews.decide(sayso.desk, sayso.owner, second["step_id"], "ask", digest, note="Shorter.")
    read = careful.call("get_plan")
    assert [step["status"] for step in read["steps"]] == ["accepted", "sent_back"]
    assert read["review"]["decisions"] == [
        {"step_id": first["step_id"], "verdict": "accept"},
        {"step_id": second["step_id"], "verdict": "ask", "note": "Shorter."},
    ]
    assert read["pending_steps"] == 2


@pytest.mark.promise("D-STEP-01", "D-STEP-02")
def test_a_dropped_step_is_listed_and_does_not_count_as_pending(sayso: Installed, careful: Agent) -> None:
    first, _second = plan(careful, ABOUT, TAGLINE)
    decide(sayso, row(sayso, first["step_id"]), "drop")
    assert statuses(careful) == ["dropped", "planned"]
    assert careful.call("get_plan")["pending_steps"] == 1


@pytest.mark.promise("P-DISC-01", "P-DISC-03", "P-DISC-04", "D-WORD-12")
def test_all_steps_are_discarded_without_running_and_plan_mode_stays_on(wordpress: SampleSite, agent: Agent) -> None:
    steps = plan(agent, ABOUT, MENU, TEAM)
    assert agent.call("discard_plan") == {
        "success": True,
        "discarded": 3,
        "step_ids": ids(steps),
        "pending_steps": 0,
        "plan_mode": True,
        "message": "3 steps discarded. No step is waiting.",
    }
    assert waiting(agent) == []
    assert agent.call("get_plan")["plan_mode"] is True
    assert agent.call(TAGLINE[0], **TAGLINE[1])["planned"] is True
    assert sent(wordpress) == []


@pytest.mark.promise("P-DISC-02", "P-DISC-03", "D-WORD-12", "D-PLAN-08")
def test_the_named_steps_are_discarded_and_the_others_keep_their_places(agent: Agent) -> None:
    first, second, third = ids(plan(agent, ABOUT, MENU, TEAM))
    told = agent.call("discard_plan", step_ids=[third, first])
    assert told == {
        "success": True,
        "discarded": 2,
        "step_ids": [first, third],
        "pending_steps": 1,
        "plan_mode": True,
        "message": ("2 steps discarded. 1 step is waiting for the person's yes. Nothing in it has touched the site."),
    }
    assert waiting(agent) == [second]
    assert agent.call("get_plan")["steps"][0]["position"] == 2
    assert agent.call(PER_PAGE[0], **PER_PAGE[1])["position"] == 4


@pytest.mark.promise("P-DISC-02", "D-NAME-02")
def test_a_name_that_is_not_of_this_plan_discards_nothing(sayso: Installed, enter, agent: Agent) -> None:
    [mine] = ids(plan(agent, ABOUT))
    [theirs] = ids(plan(enter(sayso.agent(Mode.ASK, "Other")), ABOUT))
    for named in ([theirs], [mine, theirs], ["step_000000000000"]):
        assert agent.refused("discard_plan", step_ids=named)["code"] == "respira_step_not_found"
    assert waiting(agent) == [mine]
    plan(agent, TITLE)
    agent.call("apply_plan")
    assert agent.refused("discard_plan", step_ids=[mine])["code"] == "respira_step_not_waiting"


@pytest.mark.promise("P-DISC-02", "P-APPLY-03")
def test_step_ids_that_arrive_as_text_are_a_list_and_an_empty_list_is_refused(agent: Agent) -> None:
    """C08.3: the list of step ids arrives as text."""
    first, second = ids(plan(agent, ABOUT, TITLE))
    assert agent.call("discard_plan", step_ids=f'["{first}"]')["step_ids"] == [first]
    assert agent.refused("discard_plan", step_ids=[])["code"] == "respira_invalid_arguments"
    assert agent.refused("apply_plan", step_ids=[])["code"] == "respira_invalid_arguments"
    assert agent.call("apply_plan", step_ids=f'["{second}"]')["applied"] == 1
