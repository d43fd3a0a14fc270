"""Promises of the addresses that a machine asks whether Sayso is well."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog.testing
from alembic.config import Config
from alembic.script import ScriptDirectory
from cryptography.fernet import Fernet
from sqlalchemy import select, text

from tests.installed import Installed
from tests.operating import busy
from tests.programs import program
from webapp import clock, schema
from webapp.app import create_app
from webapp.core import programs, readiness
from webapp.core.desk import Desk
from webapp.core.readiness import Readiness
from webapp.core.sealing import Sealer
from webapp.data import Database, Program, revision

FINE = {"database": "ok", "writing": "ok", "tables": "ok", "sealing": "ok", "worker": "ok"}


@pytest.fixture(autouse=True)
def worker(sayso: Installed) -> None:
    """A worker that just said that it lives."""
    programs.say(sayso.desk, "worker 1")


def asked(desk: Desk) -> tuple[int, dict[str, Any]]:
    answer = create_app(desk).test_client().get("/readyz")
    return answer.status_code, answer.json or {}


def test_an_installation_that_can_work_says_so_thing_by_thing(sayso: Installed) -> None:
    assert asked(sayso.desk) == (200, {"status": "ok", **FINE})


def test_a_worker_that_was_silent_for_three_minutes_counts_as_none(sayso: Installed) -> None:
    now = sayso.desk.clock()
    nearly = sayso.with_clock(lambda: now + timedelta(minutes=2, seconds=55))
    assert readiness.look(nearly.desk) == FINE
    late = sayso.with_clock(lambda: now + timedelta(minutes=3, seconds=5))
    status, told = asked(late.desk)
    assert (status, told) == (
        503,
        {"status": "not ready", **FINE, "worker": "no worker was seen within 3 minutes"},
    )


def test_keys_that_do_not_open_what_is_kept_are_told_of(sayso: Installed) -> None:
    desk = replace(sayso.desk, sealer=Sealer([Fernet.generate_key().decode()]))
    assert asked(desk)[1]["sealing"] == "the sealing keys do not open what is kept"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("0006", "they are at 0006 and not at 0007: run `sayso migrate`"),
        ("9999", "they are at 9999, which this older Sayso does not know: put the newer Sayso back"),
    ],
)
def test_tables_of_another_version_are_told_of(sayso: Installed, named: str, told: str) -> None:
    with sayso.desk.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = :named"), {"named": named})
    try:
        status, answer = asked(sayso.desk)
    finally:
        with sayso.desk.writing() as session:
            session.execute(text("UPDATE alembic_version SET version_num = :named"), {"named": revision.NEWEST})
    assert (status, answer["tables"], answer["database"]) == (503, told, "ok")


def test_whoever_asks_while_a_look_hangs_is_answered_in_time_and_no_second_look_begins(sayso: Installed) -> None:
    looks = []
    held = threading.Event()

    def slow() -> Any:
        looks.append(1)
        held.wait(30)
        return clock.now()

    asks = Readiness(longest=0.2)
    desk = sayso.with_clock(slow).desk
    hung = dict.fromkeys(FINE, "no answer within 0.2 seconds")
    assert [asks.told(desk), asks.told(desk)] == [hung, hung]
    assert looks == [1]
    held.set()
    assert any(asks.told(desk) == FINE for _ in range(50))


def test_a_database_that_can_not_be_read_makes_an_answer_and_no_fault(sayso: Installed, tmp_path: Path) -> None:
    gone = Database(f"sqlite:///{tmp_path}/no-such-folder/sayso.db")
    with structlog.testing.capture_logs():
        status, told = asked(replace(sayso.desk, database=gone))
    assert (status, told["database"]) == (503, "it can not be read")
    assert told["worker"] == "not known: the database can not be read"


def test_a_worker_tells_that_it_lives_from_its_start(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    settings = busy.settings_in(tmp_path / "own")
    database = Database(settings.database_url)

    def names() -> list[str]:
        with database.reading() as session:
            return list(session.scalars(select(Program.name)))

    with program(settings, "worker") as worker:
        give_up = clock.monotonic() + 30
        while not names():
            assert clock.monotonic() < give_up
            threading.Event().wait(0.05)
        assert [name.split(":")[1] for name in names()] == [str(worker.pid)]
    database.close()


def test_a_program_that_ends_as_it_should_is_not_missed_afterwards(sayso: Installed) -> None:
    with programs.living(sayso.desk, "worker 2"), sayso.desk.reading() as session:
        assert programs.alive(session, sayso.desk.clock()) == 2
    with sayso.desk.reading() as session:
        assert session.scalars(select(Program.name)).all() == ["worker 1"]


def test_the_tables_that_this_sayso_knows_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory.from_config(Config(toml_file=schema.ROOT / "pyproject.toml"))
    assert tuple(script.revision for script in reversed(list(scripts.walk_revisions()))) == revision.KNOWN
