"""Promises of the plan list, a plan's page, and decisions about several steps."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, update

from tests.installed import PREFIX, Agent, Installed
from tests.sample import sample_site
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, digests, run_of, statuses, steps_of, worked_example
from webapp.core import calls, keys, people, sites, sweeping
from webapp.core.calls import Arrival
from webapp.core.desk import Desk
from webapp.data import Key, Mode, Plan, Site
from webapp.errors import Refusal
from webapp.sample_site import SampleSite, misbehaviour


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Claude on a laptop")


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


def test_the_list_shows_what_waits_and_where_it_lands(window: Browser, plan: str) -> None:
    page = window.get("/plans").get_data(as_text=True)
    assert f'href="/plans/{plan}"' in page
    assert "Our story and a Services link" in page
    assert "1 on a draft" in page
    assert "2 live" in page
    assert "to look at closely" in page


def test_a_plan_that_is_over_is_listed_under_all_only(window: Browser, agent: Agent, plan: str) -> None:
    agent.call("discard_plan")
    agent.call("end_session")
    assert plan not in window.get("/plans").get_data(as_text=True)
    page = window.get("/plans?show=all").get_data(as_text=True)
    assert plan in page
    assert "ended by the agent just now" in page


def test_the_list_can_be_kept_to_one_site_by_its_address(window: Browser, place: Installed, plan: str) -> None:
    assert plan in window.get(f"/plans?site={place.site.public_id}").get_data(as_text=True)
    assert plan not in window.get("/plans?site=site_ffffffffffff").get_data(as_text=True)


def test_with_one_site_there_is_none_to_choose(window: Browser, plan: str) -> None:
    assert "<select" not in window.get("/plans").get_data(as_text=True)


@pytest.mark.parametrize("address", ["/plans", "/plans?show=all", "/events"])
def test_with_two_sites_of_one_name_either_can_be_chosen_by_its_address(
    window: Browser, place: Installed, plan: str, tmp_path: Path, address: str
) -> None:
    (tmp_path / "second").mkdir()
    with sample_site(tmp_path / "second") as other:
        second = sites.connect(place.desk, place.owner.id, other.url, other.username, other.app_password)
    page = window.get(address).get_data(as_text=True)
    for site in (place.site, second):
        assert f'<option value="{site.public_id}" >Harbour &amp; Grain, {site.url}</option>' in page
    assert ('type="hidden" name="show" value="all"' in page) == ("show=all" in address)
    assert window.get(f"/plans?site={second.public_id}").get_data(as_text=True).count("selected") == 1
    assert plan in window.get("/plans?site=&show=all").get_data(as_text=True)


# C42.5
def test_a_plan_of_somebody_else_is_not_there(app: Flask, desk: Desk, plan: str) -> None:
    people.add(desk, "second@example.com", "Second Person")
    second = signed_in(app, desk, "second@example.com")
    assert plan not in second.get("/plans").get_data(as_text=True)
    assert second.get(f"/plans/{plan}").status_code == 404
    for address in ("decisions", "runs", "check"):
        assert second.post(f"/plans/{plan}/{address}", {"verdict": "drop"}).status_code == 404
    assert set(statuses(desk, plan)) == {"planned"}


@pytest.mark.promise("D-STALE-04")
def test_a_page_opens_from_our_own_rows_and_changes_nothing(
    window: Browser, desk: Desk, sample: SampleSite, plan: str
) -> None:
    sample.requests.clear()
    assert window.get(f"/plans/{plan}").status_code == 200
    assert window.get("/plans").status_code == 200
    assert list(sample.requests) == []
    assert statuses(desk, plan) == ["planned", "planned", "planned"]


@pytest.mark.promise("D-STALE-04")
def test_comparing_names_what_moved_and_stops_the_yes(
    window: Browser, desk: Desk, sample: SampleSite, plan: str
) -> None:
    """C03.1"""
    window.get(f"/plans/{plan}")
    sample.change("pages", 42, title="About us all")
    page = window.follow(window.post(f"/plans/{plan}/check")).get_data(as_text=True)
    assert "Changed on the site since this was planned: Title." in page
    assert "Compared with the site" in page
    assert page.count('value="accept"') == 1


def test_a_site_that_does_not_answer_is_told_on_the_page(window: Browser, sample: SampleSite, plan: str) -> None:
    window.get(f"/plans/{plan}")
    sample.misbehave(misbehaviour.html(status=503))
    response = window.post(f"/plans/{plan}/check")
    assert response.status_code == 502
    assert "notice--trouble" in response.get_data(as_text=True)


@pytest.mark.promise("D-RUN-13")
def test_accept_all_leaves_out_what_has_to_be_opened(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    response = window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)})
    assert "Accepted: 2 steps." in window.follow(response).get_data(as_text=True)
    assert statuses(desk, plan) == ["accepted", "accepted", "planned"]


def test_accept_all_with_an_old_digest_accepts_nothing(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    named = digests(desk, plan)
    old = [named[0], named[1].split(" ")[0] + " " + "0" * 64]
    response = window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": old})
    assert response.status_code == 409
    assert "The plan changed since this page was opened" in response.get_data(as_text=True)
    assert set(statuses(desk, plan)) == {"planned"}


def test_everything_can_be_dropped_at_once(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/decisions", {"verdict": "drop"})
    assert set(statuses(desk, plan)) == {"dropped"}


def test_several_steps_can_not_be_decided_in_another_way(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    assert window.post(f"/plans/{plan}/decisions", {"verdict": "ask"}).status_code == 409
    assert set(statuses(desk, plan)) == {"planned"}


@pytest.mark.promise("D-RUN-12", "D-RUN-08")
def test_apply_runs_what_was_on_the_screen_once(window: Browser, place: Installed, plan: str) -> None:
    window.get(f"/plans/{plan}")
    named = digests(place.desk, plan)[:2]
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": named})
    first = window.post(f"/plans/{plan}/runs", {"step": named})
    second = window.post(f"/plans/{plan}/runs", {"step": named})
    place.workers.finish()
    third = window.post(f"/plans/{plan}/runs", {"step": named})
    assert {first.status_code, second.status_code, third.status_code} == {303}
    assert first.headers["Location"] == second.headers["Location"] == third.headers["Location"]
    assert len(run_of(place.desk, plan)) == 1
    assert statuses(place.desk, plan) == ["applied", "applied", "planned"]


@pytest.mark.promise("D-RUN-12")
def test_apply_of_what_is_not_accepted_any_more_runs_nothing(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    response = window.post(f"/plans/{plan}/runs", {"step": digests(desk, plan)})
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "The plan changed since this page was opened, so nothing ran." in page
    assert f'id="step-{digests(desk, plan)[0].split(" ")[0]}"' in page
    assert run_of(desk, plan) == []


@pytest.mark.promise("D-PLAN-06")
def test_what_an_agent_wrote_is_shown_as_text(window: Browser, agent: Agent) -> None:
    attack = "<script>alert(1)</script>"
    begun = agent.call("begin_session", mode="plan", title=attack, note=attack)
    agent.call("update_page", id=42, title=attack, content=f"<p>{attack}</p>", _respira_note=attack)
    pages = [window.get("/plans"), window.get(f"/plans/{begun['session_id']}")]
    for response in pages:
        page = response.get_data(as_text=True)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert response.headers["Content-Security-Policy"].startswith(
            "default-src 'none'; style-src 'self'; script-src 'self'"
        )


def test_htmx_gets_the_parts_that_changed(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    named = digests(desk, plan)
    response = window.post(
        f"/plans/{plan}/decisions", {"verdict": "accept", "step": named[:1]}, headers={"HX-Request": "true"}
    )
    parts = response.get_data(as_text=True)
    assert response.status_code == 200
    assert f'id="step-{named[0].split(" ")[0]}"' in parts
    assert f'id="step-{named[1].split(" ")[0]}"' not in parts
    assert 'id="decision-bar"' in parts
    assert "Apply 1 step, it does not change the live site" in parts
    assert "<html" not in parts


def accepted(window: Browser, desk: Desk, plan: str) -> None:
    window.get(f"/plans/{plan}")
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": digests(desk, plan)[:2]})


def test_a_plan_whose_time_is_up_is_history_and_offers_nothing(window: Browser, desk: Desk, plan: str) -> None:
    accepted(window, desk, plan)
    with desk.writing() as session:
        row = session.scalars(select(Plan).where(Plan.public_id == plan)).one()
        row.expires_at = desk.clock() - timedelta(hours=3)
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "It expired 3 hours ago" in page
    assert "Nothing in this plan is waiting for you." in page
    assert 'name="verdict"' not in page
    response = window.post(f"/plans/{plan}/runs", {"step": digests(desk, plan)[:2]})
    assert response.status_code == 409
    assert run_of(desk, plan) == []


@pytest.mark.parametrize("swept", [False, True])
def test_what_waited_when_the_time_was_up_has_expired_and_nobody_withdrew_it(
    window: Browser, desk: Desk, plan: str, swept: bool
) -> None:
    with desk.writing() as session:
        row = session.scalars(select(Plan).where(Plan.public_id == plan)).one()
        row.expires_at = desk.clock() - timedelta(hours=3)
    if swept:
        sweeping.sweep(desk)
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert page.count('<span class="chip chip--expired">') == 3
    assert "Withdrawn by the agent" not in page
    assert "3 expired." in page
    assert "<p>3 expired</p>" in window.get("/plans?show=all").get_data(as_text=True)


def test_what_an_agent_withdrew_by_ending_the_plan_is_said_to_be_withdrawn(
    window: Browser, agent: Agent, plan: str
) -> None:
    agent.call("discard_plan")
    agent.call("end_session")
    assert window.get(f"/plans/{plan}").get_data(as_text=True).count("Withdrawn by the agent") == 3


def test_what_visitors_will_see_counts_only_what_waits(window: Browser, place: Installed, plan: str) -> None:
    window.get(f"/plans/{plan}")
    second = digests(place.desk, plan)[1]
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": [second]})
    window.post(f"/plans/{plan}/runs", {"step": [second]})
    place.workers.finish()
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "1 of 2 steps changes the live site. The rest lands on a draft." in page


def test_a_step_that_failed_says_why_on_the_page_of_its_plan(window: Browser, place: Installed, plan: str) -> None:
    with place.desk.writing() as session:
        session.get_one(Site, place.site.id).tools_off = ["update_page"]
    accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    for address in (f"/plans/{plan}", f"/steps/{digests(place.desk, plan)[0].split(' ')[0]}"):
        page = window.get(address).get_data(as_text=True)
        assert "It failed: The owner of Harbour &amp; Grain switched &#34;Change a page&#34; off." in page


def test_a_page_that_is_gone_is_told_in_a_sentence_of_its_own(window: Browser, sample: SampleSite, plan: str) -> None:
    window.get(f"/plans/{plan}")
    sample.trash(311)
    page = window.follow(window.post(f"/plans/{plan}/check")).get_data(as_text=True)
    assert "<span>Page 311 (Team) is in the trash. It can not run like this. <a" in page
    assert "Changed on the site since this was planned" not in page


def test_a_revoked_key_stops_the_plan_and_says_so(window: Browser, desk: Desk, agent: Agent, plan: str) -> None:
    accepted(window, desk, plan)
    with desk.writing() as session:
        keys.revoke(session, desk, session.get_one(Key, agent.key.id), person_id=1)
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "key was revoked, so nothing of this plan can run." in page
    assert f"/plans/{plan}/runs" not in page


def test_an_accepted_step_that_moved_is_named_instead_of_offered(
    window: Browser, desk: Desk, sample: SampleSite, plan: str
) -> None:
    accepted(window, desk, plan)
    sample.change("pages", 42, title="About us all")
    page = window.follow(window.post(f"/plans/{plan}/check")).get_data(as_text=True)
    assert (
        "Step 1 can not run as it is. Plan it again, drop it, or ask for a change, and the rest can be applied."
        in page
    )
    assert f"/plans/{plan}/runs" not in page


def test_a_later_step_that_changes_with_a_dropped_one_is_shown_anew(
    window: Browser, agent: Agent, desk: Desk
) -> None:
    begun = agent.call("begin_session", mode="plan")
    plan = begun["session_id"]
    agent.call("update_page", id=42, title="Our story")
    agent.call("update_page", id=42, title="Our long story")
    window.get(f"/plans/{plan}")
    first, second = digests(desk, plan)
    window.post(f"/plans/{plan}/decisions", {"verdict": "accept", "step": [first, second]})
    step, digest = first.split(" ")
    drop = {"verdict": "drop", "digest": digest}
    parts = window.post(f"/steps/{step}/decision", drop, headers={"HX-Request": "true"}).get_data(as_text=True)
    assert f'id="step-{second.split(" ")[0]}"' in parts
    assert "The step changed after it was accepted by" in parts
    assert statuses(desk, plan) == ["dropped", "planned"]


def test_the_whole_history_can_be_paged_through(window: Browser, agent: Agent) -> None:
    first = agent.call("begin_session", mode="plan", title="The very first")["session_id"]
    for number in range(30):
        agent.call("end_session")
        agent.call("begin_session", mode="plan", title=f"Plan {number}")
    with agent.desk.writing() as session:
        # As if each had had a step.
        session.execute(update(Plan).values(last_position=1))
    newest = window.get("/plans?show=all").get_data(as_text=True)
    assert first not in newest
    assert "/plans?show=all&amp;page=2" in newest
    oldest = window.get("/plans?show=all&page=2").get_data(as_text=True)
    assert first in oldest
    assert 'href="/plans?show=all" rel="prev"' in oldest
    for odd in ("x", "-1", "9" * 40):
        assert window.get(f"/plans?show=all&page={odd}").status_code == 200


def test_the_plan_of_a_revoked_key_waits_for_nobody(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    agent.call("begin_session", mode="plan", title="Left behind")
    agent.call("update_page", id=42, title="Our story")
    assert "Left behind" in window.get("/plans").get_data(as_text=True)
    window.get(f"/sites/{place.site.public_id}")
    window.post(f"/keys/{agent.key.public_id}/revocation")
    assert "Left behind" not in window.get("/plans").get_data(as_text=True)
    listed = window.get("/plans?show=all").get_data(as_text=True)
    assert "Left behind" in listed
    assert "its key was revoked" in listed


def test_the_page_says_which_step_to_decide_about_before_one_that_comes_after_it(
    place: Installed, window: Browser
) -> None:
    agent = place.agent(Mode.BROWSER)
    agent.call("update_page", id=42, title="B")
    second = agent.call("update_page", id=42, title="C")
    address = second["review"]["url"].removeprefix("http://localhost")
    page = window.get(address).get_data(as_text=True)
    found = re.search(rf'name="step" value="({second["step_id"]} [0-9a-f]+)"', page)
    assert found is not None
    window.post(f"{address}/decisions", {"verdict": "accept", "step": found[1]})
    page = window.get(address).get_data(as_text=True)
    assert "Step 2 is shown as it would be after step 1. Accept or drop step 1 too." in page
    assert "Apply 1 step" not in page


def test_a_plan_was_asked_for_by_the_program_that_began_it_whoever_uses_the_key_since(
    window: Browser, agent: Agent, plan: str
) -> None:
    told = '<dd><bdi>tests 1</bdi>, with the key <a href="/keys/'
    for arguments in ({"name": "respira_wordpress_list_pages", "arguments": {}}, {"name": "none", "arguments": {}}):
        with suppress(Refusal):
            calls.answer(agent.desk, agent.key, Arrival("mcp", PREFIX, arguments, client="Another program"))
    assert told in window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "from <bdi>tests 1</bdi>" in window.get("/plans").get_data(as_text=True)


def test_who_begins_a_plan_again_is_who_asks_for_it_from_then_on(window: Browser, agent: Agent, plan: str) -> None:
    begin = {"name": "respira_wordpress_begin_session", "arguments": {"mode": "plan"}}
    calls.answer(agent.desk, agent.key, Arrival("mcp", PREFIX, begin, client="Another program"))
    assert "<bdi>Another program</bdi>, with the key" in window.get(f"/plans/{plan}").get_data(as_text=True)


def test_a_plan_that_never_had_a_step_is_not_listed(window: Browser, place: Installed, agent: Agent) -> None:
    begun = agent.call("begin_session", mode="plan", title="Nothing came of this")
    assert begun["session_id"] not in window.get("/plans?show=all").get_data(as_text=True)


def test_when_no_step_can_be_accepted_the_bar_says_what_can_be_done(
    window: Browser, sample: SampleSite, agent: Agent
) -> None:
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    agent.call("delete_page", id=311)
    assert "Accept a step and you can apply it from here." in window.get(f"/plans/{plan}").get_data(as_text=True)
    sample.change("pages", 311, title="Another team")
    window.post(f"/plans/{plan}/check")
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "Accept a step" not in page
    assert (
        "No step can be accepted as things stand. Open one to see why, ask for a change, or drop what can not run."
        in page
    )
    [step] = steps_of(agent.desk, plan)
    ask = {"verdict": "ask", "note": "Once more, please.", "digest": step.digest, "page": "plan"}
    window.post(f"/steps/{step.public_id}/decision", ask)
    assert "You asked for a change. What the agent plans next comes here." in window.get(f"/plans/{plan}").get_data(
        as_text=True
    )
