"""Promises of what stands together on a plan's page, and of one press: what was not shown whole is left out."""

from __future__ import annotations

import pytest

from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import statuses, steps_of
from tests.web.test_cards import card, headings, order_of, page_of
from webapp.core.desk import Desk
from webapp.data import Mode, Step
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


LONG = "<p>" + "We rewrote all of it. " * 60 + "</p>"


def draft(title: str, content: str = "<p>Words.</p>", **more: object) -> tuple[str, dict[str, object]]:
    return ("create_page", {"title": title, "content": content, **more})


def accept(window: Browser, plan: str, steps: list[Step]) -> None:
    named = [f"{step.public_id} {step.digest}" for step in steps]
    assert window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": named}).status_code == 303


def test_a_long_text_stands_in_no_group_and_no_press_for_several_accepts_it(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    plan = planned(agent, draft("One"), draft("Two"), draft("Three"), draft("Four", LONG))
    page, steps = page_of(window, plan), steps_of(desk, plan)
    assert headings(page) == ["3 alike: Make a page", "The rest: 1 step"]
    assert "Accept 3 steps that are short" in page
    assert "Step 4 is longer than its card, so it is accepted by itself." in page
    assert f'name="step" value="{steps[3].public_id} ' not in page
    accept(window, plan, steps)
    assert statuses(desk, plan) == ["accepted", "accepted", "accepted", "planned"]
    assert "Step 4 is not looked at yet, so it stays out." in page_of(window, plan)
    yes = {"verdict": "accept", "digest": steps[3].digest, "page": "plan"}
    assert window.post(f"/steps/{steps[3].public_id}/decision", yes).status_code == 303
    assert statuses(desk, plan) == ["accepted"] * 4


def test_few_words_in_much_markup_are_not_short(window: Browser, agent: Agent, desk: Desk) -> None:
    hidden = "".join(f'<img src="/picture-{number}.png" alt="">' for number in range(30))
    plan = planned(agent, draft("One"), draft("Two", f"<p>Words.</p>{hidden}"))
    accept(window, plan, steps_of(desk, plan))
    assert statuses(desk, plan) == ["accepted", "planned"]


def test_steps_that_change_other_fields_are_not_alike(window: Browser, agent: Agent) -> None:
    plan = planned(agent, draft("One"), draft("Two"), draft("Three", excerpt="Short."), draft("Four", slug="four"))
    assert headings(page_of(window, plan)) == []


@pytest.mark.parametrize("column", ["answers", "edited_by", "planned_again"])
def test_a_step_with_a_history_is_folded_into_no_group(
    window: Browser, agent: Agent, desk: Desk, place: Installed, column: str
) -> None:
    plan = planned(agent, draft("One"), draft("Two"), draft("Three"))
    assert headings(page_of(window, plan)) == ["3 alike: Make a page"]
    with desk.writing() as session:
        step = session.get_one(Step, steps_of(desk, plan)[0].id)
        setattr(step, column, {"answers": "note_1", "edited_by": place.owner.id, "planned_again": True}[column])
    assert headings(page_of(window, plan)) == []


def test_what_was_dropped_or_sent_back_is_done_with_and_not_counted_once_the_page_is_loaded_again(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    plan = planned(agent, ("delete_page", {"id": 311}), ("delete_page", {"id": 42}), *map(draft, "ABCDE"))
    page_of(window, plan)
    steps = steps_of(desk, plan)
    said = {0: {"verdict": "drop"}, 2: {"verdict": "drop"}, 3: {"verdict": "ask", "note": "Shorter."}}
    for number, form in said.items():
        step = steps[number]
        window.post(f"/steps/{step.public_id}/decision", form | {"digest": step.digest})
    page = page_of(window, plan)
    assert headings(page) == ["Look closely: 1 step", "3 alike: Make a page", "Done with: 3 steps"]
    assert order_of(page) == [2, 5, 6, 7, 1, 3, 4]
