"""Promises to somebody with a review link to a draft: they read it, and what they say decides nothing."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply
from tests.web.sharing import shared
from webapp.data import Copy, Mode, Note
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def copy(window: Browser, place: Installed, agent: Agent) -> Copy:
    """A copy of About with another title."""
    begun = agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    accept_and_apply(window, place.desk, begun["session_id"])
    place.workers.finish()
    with place.desk.reading() as session:
        return session.scalars(select(Copy)).one()


@pytest.fixture
def guest(app: Flask) -> Browser:
    """A browser of somebody without an account."""
    return Browser(app.test_client())


def test_somebody_without_an_account_compares_a_draft_with_the_live_page(
    window: Browser, guest: Browser, sample: SampleSite, copy: Copy
) -> None:
    link = shared(window, f"/copies/{copy.public_id}")
    sample.requests.clear()
    page = guest.get(link).get_data(as_text=True)
    assert list(sample.requests) == []
    assert "A draft copy for" in page
    assert "Say yes" not in page
    compared = guest.post(f"{link}/comparison").get_data(as_text=True)
    assert "Our story" in compared
    draft = guest.get(f"{link}/draft")
    assert "Our story" in draft.get_data(as_text=True)
    assert "sandbox" in draft.headers["Content-Security-Policy"]
    assert {entry.method for entry in sample.requests} == {"GET"}
    assert guest.get(f"{link}/steps/step_1").status_code == 404


@pytest.mark.promise("D-LINK-05")
def test_a_yes_to_a_draft_is_told_to_the_owner_and_the_agent_and_puts_nothing_live(
    window: Browser, guest: Browser, place: Installed, agent: Agent, sample: SampleSite, copy: Copy
) -> None:
    link = shared(window, f"/copies/{copy.public_id}", may="decide")
    guest.get(link)
    asked = guest.post(f"{link}/confirmation", {"verdict": "approve"}).get_data(as_text=True)
    assert "You say yes to:" in asked
    assert "by the owner’s yes alone" in asked
    nameless = guest.post(f"{link}/opinion", {"verdict": "approve", "note": "Lovely."})
    assert nameless.status_code == 422
    assert "Lovely." in nameless.get_data(as_text=True)
    done = guest.post(f"{link}/opinion", {"verdict": "approve", "note": "Lovely.", "name": "Ana"})
    assert "You said yes. The owner sees it, and decides." in guest.follow(done).get_data(as_text=True)
    with place.desk.reading() as session:
        assert session.get_one(Copy, copy.id).state == "open"
        note = session.scalars(select(Note)).one()
    assert (note.copy_id, note.by_name, note.text) == (copy.id, "Ana", "Says yes: this can go live. Lovely.")
    assert sample.read("pages", 42)["title"]["raw"] == "About"
    told = agent.call("list_copies")["review"]["notes"]
    assert [(one["text"], one["by"], one["copy_id"]) for one in told] == [(note.text, "Ana", copy.copy_id)]
    page = window.get(f"/copies/{copy.public_id}").get_data(as_text=True)
    assert "<bdi>Ana</bdi> said yes" in page


def test_somebody_with_a_link_is_told_what_the_live_page_changed_too(
    window: Browser, guest: Browser, sample: SampleSite, copy: Copy
) -> None:
    sample.change("pages", 42, title="About us all")
    link = shared(window, f"/copies/{copy.public_id}")
    guest.get(link)
    page = guest.post(f"{link}/comparison").get_data(as_text=True)
    assert "since the copy was made: <bdi>Title</bdi>. The owner chooses which one stands." in page


def test_the_link_of_a_draft_that_is_kept_or_taken_back_says_so(
    window: Browser, guest: Browser, place: Installed, copy: Copy
) -> None:
    link = shared(window, f"/copies/{copy.public_id}")
    window.get(f"/copies/{copy.public_id}")
    window.post(f"/copies/{copy.public_id}/decision", {"verdict": "keep"})
    assert "It is kept as a draft in WordPress." in guest.get(link).get_data(as_text=True)
    with place.desk.writing() as session:
        session.get_one(Copy, copy.id).state = "undone"
    assert "It was taken back. Visitors never saw it." in guest.get(link).get_data(as_text=True)


def test_once_a_draft_is_decided_its_link_says_what_became_of_it(window: Browser, guest: Browser, copy: Copy) -> None:
    link = shared(window, f"/copies/{copy.public_id}", may="decide")
    window.get(f"/copies/{copy.public_id}")
    window.post(f"/copies/{copy.public_id}/decision", {"verdict": "reject"})
    page = guest.get(link).get_data(as_text=True)
    assert "It was rejected. Visitors never saw it." in page
    assert "<textarea" not in page
    assert guest.get(f"{link}/draft").status_code == 404
    assert guest.post(f"{link}/opinion", {"verdict": "approve", "name": "Ana"}).status_code == 409


def test_a_silent_site_is_told_and_the_link_still_works(
    window: Browser, guest: Browser, sample: SampleSite, copy: Copy
) -> None:
    link = shared(window, f"/copies/{copy.public_id}")
    guest.get(link)
    sample.misbehave(misbehaviour.html(status=503))
    assert guest.post(f"{link}/comparison").status_code == 502
    sample.misbehave(misbehaviour.html(status=503))
    assert guest.get(f"{link}/draft").status_code == 502
    assert guest.get(link).status_code == 200


def test_a_link_to_a_plan_opens_no_draft(window: Browser, guest: Browser, agent: Agent, copy: Copy) -> None:
    begun = agent.call("begin_session", mode="plan")
    agent.call("create_menu_item", menu_id=3, title="Services", url="/services/")
    link = shared(window, f"/plans/{begun['session_id']}", may="look")
    guest.get(link)
    assert guest.get(f"{link}/draft").status_code == 404
    for address in ("comparison", "confirmation", "opinion"):
        assert guest.post(f"{link}/{address}", {"verdict": "approve", "name": "Ana"}).status_code in (404, 409)
