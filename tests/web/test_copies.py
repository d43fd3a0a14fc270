"""Promises of the copies: comparing one with the live page, putting it live, throwing it away."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply
from tests.web.undoing import restores, taken_back
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Copy, Mode
from webapp.sample_site import SampleSite, misbehaviour


def made(window: Browser, place: Installed, tool: str, **arguments: object) -> str:
    """Let an agent plan one write, apply it, and return the address of the copy it made."""
    agent = place.agent(Mode.BROWSER)
    begun = agent.call("begin_session", mode="plan")
    agent.call(tool, **arguments)
    accept_and_apply(window, place.desk, begun["session_id"])
    place.workers.finish()
    return f"/copies/{newest(place.desk).public_id}"


def newest(desk: Desk) -> Copy:
    with desk.reading() as session:
        return session.scalars(select(Copy).order_by(Copy.id.desc())).first()


@pytest.fixture
def copy(window: Browser, place: Installed) -> str:
    """The address of a copy of About with another title."""
    return made(window, place, "update_page", id=42, title="Our story")


def digest_on(page: str) -> str:
    """Return the digest that the page's yes is bound to."""
    found = re.search(r'name="digest" value="([0-9a-f]{64})"', page)
    assert found is not None
    return found[1]


def test_the_address_that_a_client_sends_people_to_leads_to_the_copies(stranger: Browser, window: Browser) -> None:
    for browser in (stranger, window):
        response = browser.get("/wp-admin/admin.php?page=respira-approvals")
        assert (response.status_code, response.headers["Location"]) == (303, "/copies")
    assert stranger.get("/copies").headers["Location"] == "/sign-in?next=%2Fcopies"
    for other in ("/wp-admin/admin.php", "/wp-admin/admin.php?page=plugins", "/wp-admin/", "/wp-admin/index.php"):
        assert stranger.get(other).status_code == 404
    assert window.post("/wp-admin/admin.php?page=respira-approvals").status_code == 405


def test_the_list_shows_what_waits(window: Browser, copy: str) -> None:
    page = window.get("/copies").get_data(as_text=True)
    assert f'href="{copy}"' in page
    assert "Waits for you" in page


def test_a_page_opens_without_asking_the_site_and_offers_no_yes_yet(
    window: Browser, sample: SampleSite, copy: str
) -> None:
    sample.requests.clear()
    page = window.get(copy).get_data(as_text=True)
    assert list(sample.requests) == []
    assert "Compare with the live page" in page
    assert "Approve onto the live page" not in page
    assert "/?respira_preview=" in page


def test_comparing_shows_what_goes_live_and_offers_the_yes(window: Browser, copy: str) -> None:
    window.get(copy)
    page = window.post(f"{copy}/comparison").get_data(as_text=True)
    assert "Our story" in page
    assert "Changes on the live page: Title." in page
    assert "Approve onto the live page" in page


def test_htmx_gets_the_comparison_in_parts(window: Browser, copy: str) -> None:
    window.get(copy)
    parts = window.post(f"{copy}/comparison", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert 'id="compared"' in parts
    assert 'id="decision-bar"' in parts
    assert "<html" not in parts


@pytest.mark.promise("D-COPY-07")
def test_a_yes_puts_the_copy_live_and_can_be_undone(
    window: Browser, place: Installed, sample: SampleSite, copy: str
) -> None:
    window.get(copy)
    digest = digest_on(window.post(f"{copy}/comparison").get_data(as_text=True))
    response = window.post(f"{copy}/decision", {"verdict": "approve", "digest": digest})
    page = window.follow(response).get_data(as_text=True)
    assert sample.read("pages", 42)["title"]["raw"] == "Our story"
    assert "The copy is live." in page
    assert "Approved by <bdi>Olive Owner</bdi>" in page
    assert "Restored exactly." in taken_back(window, place, restores(page)[0], copy)
    assert sample.read("pages", 42)["title"]["raw"] == "About"
    page = window.get(copy).get_data(as_text=True)
    assert "Undo this undo" in page
    listed = window.get("/copies?show=approved").get_data(as_text=True)
    for told in (page, listed):
        assert ", then taken back" in told
    again = taken_back(window, place, restores(page)[0], copy)
    assert "Restored exactly." in again
    assert ", then taken back" not in window.get("/copies?show=approved").get_data(as_text=True)


@pytest.mark.parametrize("digest", ["", "0" * 64])
@pytest.mark.promise("D-COPY-07")
def test_a_yes_to_something_else_than_was_shown_writes_nothing(
    window: Browser, sample: SampleSite, copy: str, digest: str
) -> None:
    window.get(copy)
    response = window.post(f"{copy}/decision", {"verdict": "approve", "digest": digest})
    assert response.status_code == 409
    assert "so nothing was written. Look at the comparison again, then decide." in response.get_data(as_text=True)
    assert sample.read("pages", 42)["title"]["raw"] == "About"


def test_a_copy_that_was_edited_meanwhile_is_shown_again_before_a_yes(
    window: Browser, place: Installed, sample: SampleSite, copy: str
) -> None:
    window.get(copy)
    digest = digest_on(window.post(f"{copy}/comparison").get_data(as_text=True))
    sample.change("pages", newest(place.desk).copy_id, title="Another story")
    response = window.post(f"{copy}/decision", {"verdict": "approve", "digest": digest})
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "Another story" in page
    assert digest_on(page) != digest
    assert sample.read("pages", 42)["title"]["raw"] == "About"


def test_a_rejected_copy_leaves_the_live_page_alone(
    window: Browser, place: Installed, sample: SampleSite, copy: str
) -> None:
    window.get(copy)
    page = window.follow(window.post(f"{copy}/decision", {"verdict": "reject"})).get_data(as_text=True)
    assert "Rejected by <bdi>Olive Owner</bdi>" in page
    assert sample.read("pages", newest(place.desk).copy_id)["status"] == "trash"
    assert sample.read("pages", 42)["title"]["raw"] == "About"
    assert copy not in window.get("/copies").get_data(as_text=True)


def test_a_copy_is_decided_once(window: Browser, copy: str) -> None:
    window.get(copy)
    window.post(f"{copy}/decision", {"verdict": "reject"})
    again = window.post(f"{copy}/decision", {"verdict": "reject"})
    assert again.status_code == 409
    assert "This copy was rejected already." in again.get_data(as_text=True)
    assert window.post(f"{copy}/comparison").headers["Location"] == copy


def test_a_window_that_still_offers_a_decided_copy_shows_it_as_it_is_now(window: Browser, copy: str) -> None:
    window.get(copy)
    digest = digest_on(window.post(f"{copy}/comparison").get_data(as_text=True))
    window.post(f"{copy}/decision", {"verdict": "approve", "digest": digest})
    window.get("/plans")
    late = window.post(f"{copy}/decision", {"verdict": "reject"}, headers={"HX-Request": "true"})
    assert (late.status_code, late.headers["HX-Redirect"]) == (204, copy)
    page = window.get(copy).get_data(as_text=True)
    assert "This copy was approved already." in page
    assert "Approved by <bdi>Olive Owner</bdi>" in page
    assert "Visitors do not see this" not in page


def test_a_site_that_does_not_answer_is_told_and_the_copy_stays_open(
    window: Browser, sample: SampleSite, copy: str
) -> None:
    window.get(copy)
    sample.misbehave(misbehaviour.html(status=503))
    for address in ("comparison", "decision"):
        response = window.post(f"{copy}/{address}", {"verdict": "reject"})
        assert response.status_code == 502
        assert "notice--trouble" in response.get_data(as_text=True)
    sample.behave()
    assert copy in window.get("/copies").get_data(as_text=True)


def test_the_page_of_a_copy_whose_yes_lost_its_answer_says_so_and_looks_what_became_of_it(
    window: Browser, sample: SampleSite, copy: str
) -> None:
    page = window.post(f"{copy}/comparison").get_data(as_text=True)
    sample.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages/42")
    sample.misbehave(misbehaviour.html(status=503), method="GET", path=re.compile("/wp/v2/pages/42$"), skip=1)
    window.post(f"{copy}/decision", {"verdict": "approve", "digest": digest_on(page)})
    sample.behave()
    page = window.get(copy).get_data(as_text=True)
    assert "It is not known whether this is live" in page
    assert "Check the site now" in page
    for words in ("Visitors do not see this", 'value="approve"', 'value="reject"', 'value="keep"'):
        assert words not in page
    assert window.post(f"{copy}/check").status_code == 303
    page = window.get(copy).get_data(as_text=True)
    assert "It was saved: the yes is done." in page
    assert "It is not known whether this is live" not in page
    assert sample.read("pages", 42)["title"]["raw"] == "Our story"


def test_a_copy_of_somebody_else_is_not_there(app: Flask, place: Installed, sample: SampleSite, copy: str) -> None:
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    assert second.get(copy).status_code == 404
    for address in ("comparison", "decision", "check", "reopening"):
        assert second.post(f"{copy}/{address}", {"verdict": "reject"}).status_code == 404
    assert sample.read("pages", newest(place.desk).copy_id)["status"] == "draft"


def test_a_secret_shows_on_no_page_but_that_it_changes_does(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    sample.register_meta("api_key")
    sample.change("pages", 42, meta={"api_key": "CANARY-OLD"})
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    step = agent.call("update_page", id=42, title="Our story", meta={"api_key": "CANARY-NEW"})["step_id"]
    pages = [window.get(f"/plans/{plan}"), window.get(f"/steps/{step}")]
    accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    copy = f"/copies/{newest(place.desk).public_id}"
    pages += [window.get(copy), window.post(f"{copy}/comparison")]
    told = [page.get_data(as_text=True) for page in pages]
    assert ["CANARY" in page for page in told] == [False] * 4
    assert ["redacted" in page for page in told] == [True, True, False, True]
