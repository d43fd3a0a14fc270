"""Promises of bin/setup: it makes a working installation, keeps secrets to its owner, and harms no earlier one."""

from __future__ import annotations

import re
import shlex
import stat
import subprocess
from pathlib import Path

import pytest

from webapp.app import create_app
from webapp.laying import lay_desk
from webapp.settings import Settings

SETUP = Path(__file__).parent.parent / "bin" / "setup"
OLIVE = ("--email", "olive@example.com", "--name", "Olive Owner")


def set_up(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run bin/setup for a folder of its own."""
    command = [SETUP, "--folder", folder, *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120)


def settings_in(folder: Path) -> dict[str, str]:
    lines = (folder / "sayso.env").read_text().splitlines()
    return {name: shlex.split(value)[0] for name, _, value in (line.partition("=") for line in lines)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sayso") / "kept here"


@pytest.fixture(scope="module")
def first(folder: Path) -> str:
    """What the first run prints, in which the owner's name and address are typed."""
    done = set_up(folder, "--url", "http://localhost", typed="olive@example.com\nOlive Owner\n")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_makes_an_installation_into_which_the_owner_can_sign_in(folder: Path, first: str) -> None:
    assert "sign in as Olive Owner" in first
    link = re.search(r"http://localhost(/sign-in/\S+)", first)
    assert link is not None
    desk = lay_desk(Settings.from_environment(settings_in(folder)), lambda run: None)
    client = create_app(desk).test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(link[1]).get_data(as_text=True))
    assert token is not None
    assert client.post(link[1], data={"csrf_token": token[1]}).headers["Location"] == "/plans"
    assert "olive@example.com" in client.get("/account").get_data(as_text=True)
    desk.database.close()


@pytest.mark.usefixtures("first")
def test_only_its_owner_may_read_the_settings_and_the_database(folder: Path) -> None:
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}
    assert modes.pop(folder.name) == 0o700
    assert {"sayso.env", "sayso.db"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_the_command_that_its_last_words_name_makes_a_new_link(folder: Path, first: str) -> None:
    [command] = [line.strip() for line in first.splitlines() if "sign-in-link" in line]
    assert command.endswith("/bin/sayso sign-in-link olive@example.com")
    made = subprocess.run(["sh", "-c", command], cwd="/", capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("http://localhost/sign-in/")


def test_somebody_who_is_not_there_gets_no_link_and_the_command_that_adds_them(folder: Path, first: str) -> None:
    [command] = [line.strip() for line in first.splitlines() if "sign-in-link" in line]
    unknown = command.replace("olive@", "nobody@")
    made = subprocess.run(["sh", "-c", unknown], cwd="/", capture_output=True, text=True, timeout=60)
    assert (made.returncode, made.stdout) == (1, "")
    assert made.stderr == (
        "Nobody here has the address nobody@example.com. Add them with: bin/sayso add-person EMAIL NAME\n"
    )


def test_asked_for_help_it_says_what_can_be_chosen() -> None:
    done = subprocess.run([SETUP, "--help"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "--email EMAIL" in done.stdout


@pytest.mark.usefixtures("first")
def test_run_again_it_keeps_the_settings(folder: Path) -> None:
    before = (folder / "sayso.env").read_bytes()
    again = set_up(folder, "--url", "https://other.example", *OLIVE)
    assert again.returncode == 0, again.stderr
    assert "stay as they are" in again.stdout
    assert "http://localhost/sign-in/" in again.stdout
    assert (folder / "sayso.env").read_bytes() == before


@pytest.mark.usefixtures("first")
def test_two_installations_share_no_secret(folder: Path, tmp_path: Path) -> None:
    assert set_up(tmp_path, *OLIVE).returncode == 0
    one, two = settings_in(folder), settings_in(tmp_path)
    assert one["SAYSO_SECRET_KEY"] != two["SAYSO_SECRET_KEY"]
    assert one["SAYSO_SEALING_KEYS"] != two["SAYSO_SEALING_KEYS"]


def test_an_unknown_choice_changes_nothing(tmp_path: Path) -> None:
    done = set_up(tmp_path / "new", "--colour", "blue")
    assert done.returncode == 2
    assert "--email EMAIL" in done.stderr
    assert "sayso.env" not in {path.name for path in tmp_path.rglob("*")}
