"""What is brought back on a real WordPress when more hangs on it than in the worked example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.real.site import Site
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import (
    approve_the_copy,
    snapshots_of,
)
from webapp.data import Mode


@pytest.fixture
def sayso(tmp_path: Path, wordpress: Site) -> Iterator[Installed]:
    with installed(tmp_path, wordpress.url, wordpress.username, wordpress.app_password) as one:
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


@pytest.fixture
def reader(wordpress: Site) -> Iterator[Reader]:
    with reading(wordpress.rest, wordpress.username, wordpress.app_password) as one:
        yield one


def applied(agent: Agent) -> dict[str, Any]:
    receipt = agent.call("apply_plan")
    assert (receipt["failed"], receipt["not_run"]) == (0, 0)
    return receipt


def test_the_front_page_a_setting_and_the_places_in_a_menu_come_back(
    sayso: Installed, wordpress: Site, agent: Agent, reader: Reader
) -> None:
    menu_id = wordpress.get("/wp/v2/menu-locations/primary")["menu"]
    before = first_state(reader)
    agent.call("update_option", option="description", value='Bread & "buns" <daily>')
    agent.call("create_menu_item", menu_id=menu_id, title="First", url="https://first.example/", position=1)
    agent.call("create_menu_item", menu_id=menu_id, title="Last", url="https://last.example/")
    agent.call("delete_page", id=10)
    receipt = applied(agent)
    assert reader.menu_titles(menu_id) == ["First", "Home", "About", "Last"]
    assert wordpress.get("/wp/v2/settings")["show_on_front"] == "posts"
    restored = [taking_back.restore(sayso.desk, sayso.owner, uuid) for uuid in snapshots_of(receipt)]
    assert [list(one.differs) for one in restored] == [[], [], [], []]
    assert differences(before, first_state(reader)) == []


def test_two_steps_on_one_copy_come_back_one_after_the_other(sayso: Installed, agent: Agent, reader: Reader) -> None:
    before = first_state(reader)
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_page", id=42, excerpt="How it began")
    receipt = applied(agent)
    copy_id = receipt["steps"][0]["result"]["id"]
    assert receipt["steps"][1]["result"]["id"] == copy_id
    later, first = snapshots_of(receipt)
    taking_back.restore(sayso.desk, sayso.owner, later)
    copy = reader.page(copy_id)
    assert (copy["title"]["raw"], copy["excerpt"]["raw"], copy["status"]) == ("Our story", "", "draft")
    taking_back.restore(sayso.desk, sayso.owner, first)
    assert differences(before, first_state(reader), left_in_trash=(copy_id,)) == []


def test_a_published_draft_is_a_draft_without_a_date_again(sayso: Installed, agent: Agent, reader: Reader) -> None:
    before = reader.page(311)
    agent.call("update_page", id=311, status="publish")
    applied(agent)
    copy = approve_the_copy(sayso)
    published = reader.page(311)
    assert (published["status"], published["slug"]) == ("publish", "team")
    restored = taking_back.restore(sayso.desk, sayso.owner, str(copy.snapshot_uuid))
    assert list(restored.differs) == []
    after = reader.page(311)
    assert (after["status"], after["date"]) == ("draft", after["modified"])
    assert differences({"pages": {"311": before}}, {"pages": {"311": after}}) == []
