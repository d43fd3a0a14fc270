"""The database server goes away and comes back: whoever asks meanwhile is told so, and all goes on by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import structlog
from cryptography.fernet import Fernet
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from tests.core.acts import accept, link, opened, outcomes, plan, tagline, title
from tests.installed import Agent, Installed, Workers
from tests.postgresql import Server, own
from tests.programs import environment, program
from tests.sample import sample_site
from webapp import cli, schema
from webapp.app import create_app
from webapp.core import people, receipts, reviews, sites, waiting
from webapp.data import Mode, Run
from webapp.laying import lay_desk
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HoldUp
from webapp.settings import Settings
from webapp.worker import Queue

AWAY = "Sayso&#39;s database can not be reached just now."
PLAN = "respira_wordpress_get_plan"


@dataclass(frozen=True)
class Place:
    """An installation on a PostgreSQL server of its own, and an agent of it."""

    server: Server
    sayso: Installed
    agent: Agent


@pytest.fixture
def wordpress() -> Iterator[SampleSite]:
    with sample_site() as site:
        yield site


@pytest.fixture
def server() -> Iterator[Server]:
    with own() as one:
        yield one


@pytest.fixture
def place(server: Server, wordpress: SampleSite) -> Iterator[Place]:
    settings = Settings(
        database_url=server.make("sayso"),
        public_url="http://localhost",
        secret_key="s" * 32,
        sealing_keys=(Fernet.generate_key().decode(),),
        allow_private_sites=True,
    )
    schema.upgrade(settings.database_url)
    queue = Queue(settings.database_url)
    queue.lay_tables()
    desk = lay_desk(settings, queue.wake)
    owner = people.add(desk, "olive@example.com", "Olive Owner")
    site = sites.connect(desk, owner.id, wordpress.url, wordpress.username, wordpress.app_password)
    sayso = Installed(desk, Workers(), owner, site)
    yield Place(server, sayso, sayso.agent(Mode.ASK))
    queue.close()
    desk.database.close()


def signed_in(place: Place) -> FlaskClient:
    browser = create_app(place.sayso.desk).test_client()
    address = f"/sign-in/{people.make_link(place.sayso.desk, place.sayso.owner.email)}"
    token = browser.get(address).get_data(as_text=True).partition('name="csrf_token" value="')[2].partition('"')[0]
    assert browser.post(address, data={"csrf_token": token}).status_code == 303
    return browser


def ask_mcp(browser: FlaskClient, agent: Agent) -> TestResponse:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": PLAN, "arguments": {}}}
    return browser.post("/mcp", json=message, headers={"Authorization": f"Bearer {agent.token}"})


def ask_rest(browser: FlaskClient, agent: Agent, **headers: str) -> TestResponse:
    told = {
        "Authorization": f"Bearer {agent.token}",
        **{name.replace("_", "-"): one for name, one in headers.items()},
    }
    return browser.post("/wp-json/respira/v2/snapshots/session/begin", json={"title": "Spring"}, headers=told)


def test_pages_and_doors_say_that_the_database_is_away_and_go_on_when_it_is_back(place: Place) -> None:
    browser = signed_in(place)
    assert browser.get("/plans").status_code == 200
    place.server.stop()

    page = browser.get("/plans")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert AWAY in page.get_data(as_text=True)
    assert "load the page you came from" in page.get_data(as_text=True)
    by_mcp, by_rest = ask_mcp(browser, place.agent), ask_rest(browser, place.agent)
    assert (by_mcp.status_code, by_mcp.headers["Retry-After"]) == (503, "5")
    assert by_mcp.get_json()["error"]["data"]["code"] == "respira_database_away"
    assert (by_rest.status_code, by_rest.headers["Retry-After"]) == (503, "5")
    assert by_rest.get_json()["code"] == "respira_database_away"
    code = browser.post("/redeem", json={"token": "any"})
    assert (code.status_code, code.headers["Retry-After"], code.is_json) == (503, "5", True)
    assert browser.get("/r/any").status_code == 503
    assert browser.get("/healthz").status_code == 200

    place.server.start()
    assert browser.get("/plans").status_code == 200
    assert ask_mcp(browser, place.agent).get_json()["result"]["isError"] is False
    assert ask_rest(browser, place.agent, Idempotency_Key="spring-0001").status_code == 200


def test_a_run_goes_on_after_the_database_was_away_and_no_write_is_sent_twice(
    place: Place, wordpress: SampleSite
) -> None:
    sayso, held = place.sayso, HoldUp()
    plan(place.agent, tagline("Wood, slowly"), link("Services"), title(42, "Our story"))
    wordpress.requests.clear()
    wordpress.misbehave(held, method="POST", path="/wp/v2/menu-items", times=1)
    with program(sayso.desk.settings, "worker") as worker:
        run = reviews.apply(
            sayso.desk, sayso.owner, opened(sayso, place.agent).row.public_id, accept(sayso, place.agent)
        )
        held.wait_for_it()
        place.server.stop()
        held.let_go()
        place.server.start()
        assert waiting.wait_for(sayso.desk, run, 30)
        assert worker.poll() is None
    assert outcomes(receipt(sayso, run)) == ["applied", "applied", "applied"]
    assert [f"{entry.method} {entry.route}" for entry in wordpress.requests.writes()] == [
        "POST /wp/v2/settings",
        "POST /wp/v2/menu-items",
        "POST /wp/v2/pages",
    ]


def test_an_apply_stands_when_the_worker_can_not_be_told(place: Place) -> None:
    """The queue is out of reach after the yes was written down: the run waits in its row."""
    sayso = place.sayso
    plan(place.agent, tagline("Wood, slowly"))
    with sayso.desk.writing() as session:
        session.connection().exec_driver_sql("ALTER TABLE huey_task RENAME TO huey_task_elsewhere")
    run = reviews.apply(sayso.desk, sayso.owner, opened(sayso, place.agent).row.public_id, accept(sayso, place.agent))
    with sayso.desk.writing() as session:
        session.connection().exec_driver_sql("ALTER TABLE huey_task_elsewhere RENAME TO huey_task")
    with program(sayso.desk.settings, "worker"):
        assert waiting.wait_for(sayso.desk, run, 30)
    assert outcomes(receipt(sayso, run)) == ["applied"]


def test_a_command_says_in_plain_words_that_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(
        database_url=f"postgresql:///sayso?host={tmp_path}",
        public_url="http://localhost",
        secret_key="s" * 32,
        sealing_keys=(Fernet.generate_key().decode(),),
    )
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)
    assert cli.main(["sign-in-link", "olive@example.com"]) == 1
    assert capsys.readouterr().err.startswith("Sayso's database can not be reached just now. ")


def test_a_queue_that_can_not_be_written_to_fails_nobody(tmp_path: Path) -> None:
    queue = Queue(f"sqlite:///{tmp_path}/sayso.db")
    with closing(sqlite3.connect(tmp_path / "sayso.db.queue")) as connection:
        connection.execute("DROP TABLE task")
    with structlog.testing.capture_logs() as lines:
        queue.wake("run_1")
    queue.close()
    assert [(line["event"], line["run"]) for line in lines] == [("run.not_told", "run_1")] * 2


def receipt(sayso: Installed, run: str) -> dict[str, Any]:
    with sayso.desk.reading() as session:
        return receipts.read(session, sayso.desk, session.scalars(select(Run).where(Run.public_id == run)).one(), "")
