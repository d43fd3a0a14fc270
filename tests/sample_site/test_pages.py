"""Pages and posts over REST: shapes, saving, slugs, dates, meta."""

from __future__ import annotations

import pytest

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite

VIEW = [
    *("id", "date", "date_gmt", "guid", "modified", "modified_gmt", "slug", "status", "type", "link", "title"),
    *("content", "excerpt", "author", "featured_media", "parent", "menu_order", "comment_status", "ping_status"),
    *("template", "meta", "class_list", "_links"),
]
EDIT = [
    *("id", "date", "date_gmt", "guid", "modified", "modified_gmt", "password", "slug", "status", "type", "link"),
    *("title", "content", "excerpt", "author", "featured_media", "parent", "menu_order", "comment_status"),
    *("ping_status", "template", "meta", "permalink_template", "generated_slug", "class_list", "_links"),
]


def test_a_page_has_the_keys_of_core_in_both_shapes(owner: Caller, visitor: Caller) -> None:
    assert list(visitor.get("pages/42").json) == VIEW
    page = owner.get("pages/42?context=edit").json
    assert list(page) == EDIT
    assert page["title"] == {"raw": "About", "rendered": "About"}
    assert page["content"]["raw"].startswith("<!-- wp:paragraph -->\n<p>Harbour &amp; Grain was founded")
    assert page["content"]["rendered"].startswith("\n<p>Harbour &amp; Grain was founded")
    assert page["link"] == "http://harbour.test/about/"


@pytest.mark.parametrize("noun", ["pages", "menus", "menu-items", "users"])
def test_a_number_beyond_every_id_is_no_items(owner: Caller, noun: str) -> None:
    assert owner.get(f"{noun}/{10**30}").status_code == 404
    assert owner.post(f"{noun}/{10**30}", title="x").status_code == 404


def test_links_show_what_one_may_do(owner: Caller, visitor: Caller) -> None:
    mine, theirs = owner.get("pages/42?context=edit").json["_links"], visitor.get("pages/42").json["_links"]
    assert mine["self"][0]["targetHints"]["allow"] == ["GET", "POST", "PUT", "PATCH", "DELETE"]
    assert theirs["self"][0]["targetHints"]["allow"] == ["GET"]
    assert "wp:action-publish" in mine
    assert "wp:action-publish" not in theirs


def test_an_update_changes_only_what_was_sent_and_keeps_a_revision(owner: Caller) -> None:
    before = owner.get("pages/42?context=edit").json
    after = owner.post("pages/42", title="  About us ").json
    assert after["title"]["raw"] == "About us"
    assert after["content"] == before["content"]
    assert after["slug"] == "about"
    assert after["_links"]["version-history"][0]["count"] == 1
    newest = after["_links"]["predecessor-version"][0]["id"]
    assert owner.get(f"pages/42/revisions/{newest}?context=edit").json["title"]["raw"] == "About us"
    assert owner.delete(f"pages/42/revisions/{newest}?force=true").json["code"] == "rest_cannot_delete"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
def test_post_put_and_patch_mean_the_same(owner: Caller, method: str) -> None:
    answer = owner.call(method, "pages/42/", json={"excerpt": "Short."})
    assert answer.json["excerpt"]["raw"] == "Short."
    assert answer.json["title"]["raw"] == "About"


def test_a_method_may_travel_in_a_header_and_fields_in_a_form(owner: Caller) -> None:
    gone = owner.call("POST", "pages/44", headers={"X-HTTP-Method-Override": "DELETE"})
    assert gone.json["status"] == "trash"
    assert owner.call("POST", "pages/42?title=Q", data={"excerpt": "z"}).json["title"]["raw"] == "Q"


def test_canonical_content_comes_back_byte_for_byte(owner: Caller) -> None:
    content = "<!-- wp:paragraph -->\n<p>\\ é 🪵 “q” 100 %</p>\n<!-- /wp:paragraph -->\n"
    assert owner.post("pages/42", content=content).json["content"]["raw"] == content


def test_text_without_blocks_becomes_paragraphs(owner: Caller) -> None:
    made = owner.post("pages", content='One\ntwo\n\n<h2>Head</h2>\nThree "q"').json
    assert made["content"]["rendered"] == "<p>One<br />\ntwo</p>\n<h2>Head</h2>\n<p>Three &#8220;q&#8221;</p>\n"


def test_creating_nothing_makes_an_empty_draft(owner: Caller) -> None:
    answer = owner.post("pages")
    assert answer.status_code == 201
    assert answer.json["id"] == 400
    assert (answer.json["status"], answer.json["slug"], answer.json["title"]["raw"]) == ("draft", "", "")
    assert answer.headers["Location"] == "http://harbour.test/wp-json/wp/v2/pages/400"


def test_slugs_are_made_of_titles_and_kept_unique(owner: Caller) -> None:
    assert owner.post("pages", title="About", status="publish").json["slug"] == "about-2"
    made = owner.post("pages", title="Über Straße & Co.", status="publish").json
    assert made["slug"] == "uber-strase-co"
    assert owner.post("pages", title="100 % v1.2", status="publish").json["slug"] == "100-v1-2"
    assert owner.post("pages/42", slug="").json["slug"] == "about"
    child = owner.post("pages", title="About", status="publish", parent=42).json
    assert (child["slug"], child["link"]) == ("about", "http://harbour.test/about/about/")


def test_a_draft_may_have_the_slug_of_another_page_and_keeps_its_own_from_later_ones(owner: Caller) -> None:
    assert owner.post("pages", title="About", status="draft", slug="about").json["slug"] == "about"
    assert owner.post("pages", title="Quay", status="draft", slug="quay").json["slug"] == "quay"
    assert owner.post("pages", title="Quay", status="publish").json["slug"] == "quay-2"
    assert owner.post("posts", title="Quay", status="publish").json["slug"] == "quay"


def test_site_time_is_lisbon_and_offsets_are_converted(owner: Caller) -> None:
    summer = owner.post("posts", title="S", date="2026-07-01T10:00:00").json
    assert summer["date_gmt"] == "2026-07-01T09:00:00"
    winter = owner.post("posts", title="W", date="2026-01-01T10:00:00+02:00").json
    assert (winter["date"], winter["date_gmt"]) == ("2026-01-01T08:00:00", "2026-01-01T08:00:00")


def test_publishing_with_a_date_ahead_schedules_and_a_past_date_publishes(owner: Caller) -> None:
    made = owner.post("posts", title="F", status="publish", date="2099-01-01T10:00:00").json
    assert (made["status"], made["link"]) == ("future", f"http://harbour.test/?p={made['id']}")
    assert owner.post(f"posts/{made['id']}", date="2020-01-01T10:00:00").json["status"] == "publish"


def test_a_draft_without_a_date_floats_until_it_is_given_one(owner: Caller) -> None:
    floating = owner.post("pages/311", title="The team").json
    assert floating["date"] == floating["modified"]
    fixed = owner.post("pages/311", date="2026-02-02T02:02:02").json
    assert fixed["date"] == "2026-02-02T02:02:02"
    assert owner.post("pages/311", title="Team").json["date"] == "2026-02-02T02:02:02"
    again = owner.call("POST", "pages/311", json={"date": None}).json
    assert again["date"] == again["modified"]


def test_only_registered_meta_is_kept_and_null_takes_it_away(owner: Caller) -> None:
    kept = owner.post("pages/42", meta={"footnotes": "one", "unknown": 1})
    assert (kept.status_code, kept.json["meta"]) == (200, {"footnotes": "one"})
    assert owner.post("pages/42", meta={"footnotes": None}).json["meta"] == {"footnotes": ""}
    assert owner.post("pages/42", meta={"footnotes": 5}).json["code"] == "rest_invalid_type"


def test_a_forbidden_meta_key_fails_after_the_title_was_saved(site: SampleSite, owner: Caller) -> None:
    site.register_meta("_locked", writable=False)
    refused = owner.post("pages/42", title="New", meta={"_locked": "x"})
    assert (refused.status_code, refused.json["code"]) == (403, "rest_cannot_update")
    assert site.read("pages", 42)["title"]["raw"] == "New"


def test_what_does_not_exist_is_dropped_with_a_200(owner: Caller) -> None:
    answer = owner.post("posts/101", featured_media=77, categories=[2, 99], nonsense=1)
    assert answer.status_code == 200
    assert answer.json["featured_media"] == 0
    assert answer.json["categories"] == [2]
    private = owner.post("posts/101", status="private", password="x").json
    assert (private["status"], private["password"]) == ("private", "")


def test_a_page_cannot_be_its_own_parent(owner: Caller) -> None:
    assert owner.post("pages/42", parent=42).json["parent"] == 0


@pytest.mark.parametrize(
    ("fields", "code", "name", "detail", "message"),
    [
        (
            {"status": "trash"},
            "rest_invalid_param",
            "status",
            "rest_not_in_enum",
            "status is not one of publish, future, draft, pending, and private.",
        ),
        (
            {"author": "x"},
            "rest_invalid_param",
            "author",
            "rest_invalid_type",
            "author is not of type integer.",
        ),
        ({"date": "soon"}, "rest_invalid_param", "date", "rest_invalid_date", "Invalid date."),
        (
            {"template": "no.php"},
            "rest_invalid_param",
            "template",
            "rest_invalid_param",
            "template is not one of wide.php.",
        ),
    ],
)
def test_a_field_that_does_not_fit_is_named_and_nothing_is_saved(
    site: SampleSite, owner: Caller, fields: dict[str, str], code: str, name: str, detail: str, message: str
) -> None:
    answer = owner.post("pages/42", title="New", **fields)
    assert answer.status_code == 400
    assert answer.json["code"] == code
    assert answer.json["data"]["params"] == {name: message}
    assert answer.json["data"]["details"][name]["code"] == detail
    assert site.read("pages", 42)["title"]["raw"] == "About"


@pytest.mark.parametrize(
    ("method", "path", "fields", "status", "code"),
    [
        ("GET", "pages/9999", None, 404, "rest_post_invalid_id"),
        ("GET", "pages/101", None, 404, "rest_post_invalid_id"),
        ("GET", "nonsense", None, 404, "rest_no_route"),
        ("DELETE", "pages", None, 404, "rest_no_route"),
        ("POST", "pages", {"id": 42}, 400, "rest_post_exists"),
        ("POST", "pages/42", {"author": 99}, 400, "rest_invalid_author"),
        ("POST", "pages/42", {"parent": 999}, 400, "rest_post_invalid_id"),
        ("POST", "posts", {"sticky": True, "password": "x"}, 400, "rest_invalid_field"),
        ("GET", "pages?per_page=101", None, 400, "rest_invalid_param"),
        ("GET", "pages?page=50", None, 400, "rest_post_invalid_page_number"),
        ("GET", "pages/42?context=nonsense", None, 400, "rest_invalid_param"),
    ],
)
def test_errors_have_the_codes_of_core(
    owner: Caller, method: str, path: str, fields: dict[str, object] | None, status: int, code: str
) -> None:
    answer = owner.call(method, path, json=fields) if fields is not None else owner.call(method, path)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.json["data"]["status"] == status


@pytest.mark.parametrize("body", [b"{", b'{"title":"\xff"}', b'{"title":"\\ud800"}'])
def test_broken_json_is_refused(owner: Caller, body: bytes) -> None:
    answer = owner.call("POST", "pages/42", data=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json["code"]) == (400, "rest_invalid_json")


def test_lists_filter_order_and_count(owner: Caller, visitor: Caller) -> None:
    answer = visitor.get("posts?per_page=2&page=2&orderby=date&order=asc&_fields=id,title.rendered")
    assert answer.json == [
        {"id": 109, "title": {"rendered": "Why we stopped using teak"}},
        {"id": 113, "title": {"rendered": "Open workshop in June"}},
    ]
    assert (answer.headers["X-WP-Total"], answer.headers["X-WP-TotalPages"]) == ("5", "3")
    assert answer.headers["Link"] == (
        "<http://harbour.test/wp-json/wp/v2/posts?per_page=2&page=1&orderby=date&order=asc"
        '&_fields=id%2Ctitle.rendered>; rel="prev", '
        "<http://harbour.test/wp-json/wp/v2/posts?per_page=2&page=3&orderby=date&order=asc"
        '&_fields=id%2Ctitle.rendered>; rel="next"'
    )
    assert visitor.get("pages?slug=about&_fields=id").json == [{"id": 42}]
    assert visitor.get("pages?include=46,42&orderby=include&_fields=id").json == [{"id": 46}, {"id": 42}]
    assert visitor.get("posts?search=teak&_fields=id").json == [{"id": 109}]
    assert visitor.get("posts?categories=2&tags=4&_fields=id").json == [{"id": 104}]
    assert owner.get("pages?status=draft&context=edit&_fields=id").json == [{"id": 311}]
    refused = visitor.get("pages?status=draft").json
    assert refused["data"]["details"]["status"]["code"] == "rest_forbidden_status"


def test_a_password_hides_the_words_from_visitors(owner: Caller, visitor: Caller) -> None:
    owner.post("posts/101", password="oak")
    assert visitor.get("posts/101").json["content"] == {"rendered": "", "protected": True}
    assert "first twelve sashes" in visitor.get("posts/101?password=oak").json["content"]["rendered"]
