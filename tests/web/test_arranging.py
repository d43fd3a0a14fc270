"""Promises of what stands together on a plan's page, and of one press: nothing is accepted that was not shown whole."""

from __future__ import annotations

import pytest

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import steps_of
from tests.web.test_cards import card, page_of
from webapp.core.desk import Desk
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


def planned(agent: Agent, *calls: tuple[str, dict[str, object]]) -> str:
    plan = agent.call("begin_session", mode="plan")["session_id"]
    for tool, arguments in calls:
        agent.call(tool, **arguments)
    return str(plan)


def test_the_delete_of_a_draft_says_that_it_is_not_public_and_never_that_visitors_see_it(
    window: Browser, sample: SampleSite, agent: Agent, desk: Desk
) -> None:
    idea, page = (
        sample.add("pages", title="Hours", status=status, content="x")["id"] for status in ("draft", "publish")
    )
    plan = planned(agent, ("delete_page", {"id": idea}), ("delete_page", {"id": page}))
    shown = page_of(window, plan)
    unseen, public = (card(shown, step) for step in steps_of(desk, plan))
    assert "Not public" in unseen
    assert "badge--live" not in unseen
    assert "badge--live" in public
    assert [step.lands_on["where"] for step in steps_of(desk, plan)] == ["live", "live"]


def test_the_agent_can_be_asked_for_a_change_from_the_card_of_what_has_to_be_opened(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    plan = planned(agent, ("delete_page", {"id": 311}))
    step = steps_of(desk, plan)[0]
    assert f'id="ask-{step.public_id}"' in card(page_of(window, plan), step)
    ask = {"verdict": "ask", "digest": step.digest, "note": "Keep it, please."}
    assert window.post(f"/steps/{step.public_id}/decision", ask).status_code == 303
    assert steps_of(desk, plan)[0].status == "sent_back"
