"""Promises of a step's own page and of the decision about one step."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, statuses, steps_of, worked_example
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Mode, Step
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


@pytest.fixture
def title(desk: Desk, plan: str) -> Step:
    return steps_of(desk, plan)[0]


@pytest.fixture
def delete(desk: Desk, plan: str) -> Step:
    return steps_of(desk, plan)[2]


def decision(step: Step, verdict: str, **more: object) -> dict[str, object]:
    return {"verdict": verdict, "digest": step.digest, **more}


def test_a_step_is_accepted_dropped_and_put_back(window: Browser, desk: Desk, plan: str, title: Step) -> None:
    window.get(f"/plans/{plan}")
    address = f"/steps/{title.public_id}/decision"
    for verdict, becomes in (
        ("accept", "accepted"),
        ("reopen", "planned"),
        ("drop", "dropped"),
        ("reopen", "planned"),
    ):
        response = window.post(address, decision(title, verdict))
        assert response.status_code == 303
        assert response.headers["Location"] == f"/plans/{plan}#step-{title.public_id}"
        assert statuses(desk, plan)[0] == becomes


def test_the_page_says_who_decided(window: Browser, plan: str, title: Step) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/steps/{title.public_id}/decision", decision(title, "ask", note="Keep my <b>heading</b>."))
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "Sent back by <bdi>Olive Owner</bdi>" in page
    assert "Keep my &lt;b&gt;heading&lt;/b&gt;." in page


@pytest.mark.promise("D-RUN-06")
def test_a_note_reaches_the_agent(window: Browser, agent: Agent, plan: str, title: Step) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/steps/{title.public_id}/decision", decision(title, "ask", note="Shorter, please."))
    assert "Shorter, please." in str(agent.call("get_plan"))


@pytest.mark.promise("D-STALE-05")
def test_a_decision_about_something_else_than_was_shown_is_refused(
    window: Browser, desk: Desk, plan: str, title: Step
) -> None:
    window.get(f"/plans/{plan}")
    old = {"verdict": "ask", "digest": "0" * 64, "note": "My long thought."}
    response = window.post(f"/steps/{title.public_id}/decision", old)
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "The plan changed since this page was opened" in page
    assert ">My long thought.</textarea>" in page
    assert set(statuses(desk, plan)) == {"planned"}


def test_asking_for_a_change_needs_words(window: Browser, desk: Desk, plan: str, title: Step) -> None:
    window.get(f"/plans/{plan}")
    response = window.post(f"/steps/{title.public_id}/decision", decision(title, "ask", note=" "))
    assert response.status_code == 409
    assert "Say what should be different" in response.get_data(as_text=True)
    assert statuses(desk, plan)[0] == "planned"


@pytest.mark.promise("D-STALE-05")
def test_a_delete_can_not_be_accepted_from_the_plan(window: Browser, desk: Desk, plan: str, delete: Step) -> None:
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert f'href="/steps/{delete.public_id}"' in page
    response = window.post(f"/steps/{delete.public_id}/decision", decision(delete, "accept"))
    assert response.status_code == 409
    assert "has to be opened and read" in response.get_data(as_text=True)
    assert statuses(desk, plan)[2] == "planned"


@pytest.mark.promise("D-STALE-05")
def test_a_delete_is_accepted_on_its_own_page(window: Browser, desk: Desk, plan: str, delete: Step) -> None:
    page = window.get(f"/steps/{delete.public_id}").get_data(as_text=True)
    assert "your yes to it is that approval" in page
    assert 'name="page" value="step"' in page
    response = window.post(f"/steps/{delete.public_id}/decision", decision(delete, "accept", page="step"))
    assert response.headers["Location"] == f"/plans/{plan}#step-{delete.public_id}"
    assert "Accepted: step 3." in window.follow(response).get_data(as_text=True)
    assert statuses(desk, plan)[2] == "accepted"


def test_only_a_step_that_waits_asks_to_be_decided_about(
    window: Browser, desk: Desk, plan: str, delete: Step
) -> None:
    address = f"/steps/{delete.public_id}"
    waiting = window.get(address).get_data(as_text=True)
    assert "Read it here, then decide" in waiting
    assert "step__actions" in waiting
    accept_and_apply(window, desk, plan)
    for status in ("running", "applied"):
        with desk.writing() as session:
            session.get_one(Step, delete.id).status = status
        over = window.get(address).get_data(as_text=True)
        assert "Read it here, then decide" not in over
        assert "step__actions" not in over


def test_a_step_names_its_tool_as_people_call_it_first(window: Browser, plan: str, title: Step) -> None:
    page = window.get(f"/steps/{title.public_id}").get_data(as_text=True)
    assert '<dd>Change a page <code class="quiet">update_page</code></dd>' in page


def test_a_refusal_on_its_own_page_shows_that_page_again(window: Browser, plan: str, delete: Step) -> None:
    window.get(f"/steps/{delete.public_id}")
    wrong = {"verdict": "accept", "digest": "old", "page": "step"}
    response = window.post(f"/steps/{delete.public_id}/decision", wrong)
    assert response.status_code == 409
    assert "Read this step" in response.get_data(as_text=True)


def test_a_step_of_somebody_else_is_not_there(app: Flask, desk: Desk, plan: str, title: Step) -> None:
    people.add(desk, "second@example.com", "Second Person")
    second = signed_in(app, desk, "second@example.com")
    assert second.get(f"/steps/{title.public_id}").status_code == 404
    for address in ("decision", "check"):
        assert second.post(f"/steps/{title.public_id}/{address}", decision(title, "accept")).status_code == 404
    assert statuses(desk, plan)[0] == "planned"


def test_htmx_is_given_the_step_and_the_bar_after_a_refusal_too(window: Browser, plan: str, title: Step) -> None:
    window.get(f"/plans/{plan}")
    address = f"/steps/{title.public_id}/decision"
    response = window.post(address, {"verdict": "accept", "digest": "old"}, headers={"HX-Request": "true"})
    parts = response.get_data(as_text=True)
    assert response.status_code == 409
    assert f'id="step-{title.public_id}"' in parts
    assert 'id="notices"' in parts
    assert "The plan changed since this page was opened" in parts


def test_a_step_whose_answer_was_lost_can_be_settled_by_looking(
    window: Browser, place: Installed, sample: SampleSite, plan: str, title: Step
) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/steps/{title.public_id}/decision", decision(title, "accept"))
    sample.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages")
    sample.misbehave(misbehaviour.html(status=503), method="GET", path=re.compile("/wp/v2/pages$"))
    started = window.post(f"/plans/{plan}/runs", {"step": f"{title.public_id} {title.digest}"})
    place.workers.finish()
    sample.behave()
    assert statuses(place.desk, plan)[0] == "unknown"
    run = started.headers["Location"]
    page = window.get(run).get_data(as_text=True)
    assert "Check the site now" in page
    assert "To check on the site" in page
    response = window.post(f"/steps/{title.public_id}/check", {"back": run})
    assert response.headers["Location"] == run
    assert "The site was read: the change is there." in window.follow(response).get_data(as_text=True)
    assert statuses(place.desk, plan)[0] == "applied"


def test_a_step_that_is_not_in_doubt_is_not_looked_at(window: Browser, plan: str, title: Step) -> None:
    window.get(f"/plans/{plan}")
    assert window.post(f"/steps/{title.public_id}/check").status_code == 409


def test_the_page_of_a_step_that_the_agent_withdrew_says_so(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    gone = agent.call("update_page", id=42, title="One")["step_id"]
    agent.call("update_page", id=42, title="Two")
    agent.call("discard_plan", step_ids=[gone])
    for response in (
        window.get(f"/steps/{gone}"),
        window.post(f"/steps/{gone}/decision", {"verdict": "drop", "digest": "x"}),
    ):
        assert response.status_code == 404
        assert "The agent withdrew this step." in response.get_data(as_text=True)
