"""Promises of the tools for comments."""

from __future__ import annotations

import pytest

from tests.tools.stage import PlainScene, Stage, write_tool
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite
from webapp.sample_site.misbehaviour import HangUp
from webapp.tools.answers import Change
from webapp.tools.records.comments import COMMENT
from webapp.tools.standing_in import stand_in


@pytest.fixture
def post(site: SampleSite) -> int:
    return int(site.add("posts", title="Tom & Jerry", status="publish")["id"])


@pytest.fixture
def comment(site: SampleSite, post: int) -> int:
    made = site.add(
        "comments", post=post, content="Nice <b>bread</b>", author_name="Otto", author_email="o@x.example"
    )
    return int(made["id"])


def test_comments_are_listed_newest_first_in_one_line_each(stage: Stage, comment: int, post: int) -> None:
    listed = stage.read("list_comments", post_id=post)
    assert (listed["total"], listed["total_pages"]) == (1, 1)
    [line] = listed["comments"]
    assert (line["id"], line["author"], line["status"], line["content"]) == (
        comment,
        "Otto",
        "hold",
        "Nice <b>bread</b>",
    )
    assert "author_ip" not in stage.read("get_comment", id=comment)


@pytest.mark.parametrize(("status", "found"), [("hold", 1), ("0", 1), ("approved", 0), ("1", 0), ("any", 1)])
def test_comments_are_found_by_the_words_of_both(
    stage: Stage, comment: int, post: int, status: str, found: int
) -> None:
    assert stage.read("list_comments", post_id=post, status=status)["total"] == found


def test_a_new_comment_is_the_logins_own_and_is_told_with_its_place(
    stage: Stage, site: SampleSite, post: int
) -> None:
    proposal = stage.plan("create_comment", post_id=post, content="Thank you")
    assert proposal.effect == f'Add the comment "Thank you" to item {post} (Tom & Jerry) of the posts.'
    assert proposal.warnings == []
    performed, snapshot = stage.perform("create_comment", post_id=post, content="Thank you")
    made = site.read("comments", performed.result["id"])
    assert (made["status"], made["author"], made["author_name"]) == ("approved", 1, site.read("users", 1)["name"])
    assert list(performed.differs) == []
    restored, redo = stage.restore(snapshot)
    assert restored.message.endswith("is gone again.")
    with pytest.raises(LookupError):
        site.read("comments", made["id"])
    again = stage.undo_restore(redo)
    assert "is there again, with the new id" in again.message
    assert list(again.differs) == []


def test_a_comment_in_another_name_waits_and_that_is_told(stage: Stage, site: SampleSite, post: int) -> None:
    arguments = {"post_id": post, "content": "Hello", "author": "Mia", "author_email": "mia@x.example"}
    assert stage.plan("create_comment", **arguments).warnings == ["WordPress may hold it until somebody approves it."]
    performed, _ = stage.perform("create_comment", **arguments)
    assert performed.result["status"] == "hold"


def test_what_wordpress_would_refuse_is_told(stage: Stage, site: SampleSite, post: int) -> None:
    site.change("posts", post, comment_status="closed")
    warnings = stage.plan("create_comment", post_id=post, content="Hello").warnings
    assert warnings == ["Comments are closed on it, so WordPress refuses this unless they are opened before."]
    with pytest.raises(SiteTrouble) as trouble:
        stage.perform("create_comment", post_id=post, content="Hello")
    assert (trouble.value.code, trouble.value.written) == ("rest_comment_closed", "no")


def test_a_comment_on_nothing_or_an_answer_from_elsewhere_is_refused(
    stage: Stage, site: SampleSite, post: int, comment: int
) -> None:
    with pytest.raises(Refusal, match="There is no item 9999 on the site that can be commented on"):
        stage.plan("create_comment", post_id=9999, content="Hello")
    other = site.add("posts", title="Other", status="publish")["id"]
    with pytest.raises(Refusal, match=f"Comment {comment} does not stand on item {other}"):
        stage.plan("create_comment", post_id=other, content="Hello", parent=comment)
    with pytest.raises(Refusal, match="A comment needs words"):
        stage.plan("create_comment", post_id=post, content=" ")


def test_what_an_earlier_step_makes_can_be_commented_on(stage: Stage) -> None:
    proposal = stage.plan("create_comment", post_id=stand_in(1), content="Hello")
    assert proposal.effect == 'Add the comment "Hello".'
    assert proposal.changes[0] == Change("post", "On", None, stand_in(1), "value")


def test_a_comment_that_was_answered_is_not_taken_away(stage: Stage, site: SampleSite, post: int) -> None:
    performed, snapshot = stage.perform("create_comment", post_id=post, content="Hello")
    site.add("comments", post=post, content="Hello yourself", parent=performed.result["id"])
    with pytest.raises(Refusal, match="Somebody has answered this comment by now"):
        stage.restore(snapshot)


def test_a_lost_answer_is_settled_by_looking_for_the_same_words(stage: Stage, site: SampleSite, post: int) -> None:
    arguments = {"post_id": post, "content": "Hello"}
    write = write_tool("create_comment").write
    state = write.read(stage.wordpress, arguments, stage.scene)
    saved = write.save(stage.wordpress, arguments, state, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "no"
    site.misbehave(HangUp(after_saving=True), method="POST", path="/wp/v2/comments", times=1)
    with pytest.raises(SiteTrouble, match="respira_outcome_unknown"):
        write.perform(stage.wordpress, arguments, state, saved, stage.scene)
    assert write.settle(stage.wordpress, arguments, state, saved, stage.scene).landed == "yes"


def test_a_comment_is_approved_and_waits_again(stage: Stage, site: SampleSite, comment: int) -> None:
    before = site.read("comments", comment)
    proposal = stage.plan("update_comment", id=comment, status="1")
    assert proposal.effect == 'Change the comment "Nice <b>bread</b>" by Otto: status.'
    assert list(proposal.changes) == [Change("status", "Status", "hold", "approved", "value")]
    _, snapshot = stage.perform("update_comment", id=comment, status="1")
    assert [entry.body for entry in site.requests.writes()] == [{"status": "approved"}]
    restored, redo = stage.restore(snapshot)
    assert site.read("comments", comment) == before
    assert restored.message == 'Comment "Nice <b>bread</b>" by Otto is back as it was.'
    stage.undo_restore(redo)
    assert site.read("comments", comment)["status"] == "approved"


def test_words_in_entities_are_not_taken_for_the_same(stage: Stage, comment: int) -> None:
    performed, _ = stage.perform("update_comment", id=comment, content="Nice &lt;b&gt;bread&lt;/b&gt;")
    assert performed.result["content"] == "Nice &lt;b&gt;bread&lt;/b&gt;"


def test_moving_to_the_trash_by_an_update_asks_a_person_too() -> None:
    tool = write_tool("update_comment")
    assert tool.asks_approval({"id": 1, "status": "trash"}, PlainScene())
    assert not tool.asks_approval({"id": 1, "status": "spam"}, PlainScene())
    assert tool.meaning({"id": 1, "status": "1"}) == tool.meaning({"id": 1, "status": "approve"})


@pytest.mark.parametrize("status", ["approved", "hold", "spam"])
def test_a_comment_comes_back_from_the_trash_with_its_status(
    stage: Stage, site: SampleSite, comment: int, status: str
) -> None:
    before = site.change("comments", comment, status=status)
    proposal = stage.plan("delete_comment", id=comment)
    assert proposal.effect == 'Move the comment "Nice <b>bread</b>" by Otto to the trash.'
    performed, snapshot = stage.perform("delete_comment", id=comment)
    assert performed.result["status"] == "trash"
    restored, redo = stage.restore(snapshot)
    assert (list(restored.differs), site.read("comments", comment)) == ([], before)
    stage.undo_restore(redo)
    assert site.read("comments", comment)["status"] == "trash"


def test_answers_stay_when_a_comment_goes(stage: Stage, site: SampleSite, post: int, comment: int) -> None:
    site.add("comments", post=post, content="I think so too", parent=comment)
    assert stage.plan("delete_comment", id=comment).warnings == ["1 answer to it would stay."]


def test_a_comment_in_the_trash_is_not_binned_twice(stage: Stage, site: SampleSite, comment: int) -> None:
    _, snapshot = stage.perform("delete_comment", id=comment)
    with pytest.raises(Refusal, match=f"Comment {comment} is in the trash already"):
        stage.plan("delete_comment", id=comment)
    site.delete("comments", comment)
    with pytest.raises(Refusal, match="The comment was deleted for good"):
        stage.restore(snapshot)


def test_a_comment_that_somebody_approved_since_stays(stage: Stage, site: SampleSite, comment: int) -> None:
    _, snapshot = stage.perform("delete_comment", id=comment)
    site.change("comments", comment, status="approved")
    with pytest.raises(Refusal, match="The comment is not in the trash any more"):
        stage.restore(snapshot)


def test_an_ampersand_is_the_same_as_the_entity_that_wordpress_keeps_for_it() -> None:
    """C26"""
    assert COMMENT.same("content", "Hi & <b>bye</b>", "Hi &amp; <b>bye</b>")
    assert not COMMENT.same("content", "<b>bye</b>", "&lt;b&gt;bye&lt;/b&gt;")
    assert COMMENT.same("author_name", "Tom & Jerry", "Tom &amp; Jerry")
