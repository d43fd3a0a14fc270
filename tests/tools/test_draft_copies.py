from __future__ import annotations

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.answers import Change, Clash
from webapp.tools.catalogue import COPIES


def copy_of_about(stage: Stage, **fields: object) -> int:
    performed, _ = stage.perform("update_page", id=42, **fields)
    copy_id: int = performed.result["id"]
    return copy_id


@pytest.mark.promise("D-COPY-02")
def test_approving_writes_only_what_the_copy_changed_and_bins_the_copy(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    before = whole(site.read("pages", 42))
    site.requests.clear()
    performed, _ = stage.approve(copy_id)
    assert [(entry.method, entry.body) for entry in site.requests.writes()] == [
        ("POST", {"title": "Our story"}),
        ("DELETE", None),
    ]
    assert performed.result == {
        "success": True,
        "id": 42,
        "title": "Our story",
        "status": "publish",
    }
    after = whole(site.read("pages", 42))
    assert {name for name in after if after[name] != before[name]} - {"generated_slug"} == {"title"}
    assert (after["slug"], after["status"], after["date"]) == (before["slug"], before["status"], before["date"])
    assert site.read("pages", copy_id)["status"] == "trash"


def test_what_a_person_adds_to_the_copy_goes_live_with_it(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.change("pages", copy_id, excerpt="By hand")
    comparison = COPIES["page"].compare(stage.wordpress, stage.held[copy_id])
    assert list(comparison.changes) == [
        Change("title", "Title", "About", "Our story", "text"),
        Change("excerpt", "Excerpt", "", "By hand", "html"),
    ]
    assert comparison.live == {"live.title": "About", "live.excerpt": ""}
    assert comparison.edit_link == f"{site.url}/wp-admin/post.php?post={copy_id}&action=edit"
    stage.approve(copy_id)
    assert site.read("pages", 42)["excerpt"]["raw"] == "By hand"


@pytest.mark.promise("D-COPY-02")
def test_an_edit_of_another_field_of_the_live_page_survives_the_approval(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.change("pages", 42, content="<p>By hand</p>")
    stage.approve(copy_id)
    live = site.read("pages", 42)
    assert (live["title"]["raw"], live["content"]["raw"]) == ("Our story", "<p>By hand</p>")


@pytest.mark.promise("D-COPY-03")
def test_an_edit_of_the_same_field_is_a_clash_that_shows_both(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.change("pages", 42, title="By hand")
    comparison = COPIES["page"].compare(stage.wordpress, stage.held[copy_id])
    assert list(comparison.clashes) == [Clash("About", Change("title", "Title", "By hand", "Our story", "text"))]
    with pytest.raises(Refusal, match="respira_copy_conflict"):
        stage.approve(copy_id)
    assert site.read("pages", 42)["title"]["raw"] == "By hand"
    assert site.read("pages", copy_id)["status"] == "draft"


def test_what_somebody_changed_on_the_live_page_alone_is_told_apart_and_who_it_was(
    stage: Stage, site: SampleSite
) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.change("pages", 42, excerpt="By hand", slug="about-us")
    comparison = COPIES["page"].compare(stage.wordpress, stage.held[copy_id])
    assert [(one.field, one.before, one.after) for one in comparison.stays] == [
        ("excerpt", "", "By hand"),
        ("slug", "about", "about-us"),
    ]
    assert list(comparison.clashes) == []
    assert comparison.last is not None
    assert (comparison.last.what, comparison.last.who) == ("edited", "Inês Duarte")


def test_where_both_came_to_the_same_words_nothing_clashes_and_nothing_is_written(
    stage: Stage, site: SampleSite
) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.change("pages", 42, title="Our story")
    comparison = COPIES["page"].compare(stage.wordpress, stage.held[copy_id])
    assert (list(comparison.changes), list(comparison.clashes), list(comparison.stays)) == ([], [], [])


def test_a_post_whose_categories_both_changed_is_chosen_between_by_their_names(
    stage: Stage, site: SampleSite
) -> None:
    names = [site.add("categories", name=name)["id"] for name in ("News", "Views", "Tides")]
    post = site.add("posts", title="One", status="publish", categories=[names[0]])["id"]
    copy_id = stage.perform("update_post", id=post, categories=[names[1]])[0].result["id"]
    site.change("posts", post, categories=[names[2]])
    copies, held = COPIES["post"], stage.held[copy_id]
    comparison = copies.compare(stage.wordpress, held)
    [clash] = comparison.clashes
    assert (clash.first, clash.change.before, clash.change.after) == (["News"], ["Tides"], ["Views"])
    assert copies.settled(comparison, {"categories": "live"}).values == {}
    copies.approve(stage.wordpress, held, copies.settled(comparison, {"categories": "copy"}))
    assert site.read("posts", post)["categories"] == [names[1]]


@pytest.mark.promise("D-COPY-02")
def test_a_status_and_a_slug_wait_for_the_approval(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, status="private", slug="our-story")
    assert (site.read("pages", 42)["status"], site.read("pages", 42)["slug"]) == ("publish", "about")
    stage.approve(copy_id)
    assert (site.read("pages", 42)["status"], site.read("pages", 42)["slug"]) == ("private", "our-story")


def test_undoing_an_approval_brings_the_live_page_back(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("pages", 42))
    copy_id = copy_of_about(stage, title="Our story", content="<p>New</p>")
    _, snapshot = stage.approve(copy_id)
    copies = COPIES["page"]
    state = copies.restore_state(stage.wordpress, snapshot)
    restored = copies.restore(stage.wordpress, snapshot, state)
    assert restored.message == "Page 42 (About) is back as it was."
    assert whole(site.read("pages", 42)) == before


def test_an_approval_whose_answer_was_lost_is_looked_up(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.misbehave(misbehaviour.DIE_AFTER_SAVING, method="POST", path="/wp/v2/pages/42")
    performed, _ = stage.approve(copy_id)
    assert performed.result["title"] == "Our story"
    assert site.read("pages", copy_id)["status"] == "trash"


def test_an_approval_that_never_arrived_stays_in_doubt(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.misbehave(misbehaviour.DIE_BEFORE_SAVING, method="POST", path="/wp/v2/pages/42")
    with pytest.raises(SiteTrouble) as caught:
        stage.approve(copy_id)
    assert (caught.value.code, caught.value.written) == ("respira_outcome_unknown", "perhaps")
    assert site.read("pages", copy_id)["status"] == "draft"


def test_approving_again_does_no_harm(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    copies, held = COPIES["page"], stage.held[copy_id]
    comparison = copies.compare(stage.wordpress, held)
    copies.approve(stage.wordpress, held, comparison)
    copies.approve(stage.wordpress, held, comparison)
    assert site.read("pages", 42)["title"]["raw"] == "Our story"


def test_rejecting_bins_the_copy_and_leaves_the_live_page(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("pages", 42))
    copy_id = copy_of_about(stage, title="Our story")
    COPIES["page"].reject(stage.wordpress, stage.held[copy_id])
    COPIES["page"].reject(stage.wordpress, stage.held[copy_id])
    assert site.read("pages", copy_id)["status"] == "trash"
    assert whole(site.read("pages", 42)) == before


def test_a_copy_that_somebody_published_is_neither_compared_nor_binned(stage: Stage, site: SampleSite) -> None:
    copy_id = copy_of_about(stage, title="Our story")
    site.change("pages", copy_id, status="publish")
    with pytest.raises(Refusal, match="is not there any more"):
        COPIES["page"].compare(stage.wordpress, stage.held[copy_id])
    COPIES["page"].reject(stage.wordpress, stage.held[copy_id])
    assert site.read("pages", copy_id)["status"] == "publish"


def test_the_preview_is_the_copy_as_wordpress_draws_it(stage: Stage) -> None:
    copy_id = copy_of_about(stage, title="Q&A <us>", content="<!-- wp:html -->\n<p>Hi</p>\n<!-- /wp:html -->")
    title, html = COPIES["page"].rendered(stage.wordpress, stage.held[copy_id])
    assert (title, html.strip()) == ("Q&A <us>", "<p>Hi</p>")


def test_a_copy_that_was_made_private_by_hand_is_still_the_copy(stage: Stage, site: SampleSite) -> None:
    first, _ = stage.perform("update_page", id=42, title="Our story")
    site.change("pages", first.result["id"], status="private")
    second, _ = stage.perform("update_page", id=42, excerpt="How it began")
    assert second.result["id"] == first.result["id"]
    stage.approve(first.result["id"])
    assert site.read("pages", 42)["title"]["raw"] == "Our story"
    assert site.read("pages", 42)["status"] == "publish"
    assert site.read("pages", first.result["id"])["status"] == "trash"


def test_a_person_is_shown_names_and_the_zone_and_the_true_values_are_written(stage: Stage, site: SampleSite) -> None:
    news = site.add("categories", name="News & views")["id"]
    page = site.add("pages", title="Fish & chips", status="publish")["id"]
    post = site.add("posts", title="One", status="publish", categories=[1])["id"]
    tomas = next(user["id"] for user in stage.wordpress.get("wp/v2/users").body if user["slug"] == "tomas")
    performed, _ = stage.perform("update_post", id=post, categories=[news], author=tomas, date="2020-03-10T09:00:00")
    copy_id = performed.result["id"]
    comparison = COPIES["post"].compare(stage.wordpress, stage.held[copy_id])
    shown = {change.label: change.after for change in comparison.changes}
    assert shown == {
        "Categories": ["News & views"],
        "Author": f"Tomás Reis ({tomas})",
        "Date": "2020-03-10 09:00:00 (Europe/Lisbon)",
    }
    assert comparison.values == {"categories": [news], "author": tomas, "date": "2020-03-10T09:00:00"}
    assert list(comparison.clashes) == []
    stage.approve(copy_id)
    now = site.read("posts", post)
    assert (now["categories"], now["author"], now["date"]) == ([news], tomas, "2020-03-10T09:00:00")
    below = stage.perform("update_page", id=42, post_parent=page)[0].result["id"]
    [change] = COPIES["page"].compare(stage.wordpress, stage.held[below]).changes
    assert (change.label, change.before, change.after) == ("Parent page", "none", f"Fish & chips ({page})")
    stage.approve(below)
    assert site.read("pages", 42)["parent"] == page


def test_a_name_that_the_login_may_not_read_is_shown_by_its_number(stage: Stage, site: SampleSite) -> None:
    page = site.add("pages", title="Above", status="publish")["id"]
    below = stage.perform("update_page", id=42, post_parent=page)[0].result["id"]
    site.misbehave(misbehaviour.AnswerInstead(403, "{}"), method="GET", path=f"/wp/v2/pages/{page}")
    [change] = COPIES["page"].compare(stage.wordpress, stage.held[below]).changes
    assert (change.before, change.after) == ("none", str(page))
