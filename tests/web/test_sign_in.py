"""Promises of signing in and out, and of a person's own page."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from tests.conftest import MovableClock
from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from webapp.core import people, sweeping
from webapp.core.desk import Desk
from webapp.data import BrowserSession, Person

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def owner_has_a_password(desk: Desk, owner: Person) -> None:
    people.set_password(desk, owner.id, PASSWORD)


def try_to_sign_in(
    window: Browser, email: str = "olive@example.com", password: str = PASSWORD, **more: str
) -> TestResponse:
    window.get("/sign-in")
    return window.post("/sign-in", {"email": email, "password": password, **more})


def session_cookie(response: TestResponse) -> str:
    return next(one for one in response.headers.getlist("Set-Cookie") if one.startswith("sayso="))


def test_the_right_password_opens_the_plans(stranger: Browser) -> None:
    response = try_to_sign_in(stranger)
    assert (response.status_code, response.headers["Location"]) == (303, "/plans")
    assert stranger.get("/account").status_code == 200


def test_the_address_may_be_typed_in_capitals(stranger: Browser) -> None:
    assert try_to_sign_in(stranger, email=" Olive@Example.com ").status_code == 303


def test_the_answer_does_not_tell_what_was_wrong(stranger: Browser, desk: Desk) -> None:
    people.add(desk, "links-only@example.com", "Links Only")
    pages = set()
    for email in ("olive@example.com", "nobody@example.com", "links-only@example.com"):
        response = try_to_sign_in(stranger, email=email, password="wrong horse")
        assert response.status_code == 422
        page = response.get_data(as_text=True).replace(email, "EMAIL")
        pages.add(re.sub(r'name="csrf_token" value="[^"]+"', "", page))
    assert len(pages) == 1
    assert "The address or the password is wrong." in pages.pop()


def test_what_was_typed_stays_but_not_the_password(stranger: Browser) -> None:
    page = try_to_sign_in(stranger, password="wrong horse", next="/sites").get_data(as_text=True)
    assert 'value="olive@example.com"' in page
    assert 'value="/sites"' in page
    assert "wrong horse" not in page


def test_an_empty_form_says_at_each_field_what_is_missing(stranger: Browser) -> None:
    response = try_to_sign_in(stranger, email="", password="")
    page = response.get_data(as_text=True)
    assert response.status_code == 422
    assert 'id="email-error"' in page
    assert 'id="password-error"' in page


def test_the_eleventh_try_in_a_minute_is_refused_even_with_the_right_password(stranger: Browser) -> None:
    assert [try_to_sign_in(stranger, password="wrong horse").status_code for _ in range(10)] == [422] * 10
    response = try_to_sign_in(stranger)
    assert response.status_code == 429
    assert "Too many tries" in response.get_data(as_text=True)


def test_tries_are_counted_for_the_person_wherever_they_come_from(app: Flask, desk: Desk) -> None:
    for number in range(10):
        with pytest.raises(people.Refusal, match="respira_sign_in_failed"):
            people.sign_in(desk, "olive@example.com", "wrong horse", f"203.0.113.{number}")
    with pytest.raises(people.Refusal, match="respira_rate_limited"):
        people.sign_in(desk, "olive@example.com", PASSWORD, "203.0.113.99")


def test_signing_in_leaves_nothing_of_the_earlier_session(stranger: Browser) -> None:
    stranger.get("/sign-in")
    with stranger.client.session_transaction() as session:
        session["planted"] = "by somebody else"
        before = session["csrf_token"]
    try_to_sign_in(stranger)
    with stranger.client.session_transaction() as session:
        assert "planted" not in session
        assert session.get("csrf_token") != before


def test_a_session_ends_with_the_window_unless_asked_to_last(stranger: Browser) -> None:
    assert "Expires" not in session_cookie(try_to_sign_in(stranger))
    stranger.get("/account")
    stranger.post("/account/sign-out")
    assert "Expires" in session_cookie(try_to_sign_in(stranger, remember="y"))


def test_the_cookie_is_kept_from_scripts_and_other_websites(stranger: Browser) -> None:
    cookie = session_cookie(try_to_sign_in(stranger))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_whoever_is_signed_in_is_sent_on(window: Browser) -> None:
    assert window.get("/sign-in?next=/sites").headers["Location"] == "/sites"


def test_opening_a_link_shows_one_button_and_uses_nothing_up(stranger: Browser, desk: Desk) -> None:
    link = f"/sign-in/{people.make_link(desk, 'olive@example.com')}"
    for _ in range(3):
        page = stranger.get(link).get_data(as_text=True)
        assert page.count("<button") == 1
    assert "Sign in" in page
    assert stranger.get("/account").status_code == 303
    stranger.get(link)
    assert stranger.post(link).headers["Location"] == "/plans"
    assert stranger.get("/account").status_code == 200


def test_a_link_works_once(stranger: Browser, desk: Desk) -> None:
    link = f"/sign-in/{people.make_link(desk, 'olive@example.com')}"
    stranger.get(link)
    stranger.post(link)
    stranger.get("/account")
    stranger.post("/account/sign-out")
    stranger.get("/sign-in")
    assert stranger.get(link).status_code == 404
    second = stranger.post(link)
    assert second.status_code == 404
    assert "used already" in second.get_data(as_text=True)


def test_whoever_has_no_password_is_told_that_they_can_set_one(app: Flask, desk: Desk) -> None:
    people.add(desk, "new@example.com", "New Person")
    window = signed_in(app, desk, "new@example.com")
    assert "So far you sign in with links only." in window.get("/account").get_data(as_text=True)


def test_signing_out_closes_the_pages(window: Browser) -> None:
    assert window.post("/account/sign-out").headers["Location"] == "/sign-in"
    assert window.get("/account").headers["Location"] == "/sign-in?next=%2Faccount"


def test_a_cookie_that_was_kept_opens_nothing_after_signing_out(app: Flask, window: Browser) -> None:
    kept = window.client.get_cookie("sayso")
    assert kept is not None
    window.post("/account/sign-out")
    thief = Browser(app.test_client())
    thief.client.set_cookie("sayso", kept.value)
    assert thief.get("/account").status_code == 303


def test_signing_out_leaves_the_other_browsers_signed_in(app: Flask, desk: Desk, window: Browser) -> None:
    other = signed_in(app, desk, "olive@example.com")
    window.post("/account/sign-out")
    assert other.get("/account").status_code == 200


def test_a_session_is_over_after_a_month(place: Installed, app: Flask, window: Browser, clock: MovableClock) -> None:
    moved = replace(place.desk, clock=clock)
    app.extensions["sayso.desk"] = moved
    other = signed_in(app, moved, "olive@example.com")
    for _ in range(5):
        clock.advance(days=6, hours=4)
        assert other.get("/account").status_code == 200
        other.post("/account/time-zone", {"zone": "Europe/Vienna"})
    clock.advance(hours=3)
    assert other.get("/account").status_code == 200
    clock.advance(hours=1)
    assert other.get("/account").status_code == 303
    sweeping.sweep(moved)
    with place.desk.reading() as session:
        assert [row.by_link for row in session.scalars(select(BrowserSession))] == [True]


def test_the_present_password_is_asked_for_before_a_new_one(stranger: Browser, desk: Desk) -> None:
    try_to_sign_in(stranger)
    assert "Your present password" in stranger.get("/account").get_data(as_text=True)
    new = {"password": "a whole new sentence", "again": "a whole new sentence"}
    for present in ({}, {"present": ""}, {"present": "wrong horse"}):
        response = stranger.post("/account/password", {**new, **present})
        assert response.status_code == 422
        assert 'id="present-error"' in response.get_data(as_text=True)
    assert people.sign_in(desk, "olive@example.com", PASSWORD, "").name == "Olive Owner"
    assert stranger.post("/account/password", {**new, "present": PASSWORD}).headers["Location"] == "/account"
    assert stranger.get("/account").status_code == 200
    assert people.sign_in(desk, "olive@example.com", "a whole new sentence", "").name == "Olive Owner"


def test_whoever_came_by_a_link_has_an_hour_to_set_a_password_that_was_forgotten(
    place: Installed, app: Flask, clock: MovableClock
) -> None:
    moved = replace(place.desk, clock=clock)
    app.extensions["sayso.desk"] = moved
    window = signed_in(app, moved, "olive@example.com")
    assert "Your present password" not in window.get("/account").get_data(as_text=True)
    clock.advance(hours=1)
    assert "Your present password" in window.get("/account").get_data(as_text=True)
    new = {"password": "a whole new sentence", "again": "a whole new sentence"}
    assert window.post("/account/password", new).status_code == 422


def test_a_new_password_signs_out_every_other_browser_but_not_this_one(
    app: Flask, desk: Desk, window: Browser
) -> None:
    other = signed_in(app, desk, "olive@example.com")
    fields = {"password": "a whole new sentence", "again": "a whole new sentence"}
    assert window.post("/account/password", fields).headers["Location"] == "/account"
    assert window.get("/account").status_code == 200
    assert other.get("/account").status_code == 303
    assert people.sign_in(desk, "olive@example.com", "a whole new sentence", "").name == "Olive Owner"


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("short", "short", "at least 12 characters"),
        ("long enough to do", "but not the same", "not the same"),
        ("", "", "Type a password."),
    ],
)
def test_a_password_that_does_not_do_is_explained_at_its_field(
    window: Browser, first: str, second: str, said: str
) -> None:
    response = window.post("/account/password", {"password": first, "again": second})
    assert response.status_code == 422
    assert said in response.get_data(as_text=True)


def test_signing_out_everywhere_ends_every_session(app: Flask, desk: Desk, window: Browser) -> None:
    other = signed_in(app, desk, "olive@example.com")
    assert window.post("/account/sessions/end").status_code == 303
    assert other.get("/account").status_code == 303
    assert window.get("/account").status_code == 303
