"""What the documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webapp.cli import _parser

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
TEXT = "\n".join(document.read_text() for document in DOCUMENTS)


@pytest.mark.parametrize("name", sorted(set(re.findall(r"(?<!venv/)\bbin/([a-z]+)", TEXT))))
def test_a_command_of_bin_that_a_document_names_is_there(name: str) -> None:
    assert (ROOT / "bin" / name).is_file()
    assert (ROOT / "bin" / name).stat().st_mode & 0o100


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`bin/sayso ([a-z-]+)", TEXT))))
def test_a_sayso_command_that_a_document_names_is_there(name: str) -> None:
    assert name in _parser().format_help()


@pytest.mark.promise("D-NAME-07")
def test_the_documents_name_every_setting_and_no_other() -> None:
    named = set(re.findall(r"SAYSO_[A-Z_]+", TEXT))
    known = set(re.findall(r'"(SAYSO_[A-Z_]+)"', (ROOT / "webapp/settings.py").read_text()))
    assert named == known


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:webapp|tests|docs|migrations)/[\w/.]*)`", TEXT))))
def test_a_path_that_a_document_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_a_link_between_documents_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text()):
        assert (document.parent / target).exists(), target


def test_the_options_of_the_demo_are_those_the_readme_lists() -> None:
    readme = (ROOT / "README.md").read_text()
    demo = next(action for action in _parser()._actions if action.choices).choices["demo"]
    offered = {option for action in demo._actions for option in action.option_strings} - {"-h", "--help"}
    assert offered == set(re.findall(r"`(--(?:port|data|empty|json))\b", readme)) | {
        "--wordpress",
        "--user",
        "--app-password",
    }


def test_the_architecture_page_names_every_room_of_the_engine_and_no_other() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    table = page[page.index("## The rooms of the engine") : page.index("## Secrets")]
    rooms = {path.stem for path in (ROOT / "webapp/core").glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`([a-z_]+)`", table)) == rooms
