"""A look at a real WordPress: well in both forms of its root, ill where its permalinks changed, never written to."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.installed import Agent, installed
from tests.real.core import NEWEST
from tests.real.site import Running, Site
from webapp.data import Mode
from webapp.wordpress.client import Connection
from webapp.wordpress.diagnosis import diagnose


@pytest.fixture(params=[False, True], ids=["pretty", "plain"])
def site(request: pytest.FixtureRequest, running: Running) -> Site:
    found = running(NEWEST, request.param)
    found.reset()
    return found


@pytest.fixture
def agent(tmp_path: Path, site: Site) -> Iterator[Agent]:
    with installed(tmp_path, site.url, site.username, site.app_password) as sayso:
        yield sayso.agent(Mode.BROWSER)


def rows_of(site: Site) -> int:
    with closing(sqlite3.connect(site.folder / "database" / "site.sqlite")) as database:
        return int(database.execute("select count(*) from wp_posts").fetchone()[0])


def test_a_wordpress_that_is_well_passes_every_check(agent: Agent, site: Site) -> None:
    before = rows_of(site)
    told = agent.call("diagnose_connection")
    assert told["healthy"] is True
    assert [one for one in told["checks"] if one["ok"] is not True or one["do"]] == []
    assert {one["check"] for one in told["checks"]} >= {"rest_root", "login", "login_header", "role", "permalinks"}
    assert rows_of(site) == before


def test_it_tells_of_itself_and_is_not_written_to_by_the_question(agent: Agent, site: Site) -> None:
    before = rows_of(site)
    told = agent.call("get_site_context", detail="full")
    assert rows_of(site) == before
    assert (told["site_name"], told["home_url"]) == (site.get("/")["name"], site.url)
    assert told["active_theme"]["name"] == site.get("/wp/v2/themes", status="active")[0]["stylesheet"]
    assert (told["language"], told["menu_places"], told["page_builder"]) == ("en_US", True, {"name": "gutenberg"})
    assert told["custom_post_types"] == []
    assert told["login"]["roles"] == ["administrator"]
    assert "manage_options" in told["login"]["may"]
    assert told["terms"]["planned"] == "always"


def test_a_wrong_password_and_a_root_that_moved_are_told(site: Site) -> None:
    wrong = Connection(f"{site.url}/?rest_route=/", site.username, "abcd efgh ijkl mnop qrst uvwx")
    found = diagnose(wrong, site.url, needs=("edit_pages",), allow_private=True)
    assert [one.check for one in found.findings if one.ok is False] == ["login"]
    assert "WordPress took us for a stranger" in found.findings[0].found


def test_plain_permalinks_where_pretty_ones_were_are_found(running: Running) -> None:
    site = running(NEWEST, True)
    site.reset()
    kept = Connection(f"{site.url}/wp-json/", site.username, site.app_password)
    found = diagnose(kept, site.url, needs=("edit_pages",), allow_private=True)
    assert [one.check for one in found.findings if one.ok is False] == ["rest_root"]
    assert "rest_route=/" in found.findings[0].found
    assert found.login is not None
