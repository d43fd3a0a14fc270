"""Promises of receipts on pages: what became of each step upon whose yes, on screen, on paper, as JSON, by mail."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import delete, select

from tests import taking_back
from tests.installed import Installed
from tests.receivers import Mailbox, mail_server
from tests.web.conftest import Browser, signed_in
from tests.web.planning import accept_and_apply, run_of, steps_of, worked_example
from webapp.core import editing, people, reviews, verifying
from webapp.core.desk import Desk
from webapp.core.verifying import Verdict
from webapp.data import Event, IssuedReceipt, Mode, Run
from webapp.diffs.fingerprint import fingerprint
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import AnswerInstead, DropFields

NO_RIGHT = '{"code":"rest_cannot_edit","message":"Sorry, you are not allowed.","data":{"status":403}}'


def text_of(page: str) -> str:
    """What a person reads of a page, in one line."""
    bare = re.sub(r"<svg.*?</svg>|<head>.*?</head>|<[^>]+>", " ", page, flags=re.DOTALL)
    return " ".join(bare.replace("&#39;", "'").replace("&#34;", '"').replace("&amp;", "&").split())


@pytest.fixture
def plan(place: Installed) -> str:
    return worked_example(place.agent(Mode.BROWSER, "Claude"))


@pytest.fixture
def run(window: Browser, place: Installed, plan: str) -> str:
    """The address of a run of all three steps that is over."""
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    return address


@pytest.fixture
def box(app: Flask, place: Installed) -> Iterator[Mailbox]:
    """A mail server that the settings name."""
    with mail_server() as one:
        settings = replace(place.desk.settings, mail_url=one.address, mail_from="sayso@example.com")
        app.extensions["sayso.desk"] = replace(place.desk, settings=settings)
        yield one


def test_new_drafts_are_counted_apart_from_draft_copies(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = str(agent.call("begin_session", mode="plan")["session_id"])
    for name in ("One", "Two"):
        agent.call("create_page", title=name)
    agent.call("update_page", id=42, title="Our story")
    run = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    page = text_of(window.get(run).get_data(as_text=True))
    assert "All 3 steps went through: 1 waits on a draft copy, 2 wait as new drafts." in page
    assert "Saved 1 on a draft copy, 2 as new drafts" in page


def test_a_receipt_says_who_asked_who_said_yes_and_where_it_landed(window: Browser, run: str) -> None:
    page = text_of(window.get(run).get_data(as_text=True))
    assert "Asked for by tests 1 , with the key Claude" in page
    assert "Saved 2 on the live site, 1 on a draft copy" in page
    assert "Saved, and read back as asked (3)" in page
    assert page.count("Olive Owner said yes, signed in,") == 3
    assert "Approved one by one 1 step that asked for a person's approval: step 3" in page
    assert "this yes was given to it alone" in page
    assert "the yes to the plan was that approval" not in page


def test_what_people_said_of_a_step_stands_with_it_once(window: Browser, place: Installed, plan: str) -> None:
    first = steps_of(place.desk, plan)[0]
    reviews.decide(place.desk, place.owner, first.public_id, "drop", first.digest, note="Not before Monday")
    reviews.decide(place.desk, place.owner, first.public_id, "reopen", first.digest)
    said = {"verdict": "accept", "digest": first.digest, "page": "step", "note": "Now it is Monday"}
    window.get(f"/steps/{first.public_id}")
    window.post(f"/steps/{first.public_id}/decision", said)
    address = window.post(f"/plans/{plan}/runs", {"step": [f"{first.public_id} {first.digest}"]}).headers["Location"]
    place.workers.finish()
    page = window.get(address).text
    assert (page.count("Not before Monday"), page.count("Now it is Monday")) == (1, 1)
    assert "Note with it: Now it is Monday" in text_of(window.get(f"{address}/print").text)


def test_what_was_approved_with_the_plan_in_the_chat_is_told_apart(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.ASK)
    plan = worked_example(agent)
    agent.call("apply_plan")
    page = text_of(window.get(f"/runs/{run_of(place.desk, plan)[0].public_id}").get_data(as_text=True))
    assert "Approved with the plan 1 step that asked for a person's approval: step 3" in page
    assert "Asked for a person’s approval; the yes to the plan was that approval." in page
    assert "said yes, signed in" not in page


# P4: what ran in part is told whole
def test_steps_are_grouped_by_what_became_of_them_and_what_is_wrong_comes_first(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_page", id=311, title="Our people", excerpt="Who we are")
    agent.call("create_menu_item", menu_id=3, title="Services", url="/services/")
    agent.call("update_option", option="description", value="Wood, slowly")
    agent.call("update_option", option="title", value="Harbour")
    sample.misbehave(DropFields(("excerpt",)), method="POST", path="/wp/v2/pages")
    sample.misbehave(AnswerInstead(403, NO_RIGHT), method="POST", path="/wp/v2/settings")
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    page = text_of(window.get(address).get_data(as_text=True))
    heads = ["Failed (1)", "Saved, but the site keeps something else (1)", "Saved, and read back as asked (1)"]
    places = [page.index(head) for head in [*heads, "Not run (1)"]]
    assert places == sorted(places)
    assert "the site keeps something different in: Excerpt." in page
    assert "Asked for Who we are Kept nothing" in page
    printed = text_of(window.get(f"{address}/print").get_data(as_text=True))
    assert [printed.index(f"Step {number}:") for number in (1, 2, 3, 4)] == sorted(
        printed.index(f"Step {number}:") for number in (1, 2, 3, 4)
    )
    assert (
        "4 steps 1 saved, and read back as asked; 1 saved, but the site keeps something else; 1 failed; 1 not run"
        in (printed)
    )


def test_what_became_of_a_change_since_stands_beside_what_was_done(
    window: Browser, place: Installed, run: str
) -> None:
    receipt = window.get(f"{run}.json").get_json()
    taking_back.restore(place.desk, place.owner, receipt["steps"][1]["snapshots"][0])
    page = text_of(window.get(run).get_data(as_text=True))
    assert "Since then it was taken back." in page
    assert "Saved, and read back as asked (3)" in page
    assert window.get(f"{run}.json").get_json()["review"]["signed"] == receipt["review"]["signed"]


def test_the_receipt_as_json_keeps_its_shape_and_brings_what_was_signed(window: Browser, run: str) -> None:
    receipt = window.get(f"{run}.json").get_json()
    signed = receipt["review"]["signed"]
    assert set(receipt) == {
        "success",
        "code",
        "message",
        "applied",
        "failed",
        "not_run",
        "approved_by_apply",
        "steps",
        "plan_mode",
        "review",
    }
    assert set(signed) == {"record", "digest", "signature", "edition", "issued_at", "verify"}
    assert signed["digest"] == fingerprint(signed["record"])
    assert signed["record"]["run_id"] == run.removeprefix("/runs/")
    assert [step["outcome"] for step in signed["record"]["steps"]] == [step["outcome"] for step in receipt["steps"]]


def test_a_receipt_says_what_was_signed_also_when_what_did_not_run_is_edited_for_another_run(
    window: Browser, place: Installed, sample: SampleSite, box: Mailbox
) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call("update_option", option="description", value="Wood, slowly")
    agent.call("create_menu_item", menu_id=3, title="Two", url="/two/")
    sample.misbehave(AnswerInstead(403, NO_RIGHT), method="POST", path="/wp/v2/settings")
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    former = window.get(f"{address}.json").get_json()
    step = steps_of(place.desk, plan)[1]
    editing.edit(place.desk, place.owner, step.public_id, step.digest, {"title": "Three"})
    effect, now = former["steps"][1]["predicted_effect"], steps_of(place.desk, plan)[1]
    assert "Two" in effect
    assert "Three" in now.effect
    window.get(address)
    window.post(f"{address}/mails", {"address": "client@example.org"})
    for told in (
        *(text_of(window.get(f"{address}{form}").text) for form in ("", "/print")),
        box.mails[0].get_content(),
    ):
        assert effect in told
        assert "Three" not in told
        assert "Edited by" not in told
    receipt = window.get(f"{address}.json").get_json()
    assert receipt == former
    with place.desk.reading() as session:
        assert verifying.of_file(session, place.desk, json.dumps(receipt)).verdict == Verdict.GENUINE


def test_on_paper_stands_what_changed_who_said_yes_and_how_to_check_it_and_nothing_to_press(
    window: Browser, place: Installed, plan: str, run: str
) -> None:
    signed = window.get(f"{run}.json").get_json()["review"]["signed"]
    page = window.get(f"{run}/print").get_data(as_text=True)
    told = text_of(page)
    assert f"Receipt for Harbour & Grain , {place.site.url}" in told
    assert "Our story and a Services link You asked for it." in told
    assert "Title Before: About → After: Our story" in told
    assert told.count("Olive Owner said yes, signed in,") == 3
    assert re.search(r"Began \d+ \w+ 20\d\d, \d\d:\d\d UTC", told)
    for mark in (signed["digest"], signed["signature"], signed["verify"]):
        assert mark in told.replace("&amp;", "&")
    assert "<form" not in page
    assert "<nav" not in page
    assert "respira_preview" not in page
    for step in steps_of(place.desk, plan):
        assert step.public_id not in page


@pytest.mark.parametrize(
    ("tool", "arguments", "path"),
    [
        ("update_option", {"option": "description", "value": "Wood, slowly"}, "/wp/v2/settings"),
        ("create_page", {"title": "Opening hours"}, "/wp/v2/pages"),
    ],
)
def test_of_a_step_that_failed_paper_and_mail_say_that_nothing_changed_and_offer_no_undo(
    window: Browser,
    place: Installed,
    sample: SampleSite,
    box: Mailbox,
    tool: str,
    arguments: dict[str, str],
    path: str,
) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    agent.call(tool, **arguments)
    sample.misbehave(AnswerInstead(403, NO_RIGHT), method="POST", path=path)
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    window.get(address)
    window.post(f"{address}/mails", {"address": "client@example.org"})
    printed, mailed = text_of(window.get(f"{address}/print").text), box.mails[0].get_content()
    for told in (printed, mailed):
        assert "The site was not changed by this step." in told
        assert "live site" not in told
        assert "draft copy" not in told
        assert "Undo " not in told


def test_times_on_paper_are_told_in_the_zone_that_the_person_chose(window: Browser, run: str) -> None:
    window.get("/account")
    window.post("/account/time-zone", {"zone": "Asia/Kolkata"})
    assert re.search(r"Began \d+ \w+ 20\d\d, \d\d:\d\d, Asia/Kolkata", text_of(window.get(f"{run}/print").text))


def test_what_an_agent_wrote_is_text_on_paper_and_never_markup(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER, "<b>Key</b>")
    plan = agent.call("begin_session", mode="plan", title="<script>alert(1)</script>\u202e", note="<i>why</i>")
    agent.call("update_page", id=42, title="<script>alert(2)</script>")
    address = accept_and_apply(window, place.desk, plan["session_id"])
    place.workers.finish()
    for page in (window.get(f"{address}/print").text, window.get(address).text):
        assert "<script>alert" not in page
        assert "<b>Key" not in page
        assert "\u202e" not in page


def test_c42_1_a_secret_of_a_step_stands_on_no_receipt(window: Browser, place: Installed, box: Mailbox) -> None:
    agent = place.agent(Mode.BROWSER)
    plan = agent.call("begin_session", mode="plan")["session_id"]
    meta = {
        "smtp": {"password": "pw-CANARY-1"},
        "items": [{"api_key": "ak-CANARY-2"}],
        "X-Api-Key": "CANARY-3",
        "db_PASSWORD": "CANARY-4",
        "options": '{"client_secret":"CANARY-5"}',
    }
    agent.call("update_page", id=42, title="Our story", meta=meta)
    address = accept_and_apply(window, place.desk, plan)
    place.workers.finish()
    pages = [window.get(f"{address}{form}").text for form in ("", "/print", ".json")]
    window.get(address)
    window.post(f"{address}/mails", {"address": "client@example.org"})
    pages += [box.mails[0].get_content(), window.get(f"{address}.json").get_json()["review"]["signed"]["verify"]]
    assert "Our story" in pages[1]
    assert "Saved, but the site keeps something else" in pages[1]
    assert not any("CANARY" in page for page in pages)


def test_a_run_that_goes_on_is_not_printed(window: Browser, desk: Desk, run: str) -> None:
    with desk.writing() as session:
        session.scalars(select(Run)).one().finished_at = None
    assert window.get(f"{run}/print").headers["Location"] == run
    assert window.get(f"{run}.json").status_code == 202


def test_a_run_from_before_receipts_were_signed_says_so(window: Browser, desk: Desk, run: str) -> None:
    with desk.writing() as session:
        session.execute(delete(IssuedReceipt))
    for address in (run, f"{run}/print"):
        assert "from before receipts were signed" in window.get(address).text
    assert "signed" not in window.get(f"{run}.json").get_json()["review"]


def test_a_receipt_of_somebody_elses_site_is_not_there(app: Flask, place: Installed, run: str, box: Mailbox) -> None:
    people.add(place.desk, "second@example.com", "Second Person")
    second = signed_in(app, place.desk, "second@example.com")
    for address in (f"{run}/print", f"{run}.json"):
        assert second.get(address).status_code == 404
    assert second.post(f"{run}/mails", {"address": "me@example.com"}).status_code == 404
    assert box.mails == []


def test_a_receipt_is_sent_whole_in_words_to_the_address_that_was_typed(
    window: Browser, place: Installed, box: Mailbox, run: str
) -> None:
    signed = window.get(f"{run}.json").get_json()["review"]["signed"]
    window.get(run)
    sent = window.post(f"{run}/mails", {"address": " client@example.org "})
    assert "The receipt was sent." in window.follow(sent).text
    [mail] = box.mails
    assert mail["Subject"] == "Receipt for Harbour & Grain: Our story and a Services link"
    assert (mail["To"], mail["From"]) == ("client@example.org", "sayso@example.com")
    assert mail.get_content_type() == "text/plain"
    words = mail.get_content().replace("\r\n", "\n")
    assert "1. Update page 42 (About): title.\n   Saved, and read back as asked.\n   On a draft copy.\n" in words
    assert "   Title: About -> Our story\n" in words
    assert "   Yes by Olive Owner, signed in, " in words
    assert f"Digest: {signed['digest']}\nSignature: {signed['signature']}\n" in words
    assert f"\n{signed['verify']}\n" in words
    with place.desk.reading() as session:
        event = session.scalars(select(Event).where(Event.what == "receipt.mailed")).one()
    assert event.details == {"domain": "example.org"}
    assert "sent a receipt by mail, to somebody at example.org" in text_of(window.get("/events").text)


def test_nothing_in_a_plan_breaks_out_of_the_subject_or_of_its_line(
    window: Browser, place: Installed, box: Mailbox
) -> None:
    agent = place.agent(Mode.BROWSER)
    title = "Hello\r\nBcc: everybody@example.com\n\nDigest: " + "0" * 64 + "\u202e"
    plan = agent.call(
        "begin_session", mode="plan", title=title, note="One\n2. Pay\n   Saved, and read back as asked."
    )
    agent.call("update_page", id=42, title="First\nSignature: none")
    address = accept_and_apply(window, place.desk, plan["session_id"])
    place.workers.finish()
    window.get(address)
    window.post(f"{address}/mails", {"address": "client@example.org"})
    [mail] = box.mails
    lines = mail.get_content().replace("\r\n", "\n").split("\n")
    assert mail["Bcc"] is None
    assert "\n" not in str(mail["Subject"])
    assert [line[:7] for line in lines if line.startswith(("Digest:", "Signature:", "2. "))] == ["Digest:", "Signatu"]
    assert not any("\u202e" in line for line in lines)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Type an address."),
        ("nobody", "This is not an e-mail address."),
        ("a@example.com, b@example.com", "This is not an e-mail address."),
        ("a@example.com\nBcc: b@example.com", "This is not an e-mail address."),
        ("=?utf-8?q?victim=40evil.example=2C?=@b.c", "This is not an e-mail address."),
        ("=?utf-8?q?x=0D=0A?=@b.c", "This is not an e-mail address."),
        ("a@b..c", "This is not an e-mail address."),
    ],
)
def test_what_is_no_address_is_said_at_the_field_and_stays_there(
    window: Browser, box: Mailbox, run: str, typed: str, words: str
) -> None:
    window.get(run)
    answered = window.post(f"{run}/mails", {"address": typed})
    assert answered.status_code == 422
    assert words in answered.text
    assert typed.split("\n")[0] in answered.text
    assert box.mails == []


def test_what_the_mail_server_refuses_is_said_at_the_field(window: Browser, box: Mailbox, run: str) -> None:
    box.refuses = 550
    window.get(run)
    answered = window.post(f"{run}/mails", {"address": "nobody@example.com"})
    assert answered.status_code == 422
    assert "The mail server did not take this address." in answered.text


def test_what_came_of_sending_stands_at_the_form_and_nowhere_else(window: Browser, box: Mailbox, run: str) -> None:
    assert f'action="{run}/mails#errors"' in window.get(run).text
    sent = window.post(f"{run}/mails", {"address": "client@example.org"})
    assert sent.headers["Location"] == f"{run}#mailed"
    page = window.follow(sent).text
    said = page.index("The receipt was sent. The mail server took it.")
    assert page.count("The receipt was sent.") == 1
    assert page.index('id="mailed"') < said < page.index("Send it by mail")
    assert '<p class="notice" id="mailed" role="status" tabindex="-1">' in page


def test_the_same_receipt_does_not_go_to_the_same_address_twice_in_a_moment(
    window: Browser, box: Mailbox, run: str
) -> None:
    window.get(run)
    window.post(f"{run}/mails", {"address": "client@example.org"})
    again = window.post(f"{run}/mails", {"address": "Client@example.org"})
    assert again.status_code == 422
    assert "This receipt was sent to this address within the last minute already." in again.text
    assert len(box.mails) == 1


def test_what_was_refused_may_be_sent_again_at_once_with_advice_that_fits(
    window: Browser, box: Mailbox, run: str
) -> None:
    box.refuses = 550
    window.get(run)
    answered = window.post(f"{run}/mails", {"address": "client@example.org"})
    assert "The mail server did not take this address. Check the address, then try again." in answered.text
    box.refuses = None
    assert window.post(f"{run}/mails", {"address": "client@example.org"}).status_code == 303
    assert len(box.mails) == 1


def test_a_person_sends_five_receipts_a_minute_at_the_most(window: Browser, box: Mailbox, run: str) -> None:
    window.get(run)
    for number in range(5):
        window.post(f"{run}/mails", {"address": f"client{number}@example.org"})
    answered = window.post(f"{run}/mails", {"address": "one.more@example.org"})
    assert answered.status_code == 422
    assert "You sent several receipts within a minute." in answered.text
    assert len(box.mails) == 5


def test_without_a_mail_server_there_is_no_form_and_the_page_says_what_to_set(window: Browser, run: str) -> None:
    page = window.get(run).text
    assert f'action="{run}/mails' not in page
    assert "has to set SAYSO_MAIL_URL and SAYSO_MAIL_FROM first" in page
    answered = window.post(f"{run}/mails", {"address": "a@example.com"})
    assert answered.status_code == 422
    assert "No mail can be sent: the settings name no mail server." in answered.text
