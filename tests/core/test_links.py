"""What holds for a review link however it is made: how long it works, about what, and how many there may be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.conftest import MovableClock
from tests.installed import Installed, installed
from webapp.core import guests, links, plans, sweeping
from webapp.core.guests import Verdict
from webapp.core.links import Maker, Wish
from webapp.data import May, Mode, Plan, ReviewLink
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    """The program on a connected site, whose clock only the test moves."""
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login, clock=clock) as one:
        yield one


def made(sayso: Installed, plan: Plan, **asked: object) -> tuple[ReviewLink, str]:
    """Make a link to a plan as its owner does."""
    wish = Wish(**{"label": "Ana", "may": May.LOOK, **asked})
    with sayso.desk.writing() as session:
        return links.share_plan(session, sayso.desk, plan, wish, Maker(person_id=sayso.owner.id))


@pytest.fixture
def plan(sayso: Installed) -> Plan:
    """A plan of a key whose yes is in the browser, with one step."""
    agent = sayso.agent(Mode.BROWSER)
    agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    with sayso.desk.reading() as session:
        found = plans.live(session, sayso.desk, agent.key.id)
    assert found is not None
    return found


def test_a_link_works_as_long_as_its_plan_unless_said_and_a_month_at_most(sayso: Installed, plan: Plan) -> None:
    link, _token = made(sayso, plan)
    assert link.expires_at == plan.expires_at
    assert made(sayso, plan, lasts=timedelta(days=30))[0].expires_at == link.made_at + timedelta(days=30)
    for lasts in (timedelta(days=30, seconds=1), timedelta(minutes=59)):
        with pytest.raises(Refusal, match="an hour at least and 30 days at most"):
            made(sayso, plan, lasts=lasts)


def test_a_link_opens_its_plan_until_its_time_is_up(sayso: Installed, plan: Plan, clock: MovableClock) -> None:
    _link, token = made(sayso, plan, lasts=timedelta(hours=1))
    clock.advance(minutes=59)
    with sayso.desk.reading() as session:
        opened = links.find(session, sayso.desk, token)
        assert opened.plan is not None
        assert opened.plan.id == plan.id
    clock.advance(minutes=1)
    with sayso.desk.reading() as session, pytest.raises(Refusal, match="respira_link_over"):
        links.find(session, sayso.desk, token)


def test_after_its_plan_expired_a_link_explains_that_and_decides_nothing(
    sayso: Installed, plan: Plan, clock: MovableClock
) -> None:
    with sayso.desk.reading() as session:
        step = plans.steps_of(session, plan)[0]
    asked = {"may": May.DECIDE, "step_ids": (step.public_id,), "counts": True, "lasts": timedelta(days=30)}
    _link, token = made(sayso, plan, **asked)
    clock.advance(days=4)
    sweeping.sweep(sayso.desk)
    with sayso.desk.reading() as session:
        view = guests.plan_of(session, sayso.desk, links.find(session, sayso.desk, token))
    assert view is not None
    assert view.over is True
    with pytest.raises(Refusal, match="respira_plan_expired"):
        guests.decide(sayso.desk, token, "Ana", Verdict(step.public_id, "accept", step.digest, opened=True))


def test_a_link_decides_about_steps_of_its_own_plan_only(sayso: Installed, plan: Plan) -> None:
    for chosen in ((), ("step_000000",)):
        with pytest.raises(Refusal, match="Choose at least one step of this plan"):
            made(sayso, plan, may=May.DECIDE, step_ids=chosen)


def test_a_step_that_takes_the_place_of_one_that_was_sent_back_is_decided_with_the_same_link(
    sayso: Installed, plan: Plan
) -> None:
    agent = sayso.agent(Mode.BROWSER, "Another")
    agent.call("begin_session", mode="plan")
    first = agent.call("update_page", id=42, title="Our story")["step_id"]
    with sayso.desk.reading() as session:
        live = plans.live(session, sayso.desk, agent.key.id)
        assert live is not None
        step = plans.steps_of(session, live)[0]
    _link, token = made(sayso, live, may=May.DECIDE, step_ids=(first,), counts=True)
    guests.decide(sayso.desk, token, "Ana", Verdict(first, "ask", step.digest, "Shorter, please.", opened=True))
    revised = agent.call("update_page", id=42, title="Us", _respira_revises=first)["step_id"]
    other = agent.call("create_menu_item", menu_id=3, title="Services", url="/services/")["step_id"]
    with sayso.desk.reading() as session:
        digests = {one.public_id: one.digest for one in plans.steps_of(session, live)}
    assert guests.decide(sayso.desk, token, "Ana", Verdict(revised, "accept", digests[revised], opened=True)) is True
    with pytest.raises(Refusal, match="respira_link_allows_less"):
        guests.decide(sayso.desk, token, "Ana", Verdict(other, "accept", digests[other], opened=True))


def test_no_more_than_fifty_links_to_one_plan_work_at_once(sayso: Installed, plan: Plan) -> None:
    first, _token = made(sayso, plan)
    for _link in range(49):
        made(sayso, plan)
    with pytest.raises(Refusal, match="50 links to this work already"):
        made(sayso, plan)
    links.revoke(sayso.desk, sayso.owner.id, first.public_id)
    made(sayso, plan)
