from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.wordpress.scripted_site import ScriptedSite
from webapp.wordpress.client import Connection, Patience, WordPress

IMPATIENT = Patience(connect=0.3, read=0.4, write=0.4, whole=2.0, pauses=(0.01, 0.01), retry_after=0.5)


@pytest.fixture
def site() -> Iterator[ScriptedSite]:
    with ScriptedSite() as running:
        yield running


@pytest.fixture
def wp(site: ScriptedSite) -> Iterator[WordPress]:
    connection = Connection(f"{site.url}/wp-json/", "anna", "abcd efgh ijkl")
    with WordPress(connection, allow_private=True, patience=IMPATIENT) as client:
        yield client
