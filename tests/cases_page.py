"""docs/cases.md: what other people's agents and sites met, part by part, with the tests that keep each.

A test names its parts in its name (`test_c22_1_...`), in its own text or in a comment right above it. `bin/docs`
writes the page; it is made of the tests and of `every_case`, and holds nothing else.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.every_case import CASES

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "cases.md"
IN_WORDS = re.compile(r"\bC(\d\d)\.(\d)\b")
IN_NAME = re.compile(r"^test_c(\d\d)_(\d)_")

# The first folder of a test's path tells what it is asked on.
_PLACES = {
    "real": "real WordPress",
    "e2e": "browser",
    "doors": "door",
    "promises": "door, sample site",
    "wordpress": "client, site of scripted answers",
    "web": "pages, sample site",
    "chaos": "programs, sample site",
}
_ELSEWHERE = "sample site"

_HEAD = """# Cases

For contributors: what other people's agents and sites met, in {cases} cases and {parts} parts, what Sayso does then,
and the tests that keep it. `bin/docs` makes this page of the tests, which name their parts; all of them run with the
whole suite.
"""


def named_by(test: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> Iterator[str]:
    """Give the parts of cases that a test names."""
    first = min([test.lineno, *(mark.lineno for mark in test.decorator_list)]) - 1
    above = lines[first - 1] if first and lines[first - 1].startswith("#") else ""
    words = "\n".join([above, *lines[first : test.end_lineno]])
    yield from (f"C{case}.{part}" for case, part in IN_WORDS.findall(words))
    yield from (f"C{case}.{part}" for case, part in IN_NAME.findall(test.name))


@cache
def named() -> dict[str, set[str]]:
    """Return every part that a test names, with the files of those tests."""
    found = defaultdict(set)
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for part in named_by(node, text.splitlines()):
                    found[part].add(str(path.relative_to(TESTS)))
    return dict(found)


def text() -> str:
    """Return the page as the tests have it."""
    parts = sum(map(len, CASES.values()))
    return "\n".join([_HEAD.format(cases=len(CASES), parts=parts), *_cases()]) + "\n"


def _cases() -> Iterator[str]:
    for title, parts in CASES.items():
        yield f"## {title}\n\n| part | what is kept | on | tests |\n|---|---|---|---|"
        for at, told in enumerate(parts, start=1):
            files = named().get(f"{title[:3]}.{at}", set())
            yield f"| {title[:3]}.{at} | {told} | {_places(files)} | {_tests(files)} |"
        yield ""


def _places(files: set[str]) -> str:
    return "; ".join(sorted({_PLACES.get(file.partition("/")[0], _ELSEWHERE) for file in files}))


def _tests(files: set[str]) -> str:
    return ", ".join(f"[{file}](../tests/{file})" for file in sorted(files))


if __name__ == "__main__":
    PAGE.write_text(text())
