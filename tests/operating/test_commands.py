"""Promises of the commands as they are typed: what they print, and the status that they end with."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event, select
from sqlalchemy.pool import Pool

from tests import databases
from tests.installed import Installed
from tests.programs import environment
from webapp import cli
from webapp.core import programs
from webapp.data import Database, Site


@pytest.fixture(autouse=True)
def typed(sayso: Installed, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The environment of the installation, as a terminal has it."""
    for name, value in environment(sayso.desk.settings).items():
        monkeypatch.setenv(name, value)
    before = os.umask(0o077)
    yield
    os.umask(before)


def paused(url: str) -> bool:
    database = Database(url)
    with database.reading() as session:
        told = session.scalars(select(Site.paused_at)).one() is not None
    database.close()
    return told


@pytest.mark.parametrize("moved", [False, True])
def test_a_backup_is_taken_and_laid_out_and_both_say_what_is_not_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    file = str(tmp_path / "one")
    (tmp_path / "elsewhere").mkdir()
    url = databases.new_url(tmp_path / "elsewhere")
    capsys.readouterr()
    assert cli.main(["backup", file]) == 0
    assert "The settings are not in it. Without SAYSO_SEALING_KEYS nothing" in capsys.readouterr().out
    monkeypatch.setenv("SAYSO_DATABASE_URL", url)
    assert cli.main(["restore", file, *(["--moved"] if moved else [])]) == 0
    told = capsys.readouterr().out
    assert "Its tables were at 0007." in told
    assert ("So 1 sites are paused, everybody is signed out" in told) is not moved
    assert paused(url) is not moved
    assert cli.main(["restore", file]) == 1
    assert "is not empty" in capsys.readouterr().err


@pytest.mark.parametrize("moved", [False, True])
def test_everything_is_taken_out_and_in_and_a_file_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, moved: bool
) -> None:
    file = str(tmp_path / "everything")
    assert cli.main(["export", file]) == 0
    assert "Something was at work meanwhile" not in capsys.readouterr().out
    assert cli.main(["export", file]) == 1
    assert f"{file} is there already, and nothing is overwritten." in capsys.readouterr().err
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path}/new.db")
    assert cli.main(["import", file, *(["--moved"] if moved else [])]) == 0
    told = capsys.readouterr().out
    assert "were taken in and read again: they are the same." in told
    assert ("So 1 sites are paused, everybody is signed out" in told) is not moved
    assert paused(f"sqlite:///{tmp_path}/new.db") is not moved


def test_an_export_that_is_taken_while_a_worker_lives_says_so_and_can_not_be_gone_on_from(
    sayso: Installed, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    programs.say(sayso.desk, "worker:1")
    file = str(tmp_path / "everything")
    assert cli.main(["export", file]) == 0
    assert "Something was at work meanwhile: a worker lived" in capsys.readouterr().out
    monkeypatch.setenv("SAYSO_DATABASE_URL", f"sqlite:///{tmp_path}/new.db")
    assert cli.main(["import", "--moved", file]) == 1
    assert "Stop web and worker where it is from and export anew" in capsys.readouterr().err


def test_without_pg_dump_it_is_said_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", "postgresql://sayso:hunter2hunter2@127.0.0.1:1/sayso")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cli.main(["backup", str(tmp_path / "one")]) == 1
    assert capsys.readouterr().err == (
        "There is no pg_dump on this machine. "
        "Install PostgreSQL's client programs, of the server's version or a newer one.\n"
    )
    assert not (tmp_path / "one").exists()


def test_a_backup_that_pg_dump_can_not_make_leaves_nothing_and_tells_no_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_DATABASE_URL", "postgresql://sayso:hunter2hunter2@127.0.0.1:1/sayso")
    assert cli.main(["backup", str(tmp_path / "one")]) == 1
    told = capsys.readouterr().err
    assert told.startswith("pg_dump failed: ")
    assert "hunter2" not in told
    assert not (tmp_path / "one").exists()


@pytest.fixture
def left_open() -> Iterator[set[int]]:
    """The connections to a database that were opened since, and not closed."""
    left: set[int] = set()

    def opened(connection: object, _record: object) -> None:
        left.add(id(connection))

    def closed(connection: object, _record: object) -> None:
        left.discard(id(connection))

    event.listen(Pool, "connect", opened)
    event.listen(Pool, "close", closed)
    yield left
    event.remove(Pool, "connect", opened)
    event.remove(Pool, "close", closed)


@pytest.mark.parametrize(
    "words", [["add-person", "eve@example.com", "Eve"], ["sign-in-link", "olive@example.com"], ["reseal"]]
)
def test_a_command_about_people_or_seals_leaves_no_connection_open(words: list[str], left_open: set[int]) -> None:
    assert cli.main(words) == 0
    assert left_open == set()
