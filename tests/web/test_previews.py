"""Promises of the preview link: open to anybody who has it, harmless, and silent about everything else."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply
from webapp.core import copies
from webapp.data import Copy, Mode
from webapp.sample_site import SampleSite, misbehaviour
from webapp.web.rendered import rendered


@pytest.fixture
def copy(window: Browser, place: Installed) -> Copy:
    """A copy of About with another title."""
    agent = place.agent(Mode.BROWSER)
    begun = agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our <story>")
    accept_and_apply(window, place.desk, begun["session_id"])
    place.workers.finish()
    with place.desk.reading() as session:
        return session.scalars(select(Copy)).one()


@pytest.fixture
def link(place: Installed, copy: Copy) -> str:
    """The preview's address."""
    return copies.preview_link(place.desk, copy).removeprefix("http://localhost")


def body_of(link: str) -> str:
    return f"/preview/{link.partition('=')[2]}"


@pytest.mark.promise("D-COPY-04")
def test_anybody_with_the_link_sees_the_draft_without_an_account(stranger: Browser, link: str) -> None:
    front = stranger.get(link)
    page = front.get_data(as_text=True)
    assert front.status_code == 200
    assert "Draft copy of" in page
    assert "Nothing here is live" in page
    assert f'src="{body_of(link)}"' in page
    assert "Set-Cookie" not in front.headers
    body = stranger.get(body_of(link)).get_data(as_text=True)
    assert "Our &lt;story&gt;" in body
    assert "founded in 2009" in body


def test_a_preview_leads_to_where_the_owner_decides_about_the_copy(
    stranger: Browser, window: Browser, copy: Copy, link: str
) -> None:
    page = stranger.get(link).get_data(as_text=True)
    assert "The owner decides about this copy in Sayso" in page
    assert f'href="/copies/{copy.public_id}"' in page
    asked = stranger.get(f"/copies/{copy.public_id}")
    assert asked.headers["Location"] == f"/sign-in?next=%2Fcopies%2F{copy.public_id}"
    assert window.get(f"/copies/{copy.public_id}").status_code == 200


def test_a_preview_tells_nobody_its_address_and_is_kept_nowhere(stranger: Browser, link: str) -> None:
    for address in (link, body_of(link)):
        response = stranger.get(address)
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["Cache-Control"] == "no-store"
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert '<meta name="referrer" content="no-referrer">' in response.get_data(as_text=True)


def test_the_draft_may_run_and_load_nothing(stranger: Browser, link: str) -> None:
    policy = stranger.get(body_of(link)).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert 'sandbox referrerpolicy="no-referrer"' in stranger.get(link).get_data(as_text=True)


def test_the_drafts_markup_is_cleaned_before_it_is_shown(
    stranger: Browser, sample: SampleSite, copy: Copy, link: str
) -> None:
    """C45.3, C46.1: what the draft would load is named, what nobody sees is marked."""
    attack = (
        '<p>Kept</p><script>alert(1)</script><img src="x" onerror="alert(2)"><a href="https://evil.example">Go</a>'
    )
    sample.change("pages", copy.copy_id, content=f"{attack}<p>Turned \u202earound</p>")
    body = stranger.get(body_of(link)).get_data(as_text=True)
    assert "<p>Kept</p>" in body
    assert "Picture: without words (x)" in body
    assert "Turned ⟨U+202E⟩around" in body
    for harm in ("<script", "<img", "onerror", "alert(", "evil.example"):
        assert harm not in body


def test_a_draft_too_long_to_be_shown_says_how_much_is_missing(
    stranger: Browser, sample: SampleSite, copy: Copy, link: str
) -> None:
    sample.change("pages", copy.copy_id, content="<p>x</p>" * 30_000)
    body = stranger.get(body_of(link)).get_data(as_text=True)
    assert re.search(r"The preview ends here. [\d,]+ more characters are not shown.", body)


@pytest.mark.parametrize(
    "markup",
    ["<iframe src=//x></iframe>", "<form action=//x><input></form>", "<style>*{}</style>", "<svg onload=x()></svg>"],
)
def test_nothing_that_acts_is_left(markup: str) -> None:
    assert not re.search("iframe|form|style|svg|onload", rendered(f"<p>Words</p>{markup}").markup)


@pytest.mark.promise("D-COPY-05")
def test_wrong_expired_and_decided_links_answer_alike(
    stranger: Browser, window: Browser, place: Installed, copy: Copy, link: str
) -> None:
    wrong = [stranger.get("/?respira_preview=wrong"), stranger.get("/preview/wrong")]
    with place.desk.writing() as session:
        session.get_one(Copy, copy.id).preview_until = place.desk.clock() - timedelta(seconds=1)
    expired = [stranger.get(link), stranger.get(body_of(link))]
    with place.desk.writing() as session:
        session.get_one(Copy, copy.id).preview_until = place.desk.clock() + timedelta(days=1)
    window.get(f"/copies/{copy.public_id}")
    window.post(f"/copies/{copy.public_id}/decision", {"verdict": "reject"})
    decided = [stranger.get(link), stranger.get(body_of(link))]
    answers = [*wrong, *expired, *decided]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.get_data(as_text=True) for answer in answers}) == 1


def test_a_link_to_a_site_that_was_disconnected_answers_like_a_wrong_one(
    stranger: Browser, window: Browser, place: Installed, link: str
) -> None:
    window.get(f"/sites/{place.site.public_id}")
    window.post(f"/sites/{place.site.public_id}/disconnection")
    wrong = stranger.get("/preview/wrong").get_data(as_text=True)
    for address in (link, body_of(link)):
        answer = stranger.get(address)
        assert (answer.status_code, answer.get_data(as_text=True)) == (404, wrong)


@pytest.mark.promise("D-COPY-05")
def test_a_link_is_good_for_fourteen_days_from_the_write(place: Installed, copy: Copy) -> None:
    good_for = copy.preview_until - place.desk.clock()
    assert timedelta(days=13, hours=23) < good_for <= timedelta(days=14)


@pytest.mark.promise("D-COPY-06")
def test_looking_changes_nothing(stranger: Browser, sample: SampleSite, link: str) -> None:
    sample.requests.clear()
    stranger.get(link)
    stranger.get(body_of(link))
    assert {entry.method for entry in sample.requests} == {"GET"}


def test_a_silent_site_is_told_in_the_frame(stranger: Browser, sample: SampleSite, link: str) -> None:
    sample.misbehave(misbehaviour.html(status=503))
    response = stranger.get(body_of(link))
    assert response.status_code == 502
    assert "The site does not answer at the moment" in response.get_data(as_text=True)


def test_the_root_leads_to_the_plans(window: Browser, stranger: Browser) -> None:
    assert window.get("/").headers["Location"] == "/plans"
    assert stranger.get("/").headers["Location"] == "/plans"
