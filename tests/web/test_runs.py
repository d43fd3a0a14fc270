"""Promises of the run page: progress that survives a reload, stopping, the receipt."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, run_of, statuses, steps_of, worked_example
from tests.web.undoing import restores, taken_back
from webapp.core import copy_shelves, people
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
    assert "All 3 steps went through: 2 changed the live site, 1 waits on a draft copy." in page
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
        assert page.index("Stop after this step") < page.index("See how far it is now") < page.index('class="tick"')
        assert 'data-title="Applying ' in page
    assert "<html" not in part
    assert (going_on.status_code, going_on.get_json()["code"]) == (202, "respira_job_running")
    assert watch.happened == 1
    over = window.get(f"{run}/progress").get_data(as_text=True)
    assert "All 3 steps went through: 2 changed the live site" in over
    assert 'data-title="All 3 steps went through: 2 changed the live site, ' in over


def test_stopping_lets_the_step_finish_and_starts_no_other(
    window: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    sample.misbehave(misbehaviour.Slow(1.5), method="POST", path="/wp/v2/pages")
    run = accept_and_apply(window, place.desk, plan)
    stopped = window.post(f"{run}/stop")
    place.workers.finish()
    assert stopped.headers["Location"] == run
    page = window.get(run).get_data(as_text=True)
    assert "The run was stopped. What did not run is still in the plan." in page
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
    assert "None of 3 steps went through; 1 failed, 2 did not run." in page
    assert "was changed since this step was planned, so nothing was sent." in page
    failed, *others = steps_of(place.desk, plan)
    assert f'<a href="/steps/{failed.public_id}">See what changed on the site' in page
    assert "HTTP 409" not in page
    assert f"Digest {failed.digest}" in page
    assert not any(f"Digest {step.digest}" in page for step in others)
    assert "The run stopped at the first step that failed." in page


@pytest.fixture
def on_one_copy(window: Browser, place: Installed) -> str:
    """The address of a run of two steps that landed on one copy."""
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_page", id=42, excerpt="How we began")
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    return address


def decided(window: Browser, place: Installed, verdict: str) -> str:
    """Decide about the one copy that waits, as a person does, and return its page's address."""
    with place.desk.reading() as session:
        [waiting] = copy_shelves.listed(session, place.owner.id, copy_shelves.Wanted())
    address = f"/copies/{waiting.copy.public_id}"
    compared = window.post(f"{address}/comparison").get_data(as_text=True)
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', compared)
    assert digest is not None
    window.post(f"{address}/decision", {"verdict": verdict, "digest": digest[1]})
    return address


def test_while_a_copy_waits_each_step_on_it_offers_what_can_be_done(window: Browser, on_one_copy: str) -> None:
    page = window.get(on_one_copy).get_data(as_text=True)
    assert "All 2 steps went through: 2 wait on draft copies." in page
    assert page.count("Compare the copy and decide") == 2
    # A preview's address is as good as a password, so paper does not have it.
    previews = re.findall(r"<a ([^>]+)>Preview of the copy", page)
    assert ['class="screen-only"' in attributes for attributes in previews] == [True, True]
    assert page.count('action="/snapshots/') == 2


@pytest.mark.parametrize(
    ("verdict", "headline", "state", "why_not"),
    [
        ("approve", "2 are live with their copies.", "The copy: approved", "Undo the approval, on the copy's page."),
        ("reject", "2 were rejected with their copies.", "The copy: rejected", "so nothing is left to take back."),
    ],
)
def test_once_a_copy_is_decided_its_steps_offer_only_what_works(
    window: Browser, place: Installed, on_one_copy: str, verdict: str, headline: str, state: str, why_not: str
) -> None:
    copy = decided(window, place, verdict)
    page = window.get(on_one_copy).get_data(as_text=True).replace("&#39;", "'")
    assert headline in page
    assert page.count(f'<a href="{copy}">{state}') == 2
    assert page.count(why_not) == 2
    assert "Preview of the copy" not in page
    assert 'action="/snapshots/' not in page
    snapshot = re.findall(r'href="(/snapshots/[^?"]+)', page)[1]
    assert "/restores" not in window.get(snapshot).get_data(as_text=True)


def test_an_approval_that_was_undone_is_not_told_as_live(window: Browser, place: Installed, on_one_copy: str) -> None:
    copy = decided(window, place, "approve")
    [restore] = restores(window.get(copy).get_data(as_text=True))
    taken_back(window, place, restore, copy)
    page = window.get(on_one_copy).get_data(as_text=True)
    assert "2 were taken back." in page
    assert "The copy: approved, then taken back" in page


def test_what_could_not_be_read_back_is_read_at_the_press_of_a_button(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("update_option", option="description", value="Wood, slowly")
    refusing = misbehaviour.AnswerInstead(403, '{"code":"rest_forbidden","message":"No.","data":{"status":403}}')
    sample.misbehave(refusing, method="GET", path="/wp/v2/settings", skip=1, times=1)
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    page = window.get(run).get_data(as_text=True)
    assert "The site said that it saved, but it could not be read afterwards." in page
    check = re.search(r'action="(/steps/[^"]+/check)"', page)
    assert check is not None
    told = window.follow(window.post(check[1], {"back": run})).get_data(as_text=True)
    assert "The site was read: the change is there." in told
    assert "could not be read afterwards" not in told
    assert "/check" not in told


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
