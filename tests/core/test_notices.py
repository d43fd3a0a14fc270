"""Promises of notices: one when a plan waits, one before it expires, and never more than that."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import ColumnElement, delete, select

from tests.at_once import crowd
from tests.conftest import MovableClock
from tests.installed import Agent, Installed, installed
from tests.receivers import Hook, Mailbox, mail_server, webhook
from webapp.core import keys, notice_addresses, notices, reconciling, reviews, sites, stale
from webapp.core.desk import Desk
from webapp.data import IssuedReceipt, Key, Mode, Notice, NoticeAddress, Site, Step, Way
from webapp.errors import Refusal
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mail_server() as one:
        yield one


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as one:
        yield one


@pytest.fixture
def sayso(tmp_path: Path, wordpress: SampleSite, clock: MovableClock) -> Iterator[Installed]:
    login = wordpress.username, wordpress.app_password
    with installed(tmp_path, wordpress.url, *login, clock=clock) as one:
        yield one


@pytest.fixture
def desk(sayso: Installed, box: Mailbox) -> Desk:
    settings = replace(sayso.desk.settings, mail_url=box.address, mail_from="sayso@example.com")
    return replace(sayso.desk, settings=settings)


@pytest.fixture
def agent(sayso: Installed) -> Agent:
    return sayso.agent(Mode.BROWSER, "Claude")


def told_by_mail(sayso: Installed, desk: Desk) -> None:
    notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.MAIL, "olive@example.com")


def plan_titles(agent: Agent, count: int, title: str = "Spring words") -> str:
    begun = agent.call("begin_session", mode="plan", title=title)
    for number in range(count):
        agent.call("update_page", id=42, title=f"CANARY {number}")
    return str(begun["session_id"])


def test_c67_1_thirty_steps_within_a_minute_are_told_in_one_mail_with_their_number(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan = plan_titles(agent, 15)
    assert notices.look(desk) == 0
    clock.advance(seconds=30)
    for number in range(15, 30):
        agent.call("update_page", id=42, title=f"CANARY {number}")
    clock.advance(seconds=59)
    assert notices.look(desk) == 0
    clock.advance(seconds=1)
    assert notices.look(desk) == 1
    [mail] = box.mails
    assert mail["Subject"] == "A plan waits for you: Spring words"
    assert (mail["To"], mail["From"]) == ("olive@example.com", "sayso@example.com")
    assert "30 steps wait: 30 on drafts." in mail.get_content()
    assert f"{desk.settings.public_url}/plans/{plan}" in mail.get_content()
    agent.call("update_page", id=42, title="One more")
    clock.advance(minutes=30)
    assert notices.look(desk) == 0


def test_an_agent_that_never_stops_planning_is_waited_for_five_minutes(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    for number in range(9):
        clock.advance(seconds=30)
        agent.call("update_page", id=42, title=f"Title {number}")
        assert notices.look(desk) == 0
    clock.advance(seconds=30)
    assert notices.look(desk) == 1
    assert len(box.mails) == 1


def test_an_hour_before_a_plan_expires_that_is_told_once(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    clock.advance(hours=70, minutes=59)
    assert notices.look(desk) == 1
    clock.advance(minutes=1)
    assert notices.look(desk) == 1
    clock.advance(minutes=30)
    assert notices.look(desk) == 0
    assert [mail["Subject"] for mail in box.mails] == [
        "A plan waits for you: Spring words",
        "A plan expires within the hour: Spring words",
    ]
    assert "It expires on 5 March 2026, 09:00 UTC." in box.mails[1].get_content()


def test_c67_4_a_notice_holds_no_value_of_a_step_and_a_title_stays_on_its_line(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, hook: Hook, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, hook.address)
    plan_titles(agent, 1, title="Hello\r\nBcc: everybody@example.com\u202e\u200b " + "x" * 150)
    agent.call("delete_page", id=311)
    clock.advance(minutes=2)
    assert notices.look(desk) == 2
    [mail], [(_headers, posted)] = box.mails, hook.posted
    assert mail["Bcc"] is None
    assert mail["Subject"].startswith("A plan waits for you: Hello Bcc: everybody@example.com xxx")
    assert len(mail["Subject"]) <= len("A plan waits for you: ") + 80
    assert "CANARY" not in mail.as_string() + posted.decode()
    assert "\u202e" not in mail.get_content() + posted.decode()
    assert "2 steps wait: 1 on drafts, 1 on the live site, 1 to look at closely." in mail.get_content()


def test_a_webhook_is_signed_with_a_secret_that_was_shown_once(
    sayso: Installed, desk: Desk, agent: Agent, hook: Hook, clock: MovableClock
) -> None:
    secret = notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, hook.address)
    plan = plan_titles(agent, 1)
    clock.advance(minutes=2)
    assert notices.look(desk) == 1
    [(headers, posted)] = hook.posted
    stamp, mac = (part.split("=")[1] for part in headers["Sayso-Signature"].split(","))
    assert secret is not None
    assert stamp == str(int(clock().timestamp()))
    assert mac == hmac.new(secret.encode(), f"{stamp}.".encode() + posted, hashlib.sha256).hexdigest()
    told = json.loads(posted)
    assert (told["event"], told["title"], told["steps"]["drafts"]) == ("plan.waiting", "Spring words", 1)
    assert told["url"].endswith(f"/plans/{plan}")
    with desk.reading() as session:
        row = session.scalars(select(NoticeAddress)).one()
    assert secret not in f"{row.secret} {row.address}"


def run_all(sayso: Installed, plan: str) -> None:
    """Let the owner accept what waits, and carry it out."""
    with sayso.desk.reading() as session:
        digests = {step.public_id: step.digest for step in session.scalars(select(Step).where(step_waits()))}
    reviews.accept_all(sayso.desk, sayso.owner, plan, digests)
    reviews.apply(sayso.desk, sayso.owner, plan, digests)
    sayso.workers.finish()


def step_waits() -> ColumnElement[bool]:
    return Step.status.in_(("planned", "not_run", "failed"))


def test_c67_2_one_failure_among_thirty_steps_is_told_in_one_message_that_names_the_step(
    sayso: Installed,
    desk: Desk,
    agent: Agent,
    box: Mailbox,
    hook: Hook,
    clock: MovableClock,
    wordpress: SampleSite,
) -> None:
    told_by_mail(sayso, desk)
    notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, hook.address)
    plan = plan_titles(agent, 30, title="Spring words\r\nBcc: everybody@example.com")
    wordpress.misbehave(
        AnswerInstead(403, '{"code":"rest_cannot_edit","message":"No."}'),
        method="POST",
        path=re.compile("/wp/v2/pages/4.."),
        skip=15,
        times=1,
    )
    run_all(sayso, plan)
    assert notices.look(desk) == 2
    [mail], [(_headers, posted)] = box.mails, hook.posted
    assert mail["Subject"] == "1 of 30 steps failed: Spring words Bcc: everybody@example.com"
    assert mail["Bcc"] is None
    told = json.loads(posted)
    assert "Step 17 failed: Update page 42 (About): title." in mail.get_content()
    assert "Of 30 steps: 16 saved, 1 failed, 13 not run." in mail.get_content()
    assert re.search(r"http://localhost/runs/run_[0-9a-f]+\r?\n", mail.get_content())
    assert "CANARY" not in mail.as_string() + posted.decode()
    assert (told["event"], told["first"]["position"]) == ("run.ended", 17)
    assert told["steps"] == {"saved": 16, "failed": 1, "to_check": 0, "not_run": 13}
    clock.advance(minutes=30)
    assert notices.look(desk) == 0


def test_c67_3_of_a_run_that_worked_and_of_a_second_apply_of_it_nothing_is_told(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox
) -> None:
    told_by_mail(sayso, desk)
    plan = plan_titles(agent, 2)
    run_all(sayso, plan)
    with desk.reading() as session:
        digests = {step.public_id: step.digest for step in session.scalars(select(Step))}
    reviews.apply(desk, sayso.owner, plan, digests)
    assert notices.look(desk) == 0
    assert box.mails == []


def failed_run(sayso: Installed, agent: Agent, wordpress: SampleSite, answer: AnswerInstead) -> None:
    agent.call("begin_session", mode="plan", title="A tagline")
    agent.call("update_option", option="description", value="Wood, slowly")
    wordpress.misbehave(answer, method="POST", path="/wp/v2/settings", times=1)
    agent.call("apply_plan")


# A page that nothing is known of: neither a firewall's, nor one to sign in at.
ODD_PAGE = AnswerInstead(200, "<p>Thank you.</p>", "text/html")


def test_a_step_that_is_to_be_checked_on_the_site_is_told_as_that_unless_it_was_settled_meanwhile(
    sayso: Installed, desk: Desk, box: Mailbox, clock: MovableClock, wordpress: SampleSite
) -> None:
    told_by_mail(sayso, desk)
    agent = sayso.agent(Mode.CHAT, "Claude")
    failed_run(sayso, agent, wordpress, ODD_PAGE)
    assert notices.look(desk) == 1
    assert box.mails[0]["Subject"] == "1 of 1 step must be checked on the site: A tagline"
    assert "Step 1 may or may not be saved: " in box.mails[0].get_content()
    second = sayso.agent(Mode.CHAT, "Another")
    failed_run(sayso, second, wordpress, ODD_PAGE)
    with desk.reading() as session:
        unknown = session.scalars(select(Step).order_by(Step.id.desc())).first()
    assert unknown is not None
    wordpress.change("settings", description="Wood, slowly")
    assert reconciling.check(desk, unknown) == "yes"
    assert notices.look(desk) == 0
    assert len(box.mails) == 1


def test_an_address_is_not_told_of_what_ended_before_it_was_added_or_more_than_a_day_ago(
    sayso: Installed, desk: Desk, box: Mailbox, clock: MovableClock, wordpress: SampleSite
) -> None:
    agent = sayso.agent(Mode.CHAT, "Claude")
    failed_run(sayso, agent, wordpress, AnswerInstead(403, "{}"))
    clock.advance(seconds=1)
    told_by_mail(sayso, desk)
    assert notices.look(desk) == 0
    failed_run(sayso, agent, wordpress, AnswerInstead(403, "{}"))
    clock.advance(days=1)
    assert notices.look(desk) == 0
    assert box.mails == []


def test_of_a_run_from_before_receipts_were_issued_nobody_is_told_after_an_upgrade(
    sayso: Installed, desk: Desk, box: Mailbox, wordpress: SampleSite
) -> None:
    told_by_mail(sayso, desk)
    failed_run(sayso, sayso.agent(Mode.CHAT, "Claude"), wordpress, AnswerInstead(403, "{}"))
    with desk.writing() as session:
        session.execute(delete(IssuedReceipt))
    assert notices.look(desk) == 0
    assert box.mails == []


@pytest.mark.parametrize("way", ["decided", "applied twice", "discarded", "paused", "key paused", "revoked", "chat"])
def test_c67_3_nothing_is_told_of_what_waits_for_nobody(
    sayso: Installed, desk: Desk, box: Mailbox, clock: MovableClock, way: str
) -> None:
    told_by_mail(sayso, desk)
    agent = sayso.agent(Mode.CHAT if way == "chat" else Mode.BROWSER, "Claude")
    plan = plan_titles(agent, 1)
    with desk.reading() as session:
        digests = {step.public_id: step.digest for step in session.scalars(select(Step))}
    if way in ("decided", "applied twice"):
        reviews.accept_all(desk, sayso.owner, plan, digests)
    if way == "applied twice":
        first = reviews.apply(desk, sayso.owner, plan, digests)
        sayso.workers.finish()
        assert reviews.apply(desk, sayso.owner, plan, digests) == first
    if way == "discarded":
        agent.call("discard_plan")
    with desk.writing() as session:
        if way == "paused":
            sites.pause(session, desk, session.get_one(Site, sayso.site.id), sayso.owner.id)
        if way == "key paused":
            keys.pause(session, desk, session.get_one(Key, agent.key.id), sayso.owner.id)
        if way == "revoked":
            keys.revoke(session, desk, session.get_one(Key, agent.key.id), sayso.owner.id)
    clock.advance(minutes=10)
    assert notices.look(desk) == 0
    assert box.mails == []


def test_c67_5_a_receiver_that_is_down_is_tried_three_times_and_delays_no_plan(
    sayso: Installed, desk: Desk, agent: Agent, clock: MovableClock
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        gone = f"http://127.0.0.1:{nobody.getsockname()[1]}/"
    notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, gone)
    plan_titles(agent, 1)
    clock.advance(minutes=2)
    for lapse in (0, 60, 300):
        clock.advance(seconds=lapse)
        assert notices.look(desk) == 0
    with desk.reading() as session:
        notice = session.scalars(select(Notice)).one()
    assert (notice.state, notice.tries, notice.answer) == ("failed", 3, "No answer came from there.")
    clock.advance(hours=1)
    assert notices.look(desk) == 0
    assert agent.call("update_page", id=42, title="Still planning")["planned"]


def test_two_workers_send_a_notice_once(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    clock.advance(minutes=2)
    assert sorted(crowd(4, lambda _number: notices.look(desk))) == [0, 0, 0, 1]
    assert len(box.mails) == 1


def test_a_webhook_is_not_sent_on_and_a_refusal_is_kept_as_its_number_alone(
    sayso: Installed, desk: Desk, hook: Hook
) -> None:
    notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, hook.address)
    with desk.reading() as session:
        [shown] = notice_addresses.of_site(session, desk, sayso.site.id)
    hook.status, hook.location = 302, hook.address
    _site, notice = notices.try_out(desk, sayso.owner, shown.row.public_id)
    assert (notice.state, notice.answer, len(hook.posted)) == ("failed", "It answered 302.", 1)


def test_a_test_is_sent_at_once_and_its_outcome_stays_with_the_address(
    sayso: Installed, desk: Desk, box: Mailbox
) -> None:
    told_by_mail(sayso, desk)
    with desk.reading() as session:
        [shown] = notice_addresses.of_site(session, desk, sayso.site.id)
    assert shown.last is None
    _site, notice = notices.try_out(desk, sayso.owner, shown.row.public_id)
    assert (notice.state, notice.answer) == ("sent", "The mail server took it.")
    assert box.mails[0]["Subject"] == "A test from Sayso for Harbour & Grain"
    box.refuses = 550
    notices.try_out(desk, sayso.owner, shown.row.public_id)
    with desk.reading() as session:
        [shown] = notice_addresses.of_site(session, desk, sayso.site.id)
    assert shown.last is not None
    assert (shown.last.state, shown.last.answer) == ("failed", "The mail server did not take this address.")


@pytest.mark.parametrize(
    ("way", "address", "words"),
    [
        (Way.MAIL, "nobody", "This is not an e-mail address."),
        (Way.MAIL, "a@example.com\nBcc: b@example.com", "This is not an e-mail address."),
        (Way.MAIL, "olive@example.com", "Notices are sent there already."),
        (Way.WEBHOOK, "ftp://example.com/", "Only http and https addresses can be used."),
        (Way.WEBHOOK, "https://me:secret@example.com/", "The address must not carry a user name or password."),
    ],
)
def test_an_address_that_does_not_fit_is_refused_with_the_reason(
    sayso: Installed, desk: Desk, way: Way, address: str, words: str
) -> None:
    told_by_mail(sayso, desk)
    with pytest.raises(Refusal) as refused:
        notice_addresses.add(desk, sayso.owner, sayso.site.public_id, way, address)
    assert refused.value.message == words


def test_without_a_mail_server_in_the_settings_no_mail_address_is_taken(sayso: Installed) -> None:
    with pytest.raises(Refusal, match="the settings name no mail server"):
        notice_addresses.add(sayso.desk, sayso.owner, sayso.site.public_id, Way.MAIL, "olive@example.com")


def test_a_webhook_on_a_private_network_is_refused_where_sites_are_not_allowed_there(
    sayso: Installed, desk: Desk, hook: Hook
) -> None:
    strict = replace(desk, settings=replace(desk.settings, allow_private_sites=False))
    notice_addresses.add(strict, sayso.owner, sayso.site.public_id, Way.WEBHOOK, hook.address)
    with desk.reading() as session:
        [shown] = notice_addresses.of_site(session, desk, sayso.site.id)
    _site, notice = notices.try_out(strict, sayso.owner, shown.row.public_id)
    assert (notice.state, hook.posted) == ("failed", [])


def test_what_the_agent_plans_after_a_person_spoke_is_told_again(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan = plan_titles(agent, 1)
    clock.advance(minutes=2)
    assert notices.look(desk) == 1
    with desk.reading() as session:
        [step] = session.scalars(select(Step))
    reviews.decide(desk, sayso.owner, step.public_id, "ask", step.digest, note="Shorter")
    clock.advance(minutes=2)
    assert notices.look(desk) == 0
    agent.call("update_page", id=42, title="Short")
    clock.advance(minutes=2)
    assert notices.look(desk) == 1
    assert [mail["Subject"] for mail in box.mails] == ["A plan waits for you: Spring words"] * 2
    assert plan in box.mails[1].get_content()
    clock.advance(minutes=2)
    assert notices.look(desk) == 0


def test_a_step_that_a_person_had_planned_again_is_not_told_to_them(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    clock.advance(minutes=2)
    assert notices.look(desk) == 1
    with desk.reading() as session:
        [step] = session.scalars(select(Step))
    reviews.decide(desk, sayso.owner, step.public_id, "accept", step.digest)
    reviews.decide(desk, sayso.owner, step.public_id, "reopen", step.digest)
    clock.advance(minutes=2)
    stale.plan_again(desk, sayso.owner, step.public_id)
    clock.advance(minutes=2)
    assert notices.look(desk) == 0
    assert len(box.mails) == 1


def test_a_plan_whose_time_was_renewed_is_told_of_in_its_new_last_hour(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    clock.advance(hours=71, minutes=10)
    assert notices.look(desk) == 2
    agent.call("begin_session", mode="plan")
    assert notices.look(desk) == 0
    clock.advance(hours=71, minutes=10)
    assert notices.look(desk) == 1
    assert box.mails[2]["Subject"] == "A plan expires within the hour: Spring words"


def test_receivers_that_never_answer_are_waited_for_side_by_side(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    gate = threading.Barrier(3)
    with webhook() as one, webhook() as two:
        for hook in (one, two):
            hook.before = gate.wait
            notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.WEBHOOK, hook.address)
        plan_titles(agent, 1)
        clock.advance(minutes=2)
        with ThreadPoolExecutor(1) as worker:
            sending = worker.submit(notices.look, desk)
            gate.wait(30)
            assert sending.result(30) == 3


def test_an_address_that_was_removed_gets_nothing(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    with desk.reading() as session:
        [shown] = notice_addresses.of_site(session, desk, sayso.site.id)
    notice_addresses.remove(desk, sayso.owner, shown.row.public_id)
    clock.advance(minutes=2)
    assert notices.look(desk) == 0
    with pytest.raises(Refusal, match="no such address"):
        notice_addresses.remove(desk, sayso.owner, shown.row.public_id)


def test_a_site_has_five_addresses_at_the_most(sayso: Installed, desk: Desk) -> None:
    for number in range(5):
        notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.MAIL, f"olive{number}@example.com")
    with pytest.raises(Refusal, match="5 addresses at the most"):
        notice_addresses.add(desk, sayso.owner, sayso.site.public_id, Way.MAIL, "one@example.com")


def test_a_claim_that_a_dead_worker_left_lapses(
    sayso: Installed, desk: Desk, agent: Agent, box: Mailbox, clock: MovableClock
) -> None:
    told_by_mail(sayso, desk)
    plan_titles(agent, 1)
    clock.advance(minutes=2)
    box.refuses = 451
    assert notices.look(desk) == 0
    with desk.writing() as session:
        notice = session.scalars(select(Notice)).one()
        notice.tries, notice.due_at = 0, clock() + timedelta(minutes=10)
    box.refuses = None
    clock.advance(minutes=10)
    assert notices.look(desk) == 1
