"""The picture that an upload brings is shown to whoever decides, and to nobody else."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.installed import Agent, Installed
from tests.pictures import PDF, in_base64, png
from tests.web.conftest import Browser, signed_in
from tests.web.planning import steps_of
from tests.web.sharing import shared
from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.core import people
from webapp.data import Mode

PICTURE = png(40, 30)


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


def planned(place: Installed, agent: Agent, **arguments: object) -> str:
    """Plan an upload, and return the address of its picture."""
    begun = agent.call("begin_session", mode="plan")
    agent.call("upload_media", **arguments)
    return f"/steps/{steps_of(place.desk, begun['session_id'])[0].public_id}/picture"


def page_of(window: Browser, picture: str) -> str:
    return window.get(picture.removesuffix("/picture")).get_data(as_text=True)


@pytest.mark.parametrize("before", ["", "data:image/png;base64,"])
def test_a_waiting_step_shows_the_picture_that_it_brings(
    place: Installed, agent: Agent, window: Browser, before: str
) -> None:
    picture = planned(place, agent, file=before + in_base64(PICTURE), filename="sea.png")
    assert f'<img src="{picture}" alt="The picture that step 1 brings" loading="lazy">' in page_of(window, picture)
    shown = window.client.get(picture)
    assert (shown.status_code, shown.data, shown.headers["Content-Type"]) == (200, PICTURE, "image/png")
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    assert shown.headers["Cache-Control"] == "no-store"


def test_nobody_else_sees_it(place: Installed, agent: Agent, app: Flask, stranger: Browser) -> None:
    picture = planned(place, agent, file=in_base64(PICTURE), filename="sea.png")
    assert stranger.get(picture).status_code == 303
    people.add(place.desk, "other@example.test", "Other")
    other = signed_in(app, place.desk, "other@example.test")
    assert other.get(picture).status_code == 404


def test_what_is_no_picture_or_lies_elsewhere_is_not_shown(place: Installed, agent: Agent, window: Browser) -> None:
    document = planned(place, agent, file=in_base64(PDF), filename="menu.pdf")
    assert "<img" not in page_of(window, document)
    assert window.get(document).status_code == 404
    agent.call("discard_plan")
    with ScriptedSite() as other:
        other.says(Say(PICTURE))
        fetched = planned(place, agent, file=f"{other.url}/sea.png")
        asked = len(other.asked)
        assert "<img" not in page_of(window, fetched)
        assert window.get(fetched).status_code == 404
        assert len(other.asked) == asked


def test_a_step_that_waits_no_more_shows_none(place: Installed, agent: Agent, window: Browser) -> None:
    picture = planned(place, agent, file=in_base64(PICTURE), filename="sea.png")
    agent.call("discard_plan")
    assert window.get(picture).status_code == 404


def test_a_guest_who_reads_the_plan_sees_it_and_one_of_another_plan_does_not(
    place: Installed, agent: Agent, window: Browser, app: Flask
) -> None:
    picture = planned(place, agent, file=in_base64(PICTURE), filename="sea.png")
    link = shared(window, f"/plans/{agent.call('begin_session')['session_id']}")
    guest = Browser(app.test_client())
    for page in (link, f"{link}{picture.removesuffix('/picture')}"):
        assert f'<img src="{link}{picture}" alt="The picture that step 1 brings"' in page_of(guest, page)
    shown = guest.client.get(f"{link}{picture}")
    assert (shown.status_code, shown.data, shown.headers["Content-Type"]) == (200, PICTURE, "image/png")
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    other = place.agent(Mode.BROWSER, "Other")
    elsewhere = planned(place, other, file=in_base64(PICTURE), filename="sky.png")
    assert guest.get(f"{link}{elsewhere}").status_code == 404


def test_a_guest_sees_no_picture_of_a_step_that_waits_no_more(
    place: Installed, agent: Agent, window: Browser, app: Flask
) -> None:
    picture = planned(place, agent, file=in_base64(PICTURE), filename="sea.png")
    link = shared(window, f"/plans/{agent.call('begin_session')['session_id']}")
    agent.call("discard_plan")
    assert Browser(app.test_client()).get(f"{link}{picture}").status_code == 409
