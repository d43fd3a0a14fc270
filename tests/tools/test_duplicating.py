"""An open copy that changes nothing yet: what is foretold, what is made, and that an item has one."""

from __future__ import annotations

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.tools.answers import Change
from webapp.tools.catalogue import COPIES


def test_a_duplicate_is_foretold_as_a_copy_that_waits(stage: Stage) -> None:
    proposal = stage.plan("create_page_duplicate", original_id=42)
    assert proposal.effect == "Make a draft copy of page 42 (About), unchanged."
    assert (proposal.lands_on.where, proposal.lands_on.post_id) == ("copy", 42)
    assert list(proposal.changes) == []


def test_a_duplicate_is_a_faithful_copy_that_goes_away_again(stage: Stage, site: SampleSite) -> None:
    before = whole(site.read("pages", 42))
    performed, snapshot = stage.perform("create_page_duplicate", original_id=42)
    copy = site.read("pages", performed.result["id"])
    for name in ("title", "content", "excerpt", "parent", "menu_order", "template"):
        assert copy[name] == before[name]
    assert performed.result == {
        "success": True,
        "id": copy["id"],
        "is_duplicate": True,
        "original_id": 42,
        "title": "About",
        "status": "draft",
    }
    restored, redo = stage.restore(snapshot)
    assert restored.gone_copy_id == copy["id"]
    stage.undo_restore(redo)
    assert whole(site.read("pages", copy["id"])) == whole(copy)
    assert whole(site.read("pages", 42)) == before


def test_a_suffix_tells_the_copy_apart_and_does_not_go_live(stage: Stage, site: SampleSite) -> None:
    proposal = stage.plan("create_page_duplicate", original_id=42, suffix="(new words)")
    assert list(proposal.changes) == [Change("title", "Title of the copy", "About", "About (new words)", "text")]
    performed, _ = stage.perform("create_page_duplicate", original_id=42, suffix="(new words)")
    copy_id = performed.result["id"]
    assert site.read("pages", copy_id)["title"]["raw"] == "About (new words)"
    assert list(COPIES["page"].compare(stage.wordpress, stage.held[copy_id]).changes) == []
    stage.perform("update_page", id=copy_id, excerpt="How it began")
    stage.approve(copy_id)
    live = site.read("pages", 42)
    assert (live["title"]["raw"], live["excerpt"]["raw"]) == ("About", "How it began")


def test_a_title_given_to_the_copy_later_does_go_live(stage: Stage, site: SampleSite) -> None:
    performed, _ = stage.perform("create_page_duplicate", original_id=42, suffix="(new words)")
    stage.perform("update_page", id=42, title="Our story")
    stage.approve(performed.result["id"])
    assert site.read("pages", 42)["title"]["raw"] == "Our story"


def test_an_item_has_one_open_copy_of_a_key(stage: Stage) -> None:
    first, _ = stage.perform("create_page_duplicate", original_id=42)
    copy_id = first.result["id"]
    with pytest.raises(Refusal, match=f"Page 42 has a draft copy that waits for a person: {copy_id}") as caught:
        stage.plan("create_page_duplicate", original_id=42, suffix="2")
    assert (caught.value.code, caught.value.details) == ("respira_copy_waits", {"copy_id": copy_id})
    with pytest.raises(Refusal, match=f"Page {copy_id} is a draft copy of item 42 itself"):
        stage.plan("create_page_duplicate", original_id=copy_id)


def test_a_second_duplicate_in_one_plan_is_refused(stage: Stage) -> None:
    tool = stage.scene.tool("create_page_duplicate").write
    first = stage.plan("create_page_duplicate", original_id=42)
    state = {**stage.base("create_page_duplicate", original_id=42), **first.after}
    with pytest.raises(Refusal, match="lands on a draft copy of page 42 already"):
        tool.predict({"original_id": 42, "suffix": "2"}, state, stage.scene)


def test_a_new_draft_is_not_duplicated(stage: Stage) -> None:
    performed, _ = stage.perform("create_page", title="Harbour")
    with pytest.raises(Refusal, match="is a new draft itself, and waits for a person"):
        stage.plan("create_page_duplicate", original_id=performed.result["id"])


def test_a_duplicate_whose_answer_was_lost_is_found(stage: Stage, site: SampleSite) -> None:
    write = stage.scene.tool("create_page_duplicate").write
    arguments = {"original_id": 42, "suffix": "2"}
    state = stage.base("create_page_duplicate", **arguments)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    site.misbehave(misbehaviour.html(status=500, saving=True), method="POST", path="/wp/v2/pages")
    with pytest.raises(SiteTrouble):
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    settled = write.settle(stage.wordpress, arguments, state, saved, stage.scene)
    assert settled.performed is not None
    assert settled.performed.made_copy is not None
    assert settled.performed.made_copy.fields["title"] == "About 2"
    assert len([item for item in site.wp.store.list("pages") if item["title"] == "About 2"]) == 1


def test_a_post_is_duplicated_with_its_terms(stage: Stage, site: SampleSite) -> None:
    wood = site.add("categories", name="Wood")["id"]
    post = site.add("posts", title="Chisels", status="publish", categories=[wood])["id"]
    performed, _ = stage.perform("create_post_duplicate", original_id=post)
    assert site.read("posts", performed.result["id"])["categories"] == [wood]
