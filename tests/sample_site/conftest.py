"""A filled sample site in memory, and two clients of it: its owner, and somebody without a password."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import Client, TestResponse

from webapp.sample_site import SampleSite

V2 = "/wp-json/wp/v2"


class Caller:
    """Somebody who calls the site's REST interface, with a Basic Authorization or without."""

    def __init__(self, site: SampleSite, username: str = "", password: str = "") -> None:
        self._client = Client(site.wsgi_app)
        token = base64.b64encode(f"{username}:{password}".encode()).decode()
        self._headers = {"Authorization": f"Basic {token}"} if username else {}

    def call(self, method: str, path: str, **options: Any) -> TestResponse:
        """Call a path; one that begins with a noun is below wp/v2."""
        if not path.startswith("/"):
            path = f"{V2}/{path}"
        headers = self._headers | options.pop("headers", {})
        return self._client.open(path, method=method, headers=headers, **options)

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.call("GET", path, **options)

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.call("POST", path, json=fields)

    def delete(self, path: str) -> TestResponse:
        return self.call("DELETE", path)


@pytest.fixture
def site() -> Iterator[SampleSite]:
    site = SampleSite(":memory:", "http://harbour.test")
    site.fill()
    yield site
    site.close()


@pytest.fixture
def owner(site: SampleSite) -> Caller:
    return Caller(site, "owner", site.app_password)


@pytest.fixture
def visitor(site: SampleSite) -> Caller:
    return Caller(site)
