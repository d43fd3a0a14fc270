"""How the sample site makes, changes and deletes users, as WordPress does."""

from __future__ import annotations

import pytest

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite

MIA = {"username": "mia", "email": "mia@x.example", "password": "secret-1"}


def test_a_new_user_is_a_subscriber_and_the_password_is_answered_nowhere(owner: Caller) -> None:
    answer = owner.post("users", **MIA, name="Mia & Co", description="d & <b>x</b>")
    assert answer.status_code == 201
    made = answer.json
    assert (made["username"], made["roles"], made["slug"]) == ("mia", ["subscriber"], "mia")
    assert (made["name"], made["description"]) == ("Mia &amp; Co", "d &amp; <b>x</b>")
    assert "secret-1" not in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"password": None}, 400, "rest_missing_callback_param"),
        ({"username": "owner"}, 500, "existing_user_login"),
        ({"email": "owner@harbour-grain.example"}, 500, "existing_user_email"),
        ({"username": "Mia Mü!"}, 400, "rest_invalid_param"),
        ({"roles": ["king"]}, 400, "rest_user_invalid_role"),
    ],
)
def test_a_user_that_can_not_be_made(owner: Caller, sent: dict[str, object], status: int, code: str) -> None:
    fields = {name: value for name, value in {**MIA, **sent}.items() if value is not None}
    answer = owner.post("users", **fields)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_the_username_and_the_own_role_stay(owner: Caller) -> None:
    user_id = owner.post("users", **MIA).json["id"]
    assert owner.post(f"users/{user_id}", username="other").json["code"] == "rest_user_invalid_argument"
    assert owner.post("users/1", roles=["editor"]).json["code"] == "rest_user_invalid_role"
    changed = owner.post(f"users/{user_id}", roles=["editor"], nickname="").json
    assert (changed["roles"], changed["nickname"]) == (["editor"], "mia")


def test_what_is_a_deleted_users_becomes_anothers(owner: Caller, site: SampleSite) -> None:
    user_id = owner.post("users", **MIA).json["id"]
    post_id = owner.post("posts", title="One", author=user_id).json["id"]
    assert owner.delete(f"users/{user_id}?reassign=1").json["code"] == "rest_trash_not_supported"
    for heir in ("", f"&reassign={user_id}", "&reassign=999"):
        assert owner.delete(f"users/{user_id}?force=true{heir}").status_code == 400
    assert owner.delete(f"users/{user_id}?force=true&reassign=1").json["deleted"] is True
    assert site.read("posts", post_id)["author"] == 1
    assert owner.get(f"users/{user_id}").json["code"] == "rest_user_invalid_id"
    assert owner.post("users", **MIA).json["id"] == user_id + 1


def test_a_comment_in_another_name_waits_and_none_is_taken_where_they_are_closed(
    owner: Caller, site: SampleSite
) -> None:
    post_id = site.add("posts", title="One", status="publish")["id"]
    held = owner.post("comments", post=post_id, content="Hello", author_name="Otto", author_email="o@x.example").json
    assert (held["status"], held["author"]) == ("hold", 0)
    site.change("posts", post_id, comment_status="closed")
    assert owner.post("comments", post=post_id, content="Again").json["code"] == "rest_comment_closed"
    draft_id = site.add("posts", title="Two")["id"]
    assert owner.post("comments", post=draft_id, content="Hello").json["code"] == "rest_comment_draft_post"


def test_tags_do_not_nest_and_names_are_kept_as_entities(owner: Caller) -> None:
    assert owner.post("tags", name="T", parent=1).json["code"] == "rest_taxonomy_not_hierarchical"
    assert owner.post("categories", name="R&D > Labs").json["name"] == "R&amp;D &gt; Labs"
