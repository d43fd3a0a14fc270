"""Every tool that writes, by its example, on a real WordPress: planned, applied, undone, and nothing else differs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.examples.every import EVERY, REAL
from tests.installed import Installed, installed
from tests.playing import Stage, connected, play
from tests.real.core import NEWEST
from tests.real.site import Running, Site
from tests.site_state import reading

SITES = {"classic": "wordpress", "block": "block_wordpress"}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, running: Running) -> Iterator[Installed]:
    """One installation for all examples, which take longer to set up than to play."""
    first = running(NEWEST, False)
    folder = tmp_path_factory.mktemp("catalogue")
    with installed(folder, first.url, first.username, first.app_password) as one:
        yield one


@pytest.mark.parametrize("name", REAL)
def test_a_write_waits_until_it_is_applied_lands_and_is_undone(
    name: str, installation: Installed, request: pytest.FixtureRequest
) -> None:
    site: Site = request.getfixturevalue(SITES[EVERY[name].theme])
    if EVERY[name].plugin:
        (site.folder / "public" / "wp-content" / "mu-plugins" / "example.php").write_text(EVERY[name].plugin)
    login = site.username, site.app_password
    sayso = connected(installation, name, site.url, login)
    with reading(site.rest, *login) as hand:
        play(EVERY[name], Stage(sayso, hand, site.writes, site.forget_requests))
