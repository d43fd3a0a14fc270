"""Promises of keeping items from agents, and of saying what is in a step's way before anybody presses Apply."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import digests, steps_of, worked_example
from webapp.core import people
from webapp.core.desk import Desk
from webapp.data import Key, Mode, Scope, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


def protected(desk: Desk, site: Site) -> list[tuple[str, str, str]]:
    with desk.reading() as session:
        found = session.get_one(Site, site.id).protected
    return [(item["kind"], item["id"], item["name"]) for item in found]


def protect(window: Browser, site: Site, kind: str, item: str) -> str:
    window.get(f"/sites/{site.public_id}")
    response = window.post(f"/sites/{site.public_id}/protections", {"kind": kind, "item": item})
    answered = window.follow(response) if response.status_code == 303 else response
    return answered.get_data(as_text=True)


def test_items_are_protected_listed_and_lifted(window: Browser, desk: Desk, site: Site, agent: Agent) -> None:
    for kind, typed in (("page", "/about/"), ("menu", "Main menu"), ("option", "Tagline")):
        page = protect(window, site, kind, typed)
    assert "Tagline is protected: no agent may change it." in page
    assert page.count(">Lift<") == 3
    kept = [("page", "42", "About"), ("menu", "3", "Main menu"), ("option", "description", "Tagline")]
    assert protected(desk, site) == kept
    with pytest.raises(Refusal, match="respira_protected"):
        agent.call("update_page", id=42, title="Ours")
    response = window.post(f"/sites/{site.public_id}/protections/removal", {"kind": "page", "item": "42"})
    assert "The protection is lifted." in window.follow(response).get_data(as_text=True)
    assert protected(desk, site) == kept[1:]
    assert agent.call("update_page", id=42, title="Ours")["planned"] is True


@pytest.mark.parametrize(
    ("kind", "typed", "field", "said"),
    [
        ("page", "/nowhere/", "item", "There is no page at /nowhere on the site."),
        ("menu", "Side", "item", "The site has: Main menu"),
        ("option", "home", "item", "home is no setting that agents can change."),
        ("page", " ", "item", "Type which one it is."),
        ("planet", "42", "kind", "Not a valid choice."),
    ],
)
def test_what_can_not_be_found_is_said_at_its_field(
    window: Browser, desk: Desk, site: Site, kind: str, typed: str, field: str, said: str
) -> None:
    page = protect(window, site, kind, typed)
    assert said in page.split(f'id="{field}-error"')[1].split("</p>")[0]
    assert f'value="{typed.strip()}"' in page
    assert protected(desk, site) == []


def test_a_site_that_does_not_answer_is_said_at_the_field(window: Browser, sample: SampleSite, site: Site) -> None:
    window.get(f"/sites/{site.public_id}")
    sample.misbehave(misbehaviour.html(status=503))
    response = window.post(f"/sites/{site.public_id}/protections", {"kind": "page", "item": "42"})
    assert response.status_code == 422
    assert 'id="item-error"' in response.get_data(as_text=True)


def test_protecting_a_draft_copy_protects_what_it_is_a_copy_of(window: Browser, desk: Desk, place: Installed) -> None:
    place.agent().call("update_page", id=42, title="Ours")
    protect(window, place.site, "page", "400")
    assert protected(desk, place.site) == [("page", "42", "About")]


def test_a_step_offers_to_protect_what_it_would_change(window: Browser, desk: Desk, site: Site, plan: str) -> None:
    step = steps_of(desk, plan)[0]
    address = f"/steps/{step.public_id}"
    assert "Protect the page About" in window.get(address).get_data(as_text=True)
    page = window.follow(window.post(f"{address}/protection")).get_data(as_text=True)
    assert "It can not run as things stand: About is protected." in page
    assert "Protect the page About" not in page
    assert protected(desk, site) == [("page", "42", "About")]


def test_nothing_of_somebody_else_can_be_protected_or_lifted(
    window: Browser, app: Flask, desk: Desk, site: Site, plan: str
) -> None:
    protect(window, site, "page", "42")
    people.add(desk, "second@example.com", "Second Person")
    other = signed_in(app, desk, "second@example.com")
    address = f"/sites/{site.public_id}/protections"
    assert other.post(address, {"kind": "page", "item": "7"}).status_code == 404
    assert other.post(f"{address}/removal", {"kind": "page", "item": "42"}).status_code == 404
    step = steps_of(desk, plan)[1].public_id
    assert other.post(f"/steps/{step}/protection").status_code == 404
    assert protected(desk, site) == [("page", "42", "About")]


def test_a_step_says_what_is_in_its_way_before_anybody_presses_apply(
    window: Browser, desk: Desk, sample: SampleSite, site: Site, plan: str
) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)[:2]})
    with desk.writing() as session:
        session.get_one(Site, site.id).scope = Scope.CONTENT
    sample.requests.clear()
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert page.count("It can not run as things stand") == 1
    assert "agents may change only content, such as pages, posts and media here." in page
    assert f'href="/sites/{site.public_id}#may-do"' in page
    assert "An accepted step can not run as things stand." in page
    assert f'action="/plans/{plan}/runs"' not in page
    assert list(sample.requests) == []


def test_comparing_goes_on_below_what_is_in_the_way_and_leaves_nothing_of_it_behind(
    window: Browser, desk: Desk, sample: SampleSite, site: Site, plan: str
) -> None:
    protect(window, site, "page", "/about/")
    window.post(f"/sites/{site.public_id}/pause")
    sample.change("menus", 3, name="Top menu")
    page = window.follow(window.post(f"/plans/{plan}/check")).get_data(as_text=True)
    assert page.count("About is protected.") == 1
    assert "Changed on the site since this was planned" in page
    assert "paused it" not in page
    window.post(f"/sites/{site.public_id}/resumption")
    window.post(f"/sites/{site.public_id}/protections/removal", {"kind": "page", "item": "42"})
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "is protected" not in page
    assert page.count('value="accept"') == 1


@pytest.mark.parametrize(
    ("of_site", "of_key", "said"),
    [
        ({"tools_off": ["update_page"]}, {}, "“Change a page” is switched off for this site."),
        ({"scope": "read"}, {}, "agents may only read here."),
        ({}, {"tools_off": ["update_page"]}, "“Change a page” is switched off for the key Agent."),
        ({}, {"scope": "read"}, "the key Agent may only read."),
        ({"capabilities": ["read"], "role": "subscriber"}, {}, "with the role subscriber, may not do this."),
    ],
)
def test_each_thing_in_the_way_has_its_own_words(
    window: Browser,
    desk: Desk,
    agent: Agent,
    plan: str,
    of_site: dict[str, object],
    of_key: dict[str, object],
    said: str,
) -> None:
    with desk.writing() as session:
        for row, given in ((Site, of_site), (Key, of_key)):
            found = session.get_one(row, agent.key.site_id if row is Site else agent.key.id)
            for name, value in given.items():
                setattr(found, name, value)
    step = steps_of(desk, plan)[0]
    page = window.get(f"/steps/{step.public_id}").get_data(as_text=True)
    assert said in page
    assert 'value="accept"' not in page
