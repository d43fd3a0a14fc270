"""Promises of checking the connection: what was found stands on the page, what is wrong first, with what to do."""

from __future__ import annotations

from flask import Flask

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from webapp.core import people
from webapp.data import Site
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, IgnoreAuthorization


def checked(window: Browser, site: Site) -> str:
    window.get(f"/sites/{site.public_id}")
    response = window.post(f"/sites/{site.public_id}/check")
    assert response.status_code == 200
    return response.get_data(as_text=True)


def test_a_connection_that_works_says_so_check_by_check(window: Browser, site: Site) -> None:
    page = checked(window, site)
    assert "The connection works: the site answers and takes the login of owner" in page
    assert page.count("</svg>Fine") + page.count(">Fine<") >= 10
    assert "What to do:" not in page
    assert f'action="/sites/{site.public_id}/check"' in page


def test_what_is_wrong_stands_first_with_what_to_do(window: Browser, site: Site, sample: SampleSite) -> None:
    sample.misbehave(IgnoreAuthorization())
    page = checked(window, site)
    assert (
        "The connection does not work. Most likely the user name or the application password is mistyped, or" in page
    )
    rows = page.split('<ul class="rows section"')[1]
    assert rows.index("Login</h2>") < rows.index("Login passed on by the web server</h2>") < rows.index("Fine")
    assert "CGIPassAuth On" in rows


def test_a_site_that_is_down_is_a_page_and_not_an_error(window: Browser, site: Site, sample: SampleSite) -> None:
    sample.misbehave(AnswerInstead(503, "<html>Down</html>", "text/html"))
    assert "but the REST interface does not" in checked(window, site)


def test_what_a_site_says_of_itself_is_shown_and_not_obeyed(window: Browser, site: Site, sample: SampleSite) -> None:
    message = "<img src=x onerror=alert(1)> \\u202eoff"
    body = f'{{"code":"rest_forbidden","message":"{message}","data":{{"status":401}}}}'
    sample.misbehave(AnswerInstead(401, body))
    page = checked(window, site)
    assert "onerror" not in page
    assert "⟨U+202E⟩off" in page
    assert "\u202e" not in page


def test_the_button_works_without_javascript_and_the_page_is_for_the_owner_alone(
    app: Flask, window: Browser, place: Installed, site: Site
) -> None:
    page = window.get(f"/sites/{site.public_id}").get_data(as_text=True)
    assert f'<form method="post" action="/sites/{site.public_id}/check">' in page
    people.add(place.desk, "second@example.com", "Second Person")
    other = signed_in(app, place.desk, "second@example.com")
    assert other.post(f"/sites/{site.public_id}/check").status_code == 404
