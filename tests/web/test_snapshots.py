"""Promises of bringing back what stood there before a write: shown first, then done by a yes to that."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, worked_example
from tests.web.undoing import begun, looked, restores, said_yes, taken_back, yes_form
from webapp.core import people
from webapp.data import Mode
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def run(window: Browser, place: Installed) -> str:
    """The address of the receipt of the worked example."""
    address = accept_and_apply(window, place.desk, worked_example(place.agent(Mode.BROWSER)))
    place.workers.finish()
    return address


def writes(sample: SampleSite) -> list[str]:
    """Return the paths of what was sent to the site to change it."""
    return [entry.path for entry in sample.requests if entry.method not in ("GET", "OPTIONS", "HEAD")]


@pytest.mark.promise("D-REST-07")
def test_a_restore_is_shown_first_and_says_what_it_brought_back(
    window: Browser, place: Installed, sample: SampleSite, run: str
) -> None:
    address = restores(window.get(run).get_data(as_text=True))[2]
    sample.requests.clear()
    undo = begun(window, address, run)
    assert list(sample.requests) == []
    page = looked(window, undo)
    assert "What stands there now is kept first." in page
    assert "Take back 1 change" in page
    assert sample.read("pages", 311)["status"] == "trash"
    assert said_yes(window, undo, yes_form(page)).headers["Location"].startswith(undo)
    place.workers.finish()
    assert "Restored exactly." in window.get(undo).get_data(as_text=True)
    assert sample.read("pages", 311)["status"] == "draft"
    after = window.get(run).get_data(as_text=True)
    assert "1 was taken back." in after
    assert "Undo this undo" in after


def test_a_restore_asked_twice_has_one_effect(
    window: Browser, place: Installed, sample: SampleSite, run: str
) -> None:
    """C16.4"""
    address = restores(window.get(run).get_data(as_text=True))[1]
    undo = begun(window, address, run)
    assert begun(window, address, run) == undo
    fields = yes_form(looked(window, undo))
    assert said_yes(window, undo, fields).status_code == 303
    place.workers.finish()
    before = writes(sample)
    assert said_yes(window, undo, fields).status_code == 303
    place.workers.finish()
    third = window.post(address, {"back": run})
    assert third.status_code == 409
    assert "This snapshot was restored already." in third.get_data(as_text=True)
    assert writes(sample) == before


def test_a_restore_can_be_undone_and_done_again(
    window: Browser, place: Installed, sample: SampleSite, run: str
) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    taken_back(window, place, restore, run)
    assert sample.read("pages", 311)["status"] == "draft"
    again = restores(window.get(run).get_data(as_text=True))[2]
    assert again != restore
    taken_back(window, place, again, run)
    assert sample.read("pages", 311)["status"] == "trash"
    assert restores(window.get(run).get_data(as_text=True))[2] == restore


def test_a_snapshot_has_a_page_that_asks_and_changes_nothing(window: Browser, sample: SampleSite, run: str) -> None:
    snapshot = restores(window.get(run).get_data(as_text=True))[2].removesuffix("/restores")
    sample.requests.clear()
    page = window.get(f"{snapshot}?back={run}").get_data(as_text=True)
    assert "Bring it back?" in page
    assert f'name="back" value="{run}"' in page
    assert list(sample.requests) == []


def test_an_undo_leads_back_to_where_it_was_begun_and_to_no_other_website(window: Browser, run: str) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    for asked, told in ((run, run), ("https://elsewhere.example/", "/plans"), ("//elsewhere.example/", "/plans")):
        page = window.follow(window.post(restore, {"back": asked})).get_data(as_text=True)
        assert f'href="{told}"' in page
        assert "elsewhere.example" not in page


@pytest.mark.parametrize("answers", [misbehaviour.HangUp(), misbehaviour.html(status=503)], ids=["nothing", "503"])
def test_a_site_that_can_not_be_read_is_told_and_nothing_is_marked(
    window: Browser, sample: SampleSite, run: str, answers: misbehaviour.Rule
) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    undo = begun(window, restore, run)
    sample.misbehave(answers)
    response = window.post(f"{undo}/look")
    sample.behave()
    assert response.status_code == 502
    assert "notice--trouble" in response.get_data(as_text=True)
    assert "Not yet compared with the site." in response.get_data(as_text=True)
    assert restores(window.get(run).get_data(as_text=True))[2] == restore


def test_what_the_site_refuses_to_show_is_told_and_no_yes_is_offered(
    window: Browser, sample: SampleSite, run: str
) -> None:
    undo = begun(window, restores(window.get(run).get_data(as_text=True))[2], run)
    refusal = '{"code": "rest_forbidden", "message": "Sorry, not for you.", "data": {"status": 403}}'
    sample.misbehave(misbehaviour.AnswerInstead(403, refusal))
    page = looked(window, undo)
    sample.behave()
    assert "This change can not be taken back" in page
    assert "By hand:" in page
    assert 'id="take-back-button"' not in page
    assert 'id="take-back-button"' in looked(window, undo)


def test_a_snapshot_of_somebody_else_is_not_there(app: Flask, window: Browser, place: Installed, run: str) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    assert second.get(restore.removesuffix("/restores")).status_code == 404
    assert second.post(restore).status_code == 404
