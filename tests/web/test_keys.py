"""Promises of making a key, showing it once, and ending it."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from webapp.core import keys, people
from webapp.core.desk import Desk
from webapp.data import Key, Mode, Site


def fields_of(page: str, **different: str) -> dict[str, object]:
    """What the form holds when only a name is typed."""
    chosen = {
        name: re.search(rf'checked[^>]*name="{name}"[^>]*value="(\w+)"', page)[1]  # type: ignore[index]
        for name in ("mode", "scope")
    }
    key = re.search(r'name="key"[^>]*value="(\w+)"', page)[1]  # type: ignore[index]
    purposes = re.findall(r'checked[^>]*name="purposes"[^>]*value="([\w-]+)"', page)
    return {"name": "Claude on my laptop", "key": key, "purposes": purposes, **chosen, **different}


def all_keys(desk: Desk) -> list[Key]:
    with desk.reading() as session:
        return list(session.scalars(select(Key)))


def made(window: Browser, site: Site, **different: str) -> str:
    """Make a key; return it."""
    address = f"/sites/{site.public_id}/keys"
    page = window.post(address, fields_of(window.get(f"{address}/new").get_data(as_text=True), **different))
    assert page.status_code == 200
    return re.search(r"respira_[A-Za-z0-9_-]{36}", page.get_data(as_text=True))[0]  # type: ignore[index]


@pytest.mark.promise("D-KEY-07")
def test_the_browser_is_chosen_unless_the_person_chooses_otherwise(window: Browser, site: Site) -> None:
    page = window.get(f"/sites/{site.public_id}/keys/new").get_data(as_text=True)
    assert fields_of(page)["mode"] == "browser"


def test_a_key_that_was_made_opens_the_door(window: Browser, desk: Desk, site: Site) -> None:
    key = keys.find(desk, made(window, site, mode="chat", scope="content", name="  Claude "))
    assert (key.name, key.mode, key.scope, key.site_id) == ("Claude", "chat", "content", site.id)


def test_a_shared_key_with_a_last_day_works_until_the_end_of_that_day(
    window: Browser, desk: Desk, site: Site
) -> None:
    key = keys.find(desk, made(window, site, mode="ask", shared="y", expires_on="2120-01-31"))
    assert (key.shared, key.expires_at) == (True, datetime(2120, 2, 1, tzinfo=UTC))


def test_the_key_is_shown_once_and_kept_nowhere(window: Browser, desk: Desk, site: Site) -> None:
    address = f"/sites/{site.public_id}"
    response = window.post(f"{address}/keys", fields_of(window.get(f"{address}/keys/new").get_data(as_text=True)))
    token = re.search(r"respira_[A-Za-z0-9_-]{36}", response.get_data(as_text=True))[0]  # type: ignore[index]
    assert response.headers["Cache-Control"] == "no-store"
    for page in (address, "/events", "/sites"):
        assert token not in window.get(page).get_data(as_text=True)
    with window.client.session_transaction() as session:
        assert token not in str(dict(session))
    assert token not in str(vars(all_keys(desk)[0]))


def test_the_same_form_sent_again_makes_no_second_key(window: Browser, desk: Desk, site: Site) -> None:
    address = f"/sites/{site.public_id}"
    fields = fields_of(window.get(f"{address}/keys/new").get_data(as_text=True))
    assert window.post(f"{address}/keys", fields).status_code == 200
    again = window.post(f"{address}/keys", fields)
    assert again.headers["Location"] == address
    assert "This key was made already." in window.follow(again).get_data(as_text=True)
    assert len(all_keys(desk)) == 1


@pytest.mark.parametrize(
    ("different", "said"),
    [
        ({"name": "  "}, "Give the key a name."),
        ({"name": "x" * 81}, "At most 80 characters."),
        ({"mode": "always"}, "Not a valid choice."),
        ({"scope": "root"}, "Not a valid choice."),
        ({"key": "key_of_mine"}, "Invalid input."),
        ({"shared": "y"}, "A shared key has no plan, so its writes can not wait for a yes."),
        ({"expires_on": "2001-01-01"}, "This time is over already."),
        ({"expires_on": "soon"}, "Type a day such as 2030-01-31."),
        ({"expires_on": "9999-12-31"}, "Choose a nearer day, or none."),
    ],
)
def test_a_form_that_does_not_fit_makes_no_key(
    window: Browser, desk: Desk, site: Site, different: dict[str, str], said: str
) -> None:
    address = f"/sites/{site.public_id}/keys"
    fields = fields_of(window.get(f"{address}/new").get_data(as_text=True), **different)
    response = window.post(address, fields)
    assert response.status_code == 422
    assert said in response.get_data(as_text=True)
    assert all_keys(desk) == []


def test_revoking_shuts_the_agent_out(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER, name="Old agent")
    page = window.get(f"/sites/{place.site.public_id}").get_data(as_text=True)
    assert "Old agent" in page
    response = window.post(f"/keys/{agent.key.public_id}/revocation")
    assert "The key Old agent is revoked." in window.follow(response).get_data(as_text=True)
    with pytest.raises(keys.Refusal, match="respira_invalid_key"):
        keys.find(place.desk, agent.token)


def test_a_key_of_somebody_else_can_not_be_revoked(app: Flask, place: Installed) -> None:
    agent = place.agent()
    people.add(place.desk, "second@example.com", "Second Person")
    other = signed_in(app, place.desk, "second@example.com")
    assert other.post(f"/keys/{agent.key.public_id}/revocation").status_code == 404
    other.get("/account")
    fields = {"name": "Mine", "key": "key_0123456789ab", "mode": "ask", "scope": "full"}
    assert other.post(f"/sites/{place.site.public_id}/keys", fields).status_code == 404
    assert [key.name for key in all_keys(place.desk) if key.revoked_at is None] == ["Agent"]


def test_a_name_with_markup_is_text(window: Browser, site: Site) -> None:
    made(window, site, name="<img src=x onerror=alert(1)>")
    page = window.get(f"/sites/{site.public_id}").get_data(as_text=True)
    assert "<img" not in page
    assert "&lt;img src=x" in page


def test_the_form_says_how_many_tools_a_key_gets_and_which_are_in_a_purpose(window: Browser, site: Site) -> None:
    page = window.get(f"/sites/{site.public_id}/keys/new").get_data(as_text=True)
    assert re.search(r"What is ticked at first comes to (\d+) tools, all of it to (\d+)\.", page) is not None
    assert "Add a user; " in page


def test_a_key_with_more_tools_than_some_agents_take_says_so(window: Browser, place: Installed) -> None:
    page = window.get(f"/keys/{place.agent().key.public_id}").get_data(as_text=True)
    assert re.search(r"<dd>\d+ tools; some agents take no more than 40</dd>", page) is not None
