"""Promises of bringing back what stood there before a write."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, worked_example
from webapp.core import people
from webapp.data import Mode
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def run(window: Browser, place: Installed) -> str:
    """The address of the receipt of the worked example."""
    address = accept_and_apply(window, place.desk, worked_example(place.agent(Mode.BROWSER)))
    place.workers.finish()
    return address


def restores(page: str) -> list[str]:
    """Return where the page's restore forms go to, in order."""
    return re.findall(r'action="(/snapshots/[^"]+/restores)"', page)


@pytest.mark.promise("D-REST-07")
def test_a_restore_asks_first_and_says_what_it_brought_back(window: Browser, sample: SampleSite, run: str) -> None:
    page = window.get(run).get_data(as_text=True)
    assert "What stands there now is kept first." in page
    assert sample.read("pages", 311)["status"] == "trash"
    response = window.post(restores(page)[2], {"back": run})
    assert response.headers["Location"] == run
    after = window.follow(response).get_data(as_text=True)
    assert sample.read("pages", 311)["status"] == "draft"
    assert "1 was taken back." in after
    assert "Undo this restore" in after


def test_a_restore_asked_twice_has_one_effect(window: Browser, sample: SampleSite, run: str) -> None:
    """C16.4"""
    address = restores(window.get(run).get_data(as_text=True))[1]
    window.post(address, {"back": run})
    before = [entry for entry in sample.requests if entry.method not in ("GET", "OPTIONS", "HEAD")]
    second = window.post(address, {"back": run})
    after = [entry for entry in sample.requests if entry.method not in ("GET", "OPTIONS", "HEAD")]
    assert second.status_code == 409
    assert "This snapshot was restored already." in second.get_data(as_text=True)
    assert len(after) == len(before)


def test_a_restore_can_be_undone_and_done_again(window: Browser, sample: SampleSite, run: str) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    undone = window.follow(window.post(restore, {"back": run})).get_data(as_text=True)
    again = window.follow(window.post(restores(undone)[2], {"back": run})).get_data(as_text=True)
    assert sample.read("pages", 311)["status"] == "trash"
    assert restores(again)[2] == restore


def test_a_snapshot_has_a_page_that_asks_and_changes_nothing(window: Browser, sample: SampleSite, run: str) -> None:
    snapshot = restores(window.get(run).get_data(as_text=True))[2].removesuffix("/restores")
    sample.requests.clear()
    page = window.get(f"{snapshot}?back={run}").get_data(as_text=True)
    assert "Bring it back?" in page
    assert f'name="back" value="{run}"' in page
    assert list(sample.requests) == []


def test_a_restore_leads_to_no_other_website(window: Browser, run: str) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    response = window.post(restore, {"back": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/plans"


def test_a_site_that_does_not_answer_is_told_and_nothing_is_marked(
    window: Browser, sample: SampleSite, run: str
) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    sample.misbehave(misbehaviour.html(status=503))
    response = window.post(restore, {"back": run})
    sample.behave()
    assert response.status_code == 502
    assert "notice--trouble" in response.get_data(as_text=True)
    assert restores(window.get(run).get_data(as_text=True))[2] == restore


def test_a_snapshot_of_somebody_else_is_not_there(app: Flask, window: Browser, place: Installed, run: str) -> None:
    restore = restores(window.get(run).get_data(as_text=True))[2]
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    assert second.get(restore.removesuffix("/restores")).status_code == 404
    assert second.post(restore).status_code == 404
