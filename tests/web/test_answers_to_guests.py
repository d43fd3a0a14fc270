"""What the owner answers to somebody with a review link, and how many questions are settled at once."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import steps_of, worked_example
from tests.web.sharing import shared
from webapp.core import people
from webapp.data import Mode, Note, NoteKind


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
def link(window: Browser, plan: str) -> str:
    return shared(window, f"/plans/{plan}")


def asks(guest: Browser, link: str, text: str, **more: str) -> None:
    guest.get(link)
    said = guest.post(f"{link}/comments", {"text": text, "name": "Ana", "question": "yes", **more})
    assert said.status_code == 303


def newest(place: Installed, kind: str) -> Note:
    with place.desk.reading() as session:
        return session.scalars(select(Note).where(Note.kind == kind).order_by(Note.id.desc())).first()


@pytest.mark.parametrize("about_a_step", [False, True])
def test_an_answer_is_read_by_whoever_has_the_link_and_by_the_agent_and_settles_the_question(
    window: Browser, guest: Browser, agent: Agent, place: Installed, plan: str, link: str, about_a_step: bool
) -> None:
    step = steps_of(place.desk, plan)[0].public_id
    asks(guest, link, "Why now?", **({"step": step} if about_a_step else {}))
    where, back = (f"/steps/{step}", {"step": step}) if about_a_step else (f"/plans/{plan}", {"plan": plan})
    page = window.get(where).get_data(as_text=True)
    assert "Whoever has the link reads it, and the agent too. The question is settled with it." in page
    asked = newest(place, NoteKind.QUESTION)
    done = window.post(f"/notes/{asked.public_id}/answer", {"text": "It opens in May.", **back})
    assert "remarked to whoever has the link" in window.follow(done).get_data(as_text=True)
    assert newest(place, NoteKind.QUESTION).settled_at is not None
    for address in (link, f"{link}/steps/{step}") if about_a_step else (link,):
        seen = guest.get(address).get_data(as_text=True)
        assert re.search(r"<bdi>The owner</bdi>[^§]*<bdi>It opens in May\.</bdi>", seen)
        assert "Olive" not in seen
    told = agent.call("list_pages")["review"]["notes"]
    assert [(note["by"], note["text"]) for note in told] == [("Olive Owner", "It opens in May."), ("Ana", "Why now?")]


def test_what_the_owner_says_otherwise_is_not_shown_to_whoever_has_a_link(
    window: Browser, guest: Browser, place: Installed, plan: str, link: str
) -> None:
    other = shared(window, f"/plans/{plan}", label="Ben")
    asks(guest, link, "Why now?")
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/notes", {"kind": "remark", "text": "Between us."})
    window.post(f"/notes/{newest(place, 'question').public_id}/answer", {"text": "In May.", "plan": plan})
    assert "Between us." not in guest.get(link).get_data(as_text=True)
    assert "In May." not in guest.get(other).get_data(as_text=True)


def test_an_answer_says_something_and_is_given_by_the_owner_to_what_was_said_by_link(
    app: Flask, window: Browser, guest: Browser, place: Installed, plan: str, link: str
) -> None:
    asks(guest, link, "Why now?")
    asked = newest(place, NoteKind.QUESTION).public_id
    window.get(f"/plans/{plan}")
    assert window.post(f"/notes/{asked}/answer", {"text": " ", "plan": plan}).status_code == 409
    window.post(f"/plans/{plan}/notes", {"kind": "remark", "text": "Mine."})
    own = newest(place, NoteKind.REMARK).public_id
    assert window.post(f"/notes/{own}/answer", {"text": "Hm.", "plan": plan}).status_code == 409
    people.add(place.desk, "eve@example.com", "Eve")
    eve = signed_in(app, place.desk, "eve@example.com")
    eve.get("/plans")
    assert eve.post(f"/notes/{asked}/answer", {"text": "Hm.", "plan": plan}).status_code == 404
    assert eve.post(f"/plans/{plan}/notes/settlement").status_code == 404
    assert newest(place, NoteKind.QUESTION).settled_at is None


def test_more_than_three_questions_are_settled_at_once(
    window: Browser, guest: Browser, place: Installed, plan: str, link: str
) -> None:
    step = steps_of(place.desk, plan)[0].public_id
    for number in range(3):
        asks(guest, link, f"Question {number}?")
    assert "/notes/settlement" not in window.get(f"/plans/{plan}").get_data(as_text=True)
    asks(guest, link, "And this step?", step=step)
    assert "Settle all 4 questions" in window.get(f"/plans/{plan}").get_data(as_text=True)
    done = window.follow(window.post(f"/plans/{plan}/notes/settlement")).get_data(as_text=True)
    assert "4 questions settled." in done
    assert "Settle all" not in done
    assert "Nothing can be applied as long as this is open." not in done
    window.post(f"/plans/{plan}/notes/settlement")


def test_more_than_ten_notes_a_minute_are_answered_with_what_was_typed(guest: Browser, link: str) -> None:
    guest.get(link)
    for number in range(10):
        guest.post(f"{link}/comments", {"text": f"Note {number}", "name": "Ana"})
    answer = guest.post(f"{link}/comments", {"text": "One too many", "name": "Ana"})
    assert answer.status_code == 429
    assert "You said much within a minute." in answer.get_data(as_text=True)
    assert "required>One too many</textarea>" in answer.get_data(as_text=True)


def test_a_question_that_goes_on_in_the_next_plan_is_read_once_by_whoever_asked_it(
    guest: Browser, agent: Agent, place: Installed, link: str
) -> None:
    asks(guest, link, "Why now?")
    for _time in range(2):
        agent.call("discard_plan")
        agent.call("end_session")
        agent.call("begin_session", mode="plan")
    with place.desk.reading() as session:
        assert [note.plan_id for note in session.scalars(select(Note))] == [1, 2, 3]
    assert guest.get(link).get_data(as_text=True).count("Why now?") == 1
