"""Promises of checking a receipt: anybody may, without an account; nothing but what was signed here is genuine."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from sqlalchemy import func, select

from tests import taking_back
from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply, worked_example
from tests.web.test_receipts import text_of
from webapp.data import Event, Mode, Person, Step


@pytest.fixture
def receipt(window: Browser, place: Installed) -> dict[str, Any]:
    """A receipt as JSON, as its owner loads it down."""
    address = accept_and_apply(window, place.desk, worked_example(place.agent(Mode.BROWSER)))
    place.workers.finish()
    told: dict[str, Any] = window.get(f"{address}.json").get_json()
    return told


def printed(receipt: dict[str, Any]) -> str:
    """The address that stands on the receipt's paper, without the host."""
    parts = urlsplit(receipt["review"]["signed"]["verify"])
    assert (parts.scheme, parts.netloc) == ("http", "localhost")
    return f"{parts.path}?{parts.query}"


def test_whoever_follows_the_printed_address_reads_when_for_which_site_and_how_many_steps(
    stranger: Browser, receipt: dict[str, Any]
) -> None:
    answered = stranger.get(printed(receipt))
    page = text_of(answered.text)
    assert answered.status_code == 200
    assert "This receipt is genuine" in page
    assert "Site Harbour & Grain ," in page
    assert "3 steps 3 saved, and read back as asked" in page
    assert "Step 3: Move page 311 (Team) to the trash." in page
    assert "taken back" not in page
    assert "Only what stands on this page was checked." in page
    assert answered.headers["Referrer-Policy"] == "no-referrer"
    assert answered.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert answered.headers["Cache-Control"] == "no-store"
    assert '<meta name="referrer" content="no-referrer">' in answered.text


def test_all_that_stands_on_paper_stands_there_to_be_compared(
    window: Browser, stranger: Browser, receipt: dict[str, Any]
) -> None:
    page = text_of(stranger.get(printed(receipt)).text)
    paper = text_of(window.get(f"/runs/{receipt['review']['job_id']}/print").text)
    facts = paper[paper.index("Asked for by") : paper.index("What is told here is how it stood")]
    assert "Title Before: About → After: Our story" in facts
    assert facts.count("Olive Owner said yes, signed in,") == 3
    assert facts in page
    assert "Plan Our story and a Services link What it was for You asked for it." in page


@pytest.mark.parametrize("spoil", [lambda mark: f" {mark[:20]} \n{mark[20:].upper()} ", str.upper])
def test_spaces_and_capitals_in_a_digest_that_was_typed_are_forgiven(
    stranger: Browser, receipt: dict[str, Any], spoil: Callable[[str], str]
) -> None:
    signed = receipt["review"]["signed"]
    marks = {name: spoil(signed[name]) for name in ("digest", "signature")}
    stranger.get("/verify")
    assert "This receipt is genuine" in stranger.post("/verify", dict(marks)).text
    assert "This receipt is genuine" in stranger.get(f"/verify?{urlencode(marks)}").text


def test_c45_1_and_2_looking_changes_nothing_whoever_looks_and_tells_nobody_where_it_was(
    stranger: Browser, place: Installed, receipt: dict[str, Any]
) -> None:
    def events() -> int:
        with place.desk.reading() as session:
            return session.scalar(select(func.count()).select_from(Event)) or 0

    before = events()
    for program in ("Slackbot-LinkExpanding 1.0", "TelegramBot (like TwitterBot)", "curl/8.0"):
        for look in (stranger.client.get, stranger.client.head, stranger.client.options):
            answered = look(printed(receipt), headers={"User-Agent": program})
            assert answered.status_code == 200
            assert answered.headers["Referrer-Policy"] == "no-referrer"
            assert answered.headers["X-Robots-Tag"] == "noindex, nofollow"
            assert answered.headers["Cache-Control"] == "no-store"
    stranger.get("/verify")
    stranger.post("/verify", {"receipt": json.dumps(receipt)})
    assert events() == before
    assert "This receipt is genuine" in text_of(stranger.get(printed(receipt)).text)


def test_whoever_pastes_the_file_is_told_the_same(stranger: Browser, receipt: dict[str, Any]) -> None:
    stranger.get("/verify")
    for pasted in (receipt, receipt["review"]["signed"]):
        answered = stranger.post("/verify", {"receipt": json.dumps(pasted)}, headers={"Origin": "null"})
        assert answered.status_code == 200
        assert "This receipt is genuine" in text_of(answered.text)
    saved = stranger.post("/verify", {"receipt": "\ufeff" + json.dumps(receipt)})
    assert "This receipt is genuine" in text_of(saved.text)


def test_a_file_that_is_taken_after_names_and_steps_are_others_is_genuine_and_says_what_was_signed(
    stranger: Browser, window: Browser, place: Installed, receipt: dict[str, Any]
) -> None:
    with place.desk.writing() as session:
        session.get_one(Person, place.owner.id).name = "Olive Othername"
        for step in session.scalars(select(Step)):
            step.effect, step.position, step.tool = "Another effect.", 10 - step.position, "delete_page"
    later = window.get(f"/runs/{receipt['review']['job_id']}.json").get_json()
    for told in (receipt, later):
        told["review"].pop("notes", None)
    assert "Olive Owner gave it in the browser" in later["message"]
    assert (later["steps"], later["message"]) == (receipt["steps"], receipt["message"])
    stranger.get("/verify")
    answered = stranger.post("/verify", {"receipt": json.dumps(later)})
    assert "This receipt is genuine" in text_of(answered.text)


def test_a_file_in_which_something_was_changed_is_told_as_changed(stranger: Browser, receipt: dict[str, Any]) -> None:
    receipt["steps"][2]["predicted_effect"] = "Nothing much."
    stranger.get("/verify")
    page = text_of(stranger.post("/verify", {"receipt": json.dumps(receipt)}).text)
    assert "This receipt was changed" in page
    assert "Harbour" not in page
    assert "Nothing much" not in page


def test_a_wrong_signature_and_an_unknown_digest_are_answered_by_the_same_page(
    stranger: Browser, receipt: dict[str, Any]
) -> None:
    signed = receipt["review"]["signed"]
    stranger.get("/verify")
    answers = [
        stranger.post("/verify", {"digest": digest, "signature": signature})
        for digest, signature in ((signed["digest"], "0" * 64), ("0" * 64, signed["signature"]), ("7", "7"))
    ]
    assert [answered.status_code for answered in answers] == [200, 200, 200]
    pages = {text_of(answered.text) for answered in answers}
    assert len(pages) == 1
    assert "This is no receipt from here" in pages.pop()


def test_of_what_an_older_secret_signed_and_nobody_keeps_it_is_said_that_it_can_not_be_told(
    stranger: Browser, place: Installed
) -> None:
    digest = "ab" * 32
    former = place.desk.sealer.mark(["receipt", digest])
    page = text_of(stranger.get(f"/verify?digest={digest}&signature={former}").text)
    assert "Whether this receipt is genuine can not be told any more" in page
    assert "It may be genuine; somebody else may have made it." in page


def test_what_was_taken_back_since_is_told(stranger: Browser, place: Installed, receipt: dict[str, Any]) -> None:
    taking_back.restore(place.desk, place.owner, receipt["steps"][1]["snapshots"][0])
    assert "1 step was taken back since." in text_of(stranger.get(printed(receipt)).text)


@pytest.mark.parametrize(
    ("pasted", "words"),
    [
        ("[" * 100_000, "This is not JSON."),
        ('{"record": 1, "record": 2}', "This is not JSON."),
        ('{"record": NaN}', "This is not JSON."),
        ("{}", "This JSON holds no signed receipt"),
        ('{"review": "<script>alert(1)</script>"}', "This JSON holds no signed receipt"),
        ('{"record": {"a": "\\ud800"}, "digest": "\\ud800", "signature": ""}', "This is no receipt from here"),
        ("", "Paste the receipt, or type its digest and signature."),
    ],
    ids=["deep", "twice", "nan", "empty", "markup", "half a character", "nothing"],
)
def test_what_is_no_receipt_does_no_harm_and_what_was_typed_stays(stranger: Browser, pasted: str, words: str) -> None:
    stranger.get("/verify")
    answered = stranger.post("/verify", {"receipt": pasted, "digest": "abc"})
    assert answered.status_code == (200 if "no receipt from here" in words else 422)
    assert words in text_of(answered.text)
    assert "<script>alert" not in answered.text
    assert answered.status_code == 200 or 'value="abc"' in answered.text


def test_more_than_a_receipt_can_hold_is_not_read(stranger: Browser) -> None:
    stranger.get("/verify")
    answered = stranger.post("/verify", {"receipt": "7" * 2_000_001})
    assert answered.status_code == 422
    assert "This is longer than any receipt." in answered.text
    assert len(answered.data) < 100_000


def test_one_caller_checks_twenty_a_minute_at_the_most(stranger: Browser) -> None:
    for _number in range(20):
        assert stranger.get(f"/verify?digest={'0' * 64}&signature={'0' * 64}").status_code == 200
    answered = stranger.get(f"/verify?digest={'0' * 64}&signature={'0' * 64}")
    assert answered.status_code == 429
    assert "Many receipts were checked from here within a minute." in answered.text
    assert stranger.get("/verify").status_code == 200


def test_a_form_from_another_websites_page_is_not_taken(stranger: Browser) -> None:
    assert stranger.client.post("/verify", data={"digest": "0"}).status_code == 400
    stranger.get("/verify")
    elsewhere = {"Origin": "https://evil.example"}
    assert stranger.post("/verify", {"digest": "0"}, headers=elsewhere).status_code == 403
