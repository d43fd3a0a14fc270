"""The contract's worked example at every door, with every answer, no write before the yes, and the way back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.promises.acts import spelled
from tests.promises.doors import Agent
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import Place, expected_parts, expected_plan, expected_receipt, plan, snapshots_of
from webapp.sample_site import SampleSite

PUBLIC_URL = "http://localhost"


@pytest.fixture
def place(wordpress: SampleSite) -> Place:
    return Place(f"{wordpress.url}/wp-json/", 3, 44, f"{wordpress.url}/services/")


@pytest.fixture
def reader(wordpress: SampleSite, place: Place) -> Iterator[Reader]:
    with reading(place.rest, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.mark.promise(
    "P-EX-01", "P-EX-02", "P-EX-03", "P-EX-04", "P-EX-05", "P-EX-06", "P-EX-07", "P-EX-08", "P-AER-01",
    "D-WORD-01", "D-RCPT-01",
)  # fmt: skip
def test_three_writes_are_planned_shown_applied_and_taken_back(
    wordpress: SampleSite, agent: Agent, place: Place, reader: Reader
) -> None:
    before = first_state(reader)
    planned = plan(agent, place)
    expected = expected_plan(planned, place)
    assert planned.begun == expected.begun
    assert list(planned.steps) == spelled(list(expected.steps), agent.prefix)
    assert planned.plan == spelled(expected.plan, agent.prefix)
    assert wordpress.requests.writes() == []
    assert first_state(reader) == before

    receipt = agent.call("apply_plan")
    assert receipt == spelled(expected_receipt(planned, place, PUBLIC_URL), agent.prefix)
    assert reader.page(receipt["steps"][0]["result"]["id"])["title"]["raw"] == "Our story"
    assert reader.menu_titles(3) == ["Home", "About", "Contact", "Services"]
    assert reader.page(311)["status"] == "trash"
    ended = agent.call("end_session")
    assert (ended["plan_mode"], ended["discarded_steps"]) == (False, 0)

    for uuid in snapshots_of(receipt):
        assert agent.call("restore_snapshot", snapshot_uuid=uuid)["restored"] is True
    copy_id = receipt["steps"][0]["result"]["id"]
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


@pytest.mark.promise("P-EX-09", "P-DISC-02")
def test_not_the_menu(agent: Agent, place: Place, reader: Reader) -> None:
    planned = plan(agent, place)
    assert agent.call("discard_plan", step_ids=[planned.ids[1]])["step_ids"] == [planned.ids[1]]
    receipt = agent.call("apply_plan")
    first, _, third = spelled(expected_parts(planned, place, PUBLIC_URL), agent.prefix)
    assert receipt["steps"] == [first, third]
    assert reader.menu_titles(3) == ["Home", "About", "Contact"]
    assert agent.call("end_session")["discarded_steps"] == 0
