"""Promises of bin/env: it says what it begins when that takes long, and nothing when there is nothing to do."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

ENV = Path(__file__).parent.parent / "bin" / "env"
COMPARED = ("requirements.lock", "requirements-dev.lock", "pyproject.toml")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of which only what bin/env compares is there."""
    (tmp_path / "bin").mkdir()
    shutil.copy(ENV, tmp_path / "bin" / "env")
    for name in COMPARED:
        (tmp_path / name).write_text(f"{name}\n")
    return tmp_path


def run(checkout: Path) -> subprocess.CompletedProcess[str]:
    """Run it on a machine that has no Python, so that an installation ends as soon as it began."""
    tools = checkout / "tools"
    tools.mkdir()
    for name in ("cat", "dirname", "sha256sum"):
        (tools / name).symlink_to(str(shutil.which(name)))
    command = [checkout / "bin" / "env", "runtime"]
    return subprocess.run(command, env={"PATH": str(tools)}, capture_output=True, text=True, timeout=30)


def test_it_says_at_once_on_standard_error_that_it_installs(checkout: Path) -> None:
    done = run(checkout)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "Installing what Sayso needs into .venv; this takes about a minute.",
        "Sayso needs Python 3.11 or newer; none was found on this machine.",
    ]


def test_it_says_nothing_when_everything_fits(checkout: Path) -> None:
    content = b"".join((checkout / name).read_bytes() for name in COMPARED)
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "fits-runtime").write_text(f"{hashlib.sha256(content).hexdigest()}  - {checkout}\n")
    done = run(checkout)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
