"""Promises to somebody with a review link, and to whoever gave it: no account, nothing decided by looking, nothing
shown of anything else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from tests.installed import Agent, Installed
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, statuses, steps_of, worked_example
from tests.web.sharing import says, shared
from webapp.core import people
from webapp.data import Decision, Event, Mode, Note, Plan, ReviewLink
from webapp.sample_site import SampleSite

ROBOTS = ["Slackbot-LinkExpanding 1.0", "TelegramBot (like TwitterBot)", "MailScanner/5.3", "curl/8.5.0"]


@pytest.fixture
def agent(place: Installed) -> Agent:
    return place.agent(Mode.BROWSER, "Secret key name")


@pytest.fixture
def plan(agent: Agent) -> str:
    return worked_example(agent)


@pytest.fixture
def guest(app: Flask) -> Browser:
    """A browser of somebody without an account."""
    return Browser(app.test_client())


def deciding(window: Browser, place: Installed, plan: str, **asked: object) -> str:
    """A link to decide about every step of a plan."""
    steps = [step.public_id for step in steps_of(place.desk, plan)]
    return shared(window, f"/plans/{plan}", may="decide", steps=steps, **asked)


def row_of(place: Installed) -> ReviewLink:
    with place.desk.reading() as session:
        return session.scalars(select(ReviewLink).order_by(ReviewLink.id.desc())).first()


def everything(place: Installed) -> list[object]:
    """What could be different after somebody looked."""
    with place.desk.reading() as session:
        link = session.scalars(select(ReviewLink)).one()
        counted = [len(session.scalars(select(table)).all()) for table in (Decision, Note, Event, Plan)]
        return [link.openings, link.opened_at, link.wrong_passcodes, link.revoked_at, counted]


def test_somebody_without_an_account_reads_the_plan_and_each_step(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link = shared(window, f"/plans/{plan}")
    page = guest.get(link).get_data(as_text=True)
    for words in ("Our story and a Services link", "You asked for it.", "3 steps", "Update page 42 (About): title."):
        assert words in page
    assert "You can look, and say what you think." in page
    assert "Say yes" not in page
    first = steps_of(place.desk, plan)[0].public_id
    step = guest.get(f"{link}/steps/{first}").get_data(as_text=True)
    assert "Our story" in step
    assert f'href="{link}"' in step


def test_a_guest_sees_nothing_of_the_owner_the_key_or_the_site_login(
    window: Browser, guest: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    link = deciding(window, place, plan)
    pages = [guest.get(link), *(guest.get(f"{link}/steps/{step.public_id}") for step in steps_of(place.desk, plan))]
    for response in pages:
        page = response.get_data(as_text=True)
        assert response.status_code == 200
        hidden = ["Secret key name", place.owner.email, sample.app_password, plan, "tests 1"]
        assert [word for word in hidden if word in page] == []
        addresses = re.findall(r'(?:href|action|src)="([^"]*)"', page)
        assert [one for one in addresses if not one.startswith((link, "/static/", "#", "?"))] == []


@pytest.mark.promise("D-LINK-03")
def test_looking_by_whatever_program_decides_nothing_and_uses_nothing_up(
    window: Browser, guest: Browser, place: Installed, sample: SampleSite, plan: str
) -> None:
    """C45.1"""
    link = deciding(window, place, plan)
    first = steps_of(place.desk, plan)[0]
    before, planned = everything(place), statuses(place.desk, plan)
    sample.requests.clear()
    for robot in ROBOTS:
        for _time in range(20):
            for address in (link, f"{link}/steps/{first.public_id}"):
                for method in ("GET", "HEAD", "OPTIONS"):
                    answer = guest.client.open(address, method=method, headers={"User-Agent": robot})
                    assert answer.status_code == 200
    assert everything(place) == before
    assert statuses(place.desk, plan) == planned
    assert list(sample.requests) == []
    for address in ("decision", "confirmation"):
        assert guest.get(f"{link}/steps/{first.public_id}/{address}?verdict=accept").status_code == 405
    assert "You said yes." in says(guest, link, first.public_id, first.digest)


def test_every_page_of_a_link_asks_to_be_kept_nowhere_and_tells_nobody_its_address(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    """C45.2"""
    link = shared(window, f"/plans/{plan}", passcode="open sesame")
    first = steps_of(place.desk, plan)[0].public_id
    asked = [guest.get(link), guest.get("/r/wrong")]
    guest.get(link)
    guest.post(f"{link}/passcode", {"passcode": "open sesame"})
    for response in [*asked, guest.get(link), guest.get(f"{link}/steps/{first}")]:
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert response.headers["Cache-Control"] == "no-store"
        page = response.get_data(as_text=True)
        assert '<meta name="referrer" content="no-referrer">' in page
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_a_page_of_a_link_loads_nothing_from_elsewhere_whatever_the_plan_holds(
    window: Browser, guest: Browser, agent: Agent, place: Installed
) -> None:
    """C45.3"""
    begun = agent.call("begin_session", mode="plan", title='<img src="http://127.0.0.1:9/x.png">')
    agent.call(
        "update_page", id=42, content='<img src="http://127.0.0.1:9/x.png"><a href="http://127.0.0.1:9/">x</a>'
    )
    link = shared(window, f"/plans/{begun['session_id']}")
    step = steps_of(place.desk, begun["session_id"])[0].public_id
    for address in (link, f"{link}/steps/{step}"):
        page = guest.get(address).get_data(as_text=True)
        assert not re.search(r'(?:src|href)="https?:', page)
        assert "&lt;img src=" in page


def test_every_way_to_see_a_step_is_below_the_address_of_the_link(
    window: Browser, guest: Browser, agent: Agent, place: Installed
) -> None:
    begun = agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, content="<p>Hello</p>")
    step = steps_of(place.desk, begun["session_id"])[0]
    link = shared(window, f"/plans/{begun['session_id']}", may="decide", steps=[step.public_id])
    here = f"{link}/steps/{step.public_id}"
    words = guest.get(here).get_data(as_text=True)
    assert f'href="{here}?view=preview#views"' in words
    assert f'href="{here}/changes/0/after.txt"' in words
    assert f'src="{here}/rendering/after"' in guest.get(f"{here}?view=preview").get_data(as_text=True)
    drawn = guest.get(f"{here}/rendering/after")
    assert "Hello" in drawn.get_data(as_text=True)
    assert "sandbox" in drawn.headers["Content-Security-Policy"]
    assert guest.get(f"{here}/changes/0/after.txt").get_data(as_text=True) == "<p>Hello</p>"
    wrong = guest.get("/r/wrong").get_data()
    assert guest.get(f"{here}/changes/9/after.txt").get_data() == wrong
    assert guest.get(f"{here}/rendering/elsewhere").get_data() == wrong
    moved = guest.post(f"{here}/confirmation", {"verdict": "accept", "digest": "0" * 64})
    assert 'href="/steps/' not in moved.get_data(as_text=True)


@pytest.mark.promise("D-LINK-04")
def test_a_link_opens_no_other_plan_and_what_is_over_answers_like_what_never_was(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    """C45.4"""
    other = worked_example(place.agent(Mode.BROWSER, "Another"))
    link, foreign = deciding(window, place, plan), steps_of(place.desk, other)[0]
    wrong = guest.get("/r/" + "x" * 43)
    assert wrong.status_code == 404
    assert guest.get(f"{link}/steps/{foreign.public_id}").get_data() == wrong.get_data()
    decided = {"verdict": "accept", "digest": foreign.digest, "page": "step", "name": "Ana"}
    guest.get(link)
    assert guest.post(f"{link}/steps/{foreign.public_id}/decision", decided).status_code == 404
    assert statuses(place.desk, other) == ["planned", "planned", "planned"]
    with place.desk.writing() as session:
        session.get_one(ReviewLink, row_of(place).id).expires_at = place.desk.clock() - timedelta(seconds=1)
    expired = guest.get(link)
    with place.desk.writing() as session:
        session.get_one(ReviewLink, row_of(place).id).expires_at = place.desk.clock() + timedelta(days=1)
    assert guest.get(link).status_code == 200
    window.get(f"/plans/{plan}")
    assert window.post(f"/links/{row_of(place).public_id}/revocation").status_code == 303
    revoked = guest.get(link)
    assert {(answer.status_code, answer.get_data()) for answer in (expired, revoked)} == {(404, wrong.get_data())}


def test_a_link_to_a_site_that_was_disconnected_answers_like_a_wrong_one(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    """C45.4"""
    link = shared(window, f"/plans/{plan}")
    window.get(f"/sites/{place.site.public_id}")
    window.post(f"/sites/{place.site.public_id}/disconnection")
    assert guest.get(link).get_data() == guest.get("/r/wrong").get_data()


def test_titles_of_windows_and_what_robots_read_tell_no_name_of_a_plan(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    """C45.5"""
    link = deciding(window, place, plan, passcode="open sesame")
    first = steps_of(place.desk, plan)[0].public_id
    closed = guest.get(link).get_data(as_text=True)
    assert "Our story" not in closed
    assert place.site.name not in closed
    guest.post(f"{link}/passcode", {"passcode": "open sesame"})
    for address in (link, f"{link}/steps/{first}"):
        title = re.search("<title>(.*)</title>", guest.get(address).get_data(as_text=True))
        assert title is not None
        assert "story" not in title[1].lower()
    assert guest.get("/robots.txt").get_data(as_text=True) == "User-agent: *\nDisallow: /\n"
    assert guest.get("/sitemap.xml").status_code == 404


def test_a_decision_is_asked_again_before_it_is_written_down_and_the_owner_reads_who_made_it(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link, first = deciding(window, place, plan, counts="y"), steps_of(place.desk, plan)[0]
    guest.get(link)
    form = {"verdict": "accept", "digest": first.digest, "page": "plan"}
    asked = guest.post(f"{link}/steps/{first.public_id}/confirmation", form).get_data(as_text=True)
    assert "You say yes to:" in asked
    assert "is told what you said." in asked
    assert statuses(place.desk, plan)[0] == "planned"
    nameless = guest.post(f"{link}/steps/{first.public_id}/decision", form)
    assert nameless.status_code == 422
    assert "Type your name" in nameless.get_data(as_text=True)
    assert statuses(place.desk, plan)[0] == "planned"
    done = guest.post(f"{link}/steps/{first.public_id}/decision", {**form, "name": "Ana <b>"})
    assert "You said yes. The owner is told." in guest.follow(done).get_data(as_text=True)
    assert statuses(place.desk, plan) == ["accepted", "planned", "planned"]
    with place.desk.reading() as session:
        decision = session.scalars(select(Decision)).one()
    assert (decision.person_id, decision.by_name, decision.counts) == (None, "Ana <b> (by link)", True)
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "Accepted by <bdi>Ana &lt;b&gt; (by link)</bdi>" in page
    assert "Ana <b>" not in page


@pytest.mark.promise("D-LINK-05")
def test_what_changed_since_it_was_read_is_not_decided_and_shown_anew(
    window: Browser, guest: Browser, agent: Agent, place: Installed, plan: str
) -> None:
    link, first = deciding(window, place, plan), steps_of(place.desk, plan)[0]
    guest.get(link)
    old = {"verdict": "accept", "digest": "0" * 64, "page": "step", "name": "Ana"}
    for address in ("confirmation", "decision"):
        answer = guest.post(f"{link}/steps/{first.public_id}/{address}", old)
        assert answer.status_code == 409
        assert "changed since you opened it, so nothing was recorded" in answer.get_data(as_text=True)
    with place.desk.reading() as session:
        assert session.scalars(select(Decision)).all() == []
    agent.call("create_menu_item", menu_id=3, title="Contact", url="/contact/")
    assert "The plan changed since this link was made." in guest.get(link).get_data(as_text=True)


def test_a_link_made_after_a_step_was_withdrawn_does_not_say_that_the_plan_changed(
    window: Browser, guest: Browser, place: Installed, agent: Agent, plan: str
) -> None:
    first, _second, _third = steps_of(place.desk, plan)
    agent.call("discard_plan", step_ids=[first.public_id])
    link = shared(window, f"/plans/{plan}", may="look")
    assert "The plan changed since this link was made." not in guest.get(link).get_data(as_text=True)


@pytest.mark.promise("D-LINK-05")
def test_only_the_listed_steps_are_decided_and_what_must_be_opened_is(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    first, _second, third = steps_of(place.desk, plan)
    link = shared(window, f"/plans/{plan}", may="decide", steps=[third.public_id], counts="y")
    page = guest.get(link).get_data(as_text=True)
    assert f"{link}/steps/{first.public_id}/confirmation" not in page
    assert "Read and decide" in page
    refused = guest.post(
        f"{link}/steps/{first.public_id}/decision",
        {"verdict": "drop", "digest": first.digest, "page": "step", "name": "Ana"},
    )
    assert (refused.status_code, "This link does not allow that." in refused.get_data(as_text=True)) == (409, True)
    unopened = {"verdict": "accept", "digest": third.digest, "page": "plan", "name": "Ana"}
    assert guest.post(f"{link}/steps/{third.public_id}/decision", unopened).status_code == 409
    assert statuses(place.desk, plan) == ["planned", "planned", "planned"]
    says(guest, link, third.public_id, third.digest)
    assert statuses(place.desk, plan) == ["planned", "planned", "accepted"]
    again = guest.post(f"{link}/steps/{third.public_id}/decision", {**unopened, "verdict": "drop"})
    assert "Somebody has decided about this step already." in again.get_data(as_text=True)
    assert statuses(place.desk, plan) == ["planned", "planned", "accepted"]


@pytest.mark.promise("D-LINK-05")
def test_a_yes_that_the_owner_did_not_let_count_is_shown_to_them_and_decides_nothing(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link, first = deciding(window, place, plan), steps_of(place.desk, plan)[0]
    assert "The owner sees it, and decides." in says(guest, link, first.public_id, first.digest, note="Nice.")
    assert statuses(place.desk, plan) == ["planned", "planned", "planned"]
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "<bdi>Ana (by link)</bdi></strong>: <q><bdi>Says yes to this step. Nice.</bdi></q>" in page
    with place.desk.reading() as session:
        assert session.scalars(select(Note.text)).all() == ["Says yes to this step. Nice."]


def test_for_a_key_whose_yes_is_in_the_chat_a_no_by_link_counts(
    window: Browser, guest: Browser, place: Installed
) -> None:
    plan = worked_example(place.agent(Mode.CHAT))
    link, first = deciding(window, place, plan), steps_of(place.desk, plan)[0]
    says(guest, link, first.public_id, first.digest, "drop")
    assert statuses(place.desk, plan) == ["dropped", "planned", "planned"]


def test_a_link_that_allows_less_takes_no_comment_and_no_decision(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    first = steps_of(place.desk, plan)[0]
    look = shared(window, f"/plans/{plan}", may="look")
    page = guest.get(look).get_data(as_text=True)
    assert "You can look at it. Whoever sent you the link decides." in page
    assert "<textarea" not in page
    forged = guest.post(f"{look}/comments", {"text": "Hello", "name": "Ana"})
    assert forged.status_code == 409
    comment = shared(window, f"/plans/{plan}")
    guest.get(comment)
    form = {"verdict": "accept", "digest": first.digest, "page": "step", "name": "Ana"}
    assert guest.post(f"{comment}/steps/{first.public_id}/decision", form).status_code == 409
    with place.desk.reading() as session:
        assert session.scalars(select(Note)).all() == []
        assert session.scalars(select(Decision)).all() == []


def test_a_comment_asks_for_a_name_once_and_keeps_what_was_typed(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link, first = shared(window, f"/plans/{plan}"), steps_of(place.desk, plan)[0]
    guest.get(link)
    nameless = guest.post(f"{link}/comments", {"text": "Please keep <b>About</b>."})
    assert nameless.status_code == 422
    assert "Please keep &lt;b&gt;About&lt;/b&gt;." in nameless.get_data(as_text=True)
    said = guest.post(f"{link}/comments", {"text": "Please keep <b>About</b>.", "name": "Ana"})
    page = guest.follow(said).get_data(as_text=True)
    assert "Said. The owner and the agent read it." in page
    assert "Please keep &lt;b&gt;About&lt;/b&gt;." in page
    assert 'value="Ana"' in page
    guest.post(f"{link}/comments", {"text": "Why this one?", "step": first.public_id, "question": "yes"})
    with place.desk.reading() as session:
        notes = session.scalars(select(Note).order_by(Note.id)).all()
    assert [(note.by_name, note.kind, note.step_id) for note in notes] == [
        ("Ana", "remark", None),
        ("Ana", "question", first.id),
    ]


def test_a_passcode_is_asked_first_and_holds_for_its_own_link_only(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    one = shared(window, f"/plans/{plan}", passcode="open sesame")
    two = shared(window, f"/plans/{plan}", passcode="another word")
    first = steps_of(place.desk, plan)[0].public_id
    assert "A passcode is asked" in guest.get(f"{one}/steps/{first}").get_data(as_text=True)
    guest.get(one)
    assert guest.post(f"{one}/comments", {"text": "x", "name": "Ana"}).headers["Location"] == one
    wrong = guest.post(f"{one}/passcode", {"passcode": "wrong"})
    assert (wrong.status_code, "The passcode is wrong." in wrong.get_data(as_text=True)) == (422, True)
    opened = guest.follow(guest.post(f"{one}/passcode", {"passcode": "open sesame"})).get_data(as_text=True)
    assert "Our story" in opened
    assert "A passcode is asked" in guest.get(two).get_data(as_text=True)
    with place.desk.reading() as session:
        hashes = session.scalars(select(ReviewLink.passcode_hash)).all()
    assert [kept.startswith("$argon2id$") for kept in hashes] == [True, True]


@pytest.mark.promise("D-LINK-07")
def test_after_five_wrong_passcodes_the_link_is_over(window: Browser, guest: Browser, plan: str) -> None:
    link = shared(window, f"/plans/{plan}", passcode="open sesame")
    guest.get(link)
    tried = [guest.post(f"{link}/passcode", {"passcode": f"wrong {number}"}) for number in range(6)]
    assert [answer.status_code for answer in tried] == [422, 422, 422, 422, 404, 404]
    assert guest.get(link).get_data() == guest.get("/r/wrong").get_data()
    guest.get("/sign-in")
    assert guest.post(f"{link}/passcode", {"passcode": "open sesame"}).status_code == 404


def test_passcodes_can_not_be_tried_quickly_on_many_links(window: Browser, guest: Browser, plan: str) -> None:
    links = [shared(window, f"/plans/{plan}", passcode="open sesame") for _link in range(4)]
    guest.get(links[0])
    tried = [
        guest.post(f"{link}/passcode", {"passcode": "wrong"}).status_code for link in links for _time in range(3)
    ]
    assert tried == [*[422] * 10, 429, 429]


def test_the_owner_reads_how_often_a_link_was_opened_and_by_whom_what_was_said(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link = shared(window, f"/plans/{plan}", label="Ana <i>")
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "Not opened yet." in page
    assert link not in page
    guest.get(link)
    for _time in range(3):
        assert guest.post(f"{link}/opening").status_code == 204
    guest.post(f"{link}/comments", {"text": "Fine.", "name": "Ana"})
    page = window.get(f"/plans/{plan}").get_data(as_text=True)
    assert "Opened 1 time, last" in page
    assert "Ana &lt;i&gt;" in page
    assert "<bdi>Ana</bdi> commented" in page
    log = window.get("/events").get_data(as_text=True)
    assert "Olive Owner made a review link" in log
    assert "Ana (by link) said something" in log


def test_without_scripts_the_first_form_counts_as_an_opening(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link = shared(window, f"/plans/{plan}")
    guest.get(link)
    assert row_of(place).openings == 0
    guest.post(f"{link}/comments", {"text": "Fine.", "name": "Ana"})
    guest.post(f"{link}/comments", {"text": "Fine again.", "name": "Ana"})
    assert row_of(place).openings == 1


def test_what_became_of_the_plan_is_told_as_long_as_the_link_lives(
    window: Browser, guest: Browser, place: Installed, plan: str
) -> None:
    link = deciding(window, place, plan, counts="y", lasts="30d")
    guest.get(link)
    accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    page = guest.get(link).get_data(as_text=True)
    assert "It was applied" in page
    assert "3 applied" in page
    assert "Nothing is left for you to decide." in page
    assert "Say yes" not in page
    with place.desk.writing() as session:
        row = session.scalars(select(Plan).where(Plan.public_id == plan)).one()
        row.expires_at = place.desk.clock() - timedelta(minutes=1)
    page = guest.get(link).get_data(as_text=True)
    assert "The plan expired" in page
    assert "<textarea" not in page


def test_a_form_of_a_page_that_tells_no_origin_is_taken_with_its_token_and_not_without(
    window: Browser, guest: Browser, plan: str
) -> None:
    link = shared(window, f"/plans/{plan}")
    guest.get(link)
    said = {"text": "Fine.", "name": "Ana"}
    assert guest.post(f"{link}/comments", said, headers={"Origin": "null"}).status_code == 303
    assert guest.post(f"{link}/comments", {**said, "csrf_token": ""}, headers={"Origin": "null"}).status_code == 400
    assert guest.post(f"{link}/comments", said, headers={"Origin": "https://evil.test"}).status_code == 403
    window.get(f"/plans/{plan}")
    assert window.post(f"/plans/{plan}/links", said, headers={"Origin": "null"}).status_code == 403


def test_somebody_else_neither_makes_nor_revokes_a_link(
    window: Browser, guest: Browser, app: Flask, place: Installed, plan: str
) -> None:
    shared(window, f"/plans/{plan}")
    people.add(place.desk, "other@example.com", "Other")
    other = signed_in(app, place.desk, "other@example.com")
    assert other.get(f"/plans/{plan}/links/new").status_code == 404
    assert other.post(f"/plans/{plan}/links", {"label": "x", "may": "look", "lasts": "1h"}).status_code == 404
    assert other.post(f"/links/{row_of(place).public_id}/revocation").status_code == 404
    assert row_of(place).revoked_at is None


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"label": " "}, "Say whom it is for."),
        ({"label": "x" * 81}, "At most 80 characters."),
        ({"passcode": "abc"}, "At least 4 characters, or none."),
        ({"may": "decide", "steps": []}, "Choose at least one step of this plan to decide about."),
        ({"may": "own"}, "Not a valid choice"),
        ({"lasts": "1y"}, "Not a valid choice"),
    ],
)
def test_what_does_not_fit_is_said_beside_its_field_and_makes_no_link(
    window: Browser, place: Installed, plan: str, asked: dict[str, object], words: str
) -> None:
    window.get(f"/plans/{plan}/links/new")
    answer = window.post(f"/plans/{plan}/links", {"label": "Ana", "may": "look", "lasts": "1h", **asked})
    assert answer.status_code == 422
    assert words in answer.get_data(as_text=True)
    assert row_of(place) is None


@pytest.mark.promise("D-LINK-07")
def test_a_token_is_long_and_kept_nowhere(window: Browser, place: Installed, plan: str) -> None:
    link = shared(window, f"/plans/{plan}")
    token = link.removeprefix("/r/")
    assert len(token) == 43
    row = row_of(place)
    assert token not in repr({column.name: getattr(row, column.name) for column in ReviewLink.__table__.columns})
