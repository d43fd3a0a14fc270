"""Promises of what stands before every page: who gets in, from where a form may come, where sign-in leads."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import structlog
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from tests.web.conftest import Browser
from webapp.app import create_app
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Person, Site
from webapp.web.guard import safe_next

ELSEWHERE = [
    "https://evil.test",
    "//evil.test",
    "/\\evil.test",
    "/%5Cevil.test",
    "\\\\evil.test",
    "/%09/evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    "http:evil.test",
    "/plan/1/../../\\evil.test",
    "///evil.test",
    "",
]
PASSWORD = "correct horse battery"


# C64.1
@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_an_address_elsewhere_is_never_where_signing_in_leads(wanted: str) -> None:
    assert safe_next(wanted) == "/plans"


# C64.1
def test_signing_in_never_leads_to_another_website(stranger: Browser, desk: Desk, owner: Person) -> None:
    people.set_password(desk, owner.id, PASSWORD)
    for wanted in ("//evil.test", "/\\evil.test", "https://evil.test"):
        stranger.get("/sign-in", query_string={"next": wanted})
        response = stranger.post("/sign-in", {"email": owner.email, "password": PASSWORD, "next": wanted})
        assert (response.status_code, response.headers["Location"]) == (303, "/plans")
        stranger.get("/account")
        stranger.post("/account/sign-out")


def test_whoever_is_signed_in_is_not_led_to_another_website_either(window: Browser) -> None:
    found = {window.get("/sign-in", query_string={"next": wanted}).headers["Location"] for wanted in ELSEWHERE}
    assert found == {"/plans"}


@pytest.mark.parametrize("wanted", ["/plans/abc?x=1#y", "/steps/step_7c0d3e", "/events?site=site_1&before=9"])
def test_signing_in_leads_on_to_a_page_of_ours(wanted: str) -> None:
    assert safe_next(wanted) == wanted


# C64.2
def test_a_stranger_is_asked_to_sign_in_and_led_on_afterwards(stranger: Browser, desk: Desk, owner: Person) -> None:
    people.set_password(desk, owner.id, PASSWORD)
    asked = stranger.get("/events?site=all")
    assert (asked.status_code, asked.headers["Location"]) == (303, "/sign-in?next=%2Fevents%3Fsite%3Dall")
    page = stranger.follow(asked).get_data(as_text=True)
    kept = re.search(r'name="next" value="([^"]*)"', page)
    assert kept is not None
    response = stranger.post("/sign-in", {"email": owner.email, "password": PASSWORD, "next": kept[1]})
    assert response.headers["Location"] == "/events?site=all"


# C64.3
def test_a_forged_host_does_not_show_in_where_sign_in_leads(stranger: Browser, desk: Desk, owner: Person) -> None:
    people.set_password(desk, owner.id, PASSWORD)
    stranger.get("/sign-in")
    response = stranger.post(
        "/sign-in", {"email": owner.email, "password": PASSWORD}, headers={"X-Forwarded-Host": "evil.test"}
    )
    assert response.headers["Location"] == "/plans"
    assert "evil.test" not in stranger.get("/sign-in", headers={"Host": "evil.test"}).get_data(as_text=True)


POSTS = [
    "/sites",
    "/sites/SITE/check",
    "/sites/SITE/settings",
    "/sites/SITE/disconnection",
    "/sites/SITE/keys",
    "/keys/key_1/revocation",
    "/account/sign-out",
    "/account/password",
    "/account/sessions/end",
]


def test_a_form_from_another_website_is_refused(window: Browser, site: Site) -> None:
    for address in [*POSTS, "/sign-in"]:
        for origin in ("https://evil.test", "null", "http://localhost.evil.test", "https://localhost"):
            response = window.post(address.replace("SITE", site.public_id), headers={"Origin": origin})
            assert response.status_code == 403, (address, origin)
    assert window.get("/account").status_code == 200


@pytest.mark.parametrize("token", ["", "made-up"])
def test_a_form_without_its_token_is_refused(window: Browser, site: Site, token: str) -> None:
    for address in POSTS:
        window.token = token
        response = window.post(address.replace("SITE", site.public_id))
        assert response.status_code == 400, address
        assert "nothing was done" in response.get_data(as_text=True)
    assert window.get("/account").status_code == 200


def test_the_token_of_another_session_is_refused(window: Browser, stranger: Browser) -> None:
    stranger.get("/sign-in")
    window.token = stranger.token
    assert window.post("/account/sign-out").status_code == 400


def test_the_own_origin_may_send_forms(window: Browser) -> None:
    assert window.post("/account/sign-out", headers={"Origin": "http://localhost"}).status_code == 303


def test_every_page_forbids_frames_scripts_of_others_and_keeping(window: Browser, site: Site) -> None:
    for address in ("/sites", f"/sites/{site.public_id}", "/account", "/events", "/help", "/sites/new", "/nowhere"):
        headers = window.get(address).headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"


def test_a_stranger_learns_nothing_about_which_pages_exist_behind_the_door(stranger: Browser, site: Site) -> None:
    there, not_there = stranger.get(f"/sites/{site.public_id}"), stranger.get("/sites/site_000000000000")
    assert there.status_code == not_there.status_code == 303


def test_a_missing_page_says_so(window: Browser) -> None:
    response = window.get("/nowhere")
    assert response.status_code == 404
    assert "There is no such page." in response.get_data(as_text=True)


def test_what_goes_wrong_with_htmx_is_said_on_top_of_the_page_one_is_on(window: Browser) -> None:
    response = window.post("/keys/key_1/revocation", headers={"HX-Request": "true"})
    page = response.get_data(as_text=True)
    assert response.status_code == 404
    assert page.lstrip().startswith('<div id="notices" hx-swap-oob="true"')
    assert "There is no such key." in page
    assert "There is no such key." not in window.get("/account").get_data(as_text=True)


@pytest.mark.parametrize(
    "address", ["/sign-in/TOKEN-CANARY", "/preview/TOKEN-CANARY", "/?respira_preview=TOKEN-CANARY"]
)
def test_when_something_breaks_the_log_names_the_page_but_no_token(
    stranger: Browser, desk: Desk, address: str
) -> None:
    with desk.writing() as session:
        session.execute(text("DROP TABLE copies"))
        session.execute(text("DROP TABLE sign_in_links"))
    with structlog.testing.capture_logs() as lines:
        assert stranger.get(address).status_code == 500
    assert [line["event"] for line in lines] == ["page.broke", "request.answered"]
    assert lines[0]["page"] in ("account.follow_link", "previews.body", "previews.front")
    assert "CANARY" not in str(lines)


def test_htmx_is_sent_to_sign_in_when_the_session_is_over(stranger: Browser) -> None:
    response = stranger.get("/sites", headers={"HX-Request": "true"})
    assert (response.status_code, response.headers["HX-Redirect"]) == (204, "/sign-in")


def test_the_program_says_that_it_is_alive_without_asking_the_database(stranger: Browser, desk: Desk) -> None:
    desk.database.close()
    response = stranger.get("/healthz")
    assert (response.status_code, response.get_json()) == (200, {"status": "ok"})
    assert "Set-Cookie" not in response.headers


def test_search_engines_are_asked_to_stay_away(stranger: Browser) -> None:
    response = stranger.get("/robots.txt")
    assert response.get_data(as_text=True) == "User-agent: *\nDisallow: /\n"
    assert response.headers["X-Robots-Tag"] == "noindex, nofollow"


@pytest.fixture
def over_https(desk: Desk) -> FlaskClient:
    app: Flask = create_app(replace(desk, settings=replace(desk.settings, public_url="https://sayso.example")))
    return app.test_client()


def test_over_https_the_cookie_never_travels_without_it(over_https: FlaskClient) -> None:
    response = over_https.get("/sign-in", base_url="https://sayso.example")
    assert "Secure" in response.headers["Set-Cookie"]
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
