"""The contract's worked example on real WordPress, new and old, with pretty and with plain permalinks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.real.core import SOURCES
from tests.real.site import Running, Site
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import (
    PRINTED_BEGIN,
    PRINTED_STEP,
    STEP_ID,
    Place,
    approve_the_copy,
    expected_parts,
    expected_plan,
    expected_receipt,
    plan,
    printed,
    snapshots_of,
)
from webapp.data import Mode

PUBLIC_URL = "https://sayso.example"


KINDS = [
    pytest.param((version, plain), id=f"{version}-{'plain' if plain else 'pretty'}")
    for version in SOURCES
    for plain in (False, True)
]
everywhere = pytest.mark.parametrize("site", KINDS, indirect=True)
# The newest with either kind of permalinks, and the oldest: what is in between is like one of them.
on_newest_and_oldest = pytest.mark.parametrize("site", [*KINDS[:2], KINDS[-2]], indirect=True)


@pytest.fixture
def site(request: pytest.FixtureRequest, running: Running) -> Site:
    found = running(*request.param)
    found.reset()
    return found


@pytest.fixture
def place(site: Site) -> Place:
    menu_id = site.get("/wp/v2/menu-locations/primary")["menu"]
    services = f"{site.url}/?page_id=43" if site.plain else f"{site.url}/services/"
    return Place(site.rest, menu_id, 43, services)


@pytest.fixture
def sayso(tmp_path: Path, site: Site) -> Iterator[Installed]:
    with installed(tmp_path, site.url, site.username, site.app_password, public_url=PUBLIC_URL) as one:
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.ASK)


@pytest.fixture
def reader(site: Site, place: Place) -> Iterator[Reader]:
    with reading(place.rest, site.username, site.app_password) as one:
        yield one


@pytest.fixture
def before(reader: Reader) -> dict:
    """The whole site, as another client reads it before the agent comes."""
    return first_state(reader)


@everywhere
@pytest.mark.promise("P-EX-01", "P-EX-02", "P-EX-03", "P-EX-04", "P-EX-05", "P-EX-06", "P-EX-07", "P-EX-08")
def test_every_answer_is_the_contracts_and_nothing_is_written_before_the_yes(
    agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    planned = plan(agent, place)
    assert planned == expected_plan(planned, place)
    assert planned.ids == (STEP_ID, STEP_ID, STEP_ID)
    assert json.dumps(planned.begun) == printed(PRINTED_BEGIN, planned.begun)
    assert json.dumps(planned.steps[0]) == printed(PRINTED_STEP, planned.steps[0])
    assert first_state(reader) == before

    receipt = agent.call("apply_plan")
    assert receipt == expected_receipt(planned, place, PUBLIC_URL)
    assert agent.call("end_session") == {
        "success": True,
        "session_id": planned.begun["session_id"],
        "plan_mode": False,
        "discarded_steps": 0,
        "message": "Plan mode is off. No step was left.",
    }

    copy = reader.page(receipt["steps"][0]["result"]["id"])
    assert (copy["title"]["raw"], copy["status"]) == ("Our story", "draft")
    assert copy["content"] == before["pages"]["42"]["content"]
    assert reader.page(42) == before["pages"]["42"]
    assert reader.menu_titles(place.menu_id) == ["Home", "About", "Services"]
    assert reader.page(311)["status"] == "trash"


@everywhere
@pytest.mark.promise("P-RCPT-06")
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


@on_newest_and_oldest
@pytest.mark.parametrize("planned", [False, True], ids=["directly", "by a plan"])
def test_the_agent_brings_everything_back(
    agent: Agent, place: Place, reader: Reader, before: dict, planned: bool
) -> None:
    plan(agent, place)
    receipt = agent.call("apply_plan")
    copy_id = receipt["steps"][0]["result"]["id"]
    if planned:
        applied = first_state(reader)
        for uuid in snapshots_of(receipt):
            assert agent.call("restore_snapshot", snapshot_uuid=uuid)["code"] == "respira_plan_step"
        assert first_state(reader) == applied
        undone = agent.call("apply_plan")
        assert (undone["applied"], undone["failed"], undone["not_run"]) == (3, 0, 0)
    else:
        agent.call("end_session")
        for uuid in snapshots_of(receipt):
            assert agent.call("restore_snapshot", snapshot_uuid=uuid)["restored"] is True
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


@on_newest_and_oldest
@pytest.mark.promise("P-EX-09")
def test_not_the_menu(agent: Agent, place: Place, reader: Reader, before: dict) -> None:
    planned = plan(agent, place)
    discarded = agent.call("discard_plan", step_ids=[planned.ids[1]])
    assert (discarded["discarded"], discarded["step_ids"], discarded["pending_steps"]) == (1, [planned.ids[1]], 2)
    receipt = agent.call("apply_plan")
    first, _second, third = expected_parts(planned, place, PUBLIC_URL)
    assert receipt["steps"] == [first, third]
    assert (receipt["success"], receipt["applied"], receipt["failed"], receipt["not_run"]) == (True, 2, 0, 0)
    assert first_state(reader)["menu-items"] == before["menu-items"]


@on_newest_and_oldest
def test_a_person_approves_the_copy_and_takes_that_back(
    sayso: Installed, agent: Agent, place: Place, reader: Reader, before: dict
) -> None:
    plan(agent, place)
    agent.call("apply_plan")
    copy = approve_the_copy(sayso)
    live = reader.page(42)
    assert (live["title"]["raw"], live["slug"], live["status"]) == ("Our story", "about", "publish")
    assert live["content"] == before["pages"]["42"]["content"]
    assert reader.page(copy.copy_id)["status"] == "trash"
    restored = taking_back.restore(sayso.desk, sayso.owner, str(copy.snapshot_uuid))
    assert (restored.message, list(restored.differs)) == ("Page 42 (About) is back as it was.", [])
    assert differences({"pages": {"42": before["pages"]["42"]}}, {"pages": {"42": reader.page(42)}}) == []
