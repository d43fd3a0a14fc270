"""An agent's restore: what it may bring back, once, and what only a person may."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from tests import taking_back
from tests.installed import Agent, Installed
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import (
    Place,
    approve_the_copy,
    plan,
    snapshots_of,
)
from webapp.core import copies, sites
from webapp.data import Copy, Mode
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@pytest.fixture
def place(wordpress: SampleSite) -> Place:
    return Place(f"{wordpress.url}/wp-json/", 3, 44, f"{wordpress.url}/services/")


@pytest.fixture
def reader(wordpress: SampleSite, place: Place) -> Iterator[Reader]:
    with reading(place.rest, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def receipt(agent: Agent, place: Place) -> dict:
    """The receipt of the worked example, with plan mode off again."""
    plan(agent, place)
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    return receipt


def switch_off(sayso: Installed, *tools: str) -> None:
    with sayso.desk.writing() as session:
        site = sites.find(session, sayso.owner.id, sayso.site.public_id)
        site.tools_off = list(tools)


def restorable(agent: Agent) -> set[str]:
    return {one["snapshot_uuid"] for one in agent.call("list_snapshots")["snapshots"] if one["restorable"]}


def refused(agent: Agent, uuid: str) -> str:
    with pytest.raises(Refusal) as caught:
        agent.call("restore_snapshot", snapshot_uuid=uuid)
    return caught.value.code


def test_a_snapshot_is_restored_once(wordpress: SampleSite, agent: Agent, receipt: dict) -> None:
    for uuid in snapshots_of(receipt):
        agent.call("restore_snapshot", snapshot_uuid=uuid)
    wordpress.requests.clear()
    for uuid in snapshots_of(receipt):
        assert refused(agent, uuid) == "respira_cannot_restore"
    assert wordpress.requests.writes() == []


@pytest.mark.promise("D-REST-05")
def test_a_restore_has_a_snapshot_of_its_own_that_takes_it_back(
    wordpress: SampleSite, agent: Agent, receipt: dict
) -> None:
    back = agent.call("restore_snapshot", snapshot_uuid=snapshots_of(receipt)[0])
    assert wordpress.read("pages", 311)["status"] == "draft"
    agent.call("restore_snapshot", snapshot_uuid=back["snapshot_uuid"])
    assert wordpress.read("pages", 311)["status"] == "trash"


@pytest.mark.promise("D-REST-06")
def test_another_keys_snapshot_is_not_there(sayso: Installed, wordpress: SampleSite, receipt: dict) -> None:
    other = sayso.agent(Mode.ASK, "Other")
    wordpress.requests.clear()
    assert other.call("list_snapshots")["snapshots"] == []
    for uuid in snapshots_of(receipt):
        assert refused(other, uuid) == "respira_snapshot_not_found"
    assert wordpress.requests.all() == []


@pytest.mark.promise("D-REST-04")
def test_after_a_person_approved_the_copy_the_agent_takes_nothing_back(
    sayso: Installed, wordpress: SampleSite, agent: Agent, receipt: dict
) -> None:
    copy = approve_the_copy(sayso)
    wordpress.requests.clear()
    assert refused(agent, receipt["steps"][0]["snapshots"][0]) == "respira_cannot_restore"
    assert refused(agent, str(copy.snapshot_uuid)) == "respira_cannot_restore"
    assert wordpress.requests.writes() == []
    assert wordpress.read("pages", 42)["title"]["raw"] == "Our story"


@pytest.mark.promise("D-REST-04")
def test_a_person_is_sent_to_the_undo_of_the_approval(sayso: Installed, wordpress: SampleSite, receipt: dict) -> None:
    copy = approve_the_copy(sayso)
    with pytest.raises(Refusal) as caught:
        taking_back.restore(sayso.desk, sayso.owner, receipt["steps"][0]["snapshots"][0])
    assert caught.value.code == "respira_cannot_restore"
    assert str(copy.snapshot_uuid) in caught.value.hint


@pytest.mark.promise("D-REST-03")
def test_a_copy_that_a_later_step_used_or_a_person_edited_is_not_binned(
    sayso: Installed, wordpress: SampleSite, agent: Agent, receipt: dict
) -> None:
    first = receipt["steps"][0]
    later = agent.call("update_page", id=42, excerpt="How it began")
    assert later["id"] == first["result"]["id"]
    assert refused(agent, first["snapshots"][0]) == "respira_cannot_restore"
    agent.call("restore_snapshot", snapshot_uuid=later["snapshot_uuid"])
    wordpress.change("pages", later["id"], content="<p>By hand.</p>")
    assert refused(agent, first["snapshots"][0]) == "respira_cannot_restore"
    assert wordpress.read("pages", later["id"])["status"] == "draft"


def test_the_restores_come_back_in_any_order(agent: Agent, place: Place, reader: Reader) -> None:
    before = first_state(reader)
    plan(agent, place)
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    for uuid in reversed(snapshots_of(receipt)):
        agent.call("restore_snapshot", snapshot_uuid=uuid)
    assert differences(before, first_state(reader), left_in_trash=(receipt["steps"][0]["result"]["id"],)) == []


def test_an_agent_does_not_restore_what_a_tool_did_that_is_switched_off(
    sayso: Installed, wordpress: SampleSite, agent: Agent, receipt: dict
) -> None:
    uuid = snapshots_of(receipt)[0]
    switch_off(sayso, "delete_page")
    wordpress.requests.clear()
    assert refused(agent, uuid) == "respira_tool_off"
    assert wordpress.requests.all() == []
    switch_off(sayso)
    back = agent.call("restore_snapshot", snapshot_uuid=uuid)
    switch_off(sayso, "delete_page")
    assert refused(agent, back["snapshot_uuid"]) == "respira_tool_off"
    assert wordpress.read("pages", 311)["status"] == "draft"


def test_a_planned_restore_does_not_run_once_the_tool_is_switched_off(
    sayso: Installed, wordpress: SampleSite, agent: Agent, receipt: dict
) -> None:
    agent.call("begin_session", mode="plan")
    agent.call("restore_snapshot", snapshot_uuid=snapshots_of(receipt)[0])
    switch_off(sayso, "delete_page")
    step = agent.call("apply_plan")["steps"][0]
    assert (step["outcome"], step["error"]["code"]) == ("failed", "respira_tool_off")
    assert wordpress.read("pages", 311)["status"] == "trash"


def test_the_list_calls_restorable_only_what_an_agent_may_restore(
    sayso: Installed, agent: Agent, receipt: dict
) -> None:
    copy, link, team = [step["snapshots"][0] for step in receipt["steps"]]
    assert restorable(agent) == {copy, link, team}
    approve_the_copy(sayso)
    assert restorable(agent) == {link, team}
    taking_back.restore(sayso.desk, sayso.owner, link)
    back = agent.call("restore_snapshot", snapshot_uuid=team)["snapshot_uuid"]
    assert restorable(agent) == {back}
    agent.call("restore_snapshot", snapshot_uuid=back)
    assert restorable(agent) == {team}


def test_a_direct_write_onto_a_copy_that_a_person_rejected_is_not_called_restorable(
    sayso: Installed, agent: Agent
) -> None:
    uuid = agent.call("update_page", id=42, title="Our story")["snapshot_uuid"]
    assert restorable(agent) == {uuid}
    with sayso.desk.reading() as session:
        copy = session.scalars(select(Copy)).one()
    copies.reject(sayso.desk, sayso.owner, copy, sayso.site)
    assert restorable(agent) == set()
