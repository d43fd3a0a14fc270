"""Every tool that writes, by its example, on a real WordPress: planned, applied, undone, and nothing else differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples.every import EVERY, REAL
from tests.installed import installed
from tests.playing import Stage, play
from tests.real.site import Site
from tests.site_state import reading

SITES = {"classic": "wordpress", "block": "block_wordpress"}


@pytest.mark.parametrize("name", REAL)
def test_a_write_waits_until_it_is_applied_lands_and_is_undone(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    site: Site = request.getfixturevalue(SITES[EVERY[name].theme])
    if EVERY[name].plugin:
        (site.folder / "public" / "wp-content" / "mu-plugins" / "example.php").write_text(EVERY[name].plugin)
    login = site.username, site.app_password
    with installed(tmp_path, site.url, *login) as sayso, reading(site.rest, *login) as hand:
        play(EVERY[name], Stage(sayso, hand, site.writes, site.forget_requests))
