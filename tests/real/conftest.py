"""Fixtures with a real WordPress: one server a kind for the whole run, put back before every test that asks.

A kind is a version with pretty or with plain permalinks; it is brought up when the first test asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.real.core import NEWEST
from tests.real.site import Running, Site, up

BLOCK_THEME = "twentytwentyfive"


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Gives a WordPress of a version, with plain permalinks or not, in whatever state the last test left it."""
    sites: dict[tuple[str, bool], Site] = {}

    def one(version: str, plain: bool) -> Site:
        if (version, plain) not in sites:
            folder = tmp_path_factory.mktemp("wordpress") / "site"
            sites[version, plain] = up(folder, plain=plain, version=version)
        return sites[version, plain]

    yield one
    for site in sites.values():
        site.stop()


@pytest.fixture
def wordpress(running: Running) -> Site:
    """The newest WordPress with pretty permalinks, as it was when it was filled."""
    site = running(NEWEST, False)
    site.reset()
    return site


@pytest.fixture(scope="session")
def block_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The newest WordPress with a block theme, in whatever state the last test left it."""
    site = up(tmp_path_factory.mktemp("wordpress") / "site", theme=BLOCK_THEME)
    yield site
    site.stop()


@pytest.fixture
def block_wordpress(block_running: Site) -> Site:
    """The newest WordPress with a block theme, as it was when it was filled."""
    block_running.reset()
    return block_running


@pytest.fixture
def plain_wordpress(running: Running) -> Site:
    """A WordPress whose REST API answers at /?rest_route= only, as it was when it was filled."""
    site = running(NEWEST, True)
    site.reset()
    return site
