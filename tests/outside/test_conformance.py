"""The conformance suite of the MCP project against our door, as a client with a key meets it, in both eras.

The measure is the official SDK's own server with the same tools. What a server of tools alone does not have stands in
a baseline for each era, and the suite itself fails on whatever differs from it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.outside import node
from tests.outside.conftest import Served

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Suite:
    """A version of the suite, the era it speaks, what of it is run, and how many checks pass."""

    program: str
    era: str
    chosen: tuple[str, str]
    passing: int

    @property
    def baseline(self) -> Path:
        return HERE / f"baseline-{self.era}.yml"


SUITES = {
    "stable, 2025-11-25": Suite("conformance-stable", "2025-11-25", ("--suite", "active"), 11),
    "next, 2025-11-25": Suite("conformance-next", "2025-11-25", ("--requirements", "2025-11-25"), 48),
    "next, 2026-07-28": Suite("conformance-next", "2026-07-28", ("--requirements", "2026-07-28"), 111),
}


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    Attributes:
        passed: how often each scenario's check passed, by both their names.
    """

    suite: Suite
    status: int
    printed: str
    passed: Counter[tuple[str, str]]


@pytest.fixture(scope="module", params=SUITES.values(), ids=SUITES)
def outcome(request: pytest.FixtureRequest, with_fixture_tools: Served, tmp_path_factory) -> Outcome:
    """What the suite found at the short address, whose tools have the names that it asks for."""
    return carried_out(request.param, f"{with_fixture_tools.address}/mcp/short", tmp_path_factory.mktemp("suite"))


def carried_out(suite: Suite, url: str, room: Path) -> Outcome:
    """Run the suite against an address, in a folder of its own."""
    options = ["--url", url, *suite.chosen, "--expected-failures", str(suite.baseline), "-o", str(room / "found")]
    ended = node.run(node.node(suite.program, "server", *options), room)
    passed: Counter[tuple[str, str]] = Counter()
    for found in (room / "found").glob("*/checks.json"):
        scenario = re.sub(r"-\d{4}-\d\d-\d\dT[-\dZ]+$", "", found.parent.name.removeprefix("server-"))
        checks = json.loads(found.read_text())
        passed.update((scenario, check["id"]) for check in checks if check["status"] == "SUCCESS")
    return Outcome(suite, ended.returncode, ended.stdout + ended.stderr, passed)


def test_the_suite_finds_what_its_baseline_names_and_nothing_else(outcome):
    assert outcome.status == 0, outcome.printed[outcome.printed.find("=== SUMMARY") :]


def test_as_many_checks_pass_as_ever(outcome):
    assert outcome.passed.total() == outcome.suite.passing


def test_the_checks_that_pass_are_those_of_the_official_server_with_the_same_tools(outcome, by_the_sdk, tmp_path):
    measure = carried_out(outcome.suite, f"{by_the_sdk.address}/mcp", tmp_path)
    assert outcome.passed == measure.passed
