"""Nobody keeps a person out: neither by trying in their name without end, nor by having passwords checked all day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import select

from tests.web.conftest import Browser, signed_in
from webapp.app import create_app
from webapp.core import attempts, known_browsers, passwords, people
from webapp.core.attempts import Whose
from webapp.core.desk import Desk
from webapp.data import Attempt, Person
from webapp.errors import Refusal

PASSWORD = "correct horse battery"
NEW = {"password": "a whole new sentence", "again": "a whole new sentence"}
EMAIL = "olive@example.com"


@pytest.fixture(autouse=True)
def owner_has_a_password(desk: Desk, owner: Person) -> None:
    people.set_password(desk, owner.id, PASSWORD)


@pytest.fixture
def crowd() -> Iterator[None]:
    """As many strangers as there are places have their passwords checked."""
    with ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(passwords.place())
        yield


@pytest.fixture
def strangers(desk: Desk) -> None:
    """Strangers tried in the owner's name, from the network that the owner's browser is in too."""
    for _ in range(10):
        attempts.count(desk, people.TRIES, Whose(f"email {EMAIL}"), Whose("caller 127.0.0.1"))


def try_to_sign_in(window: Browser, email: str = EMAIL, password: str = PASSWORD) -> int:
    window.get("/sign-in")
    return window.post("/sign-in", {"email": email, "password": password}).status_code


def signed_out(app: Flask, desk: Desk, email: str = EMAIL) -> Browser:
    """A browser in which somebody was signed in once."""
    window = signed_in(app, desk, email)
    window.post("/account/sign-out")
    return window


def tries(desk: Desk) -> int:
    with desk.reading() as session:
        return len(session.scalars(select(Attempt)).all())


@pytest.mark.usefixtures("strangers")
def test_a_browser_in_which_somebody_was_signed_in_before_lets_them_in_whatever_strangers_try(
    app: Flask, desk: Desk, stranger: Browser
) -> None:
    known = signed_out(app, desk)
    assert try_to_sign_in(stranger) == 429
    assert try_to_sign_in(known) == 303


@pytest.mark.usefixtures("strangers")
def test_a_known_browser_is_known_for_its_own_people_alone(app: Flask, desk: Desk) -> None:
    people.add(desk, "eve@example.com", "Eve Elsewhere")
    assert try_to_sign_in(signed_out(app, desk, "eve@example.com")) == 429


@pytest.mark.usefixtures("strangers")
def test_each_who_shares_a_browser_is_known_there(app: Flask, desk: Desk) -> None:
    people.add(desk, "eve@example.com", "Eve Elsewhere")
    shared = signed_out(app, desk)
    link = f"/sign-in/{people.make_link(desk, 'eve@example.com')}"
    shared.get(link)
    shared.post(link)
    shared.get("/account")
    shared.post("/account/sign-out")
    assert try_to_sign_in(shared) == 303


def test_a_known_browser_may_try_ten_times_a_minute_and_no_oftener(app: Flask, desk: Desk, stranger: Browser) -> None:
    known = signed_out(app, desk)
    assert [try_to_sign_in(known, password="wrong horse") for _ in range(11)] == [422] * 10 + [429]
    assert try_to_sign_in(stranger) == 303


def test_all_browsers_of_a_person_together_may_try_ten_times_as_much(desk: Desk, owner: Person) -> None:
    for _ in range(100):
        whose = known_browsers.whose_tries(desk, known_browsers.made_known(desk, "", owner.id), owner.id)
        attempts.count(desk, people.TRIES, *(whose or []))
    with pytest.raises(Refusal, match="respira_rate_limited"):
        people.sign_in(desk, EMAIL, PASSWORD, "203.0.113.7", known_browsers.made_known(desk, "", owner.id))


@pytest.mark.parametrize("held", ["", "x", "é." * 400, f"{'a' * 32}.{'b' * 64}", f"{'a' * 32}." + "b" * 640])
def test_what_no_sign_in_gave_is_no_known_browser_and_is_not_kept(desk: Desk, owner: Person, held: str) -> None:
    assert known_browsers.whose_tries(desk, held, owner.id) is None
    given = known_browsers.made_known(desk, held, owner.id)
    assert known_browsers.whose_tries(desk, given, owner.id) is not None
    assert known_browsers.whose_tries(desk, f"{'c' * 32}{given[32:]}", owner.id) is None
    assert len(given) <= 32 + 5 * 65


def test_what_a_known_browser_holds_opens_nothing_and_is_kept_from_scripts_and_other_websites(
    app: Flask, desk: Desk
) -> None:
    secure = create_app(replace(desk, settings=replace(desk.settings, public_url="https://sayso.example")))
    browser, link = secure.test_client(), f"/sign-in/{people.make_link(desk, EMAIL)}"
    secure.config["WTF_CSRF_ENABLED"] = False
    given = browser.post(link, base_url="https://sayso.example").headers.getlist("Set-Cookie")
    [known] = [one for one in given if one.startswith("__Host-sayso-known=")]
    parts = {part.strip() for part in known.split(";")}
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Strict", "Max-Age=34560000"} <= parts
    assert "Domain" not in known
    assert EMAIL not in known
    thief = Browser(app.test_client())
    thief.client.set_cookie("sayso-known", known.partition("=")[2].partition(";")[0])
    assert thief.get("/account").status_code == 303


@pytest.mark.usefixtures("strangers")
def test_somebody_signed_in_changes_their_password_whatever_strangers_try(app: Flask, desk: Desk) -> None:
    window = signed_out(app, desk)
    assert try_to_sign_in(window) == 303
    window.get("/account")
    wrong = [window.post("/account/password", {**NEW, "present": "wrong horse"}).status_code for _ in range(10)]
    assert wrong == [422] * 10
    refused = window.post("/account/password", {**NEW, "present": PASSWORD})
    assert refused.status_code == 429
    assert "Too many tries at your present password." in refused.get_data(as_text=True)
    other = signed_out(app, desk)
    assert try_to_sign_in(other) == 303
    other.get("/account")
    assert other.post("/account/password", {**NEW, "present": PASSWORD}).status_code == 303


@pytest.mark.usefixtures("crowd")
def test_whoever_finds_no_place_is_told_at_once_and_their_try_is_not_counted(desk: Desk, stranger: Browser) -> None:
    stranger.get("/sign-in")
    answer = stranger.post("/sign-in", {"email": EMAIL, "password": PASSWORD})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    page = answer.get_data(as_text=True)
    assert "Many passwords are being checked just now" in page
    assert "Try again in a few seconds." in page
    assert f'value="{EMAIL}"' in page
    assert tries(desk) == 0


@pytest.mark.usefixtures("crowd")
def test_places_are_kept_for_known_browsers_and_for_whoever_is_signed_in(app: Flask, desk: Desk) -> None:
    window = signed_out(app, desk)
    assert try_to_sign_in(window) == 303
    window.get("/account")
    assert window.post("/account/password", {**NEW, "present": PASSWORD}).status_code == 303


@pytest.mark.usefixtures("crowd")
def test_a_password_is_not_changed_where_there_is_no_place(window: Browser) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(passwords.place(known=True))
        answer = window.post("/account/password", NEW)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "Try again in a few seconds." in answer.get_data(as_text=True)
