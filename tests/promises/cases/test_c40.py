"""C40: settings. A name that the site does not take is refused, and what can do harm says so and asks a person."""

from __future__ import annotations

import pytest

from tests import taking_back
from tests.installed import Installed
from tests.promises.doors import McpAgent
from tests.worked_example import snapshots_of
from webapp.sample_site import SampleSite


@pytest.fixture
def planner(agent: McpAgent) -> McpAgent:
    agent.call("begin_session", mode="plan")
    return agent


def step_of(agent: McpAgent) -> dict:
    return dict(agent.call("get_plan")["steps"][-1])


def test_c40_1_a_name_that_a_setting_has_in_the_database_means_that_setting(
    planner: McpAgent, wordpress: SampleSite
) -> None:
    """C40.1"""
    planner.call("update_option", option="blogname", value="X")
    assert step_of(planner)["predicted_effect"] == "Change the setting Site title (title)."
    assert planner.call("apply_plan")["applied"] == 1
    assert wordpress.read("settings")["title"] == "X"


def test_c40_2_a_name_that_is_not_there_is_named_and_nothing_is_planned(planner: McpAgent) -> None:
    """C40.2"""
    refused = planner.refused("update_option", option="not_there", value="1")
    assert "There is no setting not_there" in refused["message"]
    assert planner.call("get_plan")["steps"] == []


@pytest.mark.parametrize(
    ("option", "value", "breaks"),
    [
        ("email", "new@example.test", "messages about the site go to the new address at once"),
        ("url", "http://other.test", "a wrong address makes the site unreachable"),
    ],
)
def test_c40_3_what_can_do_harm_is_marked_says_what_breaks_and_asks_a_person(
    planner: McpAgent, option: str, value: str, breaks: str
) -> None:
    """C40.3"""
    planner.call("update_option", option=option, value=value)
    step = step_of(planner)
    assert step["approval_required"] is True
    listed = planner.call("get_plan")["review"]["warnings"]
    assert listed[0]["warnings"][0].startswith(f"High risk: {breaks}")


def test_c40_4_a_restore_sends_the_changed_setting_and_no_other(
    planner: McpAgent, sayso: Installed, wordpress: SampleSite
) -> None:
    """C40.4"""
    planner.call("update_option", option="title", value="X")
    receipt = planner.call("apply_plan")
    wordpress.requests.clear()
    taking_back.restore(sayso.desk, sayso.owner, snapshots_of(receipt)[0])
    assert [entry.body for entry in wordpress.requests.writes()] == [{"title": "Harbour & Grain"}]
