"""Every tool that writes, by its example, on the sample site: planned, applied, undone, done again, undone.

Of several examples of one tool the first alone is done again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examples.every import ALL, EVERY
from tests.installed import Installed, installed
from tests.playing import Stage, connected, play
from tests.sample import sample_site
from tests.site_state import reading
from webapp.sample_site import SampleSite
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import ManyTool, WriteTool

ROOT = Path(__file__).parent.parent.parent
# Tools that write and have no example of their own, and why.
WITHOUT_EXAMPLE = {
    "restore_snapshot": "every example is undone by what it does, and tests/core/test_restores_by_agents.py plans it",
}
FIRSTS = {example.tool: name for name, example in reversed(EVERY.items())}.values()
# Tools that make several writes, each by a tool that has an example, and where they are tested themselves.
OF_SEVERAL = {
    "build_page": "tests/core/test_page_building.py",
    "batch_update": "tests/core/test_many_writes.py",
    "update_media_batch": "tests/tools/test_media_tools.py",
    "restore_session": "tests/core/test_session_restores.py",
}


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """One installation for all examples, which take longer to set up than to play."""
    folder = tmp_path_factory.mktemp("catalogue")
    with (
        sample_site() as first,
        installed(folder, first.url, first.username, first.app_password) as one,
    ):
        yield one


@pytest.mark.parametrize("name", EVERY)
def test_a_write_waits_until_it_is_applied_lands_and_is_undone(
    name: str, installation: Installed, wordpress: SampleSite
) -> None:
    if EVERY[name].theme == "block":
        # A theme without places for menus is a block theme.
        wordpress.wp.locations = {}
    login = wordpress.username, wordpress.app_password
    sayso = connected(installation, name, wordpress.url, login)
    rounds = 1 if name in FIRSTS else 0
    with reading(f"{wordpress.url}/wp-json/", *login) as hand:
        play(EVERY[name], Stage(sayso, hand, wordpress.requests.writes, wordpress.requests.clear, rounds=rounds))


def test_every_tool_that_writes_has_an_example_and_every_example_a_tool() -> None:
    writing = {name for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool)}
    assert {example.tool for example in EVERY.values()} | set(WITHOUT_EXAMPLE) == writing
    assert {example.tool for example in EVERY.values()} & set(WITHOUT_EXAMPLE) == set()


def test_every_tool_that_makes_several_writes_is_tested_by_name() -> None:
    assert set(OF_SEVERAL) == {name for name, tool in CATALOGUE.items() if isinstance(tool, ManyTool)}
    for name, path in OF_SEVERAL.items():
        assert f'"{name}"' in (ROOT / path).read_text()


def test_examples_of_one_tool_are_told_apart_by_name() -> None:
    assert len(ALL) == len(EVERY), sorted(name for name, _ in ALL)
