"""The contract's worked example on the sample site: every answer, no write before the yes, and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests import taking_back
from tests.installed import Agent, Installed
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import (
    PRINTED_BEGIN,
    PRINTED_STEP,
    STEP_ID,
    Place,
    Planned,
    approve_the_copy,
    expected_parts,
    expected_plan,
    expected_receipt,
    plan,
    printed,
    snapshots_of,
)
from webapp.sample_site import SampleSite

PUBLIC_URL = "http://localhost"


@pytest.fixture
def place(wordpress: SampleSite) -> Place:
    return Place(f"{wordpress.url}/wp-json/", 3, 44, f"{wordpress.url}/services/")


@pytest.fixture
def reader(wordpress: SampleSite, place: Place) -> Iterator[Reader]:
    with reading(place.rest, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def before(reader: Reader) -> dict:
    """The whole site, as another client reads it before the agent comes."""
    return first_state(reader)


@pytest.mark.promise("P-EX-01", "P-EX-02", "P-EX-03", "P-EX-04", "P-EX-05")
def test_every_answer_up_to_the_yes_is_the_contracts(agent: Agent, place: Place) -> None:
    planned = plan(agent, place)
    assert planned == expected_plan(planned, place)
    assert [planned.ids.count(step) for step in planned.ids] == [1, 1, 1]
    assert planned.ids == (STEP_ID, STEP_ID, STEP_ID)


@pytest.mark.promise("P-ON-04", "P-STEP-01", "P-STEP-03")
def test_begin_and_the_first_step_are_printed_as_in_the_contract(agent: Agent, place: Place) -> None:
    planned = plan(agent, place)
    assert json.dumps(planned.begun) == printed(PRINTED_BEGIN, planned.begun)
    assert json.dumps(planned.steps[0]) == printed(PRINTED_STEP, planned.steps[0])


@pytest.mark.promise("P-PLAN-03", "P-PLAN-04")
def test_the_plans_fields_are_in_the_contracts_order(agent: Agent, place: Place) -> None:
    planned = plan(agent, place)
    assert list(planned.plan) == [
        "success", "plan_mode", "mode", "session_id", "expires_in", "pending_steps", "steps", "message",
    ]  # fmt: skip
    assert list(planned.plan["steps"][0]) == [
        "step_id", "position", "status", "tool", "arguments", "predicted_effect", "lands_on", "approval_required",
    ]  # fmt: skip


@pytest.mark.promise("P-AER-01")
def test_nothing_is_written_before_the_yes(
    wordpress: SampleSite, agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    plan(agent, place)
    assert wordpress.requests.writes() == []
    assert first_state(reader) == before


@pytest.mark.promise("P-RCPT-01", "P-RCPT-02", "P-RCPT-04", "P-EX-06", "P-EX-07")
def test_the_receipt_is_the_contracts(agent: Agent, place: Place) -> None:
    planned = plan(agent, place)
    receipt = agent.call("apply_plan")
    assert receipt == expected_receipt(planned, place, PUBLIC_URL)
    assert list(receipt) == [
        "success", "code", "message", "applied", "failed", "not_run", "approved_by_apply", "steps", "plan_mode",
        "review",
    ]  # fmt: skip
    assert list(receipt["steps"][0]) == [
        "step_id", "position", "tool", "predicted_effect", "approved_by_apply", "outcome", "snapshots", "links",
        "result",
    ]  # fmt: skip
    assert list(receipt["steps"][0]["result"])[:2] == ["success", "id"]
    assert [step["snapshots"] for step in receipt["steps"]] == [
        [step["result"]["snapshot_uuid"]] for step in receipt["steps"]
    ]
    assert receipt["steps"][1]["result"]["item_id"] == receipt["steps"][1]["result"]["id"]


@pytest.mark.promise("P-EX-08", "P-END-03")
def test_the_session_ends_with_nothing_discarded(agent: Agent, place: Place) -> None:
    planned = plan(agent, place)
    agent.call("apply_plan")
    assert agent.call("end_session") == {
        "success": True,
        "session_id": planned.begun["session_id"],
        "plan_mode": False,
        "discarded_steps": 0,
        "message": "Plan mode is off. No step was left.",
    }


def test_the_site_is_changed_as_the_receipt_says(agent: Agent, place: Place, reader: Reader, before: dict) -> None:
    plan(agent, place)
    receipt = agent.call("apply_plan")
    copy = reader.page(receipt["steps"][0]["result"]["id"])
    assert (copy["title"]["raw"], copy["status"]) == ("Our story", "draft")
    assert copy["content"] == before["pages"]["42"]["content"]
    assert reader.page(42) == before["pages"]["42"]
    assert reader.menu_titles(3) == ["Home", "About", "Contact", "Services"]
    assert reader.page(311)["status"] == "trash"


def test_a_person_brings_everything_back(
    sayso: Installed, agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    plan(agent, place)
    receipt = agent.call("apply_plan")
    copy_id = receipt["steps"][0]["result"]["id"]
    restored = [taking_back.restore(sayso.desk, sayso.owner, uuid) for uuid in snapshots_of(receipt)]
    assert [one.message for one in restored] == [
        "Page 311 (Team) is back as it was.",
        '"Services" is out of the menu Main menu again.',
        f"Draft copy {copy_id} of a page is in the trash.",
    ]
    assert [list(one.differs) for one in restored] == [[], [], []]
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


def test_the_draft_comes_back_without_a_slug_and_without_a_date_as_it_was(
    sayso: Installed, wordpress: SampleSite, agent: Agent, place: Place
) -> None:
    plan(agent, place)
    trashed = snapshots_of(agent.call("apply_plan"))[0]
    wordpress.requests.clear()
    taking_back.restore(sayso.desk, sayso.owner, trashed)
    assert [(entry.method, entry.route, entry.body) for entry in wordpress.requests.writes()] == [
        ("POST", "/wp/v2/pages/311", {"status": "draft", "slug": "", "date": None}),
    ]


def test_the_agent_brings_everything_back_with_plan_mode_off(
    agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    plan(agent, place)
    receipt = agent.call("apply_plan")
    agent.call("end_session")
    copy_id = receipt["steps"][0]["result"]["id"]
    for uuid in snapshots_of(receipt):
        answer = agent.call("restore_snapshot", snapshot_uuid=uuid)
        assert (answer["success"], answer["restored"], answer["restored_snapshot_uuid"]) == (True, True, uuid)
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


@pytest.mark.promise("D-REST-01")
def test_the_agent_brings_everything_back_by_a_plan(
    wordpress: SampleSite, agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    plan(agent, place)
    receipt = agent.call("apply_plan")
    copy_id = receipt["steps"][0]["result"]["id"]
    wordpress.requests.clear()
    steps = [agent.call("restore_snapshot", snapshot_uuid=uuid) for uuid in snapshots_of(receipt)]
    assert wordpress.requests.writes() == []
    assert [step["predicted_effect"] for step in steps] == [
        "Undo this change: Move page 311 (Team) to the trash.",
        'Delete the item "Services" of the menu Main menu for good, which undoes this change: '
        'Add "Services" to the menu Main menu.',
        "Undo this change: Update page 42 (About): title.",
    ]
    assert [step["lands_on"]["where"] for step in steps] == ["live", "live", "copy"]
    undone = agent.call("apply_plan")
    assert (undone["applied"], undone["failed"], undone["not_run"]) == (3, 0, 0)
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


def not_the_menu(agent: Agent, place: Place) -> tuple[Planned, dict, dict]:
    planned = plan(agent, place)
    discarded = agent.call("discard_plan", step_ids=[planned.ids[1]])
    return planned, discarded, agent.call("apply_plan")


@pytest.mark.promise("P-EX-09", "D-WORD-12")
def test_not_the_menu(agent: Agent, place: Place, reader: Reader) -> None:
    planned, discarded, receipt = not_the_menu(agent, place)
    assert discarded == {
        "success": True,
        "discarded": 1,
        "step_ids": [planned.ids[1]],
        "pending_steps": 2,
        "plan_mode": True,
        "message": (
            "1 step discarded. 2 steps are waiting for the person's yes. Nothing in them has touched the site."
        ),
    }
    first, _second, third = expected_parts(planned, place, PUBLIC_URL)
    assert receipt["steps"] == [first, third]
    assert (receipt["success"], receipt["applied"], receipt["failed"], receipt["not_run"]) == (True, 2, 0, 0)
    assert receipt["message"] == (
        "Plan applied: 2 step(s) ran and landed, 0 failed, 0 did not run. These steps asked for a person's "
        f"approval, and this apply call was taken as that approval: {planned.ids[2]}."
    )
    assert reader.menu_titles(3) == ["Home", "About", "Contact"]
    assert agent.call("end_session")["discarded_steps"] == 0


@pytest.mark.promise("D-COPY-02")
def test_a_person_approves_the_copy_and_takes_that_back(
    sayso: Installed, wordpress: SampleSite, agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    plan(agent, place)
    agent.call("apply_plan")
    wordpress.requests.clear()
    copy = approve_the_copy(sayso)
    assert [(entry.method, entry.route, entry.body) for entry in wordpress.requests.writes()] == [
        ("POST", "/wp/v2/pages/42", {"title": "Our story"}),
        ("DELETE", f"/wp/v2/pages/{copy.copy_id}", None),
    ]
    assert reader.page(42)["title"]["raw"] == "Our story"
    assert reader.page(copy.copy_id)["status"] == "trash"
    restored = taking_back.restore(sayso.desk, sayso.owner, str(copy.snapshot_uuid))
    assert (restored.message, list(restored.differs)) == ("Page 42 (About) is back as it was.", [])
    assert differences({"pages": {"42": before["pages"]["42"]}}, {"pages": {"42": reader.page(42)}}) == []
