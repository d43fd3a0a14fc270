"""Promises of deleting terms, and of bringing them back with what hung on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.stage import Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import DIE_AFTER_SAVING, AnswerInstead, HangUp
from webapp.tools.answers import SavedSnapshot
from webapp.tools.brought_back import SHOWN
from webapp.tools.records import holders, term_deletes

OLD: dict[str, Any] = {"taxonomy": "category"}


@pytest.fixture
def news(site: SampleSite) -> int:
    return int(site.add("categories", name="News & views", description="What is new")["id"])


def test_what_hangs_on_a_term_is_told_before(stage: Stage, site: SampleSite, news: int) -> None:
    site.add("categories", name="Local", parent=news)
    site.add("posts", title="One", status="publish", categories=[news])
    binned = site.add("posts", title="Two", status="draft", categories=[news, 1])
    site.trash(binned["id"])
    menu = {"title": "News", "type": "taxonomy", "object": "category", "object_id": news, "menus": 3}
    site.add("menu-items", **menu)
    proposal = stage.plan("delete_term", **OLD, id=news)
    assert proposal.effect == "Delete the category News & views."
    assert proposal.warnings == [
        "It is taken off 2 posts, drafts and what is in the trash counted too.",
        "What has no other category then gets the default category.",
        "What stands below it moves one level up: Local.",
        "Its link in the menu Main menu is deleted with it.",
        "The address of the category stops working.",
    ]
    assert proposal.undo == "Undo makes the category again with a new id and gives it back to what had it."


def test_a_deleted_term_comes_back_with_its_posts_its_children_and_its_links(
    stage: Stage, site: SampleSite, news: int
) -> None:
    above = site.add("categories", name="Above")["id"]
    site.change("categories", news, parent=above)
    local = site.add("categories", name="Local", parent=news)["id"]
    only = site.add("posts", title="One", status="publish", categories=[news])["id"]
    both = site.add("posts", title="Two", status="draft", categories=[2, news])["id"]
    link = {"title": "News", "type": "taxonomy", "object": "category", "object_id": news, "menus": 3}
    item = site.add("menu-items", **link, menu_order=7)["id"]
    child = site.add("menu-items", title="Below", url="https://x.example/", menus=3, parent=item)["id"]
    performed, snapshot = stage.perform("delete_term", **OLD, id=news)
    assert performed.result == {"success": True, "deleted": True, "id": news, "name": "News & views"}
    assert site.read("categories", local)["parent"] == above
    assert site.read("posts", only)["categories"] == [1]
    restored, redo = stage.restore(snapshot)
    new = int(restored.left["id"])
    assert restored.message == f"The category News & views is back with the new id {new}."
    assert list(restored.differs) == []
    term = site.read("categories", new)
    assert (term["name"], term["description"], term["parent"]) == ("News &amp; views", "What is new", above)
    assert site.read("categories", local)["parent"] == new
    assert site.read("posts", only)["categories"] == [new]
    assert site.read("posts", both)["categories"] == [2, new]
    entry = site.read("menu-items", site.read("menu-items", child)["parent"])
    assert (entry["object_id"], entry["menu_order"], entry["title"]["raw"]) == (new, 7, "News")
    again = stage.undo_restore(redo)
    assert again.message == "The category News & views is deleted again."
    with pytest.raises(LookupError):
        site.read("categories", new)


def shown_of_undoing(stage: Stage, snapshot: SavedSnapshot) -> dict[str, Any]:
    """Return what a person is shown of undoing a delete: each label with the value that comes back."""
    state = write_tool("delete_term").write.restore_state(stage.wordpress, snapshot)
    return {change["label"]: change["after"] for change in state[SHOWN]}


def test_undoing_shows_what_the_term_stood_below_by_its_name(stage: Stage, site: SampleSite, news: int) -> None:
    above = site.add("categories", name="Fish & chips")["id"]
    site.change("categories", news, parent=above)
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    assert shown_of_undoing(stage, snapshot)["Parent category"] == f"Fish & chips ({above})"
    stage.wordpress.delete(f"wp/v2/categories/{above}", force=True)
    assert shown_of_undoing(stage, snapshot)["Parent category"] == f"gone ({above})"


def test_what_somebody_gave_a_post_since_stays(stage: Stage, site: SampleSite, news: int) -> None:
    post = site.add("posts", title="One", status="publish", categories=[news])["id"]
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    site.change("posts", post, categories=[2])
    restored, _ = stage.restore(snapshot)
    assert site.read("posts", post)["categories"] == [2, restored.left["id"]]


def test_a_term_below_that_somebody_moved_since_stays_there(stage: Stage, site: SampleSite, news: int) -> None:
    local = site.add("categories", name="Local", parent=news)["id"]
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    site.change("categories", local, parent=2)
    restored, _ = stage.restore(snapshot)
    assert (site.read("categories", local)["parent"], list(restored.differs)) == (2, [])


def test_a_login_whose_saves_strip_html_saves_no_post_to_undo(stage: Stage, site: SampleSite, news: int) -> None:
    post = site.add("posts", title="One", status="publish", categories=[news])["id"]
    me = '{"id": 1, "roles": ["editor"], "capabilities": {"manage_categories": true}}'
    site.misbehave(AnswerInstead(200, me), method="GET", path="/wp/v2/users/me")
    assert stage.plan("delete_term", **OLD, id=news).undo == (
        "Undo makes the category again with a new id, but gives it back to no item: a save by the site's own login "
        "would strip the HTML of whatever it saves."
    )
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    restored, _ = stage.restore(snapshot)
    assert list(restored.differs) == ["items"]
    assert site.read("posts", post)["categories"] == [1]


def test_a_tag_is_given_back_to_posts_of_every_status(stage: Stage, site: SampleSite) -> None:
    tag = site.add("tags", name="Sale")["id"]
    ids = [site.add("posts", title=status, status=status, tags=[tag])["id"] for status in ("publish", "private")]
    binned = site.add("posts", title="Bin", tags=[tag])["id"]
    site.trash(binned)
    _, snapshot = stage.perform("delete_term", taxonomy="post_tag", id=tag)
    restored, _ = stage.restore(snapshot)
    assert [site.read("posts", one)["tags"] for one in (*ids, binned)] == [[restored.left["id"]]] * 3
    assert site.read("posts", binned)["status"] == "trash"


def test_the_default_category_is_refused_with_the_reason(stage: Stage) -> None:
    with pytest.raises(Refusal, match="is the default category: WordPress keeps it for posts without another"):
        stage.plan("delete_term", **OLD, id=1)


def test_more_posts_than_can_be_given_back_are_told_before_and_after(
    stage: Stage, site: SampleSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holders, "MOST_HELD", 2)
    monkeypatch.setattr(term_deletes, "MOST_HELD", 2)
    tag = site.add("tags", name="Sale")["id"]
    for number in range(3):
        site.add("posts", title=f"{number}", tags=[tag])
    proposal = stage.plan("delete_term", taxonomy="post_tag", id=tag)
    assert proposal.undo.endswith("It has 3 items, of which undo gives it back to the first 2.")
    _, snapshot = stage.perform("delete_term", taxonomy="post_tag", id=tag)
    restored, _ = stage.restore(snapshot)
    assert restored.message.endswith("1 of the 3 items that had it could not be given it again.")
    assert list(restored.differs) == ["items"]


def test_a_refused_delete_is_not_taken_for_a_delete(stage: Stage, site: SampleSite, news: int) -> None:
    said = '{"code": "rest_cannot_delete", "message": "No.", "data": {"status": 403}}'
    site.misbehave(AnswerInstead(403, said), method="DELETE", path=f"/wp/v2/categories/{news}", times=1)
    with pytest.raises(SiteTrouble) as trouble:
        stage.perform("delete_term", **OLD, id=news)
    assert trouble.value.written == "no"
    assert site.read("categories", news)["id"] == news


def test_a_lost_answer_is_settled_by_looking(stage: Stage, site: SampleSite, news: int) -> None:
    site.misbehave(HangUp(after_saving=True), method="DELETE", path=f"/wp/v2/categories/{news}", times=1)
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        stage.perform("delete_term", **OLD, id=news)
    with pytest.raises(Refusal, match=f"There is no category {news} on the site"):
        stage.plan("delete_term", **OLD, id=news)


def test_a_term_whose_answer_was_lost_is_not_made_twice_where_the_site_can_not_be_read_either(
    stage: Stage, site: SampleSite, news: int
) -> None:
    above = site.add("categories", name="Above")["id"]
    site.change("categories", news, parent=above)
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    state = stage.look(snapshot)
    site.misbehave(DIE_AFTER_SAVING, method="POST", path="/wp/v2/categories", times=1)
    site.misbehave(AnswerInstead(403, "<html>"), method="GET", path="/wp/v2/categories")
    with pytest.raises(SiteTrouble) as trouble:
        write_tool("delete_term").write.restore(stage.wordpress, snapshot, state)
    assert (trouble.value.code, trouble.value.written) == ("respira_outcome_unknown", "perhaps")
    names = [term["name"] for term in site.wp.store.list("categories")]
    assert names.count("News & views") + names.count("News &amp; views") == 1


def test_nothing_is_made_again_beside_another_of_the_name(stage: Stage, site: SampleSite, news: int) -> None:
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    site.add("categories", name="news & VIEWS")
    with pytest.raises(Refusal, match="There is another category News & views by now"):
        stage.restore(snapshot)


def test_a_term_that_was_changed_since_it_came_back_is_not_deleted_again(
    stage: Stage, site: SampleSite, news: int
) -> None:
    _, snapshot = stage.perform("delete_term", **OLD, id=news)
    restored, redo = stage.restore(snapshot)
    site.change("categories", restored.left["id"], name="By hand")
    with pytest.raises(Refusal, match="Changed again since then: Name"):
        stage.undo_restore(redo)
