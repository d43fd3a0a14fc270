"""Promises of the history: every plan, run and undo there was, what became of it, and what the list is kept to."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from tests.core.acts import on_site
from tests.installed import Agent, Installed
from tests.queries import counted
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply
from webapp.core import people, undos
from webapp.core.archives import A_PAGE
from webapp.core.desk import Desk
from webapp.data import Mode, Plan, Run, Undo
from webapp.sample_site import SampleSite, misbehaviour

DOWN = misbehaviour.AnswerInstead(500, '{"code":"db_error","message":"Down.","data":{"status":500}}')


def tagline(agent: Agent, title: str, words: str, *more: tuple[str, dict[str, object]]) -> str:
    """Plan a new tagline, and more; return the plan."""
    begun = agent.call("begin_session", mode="plan", title=title)
    agent.call("update_option", option="description", value=words)
    for tool, arguments in more:
        agent.call(tool, **arguments)
    return str(begun["session_id"])


def ran(window: Browser, place: Installed, title: str, *more: tuple[str, dict[str, object]], key: str = "Key") -> str:
    """Plan, accept and apply; return the run."""
    plan = tagline(place.agent(Mode.BROWSER, key), title, f"Words of {title}", *more)
    run = accept_and_apply(window, place.desk, plan).rpartition("/")[2]
    place.workers.finish()
    return run


def expired(place: Installed, title: str, key: str = "Other key") -> str:
    plan = tagline(place.agent(Mode.BROWSER, key), title, f"Words of {title}")
    with place.desk.writing() as session:
        until = place.desk.clock() - timedelta(seconds=1)
        session.execute(update(Plan).where(Plan.public_id == plan).values(expires_at=until))
    return plan


def undone(place: Installed, public: str, parts: tuple[int, ...] = (1,)) -> str:
    """Take back a run or an undo, or some parts of it; return the undo."""
    desk, owner = place.desk, place.owner
    begin = undos.begin_for_undo if public.startswith("undo_") else undos.begin_for_run
    undo = begin(desk, owner, public)
    undos.look(desk, owner, undo)
    with desk.reading() as session:
        digest = session.scalars(select(Undo.digest).where(Undo.public_id == undo)).one()
    undos.start(desk, owner, undo, digest, parts, [])
    place.workers.finish()
    return undo


def listed(window: Browser, address: str = "/history") -> list[str]:
    page = window.get(address).get_data(as_text=True)
    return re.findall(r'<li class="row" id="(\w+)"', page)


def told(window: Browser, public_id: str) -> str:
    """What the list says of a line, in plain words."""
    page = window.get("/history").get_data(as_text=True)
    row = page.split(f'id="{public_id}"')[1].split("</li>")[0]
    return html.unescape(" ".join(re.sub(r"<[^>]+>", "", "<" + row).split()))


def test_what_ran_expired_ended_or_was_discarded_is_listed_and_what_waits_is_not(
    window: Browser, place: Installed
) -> None:
    run, gone = ran(window, place, "New words"), expired(place, "Too late")
    asking = place.agent(Mode.ASK, "Asking")
    ended = tagline(asking, "Thought better of", "B")
    asking.call("discard_plan")
    asking.call("end_session")
    tagline(place.agent(Mode.BROWSER, "Third"), "Still waits", "C")
    assert sorted(listed(window)) == sorted([ended, gone, run])
    assert "Everything went through" not in told(window, run)
    assert "The step went through" in told(window, run)
    assert "applied by Olive Owner" in told(window, run)
    assert "Expired, nothing ran: 1 step" in told(window, gone)
    assert "Ended by the agent, nothing ran: 1 step" in told(window, ended)
    for line, folder in ((run, "runs"), (gone, "plans"), (ended, "plans")):
        assert window.get(f"/{folder}/{line}").status_code == 200


def test_a_run_that_went_wrong_is_told_with_counts(window: Browser, place: Installed, sample: SampleSite) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = tagline(agent, "Three", "A", ("update_page", {"id": 42, "title": "B"}), ("delete_page", {"id": 311}))
    sample.change("pages", 42, title="C")
    run = accept_and_apply(window, place.desk, plan).rpartition("/")[2]
    place.workers.finish()
    assert "1 of 3 steps went through, 1 failed, 1 did not run" in told(window, run)
    assert listed(window, "/history?outcome=failed") == [run]
    assert listed(window, "/history?outcome=through") == []


def test_a_run_that_was_taken_back_says_by_whom_and_the_undo_is_a_line_of_its_own(
    window: Browser, place: Installed
) -> None:
    run = ran(window, place, "New words")
    undo = undone(place, run)
    assert listed(window) == [undo, run]
    assert "Undo of New words" in told(window, undo)
    assert "The change was taken back" in told(window, undo)
    assert "taken back by Olive Owner" in told(window, undo)
    assert "The step went through; taken back by Olive Owner" in told(window, run)
    assert listed(window, "/history?outcome=taken-back") == [undo]
    assert listed(window, "/history?words=words+new&person=1&key=Key") == [undo, run]


def test_a_run_is_called_taken_back_only_as_far_as_it_is(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    on_site(place, direct_editing=True)
    title = ("update_page", {"id": 42, "title": "Ours", "edit_target": "live"})
    run = ran(window, place, "New words", title)
    sample.misbehave(DOWN, method="POST")
    undone(place, run, (1, 2))
    sample.behave()
    assert told(window, run).count("All 2 steps went through") == 1
    assert "taken back" not in told(window, run)
    one = undone(place, run, (1,))
    assert "All 2 steps went through; 1 of 2 changes taken back by Olive Owner" in told(window, run)
    undone(place, run, (1,))
    assert "All 2 steps went through; taken back by Olive Owner" in told(window, run)
    sample.misbehave(DOWN, method="POST")
    undone(place, one)
    sample.behave()
    assert "All 2 steps went through; taken back by Olive Owner" in told(window, run)
    undone(place, one)
    assert "All 2 steps went through; 1 of 2 changes taken back by Olive Owner" in told(window, run)


def test_the_address_keeps_the_list_to_what_was_chosen(window: Browser, place: Installed, desk: Desk) -> None:
    run, gone = ran(window, place, "A new roof"), expired(place, "100% wool_socks")
    assert listed(window, "/history?words=ROOF") == [run]
    assert listed(window, "/history?words=roof+setting") == [run]
    assert listed(window, "/history?words=roof+socks") == []
    assert listed(window, "/history?words=%25") == listed(window, "/history?words=wool_socks") == [gone]
    assert listed(window, "/history?key=other") == [gone]
    assert listed(window, f"/history?site={place.site.public_id}&outcome=through") == [run]
    assert listed(window, "/history?outcome=expired") == [gone]
    assert listed(window, "/history?outcome=failed") == listed(window, "/history?outcome=ended") == []
    assert listed(window, f"/history?person={place.owner.id}") == [run]
    assert listed(window, "/history?person=agent") == []
    assert listed(window, "/history?site=site_of_nobody") == []
    page = window.get("/history?words=nothing").get_data(as_text=True)
    assert "Nothing is like that" in page


def test_what_an_agent_asked_to_apply_is_told_apart(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.ASK)
    tagline(agent, "In the chat", "D")
    agent.call("apply_plan")
    place.workers.finish()
    [run] = listed(window, "/history?person=agent")
    assert "the agent asked to apply" in told(window, run)
    assert listed(window, f"/history?person={place.owner.id}") == []


def test_a_day_of_the_history_is_one_of_the_persons_zone(window: Browser, place: Installed, desk: Desk) -> None:
    run = ran(window, place, "At night")
    with desk.writing() as session:
        night = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)
        session.execute(update(Run).where(Run.public_id == run).values(asked_at=night))
    assert listed(window, "/history?from=2026-05-01&to=2026-05-01") == [run]
    assert listed(window, "/history?from=2026-05-02") == listed(window, "/history?to=2026-04-30") == []
    window.get("/account")
    window.post("/account/time-zone", {"zone": "Europe/Berlin"})
    assert listed(window, "/history?from=2026-05-02&to=2026-05-02") == [run]
    assert "(Europe/Berlin)" in window.get("/history").get_data(as_text=True)


@pytest.mark.parametrize(
    "query",
    [
        "before=nonsense",
        "before=20269901T000000000000-run-1",
        "before=00010101T000000000000-undo-999999999999999999",
        "person=%C2%B2&outcome=nonsense&from=yesterday&to=9999-12-31",
        "from=0001-01-01&to=10000-01-01&words=%00",
        f"words={'x+' * 100}&key={'%25' * 60}",
    ],
)
def test_an_address_that_nobody_made_is_no_error(window: Browser, query: str) -> None:
    assert window.get(f"/history?{query}").status_code == 200
    assert window.get(f"/events?{query}").status_code == 200


def grown(place: Installed, number: int) -> None:
    """Let there be so many more plans that ended, always two at the same moment, and a run of each third."""
    with place.desk.writing() as session:
        key_id = session.scalars(select(Plan.key_id).order_by(Plan.id)).first()
        for one in range(number):
            moment = place.desk.clock() - timedelta(days=1, minutes=one // 2)
            shared = {"site_id": place.site.id, "key_id": key_id}
            plan = Plan(public_id=f"sess_more{one:03}", title=f"More {one}", words=f"more {one}", **shared)
            plan.mode_on, plan.last_position, plan.ended_why = False, 1, "ended"
            plan.made_at = plan.expires_at = plan.ended_at = moment
            session.add(plan)
            session.flush()
            if one % 3 == 0:
                run = Run(public_id=f"run_more{one:03}", plan_id=plan.id, continue_on_error=False, **shared)
                run.asked_at = run.finished_at = moment
                session.add(run)


def test_page_after_page_every_line_is_listed_once(window: Browser, place: Installed) -> None:
    expired(place, "The newest")
    grown(place, 2 * A_PAGE + 5)
    address, seen = "/history?key=other+key", []
    for _page in range(3):
        seen += listed(window, address)
        page = window.get(address).get_data(as_text=True)
        older = re.findall(r'href="([^"]+)" rel="next"', page)
        assert ("Newest" in page) == ("before" in address)
        address = html.unescape(older[0]) if older else ""
    assert address == ""
    assert len(seen) == len(set(seen)) == 2 * A_PAGE + 6
    assert seen[0].startswith("sess_")
    assert sum(line.startswith("run_") for line in seen) == 22


def test_the_list_asks_the_database_no_more_often_for_many_lines(window: Browser, place: Installed) -> None:
    ran(window, place, "One")
    window.get("/history")
    with counted() as few:
        assert len(listed(window)) == 1
    grown(place, A_PAGE)
    with counted() as many:
        assert len(listed(window)) == A_PAGE
    assert len(many) == len(few)


def test_nobody_sees_the_history_of_somebody_elses_site(
    app: Flask, window: Browser, place: Installed, desk: Desk
) -> None:
    run = ran(window, place, "Mine")
    people.add(desk, "second@example.com", "Second Person")
    other = signed_in(app, desk, "second@example.com")
    for query in ("", f"?site={place.site.public_id}", "?key=key", "?words=mine", f"?person={place.owner.id}"):
        page = other.get(f"/history{query}").get_data(as_text=True)
        assert run not in page
        assert "Olive" not in page
        assert "Harbour" not in page


def test_of_a_thousand_keys_some_names_are_offered_and_every_one_is_found(window: Browser, place: Installed) -> None:
    for number in range(60):
        place.agent(Mode.BROWSER, f"Key number {number}")
    gone = expired(place, "Mine", key="The one of <b>many</b>")
    page = window.get("/history?key=one+of").get_data(as_text=True)
    offered = page.split('<datalist id="keys">')[1].split("</datalist>")[0]
    assert offered.count("<option") == 50
    assert "The one of &lt;b&gt;many&lt;/b&gt;" in offered
    assert listed(window, "/history?key=one+of+%3Cb") == [gone]


def test_what_an_agent_writes_is_only_text(window: Browser, place: Installed) -> None:
    expired(place, "<script>alert(1)</script>\u202e")
    page = window.get("/history?words=%22%3E%3Cscript%3E").get_data(as_text=True)
    assert "<script>alert" not in page + window.get("/history").get_data(as_text=True)
    assert 'value="&#34;&gt;&lt;script&gt;"' in page
    assert "⟨U+202E⟩" in window.get("/history").get_data(as_text=True)


def test_before_anything_is_over_the_page_says_what_will_stand_there(window: Browser) -> None:
    page = window.get("/history").get_data(as_text=True)
    assert "Nothing is over yet" in page
    assert '<a class="nav__link" href="/history" aria-current="page">History</a>' in page


def test_a_page_that_was_erased_says_that_old_things_are(app: Flask, window: Browser, place: Installed) -> None:
    assert "is erased" not in window.get("/runs/run_0123456789ab").get_data(as_text=True)
    kept = replace(place.desk, settings=replace(place.desk.settings, keep_days=90))
    app.extensions["sayso.desk"] = kept
    answer = window.get("/runs/run_0123456789ab")
    assert answer.status_code == 404
    assert "What ended more than 90 days ago is erased here." in answer.get_data(as_text=True)
