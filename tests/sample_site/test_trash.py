"""What comes back from the trash, and what does not."""

from __future__ import annotations

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite


def test_a_trashed_page_has_a_suffixed_slug_and_gets_its_own_back(owner: Caller) -> None:
    gone = owner.delete("pages/42")
    assert gone.status_code == 200
    assert (gone.json["status"], gone.json["slug"]) == ("trash", "about__trashed")
    assert "deleted" not in gone.json
    back = owner.post("pages/42", status="publish").json
    assert (back["status"], back["slug"]) == ("publish", "about")


def test_a_draft_without_a_slug_comes_back_called_trashed(owner: Caller) -> None:
    assert owner.delete("pages/311").json["slug"] == "__trashed"
    assert owner.post("pages/311", status="draft").json["slug"] == "__trashed"
    assert owner.post("pages/311", slug="").json["slug"] == ""


def test_a_slug_taken_meanwhile_gets_a_number(owner: Caller) -> None:
    owner.delete("pages/42")
    owner.post("pages", title="About", status="publish")
    assert owner.post("pages/42", status="publish").json["slug"] == "about-2"


def test_trashing_twice_is_410(owner: Caller) -> None:
    owner.delete("pages/42")
    again = owner.delete("pages/42")
    assert (again.status_code, again.json["code"]) == (410, "rest_already_trashed")


def test_what_is_in_the_trash_can_be_edited_and_stays_there(owner: Caller) -> None:
    owner.delete("pages/42")
    assert owner.post("pages/42", title="Old").json["status"] == "trash"


def test_sticky_is_lost_in_the_trash(owner: Caller) -> None:
    assert owner.post("posts/101", sticky=True).json["sticky"] is True
    owner.delete("posts/101")
    assert owner.post("posts/101", status="publish").json["sticky"] is False


def test_comments_stay_post_trashed_until_each_is_restored(owner: Caller) -> None:
    owner.delete("posts/101")
    owner.post("posts/101", status="publish")
    assert owner.get("comments?post=101").json == []
    found = owner.get("comments?post=101&status=any&context=edit").json
    assert {one["id"]: one["status"] for one in found} == {1: "post-trashed", 2: "post-trashed"}
    assert owner.post("comments/1", status="approved").json["status"] == "approved"
    assert [one["id"] for one in owner.get("comments?post=101").json] == [1]


def test_trashing_the_front_page_resets_the_front_page_for_good(owner: Caller) -> None:
    owner.delete("pages/7")
    owner.post("pages/7", status="publish")
    settings = owner.get("settings").json
    assert (settings["show_on_front"], settings["page_on_front"]) == ("posts", 0)


def test_making_the_front_page_a_draft_keeps_the_setting(owner: Caller) -> None:
    owner.post("pages/7", status="draft")
    assert owner.get("settings").json["page_on_front"] == 7


def test_menu_items_of_a_trashed_page_are_invalid_and_valid_again_later(owner: Caller) -> None:
    owner.delete("pages/42")
    assert owner.get("menu-items/22").json["invalid"] is True
    owner.post("pages/42", status="publish")
    assert owner.get("menu-items/22").json["invalid"] is False


def test_deleting_for_good_takes_comments_menu_items_and_revisions_along(site: SampleSite, owner: Caller) -> None:
    child = owner.post("pages", title="Child", status="publish", parent=42).json["id"]
    answer = owner.delete("pages/42?force=true")
    assert answer.json["deleted"] is True
    assert answer.json["previous"]["id"] == 42
    assert "_links" not in answer.json["previous"]
    assert owner.get("pages/42").status_code == 404
    assert owner.get("menu-items/22").status_code == 404
    assert site.read("pages", child)["parent"] == 0
    owner.delete("posts/101?force=true")
    assert owner.get("comments/1").json["code"] == "rest_comment_invalid_id"
