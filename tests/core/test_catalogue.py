"""Every tool that writes, by its example, on the sample site: planned, applied, undone, and nothing else differs."""

from __future__ import annotations

import pytest

from tests.examples.every import ALL, EVERY
from tests.installed import Installed
from tests.playing import Stage, play
from tests.site_state import reading
from webapp.sample_site import SampleSite
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import WriteTool

# Tools that write and have no example of their own, and why.
WITHOUT_EXAMPLE = {
    "restore_snapshot": "every example is undone by what it does, and tests/core/test_restores_by_agents.py plans it",
}


@pytest.mark.parametrize("name", EVERY)
def test_a_write_waits_until_it_is_applied_lands_and_is_undone(
    name: str, sayso: Installed, wordpress: SampleSite
) -> None:
    if EVERY[name].theme == "block":
        # A theme without places for menus is a block theme.
        wordpress.wp.locations = {}
    with reading(f"{wordpress.url}/wp-json/", wordpress.username, wordpress.app_password) as hand:
        requests = wordpress.requests
        play(EVERY[name], Stage(sayso, hand, requests.writes, requests.clear))


def test_every_tool_that_writes_has_an_example_and_every_example_a_tool() -> None:
    writing = {name for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool)}
    assert {example.tool for example in EVERY.values()} | set(WITHOUT_EXAMPLE) == writing
    assert {example.tool for example in EVERY.values()} & set(WITHOUT_EXAMPLE) == set()


def test_examples_of_one_tool_are_told_apart_by_name() -> None:
    assert len(ALL) == len(EVERY), sorted(name for name, _ in ALL)
