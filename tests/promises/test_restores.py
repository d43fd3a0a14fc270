"""A restore is a write: in plan mode a step, taken back in its turn, and an agent's own only."""

from __future__ import annotations

import pytest

from tests.installed import Installed
from tests.promises.acts import ABOUT, TEAM, TITLE, ids, plan, sent, waiting
from tests.promises.doors import Agent
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.mark.promise("D-REST-01")
def test_a_restore_in_plan_mode_is_a_step(wordpress: SampleSite, agent: Agent) -> None:
    before = wordpress.read("settings")["title"]
    plan(agent, TITLE)
    uuid = agent.call("apply_plan")["steps"][0]["snapshots"][0]
    wordpress.requests.clear()
    step = agent.call("restore_snapshot", snapshot_uuid=uuid)
    assert (step["code"], step["approval_required"]) == ("respira_plan_step", False)
    assert step["predicted_effect"] == "Undo this change: Change the setting Site title (title)."
    assert sent(wordpress) == []
    result = agent.call("apply_plan")["steps"][0]["result"]
    assert (result["success"], result["restored"], result["restored_snapshot_uuid"]) == (True, True, uuid)
    assert wordpress.read("settings")["title"] == before


@pytest.mark.promise("D-REST-01")
def test_the_flag_plans_a_restore_alone(wordpress: SampleSite, agent: Agent) -> None:
    uuid = agent.call(TITLE[0], **TITLE[1])["snapshot_uuid"]
    wordpress.requests.clear()
    assert agent.call("restore_snapshot", snapshot_uuid=uuid, _respira_plan=True)["planned"] is True
    assert sent(wordpress) == []
    assert wordpress.read("settings")["title"] == "Grain"


@pytest.mark.promise("D-REST-02")
def test_restoring_what_made_a_copy_bins_it(wordpress: SampleSite, agent: Agent) -> None:
    made = agent.call(ABOUT[0], **ABOUT[1])
    agent.call("restore_snapshot", snapshot_uuid=made["snapshot_uuid"])
    assert wordpress.read("pages", made["id"])["status"] == "trash"


@pytest.mark.promise("D-REST-03")
def test_a_copy_that_a_later_step_used_or_a_person_edited_is_not_binned(wordpress: SampleSite, agent: Agent) -> None:
    made = agent.call(ABOUT[0], **ABOUT[1])
    later = agent.call("update_page", id=42, excerpt="How it began")
    told = agent.refused("restore_snapshot", snapshot_uuid=made["snapshot_uuid"])
    assert (told["code"], bool(told["message"])) == ("respira_cannot_restore", True)
    agent.call("restore_snapshot", snapshot_uuid=later["snapshot_uuid"])
    wordpress.change("pages", made["id"], content="<p>By hand.</p>")
    assert agent.refused("restore_snapshot", snapshot_uuid=made["snapshot_uuid"])["code"] == "respira_cannot_restore"
    assert wordpress.read("pages", made["id"])["status"] == "draft"


@pytest.mark.promise("D-REST-05")
def test_every_restore_takes_a_snapshot_that_takes_it_back(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, TEAM)
    uuid = agent.call("apply_plan")["steps"][0]["snapshots"][0]
    agent.call("end_session")
    back = agent.call("restore_snapshot", snapshot_uuid=uuid)
    assert wordpress.read("pages", 311)["status"] == "draft"
    agent.call("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert wordpress.read("pages", 311)["status"] == "trash"


@pytest.mark.promise("D-REST-06")
def test_an_agent_sees_and_restores_its_own_snapshots_only(
    sayso: Installed, wordpress: SampleSite, enter, agent: Agent
) -> None:
    uuid = agent.call(TITLE[0], **TITLE[1])["snapshot_uuid"]
    assert [one["snapshot_uuid"] for one in agent.call("list_snapshots")["snapshots"]] == [uuid]
    other = enter(sayso.agent(Mode.ASK, "Other"))
    assert other.call("list_snapshots")["snapshots"] == []
    assert other.refused("restore_snapshot", snapshot_uuid=uuid)["code"] == "respira_snapshot_not_found"
    other.call("begin_session", mode="plan")
    assert other.refused("restore_snapshot", snapshot_uuid=uuid)["code"] == "respira_snapshot_not_found"
    assert waiting(other) == []
    assert wordpress.read("settings")["title"] == "Grain"


@pytest.mark.promise("D-REST-01", "P-APPLY-01")
def test_restores_planned_together_run_in_order(wordpress: SampleSite, agent: Agent) -> None:
    plan(agent, TITLE, TEAM)
    receipt = agent.call("apply_plan")
    uuids = [step["snapshots"][0] for step in reversed(receipt["steps"])]
    steps = plan(agent, *[("restore_snapshot", {"snapshot_uuid": uuid}) for uuid in uuids])
    undone = agent.call("apply_plan")
    assert (undone["applied"], ids(undone["steps"])) == (2, ids(steps))
    assert wordpress.read("pages", 311)["status"] == "draft"
