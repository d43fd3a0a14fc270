"""The pages of a step that would take back what somebody changed say so, before and after it is planned again."""

from __future__ import annotations

import re

import pytest

from tests import colleague
from tests.installed import Agent, Installed
from tests.web.conftest import Browser
from tests.web.planning import digests, statuses, steps_of
from webapp.core.desk import Desk
from webapp.data import Mode, Step
from webapp.sample_site import SampleSite

NOTE = "The page was changed by Marta Pires since: please read it again and plan this step upon that."


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def page(sample: SampleSite) -> int:
    page = colleague.publish(sample, "Contact")
    colleague.edit(sample, f"pages/{page}", content="<p>We make tables.</p><p>Ring 142.</p>")
    return page


@pytest.fixture
def plan(agent: Agent, sample: SampleSite, page: int, window: Browser) -> str:
    """A plan with a step that sends a whole text, which Marta changed in another place."""
    begun = agent.call("begin_session", mode="plan", title="Chairs")
    agent.call("update_page", id=page, content="<p>We make chairs.</p><p>Ring 142.</p>")
    colleague.edit(sample, f"pages/{page}", content="<p>We make tables.</p><p>Ring 199.</p>")
    window.get(f"/plans/{begun['session_id']}")
    window.post(f"/plans/{begun['session_id']}/check")
    return str(begun["session_id"])


@pytest.fixture
def step(desk: Desk, plan: str) -> Step:
    return steps_of(desk, plan)[0]


def words(window: Browser, address: str) -> str:
    """What a page says to the eye, without its markup."""
    return words_of(window.get(address).get_data(as_text=True))


def words_of(page: str) -> str:
    page = re.sub(r'<span class="spoken">[^<]*</span>', "", page)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_stale_step_says_what_it_would_take_back_before_anybody_presses(window: Browser, step: Step) -> None:
    said = words(window, f"/steps/{step.public_id}")
    assert "This step would take back what Marta Pires changed: Text : 199 would become 142 ." in said
    assert "is only compared with the site as it is now: what stands above is taken back." in said


def test_to_ask_the_agent_is_the_first_choice_then_planning_again_dropping_and_insisting(
    window: Browser, step: Step
) -> None:
    page = window.get(f"/steps/{step.public_id}").get_data(as_text=True)
    choices = ["Ask the agent to plan it again", "Plan it again as it is", "Drop it", "Apply anyway"]
    places = [page.index(f"<span>{words}") for words in choices]
    assert places == sorted(places)
    assert re.search(r'class="button button--yes">\s*<span>Ask the agent to plan it again', page)
    assert not re.search(r'class="button button--yes">\s*<span>Plan it again', page)


def test_one_press_sends_it_back_with_the_reason(
    window: Browser, agent: Agent, desk: Desk, plan: str, step: Step
) -> None:
    page = window.get(f"/steps/{step.public_id}").get_data(as_text=True)
    form = re.search(r'<form[^>]*id="ask-again">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="([a-z]+)" value="([^"]*)"', form[1]))
    assert fields == {"verdict": "ask", "digest": step.digest, "page": "step", "note": NOTE}
    assert window.post(f"/steps/{step.public_id}/decision", fields).status_code == 303
    assert statuses(desk, plan) == ["sent_back"]
    assert NOTE in str(agent.call("get_plan"))
    said = words(window, f"/steps/{step.public_id}")
    assert "You asked the agent for a change. What it plans next comes to the plan’s page." in said
    assert "Ask the agent to plan it again" not in said


def test_planned_again_its_card_and_its_page_say_whose_edit_it_takes_back(
    window: Browser, desk: Desk, plan: str, step: Step
) -> None:
    window.post(f"/steps/{step.public_id}/planning")
    card = words(window, f"/plans/{plan}")
    assert re.search(
        r"It takes back what Marta Pires changed on the site (just now|a moment ago|[0-9]+ \w+ ago)", card
    )
    assert "Takes back edits" in card
    assert "Read and decide" in card
    own = words(window, f"/steps/{step.public_id}")
    assert "It takes back an edit Marta Pires changed this on the site" in own
    assert "Text : 199 would become 142 ." in own


def test_a_yes_to_all_leaves_it_out(window: Browser, desk: Desk, plan: str, step: Step) -> None:
    window.post(f"/steps/{step.public_id}/planning")
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)})
    assert statuses(desk, plan) == ["planned"]


def test_what_somebody_changed_is_never_markup_of_the_page(
    window: Browser, sample: SampleSite, plan: str, step: Step, page: int
) -> None:
    colleague.edit(sample, f"pages/{page}", content="<p>We make tables.</p><p>Ring &lt;img src=x&gt;.</p>")
    window.post(f"/plans/{plan}/check")
    assert "<img src=x>" not in window.get(f"/steps/{step.public_id}").get_data(as_text=True)
    window.post(f"/steps/{step.public_id}/planning")
    assert "<img src=x>" not in window.get(f"/steps/{step.public_id}").get_data(as_text=True)


def test_several_stale_steps_are_planned_again_with_one_press_and_what_takes_an_edit_back_is_counted(
    window: Browser, agent: Agent, desk: Desk, sample: SampleSite, plan: str, page: int
) -> None:
    agent.call("update_page", id=page, excerpt="In short.")
    agent.call("update_page", id=311, title="The team")
    colleague.edit(sample, f"pages/{page}", content="<p>We make tables.</p><p>Ring 200.</p>")
    colleague.bin_it(sample, "pages/311")
    window.post(f"/plans/{plan}/check")
    assert 'id="plan-all-again"' in window.get(f"/plans/{plan}").get_data(as_text=True)
    said = words_of(window.follow(window.post(f"/plans/{plan}/planning")).get_data(as_text=True))
    assert (
        "Compared with the site as it is now: 2 steps. Of these, 1 would take back what was changed there: read each "
        "on its own page. Not possible any more: 1 step. The page of each says why." in said
    )
    assert [bool(step.stale) for step in steps_of(desk, plan)] == [False, False, True]


def test_one_stale_step_has_no_button_for_several(window: Browser, plan: str) -> None:
    assert "plan-all-again" not in window.get(f"/plans/{plan}").get_data(as_text=True)
