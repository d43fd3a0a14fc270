"""Fixtures with a real WordPress: one server for the whole run, put back before every test that asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.real.site import Site, up


@pytest.fixture(scope="session")
def running_wordpress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A WordPress with pretty permalinks, in whatever state the last test left it."""
    site = up(tmp_path_factory.mktemp("wordpress") / "site")
    yield site
    site.stop()


@pytest.fixture
def wordpress(running_wordpress: Site) -> Site:
    """A WordPress as it was when it was filled."""
    running_wordpress.reset()
    return running_wordpress


@pytest.fixture(scope="session")
def running_plain_wordpress(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A WordPress with plain permalinks, in whatever state the last test left it."""
    site = up(tmp_path_factory.mktemp("wordpress") / "plain", plain=True)
    yield site
    site.stop()


@pytest.fixture
def plain_wordpress(running_plain_wordpress: Site) -> Site:
    """A WordPress whose REST API answers at /?rest_route= only, as it was when it was filled."""
    running_plain_wordpress.reset()
    return running_plain_wordpress
