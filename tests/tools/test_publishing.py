"""A new draft in front of a person: what it holds, publishing it, and making it a draft again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.answers import Comparison, SavedSnapshot
from webapp.tools.catalogue import COPIES


def new_draft(stage: Stage, **fields: Any) -> int:
    performed, _ = stage.perform("create_page", **{"title": "Harbour", **fields})
    new: int = performed.result["id"]
    return new


def compared(stage: Stage, new: int) -> Comparison:
    return COPIES["page"].compare(stage.wordpress, stage.held[new])


def undone(stage: Stage, snapshot: SavedSnapshot) -> str:
    copies = COPIES["page"]
    return copies.restore(stage.wordpress, snapshot, copies.restore_state(stage.wordpress, snapshot)).message


def test_everything_that_it_holds_is_shown_against_nothing(stage: Stage) -> None:
    new = new_draft(stage, content="<p>Water.</p>", slug="the-harbour", post_parent=42)
    shown = {change.field: (change.before, change.after) for change in compared(stage, new).changes}
    assert shown == {
        "title": (None, "Harbour"),
        "content": (None, "<p>Water.</p>"),
        "status": ("draft", "publish"),
        "slug": (None, "the-harbour"),
        "parent": (None, "About (42)"),
        "author": (None, "Inês Duarte (1)"),
        "comment_status": (None, "closed"),
        "ping_status": (None, "closed"),
    }
    assert (compared(stage, new).clashes, compared(stage, new).live_link) == ([], None)


def test_publishing_sends_the_wishes_alone_and_tells_the_true_address(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage, slug="the-harbour")
    site.requests.clear()
    performed, _ = stage.approve(new)
    assert [(entry.method, entry.body) for entry in site.requests.writes()] == [
        ("POST", {"status": "publish", "slug": "the-harbour"})
    ]
    page = site.read("pages", new)
    assert performed.result == {
        "success": True,
        "id": new,
        "title": "Harbour",
        "status": "publish",
        "slug": "the-harbour",
        "link": page["link"],
    }
    assert page["link"].endswith("/the-harbour/")


def test_without_a_wish_the_address_is_made_of_the_title(stage: Stage, site: SampleSite) -> None:
    stage.approve(new_draft(stage, title="Our harbour"))
    assert [item["slug"] for item in site.wp.store.list("pages") if item["title"] == "Our harbour"] == ["our-harbour"]


def test_an_address_that_a_person_gave_it_in_wordpress_stays(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage)
    site.change("pages", new, slug="by-hand")
    stage.approve(new)
    assert site.read("pages", new)["slug"] == "by-hand"


@pytest.mark.parametrize("status", ["private", "pending"])
def test_it_becomes_what_was_asked_for(stage: Stage, site: SampleSite, status: str) -> None:
    new = new_draft(stage, status=status)
    stage.approve(new)
    assert site.read("pages", new)["status"] == status


def test_one_with_a_date_in_the_future_is_scheduled(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage, status="publish", date="2040-03-10T09:00:00")
    performed, snapshot = stage.approve(new)
    page = site.read("pages", new)
    assert (page["status"], page["date"]) == ("future", "2040-03-10T09:00:00")
    assert list(performed.differs) == []
    undone(stage, snapshot)
    assert site.read("pages", new)["status"] == "draft"


def test_c28_1_a_taken_address_is_told_before_and_the_true_one_after(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage, slug="services")
    told = "The address services is taken by page 44 (Services), so WordPress will make it services-2."
    assert list(compared(stage, new).notes) == [told]
    performed, _ = stage.approve(new)
    assert (performed.result["slug"], list(performed.differs)) == ("services-2", ["slug"])
    assert performed.result["link"].endswith("/services-2/")


def test_c28_3_publishing_a_copy_moves_no_live_page_off_its_address(stage: Stage, site: SampleSite) -> None:
    copy, _ = stage.perform("create_page_duplicate", original_id=44)
    stage.perform("update_page", id=44, title="What we do")
    stage.approve(copy.result["id"])
    live = site.read("pages", 44)
    assert (live["slug"], live["title"]["raw"]) == ("services", "What we do")


def test_undoing_makes_it_a_draft_again_without_a_date(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage, slug="the-harbour")
    before = whole(site.read("pages", new))
    _, snapshot = stage.approve(new)
    message = undone(stage, snapshot)
    assert message == f"Page {new} (Harbour) is a draft again, which visitors do not see, and waits for a person."
    after = site.read("pages", new)
    assert whole(after) == before
    assert after["date"] == after["modified"]


def test_a_lost_answer_is_looked_up(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage)
    site.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path=f"/wp/v2/pages/{new}")
    performed, _ = stage.approve(new)
    assert performed.result["status"] == "publish"


def test_publishing_again_does_no_harm(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage, slug="the-harbour")
    comparison = compared(stage, new)
    for _time in range(2):
        COPIES["page"].approve(stage.wordpress, stage.held[new], comparison)
    assert (site.read("pages", new)["status"], site.read("pages", new)["slug"]) == ("publish", "the-harbour")


def test_one_that_was_published_by_hand_can_still_get_its_address(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage, slug="the-harbour")
    site.change("pages", new, status="publish")
    shown = {change.field: change.after for change in compared(stage, new).changes}
    assert (shown.get("status"), shown.get("slug")) == (None, "the-harbour")
    stage.approve(new)
    assert site.read("pages", new)["slug"] == "the-harbour"


def test_rejecting_bins_it_and_one_in_the_trash_is_not_shown(stage: Stage, site: SampleSite) -> None:
    new = new_draft(stage)
    COPIES["page"].reject(stage.wordpress, stage.held[new])
    assert site.read("pages", new)["status"] == "trash"
    with pytest.raises(Refusal, match="is not there any more"):
        compared(stage, new)


def test_a_post_is_published_with_its_terms(stage: Stage, site: SampleSite) -> None:
    wood = site.add("categories", name="Wood")["id"]
    performed, _ = stage.perform("create_post", title="Chisels", categories=["Wood"])
    new = performed.result["id"]
    held = stage.held[new]
    COPIES["post"].approve(stage.wordpress, held, COPIES["post"].compare(stage.wordpress, held))
    post = site.read("posts", new)
    assert (post["status"], post["categories"], post["slug"]) == ("publish", [wood], "chisels")
