"""Promises of bin/setup: it makes a working installation, keeps secrets to its owner, and harms no earlier one."""

from __future__ import annotations

import re
import shlex
import stat
import subprocess
from pathlib import Path

from webapp.app import create_app, lay_desk
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


def test_it_makes_an_installation_into_which_the_owner_can_sign_in(tmp_path: Path) -> None:
    folder = tmp_path / "kept here"
    done = set_up(folder, "--url", "http://localhost", *OLIVE)
    assert done.returncode == 0, done.stderr
    link = re.search(r"http://localhost(/sign-in/\S+)", done.stdout)
    assert link is not None
    desk = lay_desk(Settings.from_environment(settings_in(folder)), lambda run: None)
    client = create_app(desk).test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(link[1]).get_data(as_text=True))
    assert token is not None
    assert client.post(link[1], data={"csrf_token": token[1]}).headers["Location"] == "/plans"
    assert "olive@example.com" in client.get("/account").get_data(as_text=True)
    desk.database.close()


def test_only_its_owner_may_read_the_settings(tmp_path: Path) -> None:
    set_up(tmp_path, *OLIVE)
    assert stat.S_IMODE((tmp_path / "sayso.env").stat().st_mode) == 0o600


def test_it_asks_for_what_is_not_given(tmp_path: Path) -> None:
    done = set_up(tmp_path, typed="olive@example.com\nOlive Owner\n")
    assert done.returncode == 0, done.stderr
    assert "sign in as Olive Owner" in done.stdout


def test_run_again_it_keeps_the_settings(tmp_path: Path) -> None:
    set_up(tmp_path, *OLIVE)
    before = (tmp_path / "sayso.env").read_bytes()
    again = set_up(tmp_path, "--url", "https://other.example", *OLIVE)
    assert again.returncode == 0, again.stderr
    assert "stay as they are" in again.stdout
    assert (tmp_path / "sayso.env").read_bytes() == before


def test_two_installations_share_no_secret(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert set_up(tmp_path / name, *OLIVE).returncode == 0
    one, two = settings_in(tmp_path / "one"), settings_in(tmp_path / "two")
    assert one["SAYSO_SECRET_KEY"] != two["SAYSO_SECRET_KEY"]
    assert one["SAYSO_SEALING_KEYS"] != two["SAYSO_SEALING_KEYS"]


def test_an_unknown_choice_changes_nothing(tmp_path: Path) -> None:
    done = set_up(tmp_path / "new", "--colour", "blue")
    assert done.returncode == 2
    assert "--email EMAIL" in done.stderr
