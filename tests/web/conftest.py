"""The web program over a whole installation: real engine, real database, and the sample site behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.installed import Installed, installed
from tests.sample import sample_site
from webapp.app import create_app
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Person, Site
from webapp.laying import lay_desk
from webapp.sample_site import SampleSite
from webapp.settings import Settings

NO_KEY = "A" * 43 + "="


@pytest.fixture
def sample() -> Iterator[SampleSite]:
    """The WordPress that the installation is connected to."""
    with sample_site() as site:
        yield site


@pytest.fixture
def place(tmp_path: Path, sample: SampleSite) -> Iterator[Installed]:
    """An installation with Olive Owner and the sample site."""
    with installed(tmp_path, sample.url, sample.username, sample.app_password) as made:
        yield made


@pytest.fixture
def desk(place: Installed) -> Desk:
    return place.desk


@pytest.fixture
def owner(place: Installed) -> Person:
    return place.owner


@pytest.fixture
def site(place: Installed) -> Site:
    return place.site


@cache
def _web_program(settings: Settings) -> Flask:
    """Make the web program once for all tests that are set the same; its templates are compiled once."""
    return create_app(lay_desk(settings, lambda run: None))


@pytest.fixture
def app(desk: Desk) -> Flask:
    """The web program, over this test's own installation."""
    program = _web_program(replace(desk.settings, database_url="sqlite:////dev/null", sealing_keys=(NO_KEY,)))
    program.extensions["sayso.desk"] = desk
    return program


class Browser:
    """A browser without JavaScript: it follows no redirect by itself and sends each form with its token."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.token: str | None = None

    def get(self, address: str, **given: object) -> TestResponse:
        """Open a page."""
        response = self.client.get(address, **given)
        found = re.search(r'name="csrf_token" value="([^"]+)"', response.get_data(as_text=True))
        self.token = found[1] if found else self.token
        return response

    def post(self, address: str, fields: dict[str, object] | None = None, **given: object) -> TestResponse:
        """Send a form, with the token of the page that was opened last."""
        data = {"csrf_token": self.token or "", **(fields or {})}
        return self.client.post(address, data=data, **given)

    def follow(self, response: TestResponse) -> TestResponse:
        """Go where a redirect points."""
        assert response.status_code == 303, response.get_data(as_text=True)
        return self.get(response.headers["Location"])


@pytest.fixture
def stranger(app: Flask) -> Browser:
    """A browser in which nobody is signed in."""
    return Browser(app.test_client())


def signed_in(app: Flask, desk: Desk, email: str) -> Browser:
    """A browser in which the person with this address has signed in with a link."""
    browser = Browser(app.test_client())
    link = f"/sign-in/{people.make_link(desk, email)}"
    browser.get(link)
    assert browser.post(link).status_code == 303
    browser.get("/account")
    return browser


@pytest.fixture
def window(app: Flask, desk: Desk, owner: Person) -> Browser:
    """A browser window in which the owner is signed in."""
    return signed_in(app, desk, owner.email)
