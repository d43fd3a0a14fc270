"""Promises of a key's own page: what is known of it, and changing what it may do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from webapp import clock
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Key, Mode, Site
from webapp.errors import Refusal

EVERYTHING = ["list_pages", "update_page", "delete_page", "create_menu_item", "update_option"]


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Claude on a laptop")


def kept(desk: Desk, agent: Agent) -> Key:
    with desk.reading() as session:
        return session.get_one(Key, agent.key.id)


def change(window: Browser, agent: Agent, **different: object) -> str:
    """Open a key's page, send its form with something else in it, and return the page that answers."""
    address = f"/keys/{agent.key.public_id}"
    window.get(address)
    fields: dict[str, object] = {"name": "Claude", "mode": "browser", "scope": "full", "tools_on": EVERYTHING}
    response = window.post(f"{address}/settings", fields | different)
    answered = window.follow(response) if response.status_code == 303 else response
    return answered.get_data(as_text=True)


def test_the_page_shows_what_the_key_may_do_and_who_used_it(window: Browser, agent: Agent) -> None:
    agent.call("list_pages")
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    for said in ("Claude on a laptop", "Every write waits for your yes in the browser", "by <bdi>tests 1</bdi>"):
        assert said in page
    assert "None, it does not stop by itself" in page


def test_the_rows_of_the_site_lead_to_the_page_of_each_key(window: Browser, site: Site, agent: Agent) -> None:
    page = window.get(f"/sites/{site.public_id}").get_data(as_text=True)
    assert f'href="/keys/{agent.key.public_id}"' in page


def test_what_is_changed_holds_from_the_next_call_on(window: Browser, desk: Desk, agent: Agent) -> None:
    assert "What the key may do is saved." in change(
        window, agent, mode="chat", scope="content", tools_on=["update_page"], expires_on="2120-01-31"
    )
    key = kept(desk, agent)
    assert (key.name, key.mode, key.scope) == ("Claude", "chat", "content")
    assert "delete_page" in key.tools_off
    assert key.expires_at == datetime(2120, 2, 1, tzinfo=UTC)
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    assert "31 January 2120; it stops on" in page
    assert f"its last four characters: <code>{key.ending}</code>" in page
    with pytest.raises(Refusal, match="respira_tool_off"):
        agent.call("delete_page", id=311)
    assert 'value="2120-01-31"' in window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("different", "field", "said"),
    [
        ({"name": " "}, "name", "Give the key a name."),
        ({"shared": "y"}, "shared", "or do not share it."),
        ({"expires_on": "2001-01-01"}, "expires_on", "This time is over already. Choose a later one."),
        ({"expires_on": "tomorrow"}, "expires_on", "Type a day such as 2030-01-31."),
        ({"tools_on": "format_disk"}, "tools_on", "not a valid choice"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_changes_nothing(
    window: Browser, desk: Desk, agent: Agent, different: dict[str, object], field: str, said: str
) -> None:
    page = change(window, agent, **({"name": "Renamed", "scope": "read"} | different))
    assert said in page.split(f'id="{field}-error"')[1].split("</p>")[0]
    assert different.get("name") or 'value="Renamed"' in page
    assert (kept(desk, agent).name, kept(desk, agent).scope) == ("Claude on a laptop", "full")


def test_a_shared_key_needs_no_plan_and_says_what_it_may_do(window: Browser, desk: Desk, agent: Agent) -> None:
    page = change(window, agent, mode="ask", shared="y")
    assert "Shared: it only reads on this site" in page
    with desk.writing() as session:
        session.get_one(Site, agent.key.site_id).shared_keys_write = True
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    assert "Shared: it writes at once, without a plan" in page


def test_a_key_whose_time_is_over_can_be_renamed_and_let_work_again(
    window: Browser, desk: Desk, agent: Agent
) -> None:
    over = datetime(2020, 5, 2, 12, tzinfo=UTC)
    with desk.writing() as session:
        session.get_one(Key, agent.key.id).expires_at = over
    assert "The time of this key is over" in window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    change(window, agent, name="Renamed", expires_on="2020-05-02")
    assert (kept(desk, agent).name, kept(desk, agent).expires_at) == ("Renamed", over)
    change(window, agent, expires_on=(clock.now() + timedelta(days=2)).date().isoformat())
    assert agent.call("list_pages")["success"] is True


def test_what_the_whole_site_rules_out_is_said_beside_the_switch(window: Browser, desk: Desk, agent: Agent) -> None:
    with desk.writing() as session:
        session.get_one(Site, agent.key.site_id).tools_off = ["update_option"]
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    assert page.count("Off for the whole site.") == 1


def test_a_revoked_key_has_nothing_left_to_change(window: Browser, desk: Desk, agent: Agent) -> None:
    window.get("/account")
    window.post(f"/keys/{agent.key.public_id}/revocation")
    page = window.get(f"/keys/{agent.key.public_id}").get_data(as_text=True)
    assert "This key is revoked." in page
    assert "/settings" not in page
    fields = {"name": "Claude", "mode": "ask", "scope": "full"}
    assert window.post(f"/keys/{agent.key.public_id}/settings", fields).status_code == 409
    assert kept(desk, agent).name == "Claude on a laptop"


def test_a_key_of_somebody_else_is_not_there(app: Flask, desk: Desk, agent: Agent) -> None:
    people.add(desk, "second@example.com", "Second Person")
    other = signed_in(app, desk, "second@example.com")
    address = f"/keys/{agent.key.public_id}"
    assert other.get(address).status_code == 404
    other.get("/account")
    for part in ("settings", "pause", "resumption", "revocation"):
        fields = {"name": "Mine", "mode": "ask", "scope": "full"}
        assert other.post(f"{address}/{part}", fields).status_code == 404
    assert (kept(desk, agent).name, kept(desk, agent).paused_at) == ("Claude on a laptop", None)
