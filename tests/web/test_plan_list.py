"""Promises of the list of plans: what needs a person first, the shelves, and what it is kept to."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event, update

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, steps_of, worked_example
from webapp.core.desk import Desk
from webapp.data import Mode, Plan


def planned(place: Installed, title: str, *, key: str, delete: bool = False) -> str:
    agent = place.agent(Mode.BROWSER, key)
    begun = agent.call("begin_session", mode="plan", title=title)
    agent.call("update_page", id=42, title=title)
    if delete:
        agent.call("delete_page", id=311)
    return str(begun["session_id"])


def listed(window: Browser, address: str = "/plans") -> list[str]:
    page = window.get(address).get_data(as_text=True)
    return re.findall(r'<li class="row" id="plan-(\w+)"', page)


def expires_in(desk: Desk, plan: str, **lapse: float) -> None:
    with desk.writing() as session:
        until = desk.clock() + timedelta(**lapse)
        session.execute(update(Plan).where(Plan.public_id == plan).values(expires_at=until))


def test_what_has_to_be_looked_at_closely_comes_first_and_then_what_expires_first(
    window: Browser, place: Installed, desk: Desk
) -> None:
    later = planned(place, "Later", key="One")
    sooner = planned(place, "Sooner", key="Two")
    risky = planned(place, "Risky", key="Three", delete=True)
    expires_in(desk, later, hours=50)
    expires_in(desk, sooner, hours=40)
    expires_in(desk, risky, hours=60)
    assert listed(window) == [risky, sooner, later]


def test_a_plan_whose_last_hour_has_begun_says_so_strongly(window: Browser, place: Installed, desk: Desk) -> None:
    plan = planned(place, "Soon", key="One")
    assert 'class="soon"' not in window.get("/plans").get_data(as_text=True)
    expires_in(desk, plan, minutes=59)
    assert '<strong class="soon">' in window.get("/plans").get_data(as_text=True)


def test_what_was_sent_back_as_a_whole_is_with_the_agent(window: Browser, place: Installed, desk: Desk) -> None:
    plan = planned(place, "Shorter", key="One")
    [step] = steps_of(desk, plan)
    window.get("/plans")
    asked = {"verdict": "ask", "digest": step.digest, "note": "Shorter, please"}
    assert window.post(f"/steps/{step.public_id}/decision", asked).status_code == 303
    assert listed(window) == []
    assert listed(window, "/plans?show=with-agent") == [plan]


def test_a_plan_that_waits_tells_of_what_still_waits_and_not_of_what_was_planned_again(
    window: Browser, place: Installed, desk: Desk
) -> None:
    agent = place.agent(Mode.BROWSER, "One")
    plan = str(agent.call("begin_session", mode="plan", title="Both")["session_id"])
    agent.call("update_option", option="description", value="B")
    accept_and_apply(window, desk, plan)
    place.workers.finish()
    page = window.get("/plans?show=all").get_data(as_text=True)
    assert "1 live" in page
    first = str(agent.call("update_page", id=42, title="Our long story")["step_id"])
    agent.call("update_page", id=42, title="Our story", _respira_revises=first)
    page = window.get("/plans").get_data(as_text=True)
    assert "1 on a draft" in page
    assert "1 live" not in page
    assert "<p>1 applied, 1 to look at</p>" in page


def test_what_was_applied_and_what_expired_waits_for_nobody_and_is_in_the_history(
    window: Browser, place: Installed, desk: Desk
) -> None:
    applied, expired = worked_example(place.agent(Mode.BROWSER, "One")), planned(place, "Too late", key="Two")
    accept_and_apply(window, desk, applied)
    place.workers.finish()
    expires_in(desk, expired, seconds=-1)
    assert window.get("/plans?show=applied&words=roof").headers["Location"] == "/history?words=roof"
    over = window.get("/plans?show=expired").headers["Location"]
    assert over == "/history?outcome=expired"
    assert expired in window.get(over).get_data(as_text=True)
    assert sorted(listed(window, "/plans?show=all")) == sorted([applied, expired])
    assert listed(window) == []


def test_the_address_keeps_the_list_to_a_key_and_to_words(window: Browser, place: Installed) -> None:
    one, two = planned(place, "A new roof", key="One"), planned(place, "100% wool_socks", key="Two")
    page = window.get("/plans").get_data(as_text=True)
    keys = dict(re.findall(r'<option value="(key_\w+)" >(\w+)</option>', page))
    assert sorted(keys.values()) == ["One", "Two"]
    [key_of_one] = [public for public, name in keys.items() if name == "One"]
    assert listed(window, f"/plans?key={key_of_one}") == [one]
    assert listed(window, "/plans?words=WOOL_socks") == [two]
    assert listed(window, "/plans?words=%25") == [two]
    assert listed(window, f"/plans?key={key_of_one}&words=wool") == []
    kept = window.get(f"/plans?key={key_of_one}&words=roof").get_data(as_text=True)
    assert f'href="/plans?key={key_of_one}&amp;words=roof&amp;show=all"' in kept
    assert "No plan is like that" in window.get("/plans?words=nothing").get_data(as_text=True)


def test_an_address_that_nobody_made_shows_the_list_all_the_same(window: Browser, place: Installed) -> None:
    plan = planned(place, "Here", key="One")
    assert listed(window, "/plans?show=nonsense&page=x") == [plan]
    assert listed(window, f"/plans?words={'x' * 5000}") == []


@pytest.mark.parametrize("shelf", ["with-agent", "all"])
def test_an_empty_shelf_says_what_would_stand_there(window: Browser, place: Installed, shelf: str) -> None:
    page = window.get(f"/plans?show={shelf}").get_data(as_text=True)
    assert '<p class="empty__text">' in page


def test_the_list_asks_the_database_no_more_often_for_many_plans(window: Browser, agents: list[Agent]) -> None:
    few = _queries(window)
    for number, agent in enumerate(agents):
        agent.call("begin_session", mode="plan", title=f"Plan {number}")
        agent.call("update_page", id=42, title=f"Title {number}")
        agent.call("delete_page", id=311)
    assert _queries(window) == few


@pytest.fixture
def agents(place: Installed) -> list[Agent]:
    return [place.agent(Mode.BROWSER, f"Key {number}") for number in range(8)]


def _queries(window: Browser) -> int:
    asked: list[str] = []

    def note(*told: object) -> None:
        asked.append(str(told[2]))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        window.get("/plans")
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return len([one for one in asked if one.lstrip().upper().startswith("SELECT")])
