"""Promises where copy and live page were both changed: nothing is merged, and a person chooses whose words stand."""

from __future__ import annotations

import re

import pytest

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.planning import accept_and_apply
from tests.web.test_copies import digest_on, made, newest
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.fixture
def clashing(window: Browser, place: Installed, sample: SampleSite) -> str:
    """The address of a copy with other words; somebody changed title and text of the live page since."""
    address = made(
        window, place, "update_page", id=42, title="Our story", content="<p>New words</p>", excerpt="How it began"
    )
    sample.change("pages", 42, title="About us all", content="<p>By hand</p>")
    window.get(address)
    return address


def compared(window: Browser, address: str) -> str:
    return window.post(f"{address}/comparison").get_data(as_text=True)


def choices(page: str, title: str = "", content: str = "") -> dict[str, object]:
    """Return the form of a yes as the page would send it."""
    fields = re.findall(r'name="clash" value="([^"]+)"', page)
    chosen = {"title": title, "content": content}
    picked = {f"choice-{number}": chosen[field] for number, field in enumerate(fields, 1) if chosen[field]}
    return {"verdict": "approve", "digest": digest_on(page), "clash": fields, **picked}


def test_what_both_changed_is_shown_three_times_with_nothing_chosen(window: Browser, clashing: str) -> None:
    page = compared(window, clashing)
    columns = re.findall(r'class="side__when">([^<]+)<', page)
    assert columns[:3] == ["When the copy was made", "On the live page now", "On the copy"]
    assert re.findall(r'name="choice-1" value="(\w+)"', page) == ["live", "copy"]
    assert " checked" not in page
    assert "Still to choose: Title, Text." in page
    assert "Changes on the live page: Excerpt." in page
    assert "The live page was edited last by <bdi>Inês Duarte</bdi>" in page


@pytest.mark.promise("D-COPY-03")
def test_a_yes_without_a_choice_writes_nothing_and_says_what_is_missing(
    window: Browser, sample: SampleSite, clashing: str
) -> None:
    form = choices(compared(window, clashing), title="copy")
    response = window.post(f"{clashing}/decision", form)
    page = response.get_data(as_text=True)
    assert response.status_code == 422
    assert "<title>Error: " in page
    assert re.findall(r'<a href="(#choice-\d-live)">Choose what stands: <bdi>([^<]+)', page) == [
        ("#choice-2-live", "Text")
    ]
    assert re.findall(r'value="(\w+)" id="choice-1-\w+" form="approve" checked', page) == ["copy"]
    assert "Still to choose: Text." in page
    assert sample.read("pages", 42)["title"]["raw"] == "About us all"
    parts = window.post(f"{clashing}/decision", form, headers={"HX-Request": "true"})
    assert parts.status_code == 422
    assert "<html" not in parts.get_data(as_text=True)
    assert 'id="errors"' in parts.get_data(as_text=True)


def test_each_choice_stands_and_the_page_says_who_chose_what(
    window: Browser, sample: SampleSite, clashing: str
) -> None:
    form = choices(compared(window, clashing), title="copy", content="live")
    page = window.follow(window.post(f"{clashing}/decision", form)).get_data(as_text=True)
    live = sample.read("pages", 42)
    assert (live["title"]["raw"], live["content"]["raw"]) == ("Our story", "<p>By hand</p>")
    assert live["excerpt"]["raw"] == "How it began"
    assert "Approved by <bdi>Olive Owner</bdi>" in page
    assert "<bdi>Title</bdi>: the copy’s went live; <bdi>Text</bdi>: the live page’s stayed" in page


def test_a_live_page_that_moves_again_after_the_look_is_shown_anew(
    window: Browser, sample: SampleSite, clashing: str
) -> None:
    form = choices(compared(window, clashing), title="copy", content="copy")
    sample.change("pages", 42, title="About once more")
    response = window.post(f"{clashing}/decision", form)
    page = response.get_data(as_text=True)
    assert response.status_code == 409
    assert "so nothing was written" in page
    assert "once more" in page
    assert sample.read("pages", 42)["content"]["raw"] == "<p>By hand</p>"


def test_what_was_changed_on_the_live_page_alone_stays_and_is_said(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    address = made(window, place, "update_page", id=42, title="Our story")
    sample.change("pages", 42, excerpt="By hand")
    window.get(address)
    page = compared(window, address)
    assert "It stays as it is there: <bdi>Excerpt</bdi>." in page
    assert "Still to choose" not in page
    window.post(f"{address}/decision", {"verdict": "approve", "digest": digest_on(page)})
    live = sample.read("pages", 42)
    assert (live["title"]["raw"], live["excerpt"]["raw"]) == ("Our story", "By hand")


def test_what_a_page_and_its_copy_hold_is_shown_as_words_and_never_as_markup(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    address = made(window, place, "update_page", id=42, title="Mine <script>alert(1)</script>")
    sample.change("pages", 42, title="Theirs <img src=x onerror=alert(2)>\u202e")
    window.get(address)
    page = compared(window, address)
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "\u202e" not in page
    assert "onerror=alert(2)" in page


def test_a_secret_that_both_changed_is_never_shown(window: Browser, place: Installed, sample: SampleSite) -> None:
    sample.register_meta("api_key")
    sample.change("pages", 42, meta={"api_key": "CANARY-OLD"})
    address = made(window, place, "update_page", id=42, meta={"api_key": "CANARY-NEW"})
    sample.change("pages", 42, meta={"api_key": "CANARY-HAND"})
    window.get(address)
    page = compared(window, address)
    assert "CANARY" not in page
    assert 'name="choice-1"' in page


def test_a_kept_copy_waits_no_more_and_can_be_taken_up_again(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    address = made(window, place, "update_page", id=42, title="Our story")
    preview = re.search(r'href="([^"]*\?respira_preview=[^"]+)"', window.get(address).get_data(as_text=True))
    assert preview is not None
    sample.requests.clear()
    page = window.follow(window.post(f"{address}/decision", {"verdict": "keep"})).get_data(as_text=True)
    assert list(sample.requests) == []
    assert "Kept as a draft in WordPress by <bdi>Olive Owner</bdi>" in page
    assert "Take it up again" in page
    assert address not in window.get("/copies").get_data(as_text=True)
    assert address in window.get("/copies?show=kept").get_data(as_text=True)
    assert window.get(preview[1].removeprefix("http://localhost")).status_code == 404
    page = window.follow(window.post(f"{address}/reopening")).get_data(as_text=True)
    assert "It waits for you again." in page
    assert "Compare with the live page" in page
    assert sample.read("pages", newest(place.desk).copy_id)["status"] == "draft"


def test_a_kept_copy_is_told_in_the_receipt_of_its_run(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    begun = agent.call("begin_session", mode="plan")
    agent.call("update_page", id=42, title="Our story")
    run = accept_and_apply(window, place.desk, begun["session_id"])
    place.workers.finish()
    address = f"/copies/{newest(place.desk).public_id}"
    window.get(address)
    window.post(f"{address}/decision", {"verdict": "keep"})
    page = window.get(run).get_data(as_text=True)
    assert "it is kept as a draft in WordPress" in page
    assert "The copy: kept as a draft in WordPress" in page


def test_a_rejected_copy_comes_back_from_the_trash(window: Browser, place: Installed, sample: SampleSite) -> None:
    address = made(window, place, "update_page", id=42, title="Our story")
    copy_id = newest(place.desk).copy_id
    before = sample.read("pages", copy_id)
    window.get(address)
    page = window.follow(window.post(f"{address}/decision", {"verdict": "reject"})).get_data(as_text=True)
    assert "Bring the copy back" in page
    window.follow(window.post(f"{address}/reopening"))
    after = sample.read("pages", copy_id)
    assert [after[name] for name in ("status", "slug", "title", "content")] == [
        before[name] for name in ("status", "slug", "title", "content")
    ]
    assert address in window.get("/copies").get_data(as_text=True)


def test_a_rejected_copy_that_is_gone_for_good_stays_rejected_and_says_why(
    window: Browser, place: Installed, sample: SampleSite
) -> None:
    address = made(window, place, "update_page", id=42, title="Our story")
    window.get(address)
    window.post(f"{address}/decision", {"verdict": "reject"})
    copy_id = newest(place.desk).copy_id
    sample.delete("pages", copy_id)
    response = window.post(f"{address}/reopening")
    assert response.status_code == 409
    assert f"Draft copy {copy_id} was deleted or published since." in response.get_data(as_text=True)
    assert "Rejected by" in window.get(address).get_data(as_text=True)
