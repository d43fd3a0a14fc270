"""Each threat of docs/security.md is held by something, and tests say so that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/security.md").read_text()
TABLE = PAGE[PAGE.index("| threat |") : PAGE.index("## What a stolen database shows")]
LINES = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in TABLE.strip().splitlines()[2:]]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0][:60])
def test_a_threat_is_held_by_something_and_its_tests_are_there(line: list[str]) -> None:
    threat, holds, tests = line
    assert threat
    assert holds
    named = NAMED.findall(tests)
    assert named
    assert NAMED.sub("", tests).strip() == ""
    assert [f"{path}::{name}" for path, name in named if name not in functions_of(ROOT / path)] == []


def functions_of(file: Path) -> set[str]:
    """The tests of a file that are run: those at its top, or in a class of tests there."""
    tree = ast.parse(file.read_text())
    holders = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
    functions = (node for holder in holders for node in holder.body if isinstance(node, ast.FunctionDef))
    return {node.name for node in functions if not any("skip" in ast.unparse(one) for one in node.decorator_list)}


def test_every_test_of_security_is_named_there_or_lies_in_a_file_that_is() -> None:
    files = {path.name for path in Path(__file__).parent.glob("test_*.py")} - {Path(__file__).name}
    assert {name for name in files if f"tests/security/{name}::" not in PAGE} == set()


def test_whoever_attacks_is_named_with_what_they_have() -> None:
    attackers = PAGE[PAGE.index("## Who attacks") : PAGE.index("Not held off")]
    assert len(attackers.strip().splitlines()) == 13
