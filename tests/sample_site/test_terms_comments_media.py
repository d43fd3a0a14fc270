"""Categories, tags, comments and uploads."""

from __future__ import annotations

from werkzeug.test import TestResponse

from tests.sample_site.conftest import Caller

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154"
    "789c6360000002000001e221bc330000000049454e44ae426082"
)


def test_a_terms_name_is_kept_escaped_and_without_tags(owner: Caller) -> None:
    made = owner.post("tags", name="<b>Ash</b> & elm")
    assert made.status_code == 201
    assert (made.json["name"], made.json["slug"]) == ("Ash &amp; elm", "ash-elm")
    assert "parent" not in made.json


def test_a_term_that_exists_is_named_by_its_id(owner: Caller) -> None:
    answer = owner.post("categories", name="Projects")
    assert (answer.status_code, answer.json["code"]) == (400, "term_exists")
    assert answer.json["data"]["term_id"] == 2


def test_a_doubled_slug_is_a_500_without_data(owner: Caller) -> None:
    answer = owner.post("categories/2", slug="journal")
    assert answer.status_code == 500
    assert answer.json["code"] == "duplicate_term_slug"
    assert answer.json["data"] is None


def test_a_deleted_category_leaves_its_posts_to_the_default_one(owner: Caller) -> None:
    assert owner.delete("categories/1?force=true").status_code == 403
    assert owner.delete("categories/2").status_code == 501
    assert owner.delete("categories/2?force=true").json["previous"]["name"] == "Projects"
    assert owner.get("posts/101").json["categories"] == [1]


def test_a_term_counts_its_published_posts(owner: Caller) -> None:
    assert owner.get("categories/2").json["count"] == 2
    owner.post("posts/101", status="draft")
    assert owner.get("categories/2").json["count"] == 1


def test_a_comment_keeps_the_date_that_it_was_sent_with(owner: Caller) -> None:
    made = owner.post("comments", post=101, content="Hello", date="2026-03-01T10:00:00").json
    assert made["date"] == "2026-03-01T10:00:00"


def test_comments_are_moderated_trashed_and_restored(owner: Caller, visitor: Caller) -> None:
    assert visitor.get("comments?post=104").json == []
    assert owner.post("comments/3", status="approve").json["status"] == "approved"
    assert owner.post("comments/3", status="nonsense").json["status"] == "approved"
    assert owner.delete("comments/3").json["status"] == "trash"
    assert owner.delete("comments/3").status_code == 410
    assert owner.post("comments/3", status="approved").json["status"] == "approved"
    assert owner.delete("comments/3?force=true").json["deleted"] is True


def test_a_comment_cannot_be_written_twice_or_nowhere(owner: Caller) -> None:
    assert owner.post("comments", post=101, content="Thank you!").status_code == 201
    assert owner.post("comments", post=101, content="Thank you!").json["code"] == "comment_duplicate"
    assert owner.post("comments", post=999, content="Hi").json["code"] == "rest_comment_invalid_post_id"
    assert owner.post("comments", post=101).json["code"] == "rest_comment_content_invalid"


def upload(caller: Caller, name: str = "first chair.png", content: bytes = PNG, **headers: str) -> TestResponse:
    sent = {"Content-Type": "image/png", "Content-Disposition": f'attachment; filename="{name}"'}
    return caller.call("POST", "media", data=content, headers=sent | headers)


def test_an_upload_is_served_and_a_taken_name_gets_a_number(owner: Caller, visitor: Caller) -> None:
    made = upload(owner)
    assert made.status_code == 201
    assert made.json["slug"] == "first-chair"
    assert (made.json["media_details"]["width"], made.json["post"]) == (1, None)
    path = made.json["source_url"].removeprefix("http://harbour.test")
    assert visitor.get(path).data == PNG
    assert upload(owner).json["slug"] == "first-chair-1"


def test_uploads_that_core_refuses(owner: Caller, visitor: Caller) -> None:
    assert upload(visitor).json["code"] == "rest_cannot_create"
    assert upload(owner, content=b"").json["code"] == "rest_upload_no_data"
    assert upload(owner, **{"Content-Disposition": "inline"}).json["code"] == "rest_upload_invalid_disposition"
    assert upload(owner, **{"Content-Disposition": ""}).json["code"] == "rest_upload_no_content_disposition"
    assert upload(owner, "x.php", b"<?php").json["code"] == "rest_upload_sideload_error"
    assert upload(owner, "x.jpg").status_code == 500


def test_alt_text_loses_backslashes_and_tags(owner: Caller) -> None:
    id = upload(owner).json["id"]
    assert owner.post(f"media/{id}", alt_text="a\\b <i>c</i>").json["alt_text"] == "ab c"


def test_a_deleted_upload_is_gone_from_where_it_was_shown(owner: Caller, visitor: Caller) -> None:
    made = upload(owner).json
    assert owner.post("pages/42", featured_media=made["id"]).json["featured_media"] == made["id"]
    assert owner.delete(f"media/{made['id']}").status_code == 501
    assert owner.delete(f"media/{made['id']}?force=true").json["deleted"] is True
    assert owner.get("pages/42").json["featured_media"] == 0
    assert visitor.get(made["source_url"].removeprefix("http://harbour.test")).status_code == 404
