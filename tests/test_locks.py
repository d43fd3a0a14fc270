"""The locks pin every package by hash, agree with each other, and name no place to fetch from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock"]


def pins(lock: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9_.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
    return dict(found)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_carries_a_hash(lock: str) -> None:
    for entry in re.split(r"\n(?=\S)", (ROOT / lock).read_text())[1:]:
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert "index-url" not in text
    assert "find-links" not in text


def test_working_on_sayso_uses_the_versions_that_run_it() -> None:
    runtime, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    assert runtime["flask"] == "3.1.3"
    assert {name: dev.get(name) for name in runtime} == runtime
