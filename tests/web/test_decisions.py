"""Promises of saying yes to a whole plan: few presses where all is harmless, none around what has to be read."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.at_once import at_once
from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import digests, run_of, statuses, steps_of
from webapp.core.desk import Desk
from webapp.data import Mode


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    """Three harmless steps."""
    begun = agent.call("begin_session", mode="plan")
    for title in ("One", "Two", "Three"):
        agent.call("create_page", title=title, content=f"<p>{title}</p>")
    return str(begun["session_id"])


def accept_all(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)})


def test_a_delete_among_harmless_steps_is_never_accepted_or_applied_with_them(
    window: Browser, desk: Desk, agent: Agent, plan: str
) -> None:
    agent.call("delete_page", id=311)
    accept_all(window, desk, plan)
    assert statuses(desk, plan) == ["accepted", "accepted", "accepted", "planned"]
    delete = steps_of(desk, plan)[3]
    crafted = {"verdict": "accept", "digest": delete.digest, "page": "plan"}
    assert window.post(f"/steps/{delete.public_id}/decision", crafted).status_code == 409
    response = window.post(f"/plans/{plan}/runs", {"step": digests(desk, plan)})
    assert response.status_code == 409
    assert run_of(desk, plan) == []
    assert statuses(desk, plan)[3] == "planned"


def test_two_presses_of_apply_at_the_same_moment_in_two_tabs_run_everything_once(
    app: Flask, window: Browser, place: Installed, plan: str
) -> None:
    """C16.1, C16.2"""
    desk = place.desk
    accept_all(window, desk, plan)
    tabs = [window, signed_in(app, desk, place.owner.email)]
    tabs[1].get(f"/plans/{plan}")
    named = {"step": digests(desk, plan)}
    first, second = at_once(*[lambda tab=tab: tab.post(f"/plans/{plan}/runs", named) for tab in tabs])
    place.workers.finish()
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["Location"] == second.headers["Location"]
    assert len(run_of(desk, plan)) == 1
    assert statuses(desk, plan) == ["applied", "applied", "applied"]


def test_a_double_click_on_drop_is_one_decision(window: Browser, desk: Desk, plan: str) -> None:
    """C16.4"""
    window.get(f"/plans/{plan}")
    step = steps_of(desk, plan)[0]
    drop = {"verdict": "drop", "digest": step.digest}
    answers = [window.post(f"/steps/{step.public_id}/decision", drop).status_code for _click in range(2)]
    assert answers[0] == 303
    assert statuses(desk, plan)[0] == "dropped"
    events = window.get("/events").get_data(as_text=True)
    assert events.count(step.public_id) <= 2
