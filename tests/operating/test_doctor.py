"""Promises of the doctor: it says what is wrong with an installation and what to do, and changes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from sqlalchemy import text, update

from tests import databases
from tests.core import acts
from tests.installed import Agent, Installed
from tests.programs import environment
from tests.serving import served
from webapp import cli, clock, schema
from webapp.app import create_app
from webapp.core import programs
from webapp.data import Event, Run, Status, Step
from webapp.demo import free_port
from webapp.operating import insides


@pytest.fixture
def well(sayso: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    """An installation in which nothing is wrong, as the environment describes it."""
    programs.say(sayso.desk, "a worker")
    for file in tmp_path.glob("sayso.db*"):
        file.chmod(0o600)
    before = os.umask(0o077)
    with served(create_app(sayso.desk)) as address:
        for name, value in environment(replace(sayso.desk.settings, public_url=address)).items():
            monkeypatch.setenv(name, value)
        yield sayso
    os.umask(before)


def examined(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, dict[str, str]]:
    """The status that the command ended with, and what it found ill or doubtful."""
    capsys.readouterr()
    status = cli.main(["doctor", "--json", *options])
    found = json.loads(capsys.readouterr().out)
    assert all(one["do"] for one in found if one["state"] != "ok")
    return status, {one["what"]: f"{one['state']}: {one['found']}" for one in found if one["state"] != "ok"}


def test_where_nothing_is_wrong_it_says_so_thing_by_thing(
    well: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert cli.main(["doctor", "--sites"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("ok    ") for line in lines)
    named = [line[6:].partition(":")[0] for line in lines]
    around = ["settings", "file rights", "disk", "queue", "public address", "mail"]
    inside = [
        "database",
        "tables",
        "sealing",
        "writing",
        "worker",
        "integrity",
        "sealed values",
        "clock",
        "runs",
        "site",
    ]
    wanted = {*around, *inside} - ({"file rights", "disk"} if databases.kind == databases.POSTGRESQL else set())
    assert set(named) == wanted


def test_every_wrong_setting_is_told_and_nothing_else_is_looked_at(
    well: Installed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_PUBLIC_URL", "sayso")
    monkeypatch.setenv("SAYSO_SECRET_KEY", "short-but-secret")
    assert cli.main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert told.count("FAIL") == 2
    assert "SAYSO_PUBLIC_URL must be" in told
    assert "SAYSO_SECRET_KEY must have" in told
    assert "short-but-secret" not in told


def test_other_sealing_keys_a_silent_worker_and_no_web_program_are_told(
    well: Installed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with well.desk.writing() as session:
        session.execute(text("DELETE FROM programs"))
    monkeypatch.setenv("SAYSO_SEALING_KEYS", Fernet.generate_key().decode())
    monkeypatch.setenv("SAYSO_PUBLIC_URL", f"http://127.0.0.1:{free_port()}")
    status, found = examined(capsys)
    assert status == 1
    assert found["sealing"] == "FAIL: The sealing keys do not open what is kept."
    assert found["sealed values"] == "FAIL: The keys do not open some of Site.app_password."
    assert found["worker"] == "FAIL: No worker was seen within 3 minutes."
    assert found["public address"].startswith("FAIL: http://127.0.0.1:")


def test_another_program_at_the_public_address_is_not_taken_for_us(
    well: Installed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(_environ: object, start_response: object) -> list[bytes]:
        start_response("200 OK", [("Content-Type", "text/html")])  # type: ignore[operator]
        return [b"<h1>Welcome to nginx</h1>"]

    with served(other) as address:
        monkeypatch.setenv("SAYSO_PUBLIC_URL", address)
        status, found = examined(capsys)
    assert (status, found) == (
        1,
        {"public address": f"FAIL: Something other than Sayso answers at {address}."},
    )


def test_a_database_that_is_not_there_is_told_and_not_made(
    tmp_path: Path, well: Installed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path}/elsewhere.db")
    status, found = examined(capsys)
    assert (status, found) == (1, {"database": f"FAIL: There is no file {tmp_path}/elsewhere.db."})
    assert not any(file.name.startswith("elsewhere") for file in tmp_path.iterdir())


def test_a_database_that_others_may_read_is_told_with_the_command_that_mends_it(
    tmp_path: Path, well: Installed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.db"
    schema.upgrade(f"sqlite:///{file}")
    file.chmod(0o644)
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{file}")
    assert cli.main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert f"FAIL  file rights: Others on this machine may read {file}" in told
    assert f"Run: chmod 600 {file}" in told


def test_what_waits_too_long_and_what_nobody_knows_are_doubtful(
    well: Installed, agent: Agent, capsys: pytest.CaptureFixture[str]
) -> None:
    [step] = acts.plan(agent, acts.tagline("A"))
    run = agent.call("apply_plan")["review"]["job_id"]
    well.workers.finish()
    long_ago = well.desk.clock() - timedelta(hours=2)
    with well.desk.writing() as session:
        session.execute(update(Run).values(finished_at=None, asked_at=long_ago))
        session.execute(update(Step).values(status=Status.UNKNOWN))
    status, found = examined(capsys)
    assert status == 0
    assert found == {
        "runs": f"warn: Under way for more than an hour: {run}.",
        "unknown steps": f"warn: Nobody knows whether these landed: {step}.",
    }


def test_a_clock_that_went_back_is_told(well: Installed, capsys: pytest.CaptureFixture[str]) -> None:
    with well.desk.writing() as session:
        session.execute(update(Event).values(at=well.desk.clock() + timedelta(days=1)))
    status, found = examined(capsys)
    assert status == 1
    assert found["clock"].endswith("which is still to come.")


def test_a_mail_server_that_does_not_answer_is_told_and_its_password_is_not(
    well: Installed, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_MAIL_URL", f"smtp://me:hunter2hunter2@127.0.0.1:{free_port()}")
    monkeypatch.setenv("SAYSO_MAIL_FROM", "sayso@example.com")
    status, found = examined(capsys)
    assert (status, found) == (1, {"mail": "FAIL: The mail server could not be reached."})


def test_a_site_that_does_not_take_the_login_any_more_is_told_when_sites_are_asked(
    well: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    with well.desk.writing() as session:
        sealed = well.desk.sealer.seal(f"site.app_password {well.site.public_id}", "another password")
        session.execute(text("UPDATE sites SET app_password = :sealed"), {"sealed": sealed})
    assert examined(capsys) == (0, {})
    status, found = examined(capsys, "--sites")
    assert status == 1
    assert found["site"].startswith(f"FAIL: {well.site.public_id} at {well.site.url}: ")


def test_a_clock_that_is_not_the_databases_own_is_told_where_the_database_has_one(sayso: Installed) -> None:
    fast = sayso.with_clock(lambda: clock.now() + timedelta(seconds=30)).desk
    [found] = [one for one in insides.looked_at(fast) if one.what == "clock"]
    if sayso.desk.database.path is None:
        assert (found.state, found.found) == ("FAIL", "It is 30 seconds away from the database's clock.")
    else:
        assert found.state == "ok"
