"""A sample site and an installation for each test of what whoever runs Sayso does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installed import Agent, Installed, installed
from tests.sample import sample_site
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        wordpress.requests.clear()
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    """An agent whose key asks for plan mode when it wants it."""
    return sayso.agent(Mode.ASK)
