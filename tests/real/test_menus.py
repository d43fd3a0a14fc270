"""A menu of a real WordPress: what a step shows of it is how visitors find it afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.acts import decide, opened, row
from tests.installed import Agent, Installed, installed
from tests.real.site import Site
from webapp.core import forecasts, reviews
from webapp.data import Mode
from webapp.diffs.trees import Spot, lines, moves


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


def items_as_lines(agent: Agent, menu_id: int) -> list[str]:
    """Return the menu as the site has it now, items below others set in with a dash."""
    items = agent.call("list_menu_items", menu_id=menu_id)["items"]
    depths: dict[int, int] = {}
    found = []
    for item in items:
        depths[item["id"]] = depths[item["parent"]] + 1 if item["parent"] else 0
        found.append("– " * depths[item["id"]] + item["title"])
    return found


def test_an_item_that_moves_below_another_stands_where_the_step_showed_it(sayso: Installed, wordpress: Site) -> None:
    """C33.2"""
    menu_id = wordpress.get("/wp/v2/menu-locations/primary")["menu"]
    agent = sayso.agent(Mode.BROWSER)
    home, about = (item["id"] for item in agent.call("list_menu_items", menu_id=menu_id)["items"][:2])
    agent.call("begin_session", mode="plan")
    step = agent.call("update_menu_item", item_id=home, parent=about)["step_id"]
    [change] = forecasts.forecast_of(sayso.desk, row(sayso, step))["changes"]
    moved = [line for line in moves(change["before"], change["after"]) if line.kind != "same"]
    assert [(line.label, line.was, line.now) for line in moved] == [("Home", Spot("", 1), Spot("About", 1))]
    decide(sayso, row(sayso, step), "accept")
    reviews.apply(sayso.desk, sayso.owner, opened(sayso, agent).row.public_id, {step: row(sayso, step).digest})
    sayso.workers.finish()
    assert row(sayso, step).status == "applied"
    assert items_as_lines(agent, menu_id) == lines(change["after"])
