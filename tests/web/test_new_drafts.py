"""Promises of the pages about a new draft: what it holds, publishing it, throwing it away, taking that back."""

from __future__ import annotations

import re

import pytest

from tests.installed import Installed
from tests.web.conftest import Browser
from tests.web.test_copies import digest_on, made, newest
from tests.web.undoing import restores, taken_back
from webapp.data import Mode
from webapp.sample_site import SampleSite


@pytest.fixture
def draft(window: Browser, place: Installed) -> str:
    """The address of a new page that asks for the address of another."""
    return made(window, place, "create_page", title="Harbour", content="<p>Water.</p>", slug="services")


def test_the_list_calls_it_a_new_page(window: Browser, draft: str) -> None:
    page = window.get("/copies").get_data(as_text=True)
    assert f'href="{draft}"' in page
    assert "New page" in page


def test_it_is_read_and_not_compared_with_anything(window: Browser, draft: str) -> None:
    page = window.get(draft).get_data(as_text=True)
    assert "New page on <bdi>" in page
    assert "Read the draft, then decide" in page
    assert "live page" not in page


def test_what_it_holds_is_shown_and_a_taken_address_is_told_before_the_yes(window: Browser, draft: str) -> None:
    window.get(draft)
    page = window.post(f"{draft}/comparison").get_data(as_text=True)
    assert "Water." in page
    assert "is taken by page 44 (Services), so WordPress will make it services-2." in page
    assert "Publishing shows this draft to visitors." in page
    assert "Publish this page" in page
    assert "Approve onto the live page" not in page


def test_a_yes_publishes_it_tells_the_true_address_and_can_be_undone(
    window: Browser, place: Installed, sample: SampleSite, draft: str
) -> None:
    window.get(draft)
    digest = digest_on(window.post(f"{draft}/comparison").get_data(as_text=True))
    page = window.follow(window.post(f"{draft}/decision", {"verdict": "approve", "digest": digest}))
    told = page.get_data(as_text=True)
    new, address = newest(place.desk).copy_id, f"{sample.url}/services-2/"
    assert sample.read("pages", new)["status"] == "publish"
    assert f"It is published at {address}" in told
    assert f'<a href="{address}"' in told
    assert "Published by <bdi>Olive Owner</bdi>" in told
    assert "This makes it a draft again, which visitors do not see." in told
    after = taken_back(window, place, restores(told)[0], draft)
    assert sample.read("pages", new)["status"] == "draft"
    assert "is a draft again, which visitors do not see, and waits for a person." in after
    assert "Visitors do not see this" in window.get(draft).get_data(as_text=True)


def test_a_rejected_one_is_in_the_trash(window: Browser, place: Installed, sample: SampleSite, draft: str) -> None:
    window.get(draft)
    page = window.follow(window.post(f"{draft}/decision", {"verdict": "reject"})).get_data(as_text=True)
    assert "The draft was rejected and is in the trash. Visitors never saw it." in page
    assert sample.read("pages", newest(place.desk).copy_id)["status"] == "trash"


@pytest.mark.parametrize(
    ("status", "asks", "said"),
    [
        ("private", "Make this post private", "It is private now."),
        ("pending", "Put this post up for review", "It waits in WordPress for a review."),
    ],
)
def test_another_status_than_published_is_called_by_its_name(
    window: Browser, place: Installed, status: str, asks: str, said: str
) -> None:
    draft = made(window, place, "create_post", title="Chisels", status=status)
    assert "New post on <bdi>" in window.get(draft).get_data(as_text=True)
    compared = window.post(f"{draft}/comparison").get_data(as_text=True)
    assert asks in compared
    response = window.post(f"{draft}/decision", {"verdict": "approve", "digest": digest_on(compared)})
    assert said in window.follow(response).get_data(as_text=True)


def test_the_receipt_leads_to_the_draft_and_says_what_became_of_it(window: Browser, place: Installed) -> None:
    draft = made(window, place, "create_page", title="Harbour")
    plan = re.search(r'href="(/plans/[^"]+)"', window.get(draft).get_data(as_text=True))
    assert plan is not None
    found = re.search(r'href="(/runs/[^"]+)"', window.get(plan[1]).get_data(as_text=True))
    assert found is not None
    receipt = window.get(found[1]).get_data(as_text=True)
    assert "it waits as a new draft" in receipt
    assert "Look at the draft and decide" in receipt
    assert "Preview of the draft" in receipt


def test_a_step_that_makes_a_page_offers_to_protect_nothing(window: Browser, place: Installed) -> None:
    agent = place.agent(Mode.BROWSER)
    agent.call("begin_session", mode="plan")
    step = agent.call("create_page", title="Harbour")["step_id"]
    page = window.get(f"/steps/{step}").get_data(as_text=True)
    assert "Create the page Harbour as a new draft." in page
    assert "A new draft" in page
    assert "On a copy" not in page
    assert "/protection" not in page


def test_the_preview_calls_it_a_new_draft(window: Browser, stranger: Browser, draft: str) -> None:
    link = re.search(r'href="[^"]*(/\?respira_preview=[^"]+)"', window.get(draft).get_data(as_text=True))
    assert link is not None
    assert "New draft <bdi>Harbour</bdi>" in stranger.get(link[1]).get_data(as_text=True)
