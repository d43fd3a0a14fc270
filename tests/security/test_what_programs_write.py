"""What the programs write besides the database: the log tells no secret, and every file is its owner's alone."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import pytest
from sqlalchemy import NullPool, create_engine, text

from tests import databases
from tests.chaos.places import desk_beside, place, settings_for
from tests.core.acts import plan, tagline
from tests.programs import ROOT, environment, kill
from webapp import agent_part, clock
from webapp.core import people, waiting
from webapp.data import Database
from webapp.sample_site.misbehaviour import AnswerInstead
from webapp.settings import Settings

CANARY = "CANARY-4711"
PASSWORD = f"{CANARY} password"
EMAIL = f"{CANARY}@example.com".lower()
# A site that answers with everything it was sent, and more.
GOSSIP = AnswerInstead(500, f"<h1>Fatal error</h1> {CANARY} user:{CANARY}")


@dataclass(frozen=True)
class Written:
    """What both programs said on standard error and on standard output."""

    log: str


def started(settings: Settings, folder: Path, command: str, *more: str) -> subprocess.Popen[bytes]:
    """Start a program of Sayso from a shell that lets everybody read what is made."""
    with (folder / f"{command}.log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "webapp.cli", command, *more],
            cwd=ROOT,
            env={**os.environ, **environment(settings)},  # noqa: TID251 - handed on whole, not read
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            umask=0o022,
        )


def asked_with_secrets(client: httpx.Client) -> None:
    """Bring a secret to every kind of address in every way that one can be brought."""
    bearer = {
        "Authorization": f"Bearer respira_{CANARY}",
        "Cookie": f"sayso={CANARY}",
        "Referer": f"http://x/{CANARY}",
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": CANARY, "arguments": {"p": CANARY}}}
    for address in (
        f"/sign-in/{CANARY}",
        f"/preview/{CANARY}",
        f"/r/{CANARY}",
        f"/verify?digest={CANARY}",
        f"/{CANARY}",
    ):
        client.get(address, headers=bearer)
    client.get("/sign-in")
    client.post("/sign-in", data={"email": EMAIL, "password": PASSWORD}, headers=bearer)
    client.post("/redeem", json={"token": CANARY}, headers=bearer)
    for door in ("/mcp", "/wp-json/respira/v1/pages"):
        client.post(door, json=body, headers=bearer)
        client.post(
            door, content=f'{{"half": "{CANARY}'.encode(), headers={**bearer, "Content-Type": "application/json"}
        )


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Written]:
    folder = tmp_path_factory.mktemp("programs")
    mail = f"smtp://{CANARY}:{CANARY}@127.0.0.1:9"
    settings = replace(settings_for(databases.migrated_url(folder)), mail_url=mail, mail_from="sayso@example.com")
    with ExitStack() as stack:
        desk = stack.enter_context(desk_beside(settings))
        there = place(stack, desk, folder, "site")
        people.set_password(desk, people.add(desk, EMAIL, "Olive").id, PASSWORD)
        link = people.make_link(desk, EMAIL)
        port = settings.public_url.rpartition(":")[2]
        programs = [started(settings, folder, "web", "--port", port), started(settings, folder, "worker")]
        stack.callback(lambda: [kill(one) for one in programs])
        agent_part.wait_until_heard(f"{settings.public_url}/healthz", 30)
        with httpx.Client(base_url=settings.public_url, timeout=30) as client:
            asked_with_secrets(client)
            bearer = {"Authorization": f"Bearer {there.agent.token}"}
            plan(there.agent, tagline(CANARY))
            there.wordpress.misbehave(GOSSIP, method="POST", path="/wp/v2/settings")
            there.apply()
            assert waiting.wait_for(desk, there.run, 30)
            break_tables(settings.database_url)
            client.get(f"/preview/{CANARY}")
            client.get(f"/sign-in/{link}")
            client.get(f"/wp-json/respira/v1/pages/42?{CANARY}", headers=bearer)
            client.post("/wp-json/respira/v1/pages", json={"title": CANARY, "password": CANARY}, headers=bearer)
        for one in programs:
            one.send_signal(signal.SIGTERM)
            one.wait(30)
        log = "".join((folder / f"{name}.log").read_text() for name in ("web", "worker"))
        yield Written(log.replace(there.agent.token, CANARY).replace(link, CANARY))


def break_tables(url: str) -> None:
    """Take away tables that every page and every call reads, so that what they do goes wrong in the database."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"), poolclass=NullPool)
    with engine.begin() as connection:
        for name in ("copies", "sign_in_links", "answered_calls", "steps"):
            connection.execute(text(f"ALTER TABLE {name} RENAME TO {name}_elsewhere"))


def test_the_log_holds_no_token_no_password_no_address_of_a_person_and_nothing_that_was_sent(
    written: Written,
) -> None:
    lines = [line for line in written.log.splitlines() if CANARY.lower() in line.lower()]
    assert lines == []
    assert len(written.log.splitlines()) >= 4
    assert "Traceback" in written.log


def test_whatever_breaks_is_in_the_log_with_an_id_and_without_the_values_of_a_statement(written: Written) -> None:
    assert '"event": "page.broke"' in written.log or '"event": "page.database_away"' in written.log
    assert "[parameters:" not in written.log.replace("[SQL parameters hidden due to hide_parameters=True]", "")


def test_every_file_that_sayso_makes_is_for_the_eyes_of_whoever_runs_it_alone(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path}/sayso.db")
    migrating = started(settings, tmp_path, "migrate")
    assert migrating.wait(60) == 0
    working = started(settings, tmp_path, "worker")
    try:
        until = clock.monotonic() + 30
        while b"worker.started" not in (tmp_path / "worker.log").read_bytes() and clock.monotonic() < until:
            threading.Event().wait(0.1)
        with open_database(settings.database_url):
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("sayso.db*")}
    finally:
        kill(working)
    assert {"sayso.db", "sayso.db-wal", "sayso.db-shm", "sayso.db.queue"} <= set(modes)
    assert {name: oct(mode) for name, mode in modes.items() if mode != 0o600} == {}


@contextmanager
def open_database(url: str) -> Iterator[None]:
    """Read from a database, so that the files beside it are there as long as the block lasts."""
    database = Database(url)
    with database.reading() as session:
        session.execute(text("SELECT * FROM people"))
        yield
    database.close()
