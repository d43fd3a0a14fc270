"""Promises of the stdio command's own file: what it is taken for, who may touch it, and where a key is kept."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from tests.stdio_program import program
from webapp.doors.stdio.access import Access, find, is_mounted, what_others_can
from webapp.errors import Refusal
from webapp.settings import StdioSettings

URL = "https://sayso.example"
KEY = "respira_" + "a1_-" * 9


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file as the command leaves it."""
    one = tmp_path / "agent.json"
    one.write_text(json.dumps({"url": URL, "key": KEY}))
    one.chmod(0o600)
    return one


def found(file: Path) -> Access:
    return find(StdioSettings(url="", key="", folder=file.parent), file=file)


def test_a_file_that_is_its_owner_s_alone_is_used_without_a_word(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    access = found(file)
    assert (access.url, access.key) == (URL, KEY)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644])
def test_a_key_that_others_can_read_is_used_and_that_is_said(
    file: Path, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    file.chmod(mode)
    assert found(file).key == KEY
    said = f"sayso mcp: others can read the key in {file}. Make it yours alone with chmod 600.\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_left_aside_and_that_is_said(
    file: Path, capsys: pytest.CaptureFixture[str], mode: int
) -> None:
    file.chmod(mode)
    access = found(file)
    assert (access.url, access.key) == ("", "")
    said = f"sayso mcp: others can write {file}, so it is left aside. Make it yours alone with chmod 600.\n"
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(
    ("owner", "can"), [(1000, ""), (0, ""), (1001, "write")], ids=["mine", "the administrator's", "somebody else's"]
)
def test_somebody_else_s_file_is_one_that_others_can_write(owner: int, can: str) -> None:
    told = os.stat_result((stat.S_IFREG | 0o600, 7, 7, 1, owner, 1000, 80, 0, 0, 0))
    assert what_others_can(told, 1000) == can


def test_a_pipe_in_its_place_does_not_hold_up_the_start(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    with program(tmp_path, "--config", str(tmp_path / "pipe"), SAYSO_URL=URL) as stdio:
        assert stdio.tools() == ["respira_redeem_token"]
        assert stdio.end() == (
            0,
            f"sayso mcp: {tmp_path / 'pipe'} can not be read (it is not a file), so it is left aside.\n",
        )


def test_a_device_in_its_place_is_not_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert found(Path("/dev/zero")).key == ""
    assert "/dev/zero can not be read (it is not a file)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content",
    [
        "[" * 200_000,
        "{}",
        "7",
        json.dumps({"url": URL, "key": None}),
        json.dumps({"url": URL, "key": "None"}),
        json.dumps({"url": URL, "key": f"{KEY}\n"}),
        json.dumps({"url": f"{URL}/mcp", "key": KEY}),
        json.dumps({"url": [], "key": KEY}),
    ],
    ids=lambda content: content[:70],
)
def test_a_file_without_an_address_and_a_key_is_left_aside(
    file: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    file.write_text(content)
    access = found(file)
    assert (access.url, access.key) == ("", "")
    said = f"sayso mcp: {file} can not be read (it holds no address with a key), so it is left aside.\n"
    assert capsys.readouterr().err == said


def test_a_key_is_used_no_more_unless_another_one_has_taken_its_place(file: Path) -> None:
    access = Access(URL, "respira_old", file, given=False)
    with access.keeping() as keep:
        keep(KEY)
    # The answer to a call that was sent with the old key comes late.
    access.forget("respira_old")
    assert access.key == KEY
    access.forget(KEY)
    assert access.key == ""


def test_a_kept_key_replaces_the_file_for_its_owner_s_eyes_only(file: Path) -> None:
    file.chmod(0o666)
    with Access(URL, "", file, given=False).keeping() as keep:
        keep(KEY)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["agent.json"]


def test_where_nothing_is_kept_after_all_the_file_is_as_it_was(file: Path) -> None:
    with Access(URL, "", file, given=False).keeping():
        pass
    assert found(file).key == KEY
    assert [each.name for each in file.parent.iterdir()] == ["agent.json"]


def test_a_link_is_kept_and_leads_to_the_new_key(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(file)
    with Access(URL, "", link, given=False).keeping() as keep:
        keep(KEY.replace("1", "2"))
    assert link.is_symlink()
    assert found(file).key == KEY.replace("1", "2")


def test_there_is_no_place_for_a_key_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "round").symlink_to(tmp_path / "round")
    os.mkfifo(tmp_path / "pipe")
    reasons = {
        "folder": "it is not a file",
        "pipe": "it is not a file",
        "file/agent.json": "Not a directory",
        "round": "Too many levels of symbolic links",
    }
    for name, reason in reasons.items():
        place = tmp_path / name
        with pytest.raises(Refusal) as caught, Access(URL, "", place, given=False).keeping():
            pytest.fail("There was a place.")
        told = f"The file {place} can not be written ({reason}), so the code was not used."
        assert (caught.value.code, caught.value.message) == ("respira_no_place_for_key", told)


def test_a_file_that_is_mounted_by_itself_is_known_from_the_list_of_mounts(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_bytes(
        b"22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        b"31 22 8:1 /kept /home/Anna\\040B/agent.json rw - ext4 /dev/sda1 rw\n"
    )
    assert is_mounted(Path("/home/Anna B/agent.json"), mounts) is True
    assert is_mounted(Path("/home/Anna B"), mounts) is False
    assert is_mounted(Path("/"), tmp_path / "missing") is False


def test_plain_http_beyond_this_machine_is_said_at_the_start(tmp_path: Path) -> None:
    with program(tmp_path, SAYSO_URL="http://sayso.example") as stdio:
        assert stdio.end() == (
            0,
            "sayso mcp: the key travels to http://sayso.example unencrypted, so whoever is on the way can read it. "
            "Use https.\n",
        )
