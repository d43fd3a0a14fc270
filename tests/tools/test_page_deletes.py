from __future__ import annotations

import pytest

from tests.tools.looks import whole
from tests.tools.stage import Stage
from webapp.errors import Refusal, SiteTrouble
from webapp.sample_site import SampleSite, misbehaviour
from webapp.wordpress.client import Connection, WordPress


def test_moving_a_draft_to_the_trash_is_told_in_one_sentence(stage: Stage) -> None:
    proposal = stage.plan("delete_page", id=311)
    assert proposal.effect == "Move page 311 (Team) to the trash."
    assert proposal.lands_on.as_json() == {
        "where": "live",
        "post_id": 311,
        "copy_id": None,
        "note": "This moves the live item to the trash when the step runs.",
    }
    assert list(proposal.warnings) == []


def test_it_warns_of_the_menu_the_front_page_and_the_children(stage: Stage, site: SampleSite) -> None:
    """C36.1"""
    child = site.add("pages", title="Stairs", status="publish", parent=42)
    assert list(stage.plan("delete_page", id=42).warnings) == [
        f"The addresses of what stands below it change while it is in the trash: page {child['id']} (Stairs) to "
        "/about__trashed/stairs/.",
        "It is in the menu Main menu, where its link disappears while it is in the trash.",
    ]
    assert stage.plan("delete_page", id=7).warnings[0] == (
        "This is the front page: visitors would see the latest posts instead."
    )


def test_a_page_comes_back_with_its_address_status_and_comments(stage: Stage, site: SampleSite) -> None:
    """C20.1, C36.2"""
    site.change("pages", 42, comment_status="open")
    for status in ("approved", "hold", "spam"):
        site.add("comments", post=42, content=f"A {status} one", author_name="Ana", author_email="a@b.example",
                 status=status)  # fmt: skip
    child = site.add("pages", title="Stairs", status="publish", parent=42)
    query = {"post": [42], "status": "any", "context": "edit"}
    before = whole(site.read("pages", 42)), stage.wordpress.get_all("wp/v2/comments", **query)
    performed, snapshot = stage.perform("delete_page", id=42)
    assert performed.result == {"success": True, "deleted": True, "id": 42, "title": "About", "status": "trash"}
    assert performed.after["live.slug"] == "about__trashed"
    restored, redo = stage.restore(snapshot)
    assert restored.message == "Page 42 (About) is back as it was."
    assert (whole(site.read("pages", 42)), stage.wordpress.get_all("wp/v2/comments", **query)) == before
    assert site.read("pages", child["id"])["link"] == child["link"]
    stage.undo_restore(redo)
    assert site.read("pages", 42)["status"] == "trash"


@pytest.mark.parametrize("status", ["publish", "draft", "pending", "private"])
def test_every_status_comes_back(stage: Stage, site: SampleSite, status: str) -> None:
    """C20.4"""
    page = site.add("pages", title="Kept", status=status)
    before = whole(site.read("pages", page["id"]))
    _, snapshot = stage.perform("delete_page", id=page["id"])
    stage.restore(snapshot)
    assert whole(site.read("pages", page["id"])) == before


def test_a_draft_without_a_slug_comes_back_without_one(stage: Stage, site: SampleSite) -> None:
    """C20.2"""
    _, snapshot = stage.perform("delete_page", id=311)
    restored, _ = stage.restore(snapshot)
    assert (site.read("pages", 311)["slug"], site.read("pages", 311)["status"]) == ("", "draft")
    assert list(restored.differs) == []


def test_an_address_taken_meanwhile_is_not_stolen_and_is_said(stage: Stage, site: SampleSite) -> None:
    """C20.3"""
    _, snapshot = stage.perform("delete_page", id=42)
    other = site.add("pages", title="About", slug="about", status="publish")
    restored, _ = stage.restore(snapshot)
    assert site.read("pages", other["id"])["slug"] == "about"
    assert site.read("pages", 42)["slug"] == "about-2"
    assert list(restored.differs) == ["slug"]
    assert restored.message == "Page 42 (About) is back, except: Address (slug)."


def test_the_front_page_is_the_front_page_again(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("delete_page", id=7)
    assert site.read("settings")["show_on_front"] == "posts"
    stage.restore(snapshot)
    settings = site.read("settings")
    assert (settings["show_on_front"], settings["page_on_front"]) == ("page", 7)


def test_a_parent_in_the_trash_is_said(stage: Stage, site: SampleSite) -> None:
    child = site.add("pages", title="Stairs", status="publish", parent=44)
    _, snapshot = stage.perform("delete_page", id=child["id"])
    site.trash(44)
    restored, _ = stage.restore(snapshot)
    assert restored.message.endswith("Its parent page 44 is in the trash.")


def test_what_was_deleted_for_good_or_brought_back_otherwise_by_hand_is_not_restored(
    stage: Stage, site: SampleSite
) -> None:
    _, by_hand = stage.perform("delete_page", id=42)
    site.change("pages", 42, status="private")
    with pytest.raises(Refusal, match="is not in the trash any more"):
        stage.restore(by_hand)
    _, gone = stage.perform("delete_page", id=311)
    site.delete("pages", 311)
    with pytest.raises(Refusal, match="was deleted for good"):
        stage.restore(gone)


def test_what_is_back_already_is_compared_and_nothing_is_sent(stage: Stage, site: SampleSite) -> None:
    before, comments = whole(site.read("pages", 311)), site.read("comments")
    _, snapshot = stage.perform("delete_page", id=311)
    site.change("pages", 311, status="draft", slug="")
    site.requests.clear()
    restored, _ = stage.restore(snapshot)
    assert site.requests.writes() == []
    assert (restored.message, list(restored.differs)) == ("Page 311 (Team) is back as it was.", [])
    assert whole(site.read("pages", 311)) == before
    assert site.read("comments") == comments


def test_a_page_that_was_worked_on_since_it_came_back_is_not_binned_again(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("delete_page", id=311)
    _, redo = stage.restore(snapshot)
    site.change("pages", 311, content="<p>By hand.</p>")
    with pytest.raises(Refusal, match="Changed again since then: Text"):
        stage.undo_restore(redo)
    assert site.read("pages", 311)["status"] == "draft"


def test_deleting_an_open_copy_leaves_the_live_page(stage: Stage, site: SampleSite) -> None:
    updated, _ = stage.perform("update_page", id=42, title="Our story")
    copy_id = updated.result["id"]
    proposal = stage.plan("delete_page", id=copy_id)
    assert (proposal.lands_on.where, proposal.lands_on.post_id, proposal.lands_on.copy_id) == ("copy", 42, copy_id)
    performed, _ = stage.perform("delete_page", id=copy_id)
    assert performed.gone_copy_id == copy_id
    assert site.read("pages", 42)["status"] == "publish"


def test_a_lost_answer_is_settled_by_reading(stage: Stage, site: SampleSite) -> None:
    site.misbehave(misbehaviour.DIE_AFTER_SAVING, method="DELETE", path="/wp/v2/pages/311")
    with pytest.raises(SiteTrouble) as caught:
        stage.perform("delete_page", id=311)
    assert caught.value.written == "perhaps"
    assert site.read("pages", 311)["status"] == "trash"


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (7, "Page 7 (Home) is the front page: only an administrator can move it to the trash."),
        (44, "Page 44 (Services) is the page that lists the posts: only an administrator can move it to the trash."),
    ],
)
def test_the_front_page_and_the_page_of_posts_are_an_administrators_to_bin(
    site: SampleSite, page: int, words: str
) -> None:
    site.change("settings", None, page_for_posts=44)
    connection = Connection(f"{site.url}/wp-json/", "marta", site.app_password_of("marta"))
    with WordPress(connection, allow_private=True) as wordpress:
        with pytest.raises(Refusal) as caught:
            Stage(wordpress).plan("delete_page", id=page)
        with pytest.raises(SiteTrouble) as wordpress_says:
            wordpress.delete(f"wp/v2/pages/{page}")
    assert (caught.value.code, caught.value.message) == ("respira_site_forbids", words)
    assert (wordpress_says.value.code, wordpress_says.value.status) == ("rest_cannot_delete", 403)


def test_a_front_page_that_the_site_does_not_set_again_is_told(stage: Stage, site: SampleSite) -> None:
    _, snapshot = stage.perform("delete_page", id=7)
    site.misbehave(misbehaviour.AnswerInstead(403, "{}"), method="POST", path="/wp/v2/settings")
    restored, _ = stage.restore(snapshot)
    assert list(restored.differs) == ["front_page"]
    assert restored.message == "Page 7 (Home) is back, except: Front page."
    assert site.read("pages", 7)["status"] == "publish"


def before_version_6(site: SampleSite) -> None:
    """Tell no program which page is the front page, as WordPress did."""
    site.misbehave(misbehaviour.AnswerInstead(200, '{"title": "Joinery"}'), method="GET", path="/wp/v2/settings")


def test_a_front_page_that_no_setting_tells_is_known_by_its_address(stage: Stage, site: SampleSite) -> None:
    before_version_6(site)
    assert list(stage.plan("delete_page", id=7).warnings)[:2] == [
        "This is the front page: visitors would see the latest posts instead.",
        "This WordPress lets no program set the front page, so undoing will not make it that again.",
    ]
    _, snapshot = stage.perform("delete_page", id=7)
    restored, _ = stage.restore(snapshot)
    assert site.read("pages", 7)["status"] == "publish"
    assert (restored.message, list(restored.differs)) == (
        "Page 7 (Home) is back, except: Front page.",
        ["front_page"],
    )


def test_where_no_setting_tells_the_page_of_posts_that_is_said_of_published_pages(
    stage: Stage, site: SampleSite
) -> None:
    before_version_6(site)
    assert stage.plan("delete_page", id=42).warnings[0] == (
        "This WordPress tells no program which page lists the posts; an undo would not make it that again."
    )
    assert list(stage.plan("delete_page", id=311).warnings) == []
    _, snapshot = stage.perform("delete_page", id=42)
    restored, _ = stage.restore(snapshot)
    assert (restored.message, list(restored.differs)) == ("Page 42 (About) is back as it was.", [])
