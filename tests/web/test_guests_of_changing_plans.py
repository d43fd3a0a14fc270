"""What somebody with a review link is told when the plan changes under them."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of, worked_example
from tests.web.sharing import says, shared
from webapp.data import Decision, Mode, Note, Step


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


@pytest.fixture
def guest(app: Flask) -> Browser:
    """A browser of somebody without an account."""
    return Browser(app.test_client())


@pytest.fixture
def link(window: Browser, place: Installed, plan: str) -> str:
    """A link to decide about every step of the plan."""
    steps = [step.public_id for step in steps_of(place.desk, plan)]
    return shared(window, f"/plans/{plan}", may="decide", steps=steps, counts="y")


def first(place: Installed, plan: str) -> Step:
    return steps_of(place.desk, plan)[0]


def notes_of(place: Installed) -> list[tuple[str, int | None]]:
    with place.desk.reading() as session:
        return [(note.text, note.step_id) for note in session.scalars(select(Note).order_by(Note.id))]


def decisions_of(place: Installed) -> list[Decision]:
    with place.desk.reading() as session:
        return list(session.scalars(select(Decision)))


def test_a_step_that_was_planned_again_leads_to_the_one_in_its_place_with_what_differs(
    guest: Browser, agent: Agent, place: Installed, plan: str, link: str
) -> None:
    old = first(place, plan)
    agent.call("update_page", id=42, title="Our long story", _respira_revises=old.public_id)
    new = steps_of(place.desk, plan)[3]
    answer = guest.get(f"{link}/steps/{old.public_id}")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "The agent planned step 1 again, as step 4. This is step 4." in page
    assert f'action="{link}/steps/{new.public_id}/confirmation"' in page
    assert "Different from step 1" in page
    assert "<ins" in page


def test_a_yes_to_a_step_that_was_planned_again_is_not_recorded_and_the_new_one_is_shown(
    guest: Browser, agent: Agent, place: Installed, plan: str, link: str
) -> None:
    old = first(place, plan)
    guest.get(f"{link}/steps/{old.public_id}")
    agent.call("update_page", id=42, title="Our long story", _respira_revises=old.public_id)
    said = {"verdict": "ask", "digest": old.digest, "page": "step", "name": "Ana", "note": "Shorter, please."}
    for address in ("confirmation", "decision"):
        answer = guest.post(f"{link}/steps/{old.public_id}/{address}", said)
        page = answer.get_data(as_text=True)
        assert answer.status_code == 409
        assert "as step 4. This is step 4. Nothing was recorded." in page
        assert "required>Shorter, please.</textarea>" in page
    assert decisions_of(place) == []


def test_a_comment_on_a_step_that_was_planned_again_is_kept_with_the_new_one(
    guest: Browser, agent: Agent, place: Installed, plan: str, link: str
) -> None:
    old = first(place, plan)
    guest.get(link)
    agent.call("update_page", id=42, title="Our long story", _respira_revises=old.public_id)
    new = steps_of(place.desk, plan)[3]
    said = guest.post(f"{link}/comments", {"text": "Lovely.", "name": "Ana", "step": old.public_id})
    assert said.headers["Location"] == f"{link}/steps/{new.public_id}#said"
    page = guest.follow(said).get_data(as_text=True)
    assert "The agent planned the step again meanwhile, so it stands with the new one." in page
    assert notes_of(place) == [("Lovely.", new.id)]


def test_a_step_that_was_withdrawn_leads_to_the_plan_and_says_so(
    guest: Browser, agent: Agent, place: Installed, plan: str, link: str
) -> None:
    old = first(place, plan)
    guest.get(link)
    agent.call("discard_plan", step_ids=[old.public_id])
    answer = guest.get(f"{link}/steps/{old.public_id}")
    assert answer.status_code == 410
    assert "The agent withdrew step 1. This is the plan as it is now." in answer.get_data(as_text=True)
    assert "2 steps" in answer.get_data(as_text=True)
    said = {"verdict": "drop", "digest": old.digest, "page": "step", "name": "Ana", "note": "Not this."}
    for address in ("confirmation", "decision"):
        refused = guest.post(f"{link}/steps/{old.public_id}/{address}", said)
        assert refused.status_code == 409
        assert "Nothing was recorded." in refused.get_data(as_text=True)
        assert "required>Not this.</textarea>" in refused.get_data(as_text=True)
    kept = guest.post(f"{link}/comments", {"text": "A pity.", "name": "Ana", "step": old.public_id})
    assert kept.headers["Location"] == f"{link}#said"
    assert "so it stands with the plan." in guest.follow(kept).get_data(as_text=True)
    assert notes_of(place) == [("A pity.", None)]


@pytest.mark.promise("D-LINK-01")
def test_a_step_of_another_plan_is_answered_as_a_link_that_never_was(
    guest: Browser, place: Installed, plan: str, link: str
) -> None:
    other = place.agent(Mode.BROWSER, "Another")
    foreign = first(place, worked_example(other)).public_id
    guest.get(link)
    other.call("update_page", id=42, title="Us", _respira_revises=foreign)
    comment = guest.post(f"{link}/comments", {"text": "Hm.", "name": "Ana", "step": foreign})
    form = {"verdict": "drop", "digest": "0" * 64, "page": "step", "name": "Ana"}
    answers = [guest.post(f"{link}/steps/{foreign}/{address}", form) for address in ("confirmation", "decision")]
    answers += [guest.get(f"{link}/steps/{foreign}"), comment]
    for answer in answers:
        assert answer.status_code == 404
        assert "This link does not work" in answer.get_data(as_text=True)
    assert notes_of(place) == []


def test_somebody_who_decides_about_what_was_is_shown_what_changed_since(
    guest: Browser, agent: Agent, window: Browser, place: Installed
) -> None:
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("update_option", option="description", value="Bread")
    agent.call("update_option", option="description", value="Cake")
    one, two = steps_of(place.desk, plan)
    link = shared(window, f"/plans/{plan}", may="decide", steps=[two.public_id], counts="y")
    guest.get(link)
    window.get(f"/plans/{plan}")
    window.post(f"/steps/{one.public_id}/decision", {"verdict": "drop", "digest": one.digest, "page": "step"})
    yes = {"verdict": "accept", "digest": two.digest, "page": "step", "name": "Ana"}
    page = guest.post(f"{link}/steps/{two.public_id}/decision", yes).get_data(as_text=True)
    assert "What changed since you looked" in page
    assert "as it stood there" in page


def test_what_waits_for_the_visitor_of_a_partly_applied_plan_comes_first(
    window: Browser, guest: Browser, place: Installed, plan: str, link: str
) -> None:
    steps = steps_of(place.desk, plan)
    window.get(f"/plans/{plan}")
    yes = {"verdict": "accept", "digest": steps[0].digest, "page": "step"}
    window.post(f"/steps/{steps[0].public_id}/decision", yes)
    window.post(f"/plans/{plan}/runs", {"step": [f"{steps[0].public_id} {steps[0].digest}"]})
    place.workers.finish()
    page = guest.get(link).get_data(as_text=True)
    assert "Part of it was applied: what became of each step stands beside it." in page
    assert "Nothing more" not in page
    places = [page.index(f'id="step-{step.public_id}"') for step in steps]
    heads = [page.index("For you: 2 steps"), page.index("1 more step<")]
    assert heads[0] < places[1] < places[2] < heads[1] < places[0]


@pytest.mark.parametrize(("verdict", "became"), [("accept", "accepted"), ("drop", "dropped")])
def test_what_was_said_with_a_link_can_be_taken_back_with_it_until_it_is_applied(
    guest: Browser, window: Browser, place: Installed, plan: str, link: str, verdict: str, became: str
) -> None:
    step = first(place, plan)
    said = says(guest, link, step.public_id, step.digest, verdict)
    assert said.count("Take back what was said") == 1
    assert said.count("The owner is told.") == 1
    assert first(place, plan).status == became
    back = f"{link}/steps/{step.public_id}/taking-back"
    taken = guest.follow(guest.post(back, {"digest": step.digest})).get_data(as_text=True)
    assert "Taken back. The step waits for a yes or no again." in taken
    assert "Take back what was said" not in taken
    assert first(place, plan).status == "planned"
    assert "<bdi>Ana</bdi> took back what they said" in window.get(f"/plans/{plan}").get_data(as_text=True)


def test_what_the_owner_decided_or_what_runs_no_more_can_not_be_taken_back_with_a_link(
    window: Browser, guest: Browser, place: Installed, plan: str, link: str
) -> None:
    own, other, _third = steps_of(place.desk, plan)
    says(guest, link, other.public_id, other.digest)
    window.get(f"/plans/{plan}")
    yes = {"verdict": "accept", "digest": own.digest, "page": "step"}
    window.post(f"/steps/{own.public_id}/decision", yes)
    window.post(f"/plans/{plan}/runs", {"step": [f"{step.public_id} {step.digest}" for step in (own, other)]})
    place.workers.finish()
    for step in (own, other):
        answer = guest.post(f"{link}/steps/{step.public_id}/taking-back", {"digest": step.digest})
        assert answer.status_code == 409
        assert "There is nothing to take back" in answer.get_data(as_text=True)
    looking = shared(window, f"/plans/{plan}", may="look")
    assert "Take back" not in guest.get(looking).get_data(as_text=True)


def test_a_decision_tells_once_what_becomes_of_it(guest: Browser, place: Installed, plan: str, link: str) -> None:
    step = first(place, plan)
    guest.get(link)
    form = {"verdict": "accept", "digest": step.digest, "page": "step"}
    page = guest.post(f"{link}/steps/{step.public_id}/confirmation", form).get_data(as_text=True)
    assert "the owner applies the plan, and is told what you said." in page
    assert "The owner is told." not in page
    assert "You can take it back on the plan’s page until it was applied." in page


def test_no_step_is_chosen_before_the_owner_chooses_it_and_those_to_look_at_closely_say_so(
    window: Browser, plan: str
) -> None:
    page = window.get(f"/plans/{plan}/links/new").get_data(as_text=True)
    assert "None is chosen at first: tick those about which they may say yes or no." in page
    ticks = re.findall(r'<input[^>]*name="steps"[^>]*>', page)
    assert len(ticks) == 3
    assert not any("checked" in tick for tick in ticks)
    labels = re.findall(r'<label for="steps-\d">([^<]*)</label>', page)
    assert ["look closely" in label for label in labels] == [False, False, True]
    assert labels[2].endswith("(look closely: Delete)")
    form = {"label": "Ana", "may": "decide", "lasts": "usual"}
    refused = window.post(f"/plans/{plan}/links", form)
    assert refused.status_code == 422
    assert "Choose at least one step of this plan to decide about." in refused.get_data(as_text=True)
