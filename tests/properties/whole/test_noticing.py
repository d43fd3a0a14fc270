"""The machine can fail: what it is there to find is done on purpose, past the engine, and it notices."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import update

from tests.properties.whole import holding
from tests.properties.whole.test_machine import Whole
from tests.properties.whole.world import HARBOUR, World
from webapp.data import Status, Step

TITLE = ("update_page", {"id": 42, "title": "W"})
TAGLINE = ("update_option", {"option": "description", "value": "W"})


@pytest.fixture
def machine(world: World) -> Iterator[Whole]:
    one = type("Machine", (Whole,), {"world": world})()
    yield one
    one.put_away()


def put(machine: Whole, **values: str) -> None:
    """Change every step's row, past the engine."""
    with machine.play.desk.writing() as session:
        session.execute(update(Step).values(**values))


def test_a_write_that_nobody_asked_for_is_noticed(machine: Whole) -> None:
    site = machine.play.world.wordpress[HARBOUR]
    login = (site.username, site.app_password)
    with httpx.Client(auth=login, trust_env=False) as stranger:
        stranger.post(f"{site.url}/wp-json/wp/v2/settings", json={"description": "Mine"}).raise_for_status()
    [wrong] = machine.play.wrong
    assert "was sent while this went on: None" in wrong


def test_a_step_that_runs_without_a_yes_is_noticed(machine: Whole) -> None:
    machine.plan_a_write_now("chatting", "engine", TITLE)
    machine.play.model.steps[next(iter(machine.play.model.steps))].dropped = True
    machine.apply_by_agent("chatting", "engine", None, False)
    assert any("although nobody asked this run for it" in wrong for wrong in machine.play.wrong)


def test_a_step_that_is_written_twice_is_noticed(machine: Whole) -> None:
    site = machine.play.world.wordpress[HARBOUR]
    before = site.read("settings")["description"]
    machine.plan_a_write_now("chatting", "engine", TAGLINE)
    machine.apply_by_agent("chatting", "engine", None, False)
    assert machine.play.wrong == []
    put(machine, status=Status.PLANNED)
    site.change("settings", description=before)
    machine.apply_by_agent("chatting", "engine", None, False)
    assert any("saved 2 times" in wrong for wrong in machine.play.wrong)


def test_a_yes_to_something_else_is_noticed(machine: Whole) -> None:
    machine.plan_a_write_now("browsing", "engine", TITLE)
    [step] = machine.play.model.steps.values()
    machine.decide_now("olive", step, "accept")
    put(machine, digest="another")
    machine.apply_now("olive", "browsing", False)
    assert any("nobody said yes to what it is now" in wrong for wrong in machine.play.wrong)


def test_a_secret_in_the_rows_is_noticed(machine: Whole) -> None:
    machine.plan_a_write_now("chatting", "engine", TITLE)
    put(machine, effect=f"Update page 42 with {machine.play.world.secrets[0]}.")
    holding.secrets_hold(machine.play, [])
    [wrong] = machine.play.wrong
    assert wrong.startswith("A secret stands in the rows in the clear")
