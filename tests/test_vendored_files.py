"""Files taken over from other projects are exactly the releases their manifests name, with a licence."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
VENDORED = {
    "tests/vendor": [".js"],
    "webapp/static/icons": [".svg"],
    "webapp/static/vendor": [".js"],
}


def manifest(folder: str) -> list[dict[str, str]]:
    files: list[dict[str, str]] = json.loads((ROOT / folder / "MANIFEST.json").read_text())["files"]
    return files


@pytest.mark.parametrize("folder", VENDORED)
def test_every_vendored_file_is_the_one_its_manifest_describes(folder: str) -> None:
    for entry in manifest(folder):
        found = hashlib.sha256((ROOT / folder / entry["file"]).read_bytes()).hexdigest()
        assert found == entry["sha256"], f"{folder}/{entry['file']} is not {entry['name']} {entry['version']}"


@pytest.mark.parametrize("folder", VENDORED)
def test_no_file_lies_in_a_vendor_folder_without_an_entry(folder: str) -> None:
    present = sorted(path.name for path in (ROOT / folder).iterdir() if path.suffix in VENDORED[folder])
    assert present == sorted(entry["file"] for entry in manifest(folder))


@pytest.mark.parametrize("folder", VENDORED)
def test_every_vendored_file_keeps_its_licence_beside_it(folder: str) -> None:
    for entry in manifest(folder):
        assert entry["licence"] in {"0BSD", "ISC", "MPL-2.0"}
        assert (ROOT / folder / entry["licence_file"]).read_text().strip()


def test_the_browser_gets_htmx_4_0_1() -> None:
    assert [(entry["name"], entry["version"]) for entry in manifest("webapp/static/vendor")] == [
        ("htmx.org", "4.0.1")
    ]
