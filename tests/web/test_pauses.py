"""Promises of stopping everything on a site, or one key, and letting agents work again."""

from __future__ import annotations

import pytest

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, digests, statuses, worked_example
from webapp.core.desk import Desk
from webapp.data import Mode, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite

HALTED = 'class="halted"'


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


def test_one_press_and_a_yes_stop_everything_and_every_page_says_so(
    window: Browser, site: Site, agent: Agent, plan: str, desk: Desk
) -> None:
    step = digests(desk, plan)[0].split(" ")[0]
    pages = (f"/sites/{site.public_id}", f"/plans/{plan}", f"/steps/{step}", "/plans", "/plans?show=all")
    assert all(HALTED not in window.get(page).get_data(as_text=True) for page in pages)
    told = window.follow(window.post(f"/sites/{site.public_id}/pause")).get_data(as_text=True)
    assert "Harbour &amp; Grain is paused. Nothing is planned or applied." in told
    assert all(HALTED in window.get(page).get_data(as_text=True) for page in pages)
    assert "Paused, nothing is planned or applied" in window.get("/sites").get_data(as_text=True)
    with pytest.raises(Refusal, match="respira_site_paused"):
        agent.call("update_page", id=42, title="More")


def test_a_paused_plan_offers_no_apply_and_refuses_one_from_an_older_page(
    window: Browser, site: Site, sample: SampleSite, desk: Desk, plan: str
) -> None:
    window.get(f"/plans/{plan}")
    named = digests(desk, plan)[:2]
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": named})
    window.post(f"/sites/{site.public_id}/pause")
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "The site is paused, so nothing can be applied." in page
    assert f'action="/plans/{plan}/runs"' not in page
    sample.requests.clear()
    refused = window.post(f"/plans/{plan}/runs", {"step": named})
    assert refused.status_code == 409
    assert "paused it: nothing is planned or applied." in refused.get_data(as_text=True)
    assert list(sample.requests) == []
    assert statuses(desk, plan) == ["accepted", "accepted", "planned"]


def test_agents_work_again_and_the_person_is_back_where_the_button_was(
    window: Browser, place: Installed, site: Site, plan: str
) -> None:
    window.get("/account")
    window.post(f"/sites/{site.public_id}/pause")
    response = window.post(f"/sites/{site.public_id}/resumption", {"back": f"/plans/{plan}"})
    assert response.headers["Location"] == f"/plans/{plan}"
    assert "Agents may work on Harbour &amp; Grain again." in window.follow(response).get_data(as_text=True)
    accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    assert statuses(place.desk, plan) == ["applied", "applied", "applied"]


def test_the_way_back_leads_to_no_other_website(window: Browser, site: Site) -> None:
    window.get("/account")
    response = window.post(f"/sites/{site.public_id}/resumption", {"back": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/plans"


def test_a_paused_key_can_do_nothing_and_its_plan_says_why(window: Browser, agent: Agent, plan: str) -> None:
    address = f"/keys/{agent.key.public_id}"
    window.get(address)
    page = window.follow(window.post(f"{address}/pause")).get_data(as_text=True)
    assert "The key Agent is paused." in page
    assert HALTED in page
    with pytest.raises(Refusal, match="respira_key_paused"):
        agent.call("list_pages")
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert page.count("The key Agent is paused, so nothing of this plan can run.") == 2
    assert f'href="{address}"' in page
    window.get(address)
    assert "The key Agent works again." in window.follow(window.post(f"{address}/resumption")).get_data(as_text=True)
    assert agent.call("list_pages")["success"] is True
