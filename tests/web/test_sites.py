"""Promises of connecting a site, looking at it, and saying what agents may do there."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.installed import Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply
from tests.web.undoing import begun
from webapp.core import people, sites
from webapp.core.desk import Desk
from webapp.data import Copy, Event, Mode, Site, Snapshot
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def kept(desk: Desk, site: Site) -> Site:
    with desk.reading() as session:
        return session.get_one(Site, site.id)


def test_the_list_shows_each_site_with_its_keys_in_use(window: Browser, place: Installed) -> None:
    place.agent(Mode.BROWSER)
    page = window.get("/sites").get_data(as_text=True)
    assert "Harbour &amp; Grain" in page
    assert "1 key<" in page
    assert "Connected, role administrator" in page


def test_connecting_a_site_leads_to_its_page(app: Flask, desk: Desk, sample: SampleSite) -> None:
    people.add(desk, "second@example.com", "Second Person")
    window = signed_in(app, desk, "second@example.com")
    assert "No site is connected" in window.get("/sites").get_data(as_text=True)
    window.get("/sites/new")
    response = window.post(
        "/sites", {"url": sample.url, "username": sample.username, "password": sample.app_password}
    )
    assert "is connected." in window.follow(response).get_data(as_text=True)


@pytest.mark.parametrize(
    ("different", "field", "said"),
    [
        ({"url": ""}, "url", "Type the address of the site."),
        ({"url": "http://127.0.0.1:9"}, "url", "could not be reached"),
        ({"password": "wrong wrong wrong"}, "password", "the application password is mistyped, or not"),
    ],
)
def test_what_hinders_connecting_is_said_at_its_field(
    window: Browser, sample: SampleSite, different: dict[str, str], field: str, said: str
) -> None:
    typed = {"url": sample.url, "username": sample.username, "password": sample.app_password, **different}
    window.get("/sites/new")
    response = window.post("/sites", typed)
    page = response.get_data(as_text=True)
    assert response.status_code == 422
    assert said in page.split(f'id="{field}-error"')[1].split("</p>")[0]
    assert f'value="{typed["username"]}"' in page
    assert typed["password"] not in page


def test_a_login_that_is_not_taken_names_the_likely_cause_first_and_the_web_server_once_and_folded(
    window: Browser, sample: SampleSite
) -> None:
    window.get("/sites/new")
    typed = {"url": sample.url, "username": sample.username, "password": "wrong wrong wrong"}
    page = window.post("/sites", typed).get_data(as_text=True)
    assert page.count("CGIPassAuth On") == page.count("WordPress took us for a stranger") == 1
    folded = page.split("<span>If both are right</span>")[1].split("</details>")[0]
    assert "The web server may not pass the login on; WordPress answers the same then." in folded
    assert "CGIPassAuth On" in folded
    likely = "Most likely the user name or the application password is mistyped, or not valid any more."
    assert f'<a href="#password">{likely}</a>' in page


def test_htmx_gets_the_form_alone(window: Browser) -> None:
    window.get("/sites/new")
    response = window.post("/sites", {"url": ""}, headers={"HX-Request": "true"})
    assert response.status_code == 422
    assert response.get_data(as_text=True).lstrip().startswith('<form class="form" id="site-form"')


def test_a_private_address_is_refused_where_the_installation_does_not_allow_it(app: Flask, desk: Desk) -> None:
    people.add(desk, "second@example.com", "Second Person")
    window = signed_in(app, desk, "second@example.com")
    object.__setattr__(desk.settings, "allow_private_sites", False)
    response = window.post("/sites", {"url": "http://127.0.0.1:9", "username": "a", "password": "b"})
    assert response.status_code == 422
    assert "private network" in response.get_data(as_text=True)


def test_a_site_of_somebody_else_is_not_found(app: Flask, desk: Desk, site: Site) -> None:
    people.add(desk, "second@example.com", "Second Person")
    other = signed_in(app, desk, "second@example.com")
    address = f"/sites/{site.public_id}"
    assert other.get(address).status_code == 404
    assert other.get(f"{address}/keys/new").status_code == 404
    log = other.get(f"/events?site={site.public_id}").get_data(as_text=True)
    assert "Nothing that happened fits what you chose." in log
    assert site.name.replace("&", "&amp;") not in log
    other.get("/account")
    settings = {"scope": "read", "browser_plan_hours": "5"}
    for part, fields in {"check": {}, "disconnection": {}, "settings": settings, "pause": {}}.items():
        assert other.post(f"{address}/{part}", fields).status_code == 404
    assert kept(desk, site).disconnected_at is None
    assert kept(desk, site).browser_plan_hours == 72


@pytest.mark.promise("D-PLAN-12")
def test_the_settings_show_what_is_allowed_and_keep_what_is_sent(window: Browser, desk: Desk, site: Site) -> None:
    address = f"/sites/{site.public_id}"
    page = window.get(address).get_data(as_text=True)
    assert 'checked id="tools_on-0"' in page
    assert 'value="72"' in page
    fields = {
        "scope": "content",
        "tools_on": ["list_pages", "update_page", "delete_page"],
        "plan_forced": "y",
        "direct_editing": "y",
        "shared_keys_write": "y",
        "browser_plan_hours": "24",
    }
    assert window.post(f"{address}/settings", fields).headers["Location"] == address
    after = kept(desk, site)
    assert (after.direct_editing, after.browser_plan_hours) == (True, 24)
    assert (after.scope, after.plan_forced, after.shared_keys_write) == ("content", True, True)
    assert "update_page" not in after.tools_off
    assert {"update_option", "create_menu_item"} <= set(after.tools_off)
    assert "list_pages" not in after.tools_off


def test_a_tool_that_the_page_does_not_offer_stays_off(window: Browser, desk: Desk, site: Site) -> None:
    with desk.writing() as session:
        found = session.get_one(Site, site.id)
        found.tools_off = ["gone_tool"]
    fields = {"scope": "full", "tools_on": ["update_page"], "browser_plan_hours": "72"}
    window.post(f"/sites/{site.public_id}/settings", fields)
    assert "gone_tool" in kept(desk, site).tools_off


@pytest.mark.parametrize("hours", ["", "0", "721", "soon"])
def test_hours_that_do_not_fit_are_explained_and_change_nothing(
    window: Browser, desk: Desk, site: Site, hours: str
) -> None:
    fields = {"scope": "full", "direct_editing": "y", "browser_plan_hours": hours}
    response = window.post(f"/sites/{site.public_id}/settings", fields)
    assert response.status_code == 422
    assert 'id="browser_plan_hours-error"' in response.get_data(as_text=True)
    assert kept(desk, site).direct_editing is False


def test_an_unknown_tool_is_refused(window: Browser, site: Site) -> None:
    fields = {"scope": "full", "tools_on": ["format_disk"], "browser_plan_hours": "72"}
    assert window.post(f"/sites/{site.public_id}/settings", fields).status_code == 422


@pytest.mark.parametrize("scope", ["", "root"])
def test_what_agents_may_do_at_the_most_has_to_be_chosen(window: Browser, desk: Desk, site: Site, scope: str) -> None:
    fields = {"scope": scope, "plan_forced": "y", "browser_plan_hours": "72"}
    response = window.post(f"/sites/{site.public_id}/settings", fields)
    assert response.status_code == 422
    assert 'id="scope-error"' in response.get_data(as_text=True)
    assert re.search(r'checked[^>]*name="plan_forced"', response.get_data(as_text=True))
    assert kept(desk, site).plan_forced is False


def test_where_agents_may_only_read_a_tick_is_kept_and_counts_again_later(window: Browser, place: Installed) -> None:
    agent, address = place.agent(), f"/sites/{place.site.public_id}/settings"
    window.get(f"/sites/{place.site.public_id}")
    window.post(address, {"scope": "read", "tools_on": ["update_option"], "browser_plan_hours": "72"})
    assert "update_option" not in kept(place.desk, place.site).tools_off
    with pytest.raises(Refusal, match="respira_tool_off"):
        agent.call("update_option", option="description", value="Boats", _respira_plan=True)
    window.post(address, {"scope": "full", "tools_on": ["update_option"], "browser_plan_hours": "72"})
    assert agent.call("update_option", option="description", value="Boats", _respira_plan=True)["planned"] is True


def test_the_page_says_what_the_site_s_own_login_can_not_do(window: Browser, desk: Desk, site: Site) -> None:
    address = f"/sites/{site.public_id}"
    assert "It may do all that agents can ask for here." in window.get(address).get_data(as_text=True)
    with desk.writing() as session:
        found = session.get_one(Site, site.id)
        found.capabilities, found.role = ["edit_pages", "delete_pages", "edit_theme_options"], "designer"
    page = window.get(address).get_data(as_text=True)
    assert "whose role is designer" in page
    assert "Change a setting. <span" in page
    assert "<code>manage_options</code>" in page
    assert "The site&#39;s login can not do this." in page
    assert "List menus. <span" not in page
    with desk.writing() as session:
        session.get_one(Site, site.id).capabilities = None
    assert "WordPress did not tell what this user may do." in window.get(address).get_data(as_text=True)


def test_checking_says_why_the_site_does_not_take_the_login(window: Browser, desk: Desk, site: Site) -> None:
    with desk.writing() as session:
        found = session.get_one(Site, site.id)
        found.app_password = desk.sealer.seal(f"site.app_password {site.public_id}", "not the password")
    page = window.post(f"/sites/{site.public_id}/check").get_data(as_text=True)
    assert "The connection does not work" in page
    assert "the application password is mistyped" in page


def test_disconnecting_forgets_the_login_and_shuts_agents_out(window: Browser, place: Installed) -> None:
    agent = place.agent()
    address = f"/sites/{place.site.public_id}"
    page = window.follow(window.post(f"{address}/disconnection")).get_data(as_text=True)
    assert "This site is not connected." in page
    assert kept(place.desk, place.site).app_password == ""
    with pytest.raises(Refusal, match="respira_site_not_connected"):
        agent.call("list_pages")
    assert "disconnected it, so its login is forgotten" in window.post(f"{address}/check").get_data(as_text=True)
    assert "/sites/new?url=http%3A%2F%2F" in window.get(address).get_data(as_text=True)


def test_looking_changes_nothing(window: Browser, desk: Desk, site: Site) -> None:
    def events() -> int | None:
        with desk.reading() as session:
            return session.scalar(select(func.count(Event.id)))

    before = events()
    for part in ("", "/keys/new"):
        assert window.get(f"/sites/{site.public_id}{part}").status_code == 200
    for part in ("check", "disconnection", "settings", "keys", "pause", "resumption", "protections"):
        assert window.get(f"/sites/{site.public_id}/{part}").status_code == 405
    assert events() == before


@pytest.mark.parametrize("asked", ["plan", "copy", "decision", "undo"])
def test_what_needs_a_disconnected_site_says_so(window: Browser, place: Installed, asked: str) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_page", id=42, title="Our story")
    accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    agent.call("update_option", option="description", value="Boats")
    with place.desk.reading() as session:
        copy, snapshot = session.scalars(select(Copy)).one(), session.scalars(select(Snapshot)).one()
    undo = begun(window, f"/snapshots/{snapshot.uuid}/restores")
    with place.desk.writing() as session:
        sites.disconnect(session, place.desk, session.get_one(Site, place.site.id), place.owner.id)
    form = {
        "plan": (f"/plans/{plan}/check", {}),
        "copy": (f"/copies/{copy.public_id}/comparison", {}),
        "decision": (f"/copies/{copy.public_id}/decision", {"verdict": "reject"}),
        "undo": (f"{undo}/look", {}),
    }
    response = window.post(*form[asked])
    assert response.status_code == 409
    assert "is not connected" in response.get_data(as_text=True)
