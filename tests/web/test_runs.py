"""Promises of the run page: progress that survives a reload, stopping, the receipt."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, run_of, statuses, worked_example
from webapp.core import people
from webapp.data import Mode
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def plan(place: Installed) -> str:
    return worked_example(place.agent(Mode.BROWSER))


@pytest.fixture
def run(window: Browser, place: Installed, plan: str) -> str:
    """The address of a run of all three steps that is over."""
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    return address


def test_the_receipt_stands_where_the_progress_was(window: Browser, run: str) -> None:
    page = window.get(run).get_data(as_text=True)
    assert "All 3 changes are in place." in page
    assert "<bdi>Olive Owner</bdi>" in page
    assert "Preview of the copy" in page
    assert "1 step that asked for a person" in page
    assert page.count('action="/snapshots/') == 3
    assert "hx-get" not in page


def test_progress_is_read_from_the_rows_at_every_load(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    watch = sample.misbehave(misbehaviour.Slow(1.5), method="POST", path="/wp/v2/pages")
    run = accept_and_apply(window, place.desk, plan)
    first, second = window.get(run).get_data(as_text=True), window.get(run).get_data(as_text=True)
    part = window.get(f"{run}/progress").get_data(as_text=True)
    going_on = window.get(f"{run}.json")
    place.workers.finish()
    for page in (first, second, part):
        assert "of 3 steps done" in page
        assert f'hx-get="{run}/progress"' in page
    assert "<html" not in part
    assert (going_on.status_code, going_on.get_json()["code"]) == (202, "respira_job_running")
    assert watch.happened == 1
    assert "All 3 changes are in place." in window.get(f"{run}/progress").get_data(as_text=True)


def test_stopping_lets_the_step_finish_and_starts_no_other(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    sample.misbehave(misbehaviour.Slow(1.5), method="POST", path="/wp/v2/pages")
    run = accept_and_apply(window, place.desk, plan)
    stopped = window.post(f"{run}/stop")
    place.workers.finish()
    assert stopped.headers["Location"] == run
    page = window.get(run).get_data(as_text=True)
    assert "The run stopped where you asked it to. What did not run is still in the plan." in page
    assert set(statuses(place.desk, plan)[1:]) == {"not_run"}
    assert 'value="accept"' in window.get(f"/plans/{plan}").get_data(as_text=True)


def test_a_step_that_was_not_reached_goes_on_saying_who_accepted_it(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    sample.misbehave(misbehaviour.html(status=403), method="POST", path="/wp/v2/pages")
    accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    assert statuses(place.desk, plan)[1:] == ["not_run", "not_run"]
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert page.count("It did not run and needs a new yes; it was accepted by <bdi>Olive Owner</bdi>") >= 2


def test_a_step_that_failed_says_what_the_site_said(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    sample.change("pages", 42, title="About us all")
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    page = window.get(run).get_data(as_text=True)
    assert "0 of 3 changes are in place; 1 failed, 2 did not run." in page
    assert "respira_step_stale, HTTP 409" in page
    assert "The run stopped at the first step that failed." in page


def test_the_receipt_is_there_for_programs(window: Browser, run: str) -> None:
    receipt = window.get(f"{run}.json").get_json()
    assert (receipt["applied"], receipt["failed"], receipt["not_run"]) == (3, 0, 0)
    assert [step["tool"] for step in receipt["steps"]] == [
        "respira_update_page",
        "respira_create_menu_item",
        "respira_delete_page",
    ]


def test_a_run_that_an_agent_asked_for_says_where_the_yes_was_given(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.ASK)
    plan = worked_example(agent)
    agent.call("apply_plan")
    page = window.get(f"/runs/{run_of(place.desk, plan)[0].public_id}").get_data(as_text=True)
    assert "applied 3 steps on" in page
    assert "the yes was given in the chat" in page


def test_a_run_of_somebody_else_is_not_there(app: Flask, place: Installed, run: str) -> None:
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    for address in (run, f"{run}/progress", f"{run}.json"):
        assert second.get(address).status_code == 404
    assert second.post(f"{run}/stop").status_code == 404
