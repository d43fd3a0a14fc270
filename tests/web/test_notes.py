"""Promises of notes on pages: what was said is seen, what was typed is kept, and nothing that was said is markup."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import digests, statuses, steps_of, worked_example
from webapp.core import notes, people
from webapp.core.deciders import Decider
from webapp.core.desk import Desk
from webapp.data import Copy, Mode, Note

HTMX = {"HX-Request": "true"}
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Claude on a laptop")


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


@pytest.fixture
def step(desk: Desk, plan: str) -> str:
    return steps_of(desk, plan)[0].public_id


def notes_of(desk: Desk) -> list[Note]:
    with desk.reading() as session:
        return list(session.scalars(select(Note).order_by(Note.id)))


def said(window: Browser, address: str, kind: str, text: str, **fields: object) -> str:
    """Send a note, and return the page that it leads to."""
    folder, one, _rest = address.strip("/").split("/")
    window.get(f"/{folder}/{one}")
    response = window.post(address, {"kind": kind, "text": text, **fields})
    assert response.headers["Location"] == f"/{folder}/{one}#{'talk' if folder == 'plans' else 'notes'}"
    return window.follow(response).get_data(as_text=True)


def test_a_question_stands_on_the_step_the_card_and_the_plan_and_holds_apply_until_it_is_settled(
    window: Browser, desk: Desk, plan: str, step: str
) -> None:
    page = said(window, f"/steps/{step}/notes", "question", "Is that the name?", label=["Other words"])
    assert "Is that the name?" in page
    assert '<span class="note__label">Other words</span>' in page
    window.post(f"/steps/{step}/decision", {"verdict": "accept", "digest": digests(desk, plan)[0].split()[1]})
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert page.count("Is that the name?") == 2
    assert "A question is open, about step 1. Mark it as settled once it is answered." in page
    assert "Apply 1 step" not in page
    forced = window.post(f"/plans/{plan}/runs", {"step": digests(desk, plan)[:1]})
    assert forced.status_code == 409
    assert "A question is open, about step 1." in forced.get_data(as_text=True)
    note = notes_of(desk)[0]
    settled = window.post(f"/notes/{note.public_id}/settlement", {"plan": plan})
    assert settled.headers["Location"] == f"/plans/{plan}#talk"
    page = window.follow(settled).get_data(as_text=True)
    assert "A question is open" not in page
    assert "Apply 1 step" in page
    assert "Settled." in window.get(f"/steps/{step}").get_data(as_text=True)


def test_asking_for_a_change_among_the_notes_sends_the_step_back(
    window: Browser, desk: Desk, plan: str, step: str
) -> None:
    seen = digests(desk, plan)[0].split()[1]
    page = said(window, f"/steps/{step}/notes", "change", "", label=["Shorter"], digest=seen)
    assert "Sent back." in page
    assert statuses(desk, plan)[0] == "sent_back"
    card = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "<q><bdi>Shorter</bdi></q>" in card


def test_sending_a_step_back_takes_ticked_words_in_the_place_of_a_text(
    window: Browser, desk: Desk, plan: str, step: str
) -> None:
    window.get(f"/plans/{plan}")
    back = {"verdict": "ask", "digest": digests(desk, plan)[0].split()[1], "note": ""}
    assert window.post(f"/steps/{step}/decision", back).status_code == 409
    ticked = window.post(f"/steps/{step}/decision", back | {"label": ["Shorter", "Wrong page"]})
    assert ticked.status_code == 303
    assert [note.labels for note in notes_of(desk)] == [["Shorter", "Wrong page"]]


def test_what_was_typed_and_ticked_stays_when_sending_back_was_refused(window: Browser, plan: str, step: str) -> None:
    window.get(f"/plans/{plan}")
    stale = {"verdict": "ask", "digest": "another", "note": "Two words, please.", "label": ["Shorter"]}
    page = window.post(f"/steps/{step}/decision", stale).get_data(as_text=True)
    assert "Two words, please.</textarea>" in page
    assert len(re.findall(r'name="label" value="Shorter" id="label-[^"]+" checked', page)) == 1


@pytest.mark.parametrize(("kind", "stands"), [("accept", "accepted"), ("drop", "dropped")])
def test_a_yes_or_a_no_takes_words_along(
    window: Browser, desk: Desk, agent: Agent, plan: str, step: str, kind: str, stands: str
) -> None:
    seen = digests(desk, plan)[0].split()[1]
    page = said(window, f"/steps/{step}/notes", kind, "As we talked about.", digest=seen)
    assert f"{stands.capitalize()}." in page
    assert statuses(desk, plan)[0] == stands
    decision = agent.call("get_plan")["review"]["decisions"][0]
    assert (decision["verdict"], decision["note"]) == (kind, "As we talked about.")


def test_a_whole_plan_is_sent_back_and_says_so_in_the_bar(window: Browser, desk: Desk, plan: str) -> None:
    page = said(window, f"/plans/{plan}/notes", "change", "Start with the menu.")
    assert "sent the whole plan back" in page
    assert "The whole plan was sent back. What the agent plans next answers that; or mark it as settled." in page
    assert statuses(desk, plan) == ["planned", "planned", "planned"]


@pytest.mark.parametrize("place_of", ["plan", "step"])
def test_a_note_that_says_nothing_is_refused_beside_its_field_and_what_was_chosen_stays(
    window: Browser, plan: str, step: str, place_of: str
) -> None:
    address = f"/plans/{plan}" if place_of == "plan" else f"/steps/{step}"
    window.get(address)
    for headers in ({}, HTMX):
        response = window.post(f"{address}/notes", {"kind": "question", "text": "  "}, headers=headers)
        page = response.get_data(as_text=True)
        assert response.status_code == 422
        assert "Say something, or tick what fits." in page
        assert 'aria-invalid="true"' in page
        assert re.search(r'value="question" id="say-question"[^>]*checked', page)
    long = window.post(f"{address}/notes", {"kind": "remark", "text": "x" * 1001})
    assert "x" * 1001 + "</textarea>" in long.get_data(as_text=True)


def test_with_htmx_only_what_changed_is_sent(window: Browser, desk: Desk, plan: str, step: str) -> None:
    window.get(f"/steps/{step}")
    note = {"kind": "question", "text": "Is that the name?"}
    page = window.post(f"/steps/{step}/notes", note, headers=HTMX).get_data(as_text=True)
    assert 'id="notes" hx-swap-oob="true"' in page
    assert f'id="step-{step}"' in page
    assert "<html" not in page
    window.get(f"/plans/{plan}")
    settled = window.post(f"/notes/{notes_of(desk)[0].public_id}/settlement", {"plan": plan}, headers=HTMX)
    parts = settled.get_data(as_text=True)
    assert 'id="talk" hx-swap-oob="true"' in parts
    assert f'id="notes-of-{step}" hx-swap-oob="true"' in parts
    assert f'id="step-{step}"' not in parts
    assert 'id="decision-bar"' in parts


def test_a_revised_step_says_what_it_answers_and_how_it_differs_from_its_former_self(
    window: Browser, desk: Desk, agent: Agent, plan: str, step: str
) -> None:
    seen = digests(desk, plan)[0].split()[1]
    said(window, f"/steps/{step}/notes", "change", "Two words.", label=["Shorter"], digest=seen)
    revised = agent.call("update_page", id=42, title="Story", _respira_revises=step)["step_id"]
    card = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "Revised: it answers a note." in card
    assert "It takes the place of step 1." in card
    page = window.get(f"/steps/{revised}").get_data(as_text=True)
    difference = page.split('id="revised"')[1].split("</section>")[0]
    assert "Different from step 1" in difference
    assert "Two words." in difference
    assert "Our story" in difference
    assert "Story" in difference
    assert "Answered by step 4." in page.split('id="notes"')[1]
    gone = window.get(f"/steps/{step}")
    assert gone.status_code == 404
    assert "The agent planned this step again, as step 4." in gone.get_data(as_text=True)


def test_a_step_whose_place_was_taken_is_not_called_withdrawn_when_its_plan_is_over(
    window: Browser, agent: Agent, plan: str, step: str
) -> None:
    agent.call("update_page", id=42, title="Story", _respira_revises=step)
    agent.call("discard_plan")
    agent.call("end_session")
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert page.count("Planned again") == 1
    assert page.count("Withdrawn by the agent") == 3
    assert "1 planned again" in page


def test_what_was_said_is_text_wherever_it_is_shown(window: Browser, desk: Desk, plan: str, step: str) -> None:
    for address in (f"/plans/{plan}/notes", f"/steps/{step}/notes"):
        said(window, address, "question", HOSTILE + "\u202etxt.exe\u200b")
    for address in (f"/plans/{plan}", f"/steps/{step}"):
        page = window.get(address).get_data(as_text=True)
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "\u202e" not in page
        assert "\u200b" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_notes_of_somebody_elses_plan_can_be_neither_left_nor_settled(
    app: Flask, window: Browser, desk: Desk, plan: str, step: str
) -> None:
    said(window, f"/plans/{plan}/notes", "question", "Why?")
    people.add(desk, "second@example.com", "Second Person")
    second = signed_in(app, desk, "second@example.com")
    for address in (f"/plans/{plan}/notes", f"/steps/{step}/notes"):
        assert second.post(address, {"kind": "remark", "text": "Hello"}).status_code == 404
    note = notes_of(desk)[0]
    assert second.post(f"/notes/{note.public_id}/settlement", {"plan": plan}).status_code == 404
    assert len(notes_of(desk)) == 1
    assert notes_of(desk)[0].settled_at is None


def test_a_note_needs_the_token_of_a_page(window: Browser, desk: Desk, plan: str) -> None:
    response = window.client.post(f"/plans/{plan}/notes", data={"kind": "remark", "text": "Hello"})
    assert response.status_code in (400, 403)
    assert notes_of(desk) == []


def test_what_somebody_said_about_a_copy_stands_on_its_page_and_reaches_the_agent(
    window: Browser, desk: Desk, place: Installed
) -> None:
    agent = place.agent(Mode.ASK, "Another agent")
    made = agent.call("update_page", id=42, title="Our story")["review"]["copies"][0]
    with desk.writing() as session:
        copy = session.scalars(select(Copy)).one()
        guest = Decider(None, None, "Greta Guest", counts=False)
        notes.say_of_copy(session, desk, guest, copy, kind="remark", text=HOSTILE)
    page = window.get(f"/copies/{made['url'].split('/copies/')[1]}").get_data(as_text=True)
    assert "What people said about it" in page
    assert "Greta Guest" in page
    assert "<script>alert" not in page
    told = agent.call("list_pages")["review"]["notes"]
    assert [(note["by"], note["copy_id"]) for note in told] == [("Greta Guest", made["copy_id"])]
