"""The sessions of a person: each is one browser, is seen in a list, and ends when it should."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from tests.conftest import MovableClock
from tests.queries import counted
from tests.web.conftest import Browser, signed_in
from webapp.app import create_app
from webapp.core import browsers, people, sweeping
from webapp.core.desk import Desk
from webapp.data import BrowserSession, Person
from webapp.errors import Refusal
from webapp.web.shown_sessions import browser_name

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"
EDGE = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"


@pytest.fixture
def at_nine(app: Flask, desk: Desk, clock: MovableClock) -> Desk:
    """The desk, told the time by a clock that stands still."""
    moved = replace(desk, clock=clock)
    app.extensions["sayso.desk"] = moved
    return moved


def signed_in_with(app: Flask, desk: Desk, agent: str) -> Browser:
    browser = Browser(app.test_client())
    browser.client.environ_base["HTTP_USER_AGENT"] = agent
    link = f"/sign-in/{people.make_link(desk, 'olive@example.com')}"
    browser.get(link)
    browser.post(link)
    browser.get("/account")
    return browser


def rows(desk: Desk) -> list[BrowserSession]:
    with desk.reading() as session:
        return list(session.scalars(select(BrowserSession).order_by(BrowserSession.id)))


def lines(window: Browser) -> list[str]:
    """What the list says of each browser, in words."""
    page = window.get("/account").get_data(as_text=True)
    names = re.findall(r'<h3 class="row__title">(.*?)</h3>', page, re.DOTALL)
    return [" ".join(name.split()) for name in names]


def test_a_person_reads_in_plain_words_where_they_are_signed_in(app: Flask, desk: Desk, window: Browser) -> None:
    signed_in_with(app, desk, FIREFOX)
    signed_in_with(app, desk, SAFARI)
    found = lines(signed_in_with(app, desk, EDGE))
    assert found[:3] == ["Edge on Linux (this browser)", "Safari on an iPhone", "Firefox on Windows"]
    assert len(found) == 4
    page = window.get("/account").get_data(as_text=True)
    assert "“last seen” is when you last pressed a button" in page
    assert page.count("Signed in with a link") == 4


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (None, "A program that we do not know"),
        ("", "A program that we do not know"),
        ("<script>alert(1)</script>", "A program that we do not know"),
        ("Something (Android 14)", "A browser on Android"),
        ("Firefox/1 \u202e<b>", "Firefox"),
    ],
)
def test_what_a_browser_says_of_itself_is_never_shown_as_it_came(told: str | None, words: str) -> None:
    assert browser_name(told) == words


def test_what_a_browser_says_of_itself_is_kept_shortened(app: Flask, desk: Desk) -> None:
    signed_in_with(app, desk, "Firefox " + "x" * 5_000)
    [row] = rows(desk)
    assert len(row.browser or "") == 300


def test_looking_writes_nothing_and_a_form_is_written_down_once_in_five_minutes(
    app: Flask, at_nine: Desk, clock: MovableClock
) -> None:
    begun = clock()
    window = signed_in(app, at_nine, "olive@example.com")
    clock.advance(minutes=5)
    with counted() as sent:
        window.get("/plans")
        window.get("/account")
    assert [one for one in sent if one.startswith(("UPDATE", "INSERT", "DELETE"))] == []
    assert rows(at_nine)[0].seen_at == begun
    window.post("/account/time-zone", {"zone": "Europe/Vienna"})
    assert rows(at_nine)[0].seen_at == begun + timedelta(minutes=5)
    clock.advance(minutes=4, seconds=59)
    window.post("/account/time-zone", {"zone": "Europe/Vienna"})
    assert rows(at_nine)[0].seen_at == begun + timedelta(minutes=5)


def test_one_browser_is_signed_out_and_the_others_stay(app: Flask, desk: Desk, window: Browser) -> None:
    other, third = signed_in(app, desk, "olive@example.com"), signed_in(app, desk, "olive@example.com")
    gone = rows(desk)[1]
    answer = window.post(f"/account/sessions/{gone.id}/end")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account")
    assert other.get("/account").status_code == 303
    assert third.get("/account").status_code == window.get("/account").status_code == 200
    assert window.post(f"/account/sessions/{gone.id}/end").status_code == 404


def test_signing_out_the_browser_one_sits_at_leads_to_where_one_signs_in(desk: Desk, window: Browser) -> None:
    [here] = rows(desk)
    assert window.post(f"/account/sessions/{here.id}/end").headers["Location"] == "/sign-in"
    assert window.get("/account").status_code == 303


def test_nobody_signs_somebody_else_out(desk: Desk, window: Browser, somebody_else: Browser) -> None:
    olive = next(row for row in rows(desk) if row.person_id == 1)
    assert somebody_else.post(f"/account/sessions/{olive.id}/end").status_code == 404
    assert window.get("/account").status_code == 200


def test_a_session_in_which_no_button_was_pressed_for_a_week_is_over(
    app: Flask, at_nine: Desk, clock: MovableClock
) -> None:
    window = signed_in(app, at_nine, "olive@example.com")
    clock.advance(days=6)
    window.post("/account/time-zone", {"zone": "Europe/Vienna"})
    clock.advance(days=6, hours=23)
    assert window.get("/account").status_code == 200
    clock.advance(hours=1)
    assert window.get("/account").status_code == 303


def test_a_session_that_is_over_is_neither_listed_nor_kept(
    app: Flask, at_nine: Desk, owner: Person, clock: MovableClock
) -> None:
    browsers.begin(at_nine, owner, by_link=True, browser=FIREFOX)
    browsers.begin(at_nine, owner, by_link=True, browser=SAFARI, remembered=True)
    clock.advance(days=7)
    assert lines(signed_in_with(app, at_nine, EDGE)) == [
        "Edge on Linux (this browser)",
        "Safari on an iPhone",
    ]
    sweeping.sweep(at_nine)
    assert [row.browser for row in rows(at_nine)] == [SAFARI, EDGE]


def test_a_session_that_was_asked_to_last_is_not_over_before_its_month(
    app: Flask, at_nine: Desk, owner: Person, clock: MovableClock
) -> None:
    people.set_password(at_nine, owner.id, "correct horse battery")
    window = Browser(app.test_client())
    window.get("/sign-in")
    window.post("/sign-in", {"email": owner.email, "password": "correct horse battery", "remember": "y"})
    clock.advance(days=30)
    assert window.get("/account").status_code == 200


def test_a_session_that_somebody_planted_is_not_the_one_that_is_signed_in(app: Flask, desk: Desk) -> None:
    attacker = signed_in(app, desk, "olive@example.com")
    planted = attacker.client.get_cookie("sayso")
    victim = Browser(app.test_client())
    assert planted is not None
    victim.client.set_cookie("sayso", planted.value)
    people.add(desk, "eve@example.com", "Eve Elsewhere")
    link = f"/sign-in/{people.make_link(desk, 'eve@example.com')}"
    victim.get(link)
    victim.post(link)
    assert "eve@example.com" in victim.get("/account").get_data(as_text=True)
    assert attacker.get("/account").status_code == 303
    signed = victim.client.get_cookie("sayso")
    assert signed is not None
    assert signed.value != planted.value


def test_a_new_password_and_signing_out_everywhere_end_the_links_that_were_not_used(
    desk: Desk, owner: Person
) -> None:
    first, second = people.make_link(desk, owner.email), ""
    people.set_password(desk, owner.id, "correct horse battery")
    second = people.make_link(desk, owner.email)
    browsers.end_all(desk, owner.id)
    for link in (first, second):
        with pytest.raises(Refusal, match="respira_link_over"):
            people.use_link(desk, link)


def test_over_https_the_cookie_is_bound_to_this_host_and_to_https(desk: Desk) -> None:
    secure = create_app(replace(desk, settings=replace(desk.settings, public_url="https://sayso.example")))
    given = secure.test_client().get("/sign-in", base_url="https://sayso.example").headers["Set-Cookie"]
    name, _, rest = given.partition("=")
    assert name == "__Host-sayso"
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= {part.strip() for part in rest.split(";")}
    assert "Domain" not in rest
