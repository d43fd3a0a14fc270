"""What somebody with a review link is told when the plan changes under them."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of, worked_example
from tests.web.sharing import shared
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
