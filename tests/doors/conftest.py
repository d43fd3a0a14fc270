from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from flask import Flask
from flask.testing import FlaskClient

from tests import databases
from tests.doors.agent import Agent
from webapp import clock
from webapp.app import create_app
from webapp.core import keys, people
from webapp.core.desk import Desk
from webapp.core.limits import CallLimit
from webapp.core.sealing import Sealer
from webapp.data import Database, Key, Membership, Mode, Site, public_id
from webapp.doors import stored
from webapp.settings import Settings
from webapp.tools.catalogue import CATALOGUE, COPIES


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder: Path = tmp_path_factory.mktemp("sayso")
    url = databases.migrated_url(folder)
    sealing_keys = (Fernet.generate_key().decode(),)
    database = Database(url)
    yield Desk(
        settings=Settings(url, "http://localhost", "s" * 32, sealing_keys, allow_private_sites=True),
        database=database,
        sealer=Sealer(sealing_keys),
        clock=clock.now,
        catalogue=CATALOGUE,
        copies=COPIES,
        translations={"mcp": stored.of_mcp, "stdio": stored.of_stdio, "rest": stored.of_rest},
        wake=lambda run: None,
        call_limit=CallLimit(10_000),
    )
    database.close()


@pytest.fixture(scope="module")
def app(desk: Desk) -> Flask:
    return create_app(desk)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def issued(desk: Desk) -> keys.IssuedKey:
    anna = people.add(desk, "anna@example.com", "Anna")
    with desk.writing() as session:
        site_id = public_id("site")
        site = Site(
            public_id=site_id,
            name="Bakery",
            url="http://127.0.0.1:9",
            rest_root="http://127.0.0.1:9/wp-json/",
            username="anna",
            app_password=desk.sealer.seal(f"site.app_password {site_id}", "abcd efgh ijkl"),
            role="administrator",
            direct_editing=False,
            tools_off=[],
            browser_plan_hours=72,
            connected_at=desk.clock(),
        )
        session.add(site)
        session.flush()
        session.add(Membership(person_id=anna.id, site_id=site.id))
        return keys.issue(session, desk, site.id, "Claude on a laptop", Mode.ASK, tools_off=[], person_id=anna.id)


@pytest.fixture
def token(issued: keys.IssuedKey) -> str:
    return issued.token


@pytest.fixture
def agent(client: FlaskClient, token: str) -> Agent:
    return Agent(client, token)


@pytest.fixture
def revoke(desk: Desk, issued: keys.IssuedKey) -> Callable[[], None]:
    def revoke() -> None:
        with desk.writing() as session:
            keys.revoke(session, desk, session.get_one(Key, issued.key.id), person_id=1)

    return revoke
