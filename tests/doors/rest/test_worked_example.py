"""The contract's worked example at the REST door: bodies exact, nothing written before the yes, and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doors.rest.agent import RestAgent
from tests.installed import PREFIX, Installed, installed
from tests.sample import sample_site
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import Place, Planned, expected_plan, expected_receipt, menu_arguments, plan, snapshots_of
from webapp.app import create_app
from webapp.data import Mode
from webapp.sample_site import SampleSite

Answer = dict[str, Any]


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        wordpress.requests.clear()
        yield one


@pytest.fixture
def place(wordpress: SampleSite) -> Place:
    return Place(f"{wordpress.url}/wp-json/", 3, 44, f"{wordpress.url}/services/")


@pytest.fixture
def reader(wordpress: SampleSite, place: Place) -> Iterator[Reader]:
    with reading(place.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def as_here(value: Any) -> Any:
    """An expected answer, with the names of tools as this door spells them."""
    if isinstance(value, dict):
        return {name: as_here(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_here(inner) for inner in value]
    return value.replace(PREFIX, "respira_") if isinstance(value, str) else value


def always_planning(begun: Answer, agent: RestAgent, place: Place) -> Planned:
    """The example as a client sends it that can not ask for plan mode: nothing but the routes of its tools."""
    steps = (
        agent.ask("PUT", "v2/pages/42", {"id": 42, "title": "Our story"}),
        agent.ask("POST", "v1/menus/3/items", menu_arguments(place)),
        agent.ask("DELETE", "v1/pages/311"),
    )
    return Planned(begun, steps, agent.ask("GET", "v2/plan"))


def check_plan(planned: Planned, place: Place, wordpress: SampleSite) -> None:
    expected = expected_plan(planned, place)
    assert planned.begun == expected.begun
    assert list(planned.steps) == as_here(list(expected.steps))
    assert planned.plan == as_here(expected.plan)
    assert wordpress.requests.writes() == []


def test_the_worked_example_with_a_key_that_always_plans(
    sayso: Installed, wordpress: SampleSite, place: Place, reader: Reader
) -> None:
    agent = RestAgent(create_app(sayso.desk), sayso.agent(Mode.CHAT).token)
    before = first_state(reader)
    planned = always_planning(agent.ask("POST", "v2/snapshots/session/begin", {}), agent, place)
    check_plan(planned, place, wordpress)
    assert first_state(reader) == before

    receipt = agent.ask("POST", "v2/plan/apply", {})
    assert receipt == as_here(expected_receipt(planned, place, sayso.desk.settings.public_url))
    assert reader.menu_titles(3) == ["Home", "About", "Contact", "Services"]
    assert reader.page(311)["status"] == "trash"
    assert agent.ask("POST", "v2/snapshots/session/end", {})["discarded_steps"] == 0

    for uuid in snapshots_of(receipt):
        assert agent.ask("POST", "v2/snapshots/restore", {"snapshot_uuid": uuid})["code"] == "respira_plan_step"
    assert agent.ask("POST", "v2/plan/apply", {})["applied"] == 3
    copy_id = receipt["steps"][0]["result"]["id"]
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


def test_the_worked_example_with_plan_mode_asked_for_and_plan_tools_called_as_abilities(
    sayso: Installed, wordpress: SampleSite, place: Place, reader: Reader
) -> None:
    agent = RestAgent(create_app(sayso.desk), sayso.agent(Mode.ASK).token)
    begun = agent.invoke("begin_session", mode="plan", title="The About page")
    planned = always_planning(begun, agent, place)
    check_plan(planned, place, wordpress)
    assert agent.invoke("get_plan")["steps"] == planned.plan["steps"]

    receipt = agent.invoke("apply_plan")
    assert receipt == as_here(expected_receipt(planned, place, sayso.desk.settings.public_url))
    assert reader.menu_titles(3) == ["Home", "About", "Contact", "Services"]
    ended = agent.invoke("end_session")
    assert (ended["plan_mode"], ended["discarded_steps"]) == (False, 0)


def test_not_the_menu_at_the_plans_own_routes(sayso: Installed, place: Place, reader: Reader) -> None:
    agent = RestAgent(create_app(sayso.desk), sayso.agent(Mode.ASK).token)
    planned = plan(agent, place)
    page, link, team = planned.ids
    gone = agent.ask("POST", "v2/plan/discard", {"step_ids": [link]})
    assert (gone["discarded"], gone["step_ids"], gone["pending_steps"]) == (1, [link], 2)
    receipt = agent.ask("POST", "v2/plan/apply", {"step_ids": [page, team]})
    assert (receipt["applied"], receipt["approved_by_apply"]) == (2, [team])
    job = receipt["review"]["job_id"]
    assert agent.ask("GET", f"v2/jobs/{job}") == receipt
    assert reader.menu_titles(3) == ["Home", "About", "Contact"]


def test_a_step_of_this_door_is_replayed_by_its_own_translation(
    sayso: Installed, wordpress: SampleSite, reader: Reader
) -> None:
    agent = RestAgent(create_app(sayso.desk), sayso.agent(Mode.CHAT).token)
    agent.ask("POST", "v1/options/blogdescription?site_id=env-site", {"value": "Wood, slowly"})
    agent.invoke("update_page", id="44", title="Work", editTarget="duplicate", site_id="env-site")
    agent.ask("POST", "v2/pages/42?_method=PUT", {"id": 42, "title": "Our story", "edit_target": "ask"})
    receipt = agent.ask("POST", "v2/plan/apply")
    assert [step["outcome"] for step in receipt["steps"]] == ["applied", "applied", "applied"]
    assert reader.get("settings")["description"] == "Wood, slowly"
