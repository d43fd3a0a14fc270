"""Promises of the cards on a plan's page: what stands where, and what a card tells at a glance."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.queries import counted
from tests.web.conftest import Browser
from tests.web.planning import digests, statuses, steps_of
from webapp.core.desk import Desk
from webapp.data import Mode, Plan, Step
from webapp.sample_site import SampleSite
from webapp.tools.risks import Risk
from webapp.web.reasons import REASONS, reasons_of

SMALL = 5


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER)


@pytest.fixture
def plan(agent: Agent) -> str:
    """Three alike small steps, one other, and two that need a close look (the front page, a delete), mixed."""
    begun = agent.call("begin_session", mode="plan", title="A spring clean")
    agent.call("create_page", title="One", content="<p>One</p>", _respira_note="You asked for a page.")
    agent.call("update_page", id=7, excerpt="Bread and boats.")
    agent.call("create_page", title="Two", content="<p>Two</p>")
    agent.call("update_page", id=42, excerpt="All about us.")
    agent.call("create_page", title="Three", content="<p>Three</p>")
    agent.call("delete_page", id=311)
    return str(begun["session_id"])


def page_of(window: Browser, plan: str, more: str = "") -> str:
    return window.get(f"/plans/{plan}{more}").get_data(as_text=True)


def order_of(page: str) -> list[int]:
    """Return the positions of the steps in the order in which a page shows them."""
    return [int(number) for number in re.findall(r'<span class="step__number" aria-hidden="true">(\d+)</span>', page)]


def card(page: str, step: Step) -> str:
    """Return what a page shows of a step."""
    found = re.search(
        rf'<li class="step [^"]*" id="step-{step.public_id}".*?(?=<li class="step |</main>)', page, re.DOTALL
    )
    assert found is not None
    return found[0]


def headings(page: str) -> list[str]:
    return [words.strip() for words in re.findall(r"<h2[^>]*>([^<]*(?:look|Look|alike|rest|Done)[^<]*)</h2>", page)]


def test_what_needs_a_close_look_comes_first_then_what_is_alike_then_the_rest(window: Browser, plan: str) -> None:
    page = page_of(window, plan)
    assert headings(page) == ["Look closely: 2 steps", "3 alike: Make a page", "The rest: 1 step"]
    assert order_of(page) == [2, 6, 1, 3, 5, 4]


def test_the_numbers_are_the_order_in_which_steps_run_and_that_order_is_an_address_away(
    window: Browser, desk: Desk, plan: str
) -> None:
    page = page_of(window, plan)
    assert "Whatever order you read them in, they run in the order of their numbers." in page
    for number, step in enumerate(steps_of(desk, plan), 1):
        assert f'<span class="step__number" aria-hidden="true">{number}</span>' in card(page, step)
    assert f'href="/plans/{plan}?order=plan"' in page
    plain = page_of(window, plan, "?order=plan")
    assert order_of(plain) == [1, 2, 3, 4, 5, 6]
    assert headings(plain) == []
    assert f'href="/plans/{plan}">Show what needs a close look first' in plain


def test_one_press_accepts_a_group_and_nothing_else(window: Browser, desk: Desk, plan: str) -> None:
    page = page_of(window, plan)
    form = re.search(r'id="accept-group-([a-z0-9_-]+)">(.*?)</form>', page, re.DOTALL)
    assert form is not None
    named = re.findall(r'name="step" value="([^"]+)"', form[2])
    assert len(named) == 3
    assert "Accept these 3" in form[2]
    yes = {"verdict": "accept", "step": named, "place": f"group-{form[1]}"}
    response = window.post(f"/plans/{plan}/decisions", yes)
    assert response.headers["Location"] == f"/plans/{plan}#group-{form[1]}"
    assert statuses(desk, plan) == ["accepted", "planned", "accepted", "planned", "accepted", "planned"]
    assert order_of(page_of(window, plan)) == [2, 6, 1, 3, 5, 4]


def test_a_place_on_the_page_is_taken_only_as_a_place(window: Browser, desk: Desk, plan: str) -> None:
    page_of(window, plan)
    yes = {"verdict": "accept", "step": digests(desk, plan)[:1], "place": "x/../../elsewhere"}
    assert window.post(f"/plans/{plan}/decisions", yes).headers["Location"] == f"/plans/{plan}"


def test_a_decision_about_one_of_a_group_keeps_the_place_and_tells_the_groups_button_anew(
    window: Browser, desk: Desk, plan: str
) -> None:
    page_of(window, plan)
    first = steps_of(desk, plan)[0]
    drop = {"verdict": "drop", "digest": first.digest}
    address = f"/steps/{first.public_id}/decision"
    parts = window.post(address, drop, headers={"HX-Request": "true"}).get_data(as_text=True)
    assert order_of(parts) == [1]
    assert "Accept these 2" in parts
    assert window.post(address, drop | {"verdict": "reopen"}).headers["Location"] == (
        f"/plans/{plan}#step-{first.public_id}"
    )
    in_order = drop | {"order": "plan"}
    assert "group-" not in window.post(address, in_order, headers={"HX-Request": "true"}).get_data(as_text=True)
    window.post(address, drop | {"verdict": "reopen"})
    kept = window.post(address, in_order)
    assert kept.headers["Location"] == f"/plans/{plan}?order=plan#step-{first.public_id}"


def test_a_dropped_step_folds_away_where_it_is_and_can_be_brought_back(
    window: Browser, desk: Desk, plan: str
) -> None:
    page_of(window, plan)
    other = steps_of(desk, plan)[3]
    window.post(f"/steps/{other.public_id}/decision", {"verdict": "drop", "digest": other.digest})
    page = page_of(window, plan)
    assert order_of(page) == [2, 6, 1, 3, 5, 4]
    dropped = card(page, other)
    assert "Bring back" in dropped
    assert '<details class="fold" open>' not in dropped


def test_a_card_says_why_it_is_risky_and_each_reason_is_explained(window: Browser, desk: Desk, plan: str) -> None:
    steps = steps_of(desk, plan)
    delete = card(page_of(window, plan), steps[5])
    assert '<span class="reasons__tag">Delete</span>' in delete
    assert "<dt>Delete</dt><dd>Something is taken away." in delete
    assert "Needs your approval" in delete
    assert "reasons__tag" not in card(page_of(window, plan), steps[3])


def test_every_reason_has_a_tag_and_an_explanation() -> None:
    assert set(REASONS) == set(Risk)
    assert all(len(reason.tag.split()) <= 3 and reason.why.endswith(".") for reason in REASONS.values())
    assert reasons_of(["gone", "delete"]) == [REASONS[Risk.DELETE]]


def test_a_card_quotes_the_agent_and_leads_to_the_page_and_to_wordpress(
    window: Browser, desk: Desk, place: Installed, plan: str
) -> None:
    page = page_of(window, plan)
    steps = steps_of(desk, plan)
    assert "<q><bdi>You asked for a page.</bdi></q>" in card(page, steps[0])
    about = card(page, steps[3])
    assert f'href="{place.site.url}/wp-admin/post.php?post=42&amp;action=edit"' in about
    assert "See it on the site" in about
    assert "wp-admin" not in card(page, steps[0])


def test_a_long_reason_of_the_agent_is_cut_on_the_card_and_whole_below_it(window: Browser, agent: Agent) -> None:
    words = "Because visitors asked for it again and again, " * 6 + "and so did you."
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("create_page", title="One", _respira_note=words)
    page = page_of(window, plan)
    assert page.count("and so did you.") == 1
    assert page.count("Because visitors asked") == 6 + 3


def test_what_a_step_is_called_and_why_stays_text(window: Browser, agent: Agent) -> None:
    """C46.1"""
    attack = "\"><img src=x onerror=fetch('/canary')>"
    plan = agent.call("begin_session", mode="plan", title=attack, note=attack)["session_id"]
    for title in (attack, f"{attack} 2", f"{attack} 3"):
        agent.call("create_page", title=title, content=f"<p>{attack}</p>", _respira_note=attack)
    for page in (page_of(window, plan), page_of(window, plan, "?order=plan")):
        assert "<img src=x" not in page
        assert "&#34;&gt;&lt;img src=x onerror=fetch(&#39;/canary&#39;)&gt;" in page


def test_a_plan_says_when_it_expires_and_loudly_in_its_last_hour(window: Browser, desk: Desk, plan: str) -> None:
    page = page_of(window, plan)
    assert re.search(r"\(expires <time [^>]*data-countdown>in 2 days</time>\)", page)
    assert re.search(r"<p class=\"warning warning--danger expiry\"[^>]* hidden>", page)
    with desk.writing() as session:
        row = session.scalars(select(Plan).where(Plan.public_id == plan)).one()
        row.expires_at = desk.clock() + timedelta(minutes=40, seconds=30)
    page = page_of(window, plan)
    assert not re.search(r"<p class=\"warning warning--danger expiry\"[^>]* hidden>", page)
    assert re.search(r"<strong>This plan expires <time [^>]*>in 40 minutes</time>.</strong>", page)


def test_the_bar_names_what_apply_would_leave_out(window: Browser, desk: Desk, plan: str) -> None:
    page_of(window, plan)
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)})
    page = page_of(window, plan)
    assert statuses(desk, plan) == ["accepted", "planned", "accepted", "accepted", "accepted", "planned"]
    assert "Steps 2 and 6 are not looked at yet, so they stay out." in page
    assert "Apply 4 steps, none changes the live site" in page


def test_the_keys_are_listed_on_the_plan_and_in_the_help(window: Browser, plan: str) -> None:
    page = page_of(window, plan)
    assert '<dialog class="keys" id="keys-dialog" aria-labelledby="keys-title">' in page
    assert 'href="/help#keys"' in page
    help_page = window.get("/help").get_data(as_text=True)
    assert 'id="keys"' in help_page
    for key in "jkoadcu?":
        assert f"<kbd>{key}</kbd>" in page
        assert f"<kbd>{key}</kbd>" in help_page


def test_a_plan_asks_the_database_as_often_for_fifty_steps_as_for_five(
    window: Browser, desk: Desk, agent: Agent
) -> None:
    """C47.3"""
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    asked, long = [], "A tag with much to say. " * 900
    for number in range(50):
        agent.call("create_term", taxonomy="post_tag", name=f"Tag {number}", description=long)
        if number + 1 in (SMALL, 50):
            window.get(f"/plans/{plan}")
            window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)[::2]})
            page_of(window, plan)
            with counted() as queries:
                page = page_of(window, plan)
            assert len(order_of(page)) == number + 1
            asked.append(len(queries))
    assert asked[0] == asked[1] < 25
    assert long not in page
    for step in steps_of(desk, plan)[::49]:
        assert f'href="/steps/{step.public_id}"' in page
        assert long.strip() in window.get(f"/steps/{step.public_id}").get_data(as_text=True)


def test_a_change_far_down_in_a_text_is_seen_on_the_card_between_the_words_that_stay(
    window: Browser, sample: SampleSite, agent: Agent, desk: Desk
) -> None:
    told = " ".join(f"Loaf {n} is baked at night." for n in range(60))
    item = sample.add("pages", title="Bread", content=f"<p>{told}</p>", status="publish")["id"]
    begun = agent.call("begin_session", mode="plan")
    agent.call("update_page", id=item, content=f"<p>{told.replace('Loaf 40 is baked', 'Loaf 40 is sold')}</p>")
    [step] = steps_of(desk, str(begun["session_id"]))
    shown = card(page_of(window, str(begun["session_id"])), step)
    assert "Loaf 40 is <del>baked</del> at night. Loaf 41" in shown
    assert "Loaf 40 is <ins>sold</ins> at night. Loaf 41" in shown
    assert "1 word in, 1 out</p>" in shown
