"""A yes by link counts for a key whose yes is in the browser only where the link's owner let it, whenever that is."""

from __future__ import annotations

import pytest

from tests.core.acts import bin_page, link, opened, outcomes, plan, sent, tagline
from tests.core.test_narrowed_meanwhile import Meanwhile, reading_held_up
from tests.installed import Agent, Installed
from webapp.core import guests, keys, links, reviews
from webapp.core.guests import Verdict
from webapp.core.links import Maker, Wish
from webapp.data import Key, May, Mode, ReviewLink, Scope
from webapp.errors import Refusal
from webapp.sample_site import SampleSite


def guest_accepts(sayso: Installed, agent: Agent, *, counts: bool) -> list[str]:
    """Let somebody with a link say yes to every step of the agent's plan; return their ids."""
    view = opened(sayso, agent)
    ids = tuple(step.row.public_id for step in view.steps)
    wish = Wish("Ana", May.DECIDE, ids, counts=counts)
    with sayso.desk.writing() as session:
        _link, token = links.share_plan(session, sayso.desk, view.row, wish, Maker(person_id=sayso.owner.id))
    for step in view.steps:
        verdict = Verdict(step.row.public_id, "accept", step.row.digest, opened=True)
        guests.decide(sayso.desk, token, "Ana", verdict)
    return list(ids)


def change_mode(sayso: Installed, agent: Agent, mode: Mode) -> None:
    """Change a key's mode as its page does."""
    with sayso.desk.writing() as session:
        key = session.get_one(Key, agent.key.id)
        settings = {"name": key.name, "scope": Scope.FULL, "tools_off": [], "shared": False, "expires_at": None}
        keys.change(session, sayso.desk, key, sayso.owner.id, mode=mode, **settings)


def statuses(sayso: Installed, agent: Agent) -> list[str]:
    return [step.row.status for step in opened(sayso, agent).steps]


@pytest.mark.promise("D-LINK-05")
def test_a_yes_by_a_link_that_does_not_count_falls_when_the_key_begins_to_wait_for_the_browser(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, tagline("B"), link("Us"), bin_page(42))
    guest_accepts(sayso, agent, counts=False)
    assert statuses(sayso, agent) == ["accepted", "accepted", "accepted"]
    change_mode(sayso, agent, Mode.BROWSER)
    assert statuses(sayso, agent) == ["planned", "planned", "planned"]
    assert agent.call("apply_plan")["code"] == "respira_waiting_for_person"
    assert sent(wordpress) == []
    kept = [(name, opinion.verdict) for step in opened(sayso, agent).steps for name, opinion in step.opinions]
    assert kept == [("Ana (by link)", "accept")] * 3


@pytest.mark.promise("D-LINK-05")
def test_a_yes_by_a_link_that_counts_and_the_owners_own_stand_when_the_key_begins_to_wait_for_the_browser(
    sayso: Installed, agent: Agent
) -> None:
    plan(agent, tagline("B"))
    guest_accepts(sayso, agent, counts=True)
    agent.call("update_option", option="title", value="C")
    own = opened(sayso, agent).steps[1].row
    reviews.decide(sayso.desk, sayso.owner, own.public_id, "accept", own.digest, from_its_page=True)
    change_mode(sayso, agent, Mode.BROWSER)
    assert statuses(sayso, agent) == ["accepted", "accepted"]
    assert outcomes(agent.call("apply_plan")) == ["applied", "applied"]


def test_a_yes_by_link_stands_when_the_key_no_longer_waits_for_the_browser(sayso: Installed, careful: Agent) -> None:
    plan(careful, tagline("B"))
    guest_accepts(sayso, careful, counts=True)
    change_mode(sayso, careful, Mode.ASK)
    change_mode(sayso, careful, Mode.BROWSER)
    assert statuses(sayso, careful) == ["accepted"]


@pytest.mark.promise("D-LINK-05")
def test_an_apply_looks_itself_whether_a_yes_by_link_counts(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    steps = plan(agent, tagline("B"))
    guest_accepts(sayso, agent, counts=False)
    with sayso.desk.writing() as session:
        # As if the key had been changed by another way than its page.
        session.get_one(Key, agent.key.id).mode = Mode.BROWSER
    assert agent.call("apply_plan")["code"] == "respira_nothing_waiting"
    assert agent.call("apply_plan", step_ids=steps)["code"] == "respira_waiting_for_person"
    assert sent(wordpress) == []


@pytest.mark.promise("D-LINK-05")
def test_a_step_that_runs_already_sends_nothing_on_a_yes_by_link_that_counts_no_more(
    sayso: Installed, agent: Agent, wordpress: SampleSite
) -> None:
    plan(agent, link("Us"))
    guest_accepts(sayso, agent, counts=False)
    with reading_held_up(wordpress, "/wp/v2/menus/3") as held:
        applying = Meanwhile(agent, "apply_plan", {})
        held.wait_for_it()
        change_mode(sayso, agent, Mode.BROWSER)
    [step] = applying.answer()["steps"]
    assert (step["outcome"], step["error"]["code"]) == ("failed", "respira_plan_changed")
    assert sent(wordpress) == []


@pytest.mark.promise("D-LINK-01")
def test_the_links_that_a_key_made_end_with_it_and_those_of_people_do_not(sayso: Installed, agent: Agent) -> None:
    plan(agent, tagline("B"))
    url = agent.call("create_review_link", label="Ana")["url"]
    guest_accepts(sayso, agent, counts=False)
    with sayso.desk.writing() as session:
        keys.revoke(session, sayso.desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    with sayso.desk.reading() as session:
        with pytest.raises(Refusal, match="respira_link_over"):
            links.find(session, sayso.desk, url.rsplit("/", 1)[1])
        assert [link.revoked_at is None for link in session.query(ReviewLink).order_by(ReviewLink.id)] == [
            False,
            True,
        ]
