"""The sample site with a stage in front of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tools.stage import Stage
from webapp.sample_site import SampleSite, running
from webapp.wordpress.client import Connection, Patience, WordPress

QUICK = Patience(connect=2, read=2, write=2, pauses=(0.01,), retry_after=0.1)


@pytest.fixture
def site() -> Iterator[SampleSite]:
    site = SampleSite(":memory:")
    site.fill()
    with running(site):
        yield site
    site.close()


@pytest.fixture
def stage(site: SampleSite) -> Iterator[Stage]:
    connection = Connection(f"{site.url}/wp-json/", site.username, site.app_password)
    with WordPress(connection, allow_private=True, patience=QUICK) as wordpress:
        yield Stage(wordpress)
