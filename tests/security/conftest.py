"""A whole installation with its pages, as the tests of the pages have it, and a second person on it."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import Browser, app, desk, owner, place, sample, signed_in, site, stranger, window
from webapp.core import people
from webapp.core.desk import Desk

__all__ = ["app", "desk", "owner", "place", "sample", "site", "stranger", "window"]


@pytest.fixture
def somebody_else(app: Flask, desk: Desk) -> Browser:
    """A browser in which another person is signed in, who belongs to no site."""
    people.add(desk, "eve@example.com", "Eve Elsewhere")
    return signed_in(app, desk, "eve@example.com")
