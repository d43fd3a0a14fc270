"""A copy that a step bins, and the steps on its page around that: each is told upon the others, and runs so."""

from __future__ import annotations

from tests.core.acts import bin_page, outcomes, plan, row, title
from tests.installed import Agent, Installed
from webapp.core import forecasts
from webapp.sample_site import SampleSite

NEW_COPY = (
    "This lands on a new draft copy of item 42, made when the step runs. The live item stays as it is until a person "
    "approves the copy."
)


def shown(sayso: Installed, step_id: str) -> list[tuple]:
    changes = forecasts.forecast_of(sayso.desk, row(sayso, step_id))["changes"]
    return [(change["field"], change["before"], change["after"]) for change in changes]


def test_an_update_after_its_copy_is_binned_is_told_of_and_lands_on_a_new_copy(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    first = agent.call("update_page", id=42, title="Our story")["id"]
    agent.call("begin_session", mode="plan")
    binned = agent.call("delete_page", id=first)
    assert binned["lands_on"]["copy_id"] == first
    later = agent.call("update_page", id=42, title="About us")
    assert later["lands_on"]["note"] == NEW_COPY
    assert shown(sayso, later["step_id"]) == [("title", "About", "About us")]
    last = agent.call("update_page", id=42, excerpt="How it began")
    assert last["lands_on"]["note"].startswith("This lands on the draft copy of item 42 that step 2 makes.")
    receipt = agent.call("apply_plan")
    assert outcomes(receipt) == ["applied", "applied", "applied"]
    made = receipt["steps"][1]["result"]["id"]
    assert made != first
    assert receipt["steps"][2]["result"]["id"] == made
    assert wordpress.read("pages", first)["status"] == "trash"
    assert wordpress.read("pages", made)["excerpt"]["raw"] == "How it began"


def test_a_write_onto_a_copy_that_an_earlier_step_bins_says_that_it_can_not_run(agent: Agent) -> None:
    copy_id = agent.call("update_page", id=42, title="Our story")["id"]
    agent.call("begin_session", mode="plan")
    agent.call("delete_page", id=copy_id)
    later = agent.call("update_page", id=copy_id, title="About us")
    assert later["review"]["warnings"] == [
        "Another step of the plan moves it to the trash, and then this step can not run."
    ]


def test_a_page_whose_copy_an_earlier_step_makes_can_be_binned_after_it(agent: Agent, wordpress: SampleSite) -> None:
    plan(agent, title(42, "Our story"), bin_page(42))
    assert outcomes(agent.call("apply_plan")) == ["applied", "applied"]
    assert wordpress.read("pages", 42)["status"] == "trash"


def test_a_binned_copy_is_told_of_as_a_copy_when_its_binning_is_undone(agent: Agent) -> None:
    copy_id = agent.call("update_page", id=42, title="Our story")["id"]
    plan(agent, bin_page(copy_id))
    uuid = agent.call("apply_plan")["steps"][0]["snapshots"][0]
    back = agent.call("restore_snapshot", snapshot_uuid=uuid)
    assert (back["lands_on"]["where"], back["lands_on"]["copy_id"]) == ("copy", copy_id)
