"""Promises of the switches: tools by purpose, on a key's page, on a site's page, and where a key is made."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from webapp.core.desk import Desk
from webapp.data import Key, Mode, Site

ASKED = {"name": "Claude", "mode": "browser", "scope": "full"}


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Claude")


def off(desk: Desk, agent: Agent) -> list[str]:
    with desk.reading() as session:
        return session.get_one(Key, agent.key.id).tools_off


def purpose(page: str, slug: str) -> str:
    """The part of a page that is about one purpose."""
    return next(part for part in page.split("<details") if f'id="purpose-{slug}"' in part)


def ticked(page: str) -> list[str]:
    return re.findall(r'checked[^>]*name="tools_on"[^>]*value="(\w+)"', page)


def test_switches_stand_under_their_purpose_reads_too_with_how_many_are_on(window: Browser, agent: Agent) -> None:
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    menus = purpose(page, "links-in-menus")
    assert "<span>Links in menus <span" in menus
    assert "3 of 3 on" in menus
    assert ticked(menus) == ["list_menus", "list_menu_items", "create_menu_item"]
    assert "The plan and the session" not in page
    assert "begin_session" not in page


@pytest.mark.parametrize(("button", "words"), [("none_of", "0 of 3 on"), ("all_of", "3 of 3 on")])
def test_a_button_switches_all_of_a_purpose_and_saves_the_rest_as_it_stands(
    window: Browser, desk: Desk, agent: Agent, button: str, words: str
) -> None:
    address = f"/keys/{agent.key.public_id}"
    window.get(address)
    typed = {**ASKED, "tools_on": ["list_pages", "list_menus"], button: "links-in-menus"}
    response = window.post(f"{address}/settings", typed)
    assert response.headers["Location"] == f"{address}?purpose=links-in-menus#purpose-links-in-menus"
    page = window.follow(response).get_data(as_text=True)
    assert "What the key may do is saved." in page
    assert words in purpose(page, "links-in-menus")
    assert page.count('<details class="fold purpose" open>') == 1
    assert "read_page" in off(desk, agent)
    assert "list_pages" not in off(desk, agent)
    assert ("create_menu_item" in off(desk, agent)) == (button == "none_of")


def test_htmx_gets_the_switches_as_they_are_kept_now(window: Browser, agent: Agent) -> None:
    address = f"/keys/{agent.key.public_id}"
    window.get(address)
    typed = {**ASKED, "none_of": "pages"}
    part = window.post(f"{address}/settings", typed, headers={"HX-Request": "true"}).get_data(as_text=True)
    assert part.lstrip().startswith('<form class="form" id="settings-form"')
    assert "What the key may do is saved." in part


def test_a_button_on_the_page_of_a_site_does_the_same_for_all_its_keys(
    window: Browser, desk: Desk, site: Site
) -> None:
    address = f"/sites/{site.public_id}"
    page = window.get(address).get_data(as_text=True)
    fields = {"scope": "full", "browser_plan_hours": "72", "tools_on": ticked(page), "none_of": "settings"}
    response = window.post(f"{address}/settings", fields)
    assert response.headers["Location"] == f"{address}?purpose=settings#purpose-settings"
    with desk.reading() as session:
        assert "update_option" in session.get_one(Site, site.id).tools_off
        assert "update_page" not in session.get_one(Site, site.id).tools_off


def test_enter_in_a_field_saves_and_switches_nothing(window: Browser, agent: Agent) -> None:
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    first = re.findall(r"<button[^>]*>", page.split('id="settings-form"')[1])[0]
    assert 'type="submit"' in first
    assert "name=" not in first


def test_what_is_always_on_can_be_switched_on_again_where_it_was_switched_off(
    window: Browser, desk: Desk, agent: Agent
) -> None:
    with desk.writing() as session:
        session.get_one(Key, agent.key.id).tools_off = ["restore_snapshot"]
    address = f"/keys/{agent.key.public_id}"
    page = window.get(address).get_data(as_text=True)
    assert "0 of 1 on" in purpose(page, "the-plan-and-the-session")
    window.post(f"{address}/settings", {**ASKED, "tools_on": ticked(page)})
    assert off(desk, agent) == ["restore_snapshot"]
    window.post(f"{address}/settings", {**ASKED, "tools_on": [*ticked(page), "restore_snapshot"]})
    assert off(desk, agent) == []


def test_whoever_makes_a_key_chooses_purposes_of_which_the_usual_ones_are_ticked(
    window: Browser, desk: Desk, site: Site
) -> None:
    address = f"/sites/{site.public_id}/keys"
    page = window.get(f"{address}/new").get_data(as_text=True)
    usual = re.findall(r'checked[^>]*name="purposes"[^>]*value="([\w-]+)"', page)
    assert usual == [
        "pages", "posts", "blocks-of-a-page-or-post", "media", "links-in-menus", "settings", "terms-to-choose-from"
    ]  # fmt: skip
    assert 'value="users"' in page
    assert 'name="tools_on"' not in page
    fields = {**ASKED, "key": "key_0123456789ab", "purposes": ["pages", "users"]}
    assert window.post(address, fields).status_code == 200
    with desk.reading() as session:
        chosen = set(session.scalars(select(Key)).one().tools_off)
    assert {"list_posts", "update_option", "delete_comment"} <= chosen
    assert chosen.isdisjoint({"list_pages", "delete_user", "restore_snapshot", "get_plan"})
