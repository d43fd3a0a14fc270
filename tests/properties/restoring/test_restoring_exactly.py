"""Promises of taking back, over generated sites and calls: all of it comes back, but for what was said before.

The whole site is compared, field by field: what was written, and everything that hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.core.acts import on_site
from tests.installed import Installed, installed
from tests.properties.restoring import played as playing
from tests.properties.restoring.calls import EVERY, Call, one_call, two_calls
from tests.properties.restoring.played import Played
from tests.properties.restoring.whole import Shelf, changed, whole
from tests.properties.restoring.worlds import put, worlds
from tests.sample import sample_site
from tests.site_state import Reader, State, reading
from webapp.tools.catalogue import CATALOGUE
from webapp.tools.tool import WriteTool

# What an undo may leave different, by what it tells of it: the words by which its step said so before the yes.
SAID: Mapping[str, str] = {
    "password": "without the password",
    "registered_date": "day of registration",
}
# Tools that write and are not played here, and where they are.
ELSEWHERE = {
    "update_element": "tests/tools/test_blocks_tools.py",
    "move_element": "tests/tools/test_blocks_tools.py",
    "update_navigation": "tests/core/test_catalogue.py",
    "update_template": "tests/core/test_catalogue.py",
    "update_template_part": "tests/core/test_catalogue.py",
    "activate_plugin": "tests/core/test_catalogue.py",
    "deactivate_plugin": "tests/core/test_catalogue.py",
    "install_plugin": "tests/core/test_catalogue.py",
    "delete_plugin": "tests/core/test_catalogue.py",
    "restore_snapshot": "tests/core/test_restores_by_agents.py",
}


class Ground:
    """One site and one installation for all examples, which take longer to set up than to play."""

    def __init__(self, sayso: Installed, shelf: Shelf, hand: Reader) -> None:
        self.sayso, self._shelf, self._hand = sayso, shelf, hand

    def __repr__(self) -> str:
        return "Ground()"

    def play(self, world: dict[str, Any], calls: list[Call]) -> tuple[State, Played]:
        """Put a world there and play calls in it; return the site before them, and what became of them."""
        self._shelf.clear()
        ids = put(self._shelf.site, self._hand, world)
        return whole(self._shelf.site), playing.play(self.sayso, ids, calls)

    def different(self, before: State, played: Played) -> list[str]:
        """Return what is not as it was, but for what has a new id."""
        new_ids = {} if played.undo is None else playing.new_ids(self.sayso, played.undo)
        return changed(before, whole(self._shelf.site), new_ids=new_ids, binned=played.made)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder: Path = tmp_path_factory.mktemp("restoring")
    with ExitStack() as stack:
        site = stack.enter_context(sample_site())
        sayso = stack.enter_context(installed(folder, site.url, site.username, site.app_password))
        hand = stack.enter_context(reading(f"{site.url}/wp-json/", site.username, site.app_password))
        on_site(sayso, direct_editing=True)
        yield Ground(sayso, Shelf(site), hand)


def unsaid(found: list[str], played: Played) -> list[str]:
    """Return what is different although nobody was told so, before the yes and in the undo's outcome."""
    assert played.undo is not None
    told = {name for part in played.undo.parts for name in part.report.get("differs", [])}
    before = " ".join(played.announced.values())
    assert [name for name in told if SAID.get(name, name) not in before] == []
    return [line for line in found if line.split(":")[0].split(" ")[-1] not in told]


def check(ground: Ground, world: dict[str, Any], calls: list[Call]) -> None:
    before, played = ground.play(world, calls)
    assert [error for error in played.failed if error and error["code"] == "respira_outcome_unknown"] == []
    if played.applied:
        playing.take_back(ground.sayso, played)
        assert played.undo is not None
        became = [part.row.outcome for part in played.undo.parts]
        assert set(became) <= {"exactly", "except"}, [part.report for part in played.undo.parts]
        found = ground.different(before, played)
        assert unsaid(found, played) == []
    else:
        assert ground.different(before, played) == []


@settings(max_examples=25)
@given(world=worlds, call=one_call)
def test_whatever_one_call_wrote_comes_back_with_all_that_hangs_on_it(
    ground: Ground, world: dict[str, Any], call: Call
) -> None:
    check(ground, world, [call])


@settings(max_examples=25)
@given(world=worlds, calls=two_calls())
def test_whatever_two_calls_wrote_to_the_same_things_comes_back(
    ground: Ground, world: dict[str, Any], calls: list[Call]
) -> None:
    check(ground, world, calls)


def test_every_tool_that_writes_is_played_here_or_named_with_where_it_is() -> None:
    writing = {name for name, tool in CATALOGUE.items() if isinstance(tool, WriteTool)}
    assert set(EVERY) | set(ELSEWHERE) == writing
    assert set(EVERY) & set(ELSEWHERE) == set()
