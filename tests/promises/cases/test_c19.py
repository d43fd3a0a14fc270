"""C19: the REST root is not where one would think: plain permalinks, sites in folders beside each other."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.promises.acts import sent
from tests.serving import served
from tests.worked_example import snapshots_of
from webapp.core import sites
from webapp.data import Mode
from webapp.sample_site import SampleSite, running

PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
    "rkJggg=="
)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[SampleSite]:
    """A site that answers REST at ?rest_route= only."""
    with closing(SampleSite(tmp_path / "plain.db", plain_permalinks=True)) as site:
        site.fill()
        with running(site):
            yield site


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[SampleSite, SampleSite]]:
    """Two sites of one host, in the folders /a and /b; nothing else is there."""
    with ExitStack() as opened:
        pair = [opened.enter_context(closing(SampleSite(tmp_path / f"{name}.db"))) for name in "ab"]
        parts = {"/a": pair[0].wsgi_app, "/b": pair[1].wsgi_app}
        place = opened.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
        host = opened.enter_context(served(DispatcherMiddleware(_nothing, parts), place))
        for site, name in zip(pair, "ab", strict=True):
            site.url = f"{host}/{name}"
            site.fill()
        yield pair[0], pair[1]


def _nothing(environ: dict[str, object], start_response: object) -> list[bytes]:
    raise AssertionError(f"asked at the root of the host: {environ['PATH_INFO']}")


def applied_and_undone(sayso: Installed, agent: Agent) -> dict[str, object]:
    receipt = agent.call("apply_plan")
    assert (receipt["failed"], receipt["not_run"]) == (0, 0), receipt["steps"]
    for uuid in snapshots_of(receipt):
        assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
    return receipt


def test_c19_1_all_kinds_of_calls_work_where_rest_is_a_query(tmp_path: Path, plain: SampleSite) -> None:
    """C19.1"""
    with installed(tmp_path, plain.url, plain.username, plain.app_password) as sayso:
        agent = sayso.agent(Mode.CHAT)
        assert agent.call("read_page", id=42)["content_form"] == "raw"
        plain.requests.clear()
        agent.call("update_page", id=42, title="Our story")
        agent.call("delete_page", id=311)
        agent.call("upload_media", file=PICTURE, filename="dot.png", alt="A dot")
        applied_and_undone(sayso, agent)
    asked = [entry for entry in plain.requests.all() if entry.route]
    assert {entry.path for entry in asked} == {"/index.php"}
    assert [entry.query["force"] for entry in asked if entry.method == "DELETE" and "media" in entry.route] == [
        "true"
    ]
    assert "edit" in {entry.query.get("context") for entry in asked}


def test_c19_4_a_plan_for_one_site_never_writes_to_its_neighbour(
    tmp_path: Path, two: tuple[SampleSite, SampleSite]
) -> None:
    """C19.2, C19.4"""
    first, second = two
    with installed(tmp_path, f"{first.url}/wp-admin", first.username, first.app_password) as sayso:
        neighbour = sites.connect(sayso.desk, sayso.owner.id, second.url, second.username, second.app_password)
        assert (sayso.site.url, neighbour.url) == (first.url, second.url)
        assert (sayso.site.rest_root, neighbour.rest_root) == (f"{first.url}/wp-json/", f"{second.url}/wp-json/")
        second.requests.clear()
        agent = sayso.agent(Mode.CHAT)
        agent.call("update_option", option="description", value="Only here")
        applied_and_undone(sayso, agent)
    assert sent(first) == ["POST /wp/v2/settings", "POST /wp/v2/settings"]
    assert len(second.requests) == 0
