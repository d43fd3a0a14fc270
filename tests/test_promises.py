"""Every promise has a test, and every test that claims one claims a promise that was made."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
LIST = ROOT / "docs/promises.md"
ROW = re.compile(r"^\| ([PD]-[A-Z]+-[0-9]{2}) \| (\S.*) \|$", re.MULTILINE)


def promised() -> list[str]:
    """The ids of the list, in its order."""
    return [found[1] for found in ROW.finditer(LIST.read_text())]


def kept() -> Iterator[tuple[str, str]]:
    """Every promise that a test is marked with, and the test."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for promise in marks_of(node):
                    yield promise, f"{path.relative_to(ROOT)}::{node.name}"


def marks_of(test: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """The promises in a test's marks; they must be written out, so that they can be searched for."""
    return [
        str(ast.literal_eval(argument))
        for mark in test.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.promise"
        for argument in mark.args
    ]


def test_the_list_names_each_promise_once() -> None:
    counted = Counter(promised())
    assert len(counted) > 150
    assert [name for name, times in counted.items() if times > 1] == []


def test_every_row_of_the_list_can_be_read() -> None:
    lines = [line for line in LIST.read_text().splitlines() if re.match(r"\| [A-Z]", line)]
    assert [line for line in lines if not ROW.match(line)] == []


def test_every_promise_is_kept_by_a_test() -> None:
    held = {promise for promise, _ in kept()}
    assert [promise for promise in promised() if promise not in held] == []


def test_no_test_keeps_a_promise_that_nobody_made() -> None:
    made = set(promised())
    assert [(promise, test) for promise, test in kept() if promise not in made] == []


def test_a_test_that_keeps_promises_is_one_that_runs() -> None:
    assert [test for _, test in kept() if not test.partition("::")[2].startswith("test_")] == []
