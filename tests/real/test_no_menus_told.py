"""The worked example on a WordPress of 2021, which tells programs nothing of its menus or its front page.

What it can not do is said before anything is planned; the rest of the example runs and comes back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.installed import Agent, Installed, installed
from tests.real.site import Running, Site
from tests.site_state import Reader, State, differences, first_state, reading
from tests.worked_example import approve_the_copy, snapshots_of
from webapp.core import undoing
from webapp.data import Mode
from webapp.errors import Refusal, SiteTrouble

NO_ADDRESS = ("menus", "menu-items", "menu-locations")


@pytest.fixture(params=[False, True], ids=["pretty", "plain"])
def site(request: pytest.FixtureRequest, running: Running) -> Site:
    found = running("5.7", request.param)
    found.reset()
    return found


@pytest.fixture
def sayso(tmp_path: Path, site: Site) -> Iterator[Installed]:
    with installed(tmp_path, site.url, site.username, site.app_password) as one:
        yield one


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.CHAT)


@pytest.fixture
def reader(site: Site) -> Iterator[Reader]:
    with reading(site.rest, site.username, site.app_password) as one:
        yield one


@pytest.fixture
def before(reader: Reader) -> State:
    return first_state(reader, without=NO_ADDRESS)


def front_page(site: Site) -> dict[str, str]:
    """What only the database tells."""
    with closing(sqlite3.connect(site.folder / "database" / "site.sqlite")) as database:
        asked = "select option_name, option_value from wp_options where option_name in (?, ?)"
        return dict(database.execute(asked, ("show_on_front", "page_on_front")).fetchall())


def test_that_menus_can_not_be_reached_is_said_at_once(agent: Agent) -> None:
    for tool, arguments in (
        ("list_menus", {}),
        ("create_menu_item", {"menu_id": 1, "title": "Services", "object_type": "page", "object_id": 43}),
    ):
        with pytest.raises(Refusal, match=r"menus since version 5\.9, and this site does not"):
            agent.call(tool, **arguments)
    with pytest.raises(SiteTrouble, match="This WordPress does not show the setting show_on_front"):
        agent.call("update_option", option="show_on_front", value="posts")
    assert agent.call("get_plan")["pending_steps"] == 0


def test_the_rest_of_the_example_runs_and_comes_back(
    sayso: Installed, agent: Agent, reader: Reader, before: State
) -> None:
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_option", option="description", value='Bread & "buns" <daily>')
    agent.call("delete_page", id=311)
    assert first_state(reader, without=NO_ADDRESS) == before
    receipt = agent.call("apply_plan")
    assert [step["outcome"] for step in receipt["steps"]] == ["applied", "applied", "applied"]
    copy_id = receipt["steps"][0]["result"]["id"]
    assert (reader.page(copy_id)["title"]["raw"], reader.page(copy_id)["status"]) == ("Our story", "draft")
    assert reader.page(42) == before["pages"]["42"]

    copy = approve_the_copy(sayso)
    assert reader.page(42)["title"]["raw"] == "Our story"
    # The step that made the copy is past: what it led to is taken back with the approval.
    for uuid in (str(copy.snapshot_uuid), *snapshots_of(receipt)[:-1]):
        assert list(undoing.restore(sayso.desk, sayso.owner, uuid).differs) == []
    after = first_state(reader, without=NO_ADDRESS)
    assert differences(before, after, left_in_trash=(copy_id,)) == []


def test_the_front_page_is_known_by_its_address_and_what_an_undo_can_not_do_is_told(
    sayso: Installed, site: Site, agent: Agent, reader: Reader, before: State
) -> None:
    agent.call("delete_page", id=10)
    [step] = agent.call("get_plan")["steps"]
    assert step["predicted_effect"] == "Move page 10 (Home) to the trash."
    receipt = agent.call("apply_plan")
    assert front_page(site) == {"show_on_front": "posts", "page_on_front": "0"}
    [uuid] = snapshots_of(receipt)
    restored = undoing.restore(sayso.desk, sayso.owner, uuid)
    assert (restored.message, list(restored.differs)) == (
        "Page 10 (Home) is back, except: Front page.",
        ["front_page"],
    )
    home = reader.page(10)
    assert (home["status"], home["slug"]) == ("publish", "home")
    assert front_page(site) == {"show_on_front": "posts", "page_on_front": "0"}
