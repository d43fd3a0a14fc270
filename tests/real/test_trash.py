"""The trash of a real WordPress: what a page comes back with, and what happens to what stands below it meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import taking_back
from tests.installed import Agent, Installed, installed
from tests.real.site import Site
from tests.site_state import Reader, differences, first_state, reading
from tests.worked_example import snapshots_of
from webapp.data import Mode
from webapp.errors import Refusal


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


def binned(agent: Agent, page_id: int) -> str:
    """Plan and apply that a page goes to the trash, and return the snapshot."""
    agent.call("delete_page", id=page_id)
    receipt = agent.call("apply_plan")
    assert receipt["applied"] == 1, receipt["steps"]
    [uuid] = snapshots_of(receipt)
    return uuid


def visitors_get(address: str) -> int:
    return httpx.get(address, trust_env=False).status_code


def test_c20_1_a_public_page_comes_back_public_at_its_address(sayso: Installed, agent: Agent, reader: Reader) -> None:
    """C20.1"""
    before, link = first_state(reader), reader.page(42)["link"]
    uuid = binned(agent, 42)
    assert (reader.page(42)["slug"], visitors_get(link)) == ("about__trashed", 404)
    assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
    page = reader.page(42)
    assert (page["status"], page["slug"], visitors_get(link)) == ("publish", "about", 200)
    assert differences(before, first_state(reader)) == []


def test_c20_2_a_draft_that_never_had_an_address_has_none_again(
    sayso: Installed, agent: Agent, reader: Reader
) -> None:
    """C20.2"""
    assert (reader.page(311)["status"], reader.page(311)["slug"]) == ("draft", "")
    uuid = binned(agent, 311)
    assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
    assert (reader.page(311)["status"], reader.page(311)["slug"]) == ("draft", "")


def test_c20_3_an_address_that_was_taken_meanwhile_is_left_to_its_new_page(
    sayso: Installed, wordpress: Site, agent: Agent, reader: Reader
) -> None:
    """C20.3"""
    uuid = binned(agent, 42)
    other = wordpress.post("/wp/v2/pages", title="About", slug="about", status="publish")
    done = taking_back.restore(sayso.desk, sayso.owner, uuid)
    assert list(done.differs) == ["slug"]
    assert done.message == "Page 42 (About) is back, except: Address (slug)."
    assert (reader.page(42)["slug"], reader.page(42)["status"]) == ("about-2", "publish")
    assert reader.page(other["id"])["link"] == other["link"]


def family(wordpress: Site) -> tuple[int, list[dict[str, Any]]]:
    """Make a page with two below it and a link in the main menu."""
    parent = wordpress.post("/wp/v2/pages", title="Services", slug="our-services", status="publish")["id"]
    children = [
        wordpress.post("/wp/v2/pages", title=name, status="publish", parent=parent) for name in ("Web", "Print")
    ]
    menu = wordpress.get("/wp/v2/menus")[0]["id"]
    wordpress.post(
        "/wp/v2/menu-items", menus=menu, type="post_type", object="page", object_id=parent, status="publish",
        title="", menu_order=2,
    )  # fmt: skip
    return parent, children


def test_c36_1_the_step_names_the_pages_below_with_their_addresses_and_the_menu(
    wordpress: Site, agent: Agent
) -> None:
    """C36.1"""
    parent, (web, printing) = family(wordpress)
    agent.call("delete_page", id=parent)
    [listed] = agent.call("get_plan")["review"]["warnings"]
    assert listed["warnings"] == [
        "The addresses of what stands below it change while it is in the trash: "
        f"page {printing['id']} (Print) to /our-services__trashed/print/, "
        f"page {web['id']} (Web) to /our-services__trashed/web/.",
        "It is in the menu Main menu, where its link disappears while it is in the trash.",
    ]
    assert agent.call("apply_plan")["applied"] == 1
    assert wordpress.get(f"/wp/v2/pages/{web['id']}")["link"] == f"{wordpress.url}/our-services__trashed/web/"


def test_c36_2_pages_below_and_the_link_in_the_menu_are_where_they_were(
    sayso: Installed, wordpress: Site, agent: Agent, reader: Reader
) -> None:
    """C36.2"""
    parent, children = family(wordpress)
    before = first_state(reader)
    uuid = binned(agent, parent)
    assert list(taking_back.restore(sayso.desk, sayso.owner, uuid).differs) == []
    assert [reader.page(child["id"])["link"] for child in children] == [child["link"] for child in children]
    assert [visitors_get(child["link"]) for child in children] == [200, 200]
    assert differences(before, first_state(reader)) == []


def test_c36_3_a_page_is_never_deleted_for_good(wordpress: Site, agent: Agent) -> None:
    """C36.3"""
    parent, _ = family(wordpress)
    with pytest.raises(Refusal, match="force") as refused:
        agent.call("delete_page", id=parent, force=True)
    assert refused.value.code == "respira_invalid_arguments"
    assert agent.call("get_plan")["steps"] == []
