"""bin/audit never takes what it could not ask about for what is sound."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import auditing

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
WEAK = {
    "name": "Jinja2",
    "version": "3.1.0",
    "vulns": [
        {"id": "PYSEC-2026-1", "fix_versions": ["3.1.6"], "aliases": ["CVE-2026-1"], "description": "x"},
        {"id": "GHSA-xxxx", "fix_versions": [], "aliases": [], "description": "y"},
    ],
}
UNKNOWN = {"name": "htmx-flask", "skip_reason": "Dependency not found on PyPI and could not be audited: htmx-flask"}


def audited(folder: Path, capsys: pytest.CaptureFixture[str], *told: dict[str, Any]) -> tuple[int, list[str]]:
    """Count a report in the shape that pip-audit gives it, of a lock with three packages."""
    lock, report = folder / "requirements.lock", folder / "report.json"
    lock.write_text("# by bin/lock\nflask==3.1.3 \\\n    --hash=sha256:00\nhtmx_flask==0.1.0\njinja2==3.1.0\n")
    report.write_text(json.dumps({"dependencies": list(told), "fixes": []}))
    status = auditing.main(["--lock", str(lock), "--report", str(report)])
    return status, capsys.readouterr().out.splitlines()


def test_all_asked_about_and_nothing_known_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = (SOUND, {**WEAK, "vulns": []}, {"name": "htmx-flask", "version": "0.1.0", "vulns": []})
    assert audited(tmp_path, capsys, *told) == (
        0,
        ["3 packages were audited, 0 could not be. 0 have known weaknesses."],
    )


def test_what_could_not_be_asked_about_is_counted_and_named_and_nothing_is_called_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audited(tmp_path, capsys, SOUND, UNKNOWN) == (
        2,
        [
            "1 packages were audited, 2 could not be. 0 have known weaknesses.",
            "Not audited: htmx-flask, jinja2.",
        ],
    )


def test_a_known_weakness_is_named_with_what_mends_it_and_weighs_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = audited(tmp_path, capsys, SOUND, WEAK, UNKNOWN)
    assert status == 1
    assert lines[0] == "jinja2 3.1.0: PYSEC-2026-1, mended in 3.1.6; GHSA-xxxx, not mended yet"
    assert lines[1] == "2 packages were audited, 1 could not be. 1 have known weaknesses."


def test_every_package_that_is_locked_is_asked_about() -> None:
    names = auditing.locked_in(auditing.LOCK)
    assert {"flask", "cryptography", "sqlalchemy", "httpx"} <= set(names)
    assert len(names) == len(set(names)) >= 30
