"""The pages a visitor sees, and where REST is found from them."""

from __future__ import annotations

import pytest

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite


def test_the_home_page_shows_the_front_page_and_the_menu(visitor: Caller) -> None:
    answer = visitor.get("/")
    html = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert "<title>Harbour &amp; Grain – Joinery on the waterfront</title>" in html
    assert '<a href="http://harbour.test/about/">About</a>' in html
    assert "http://harbour.test/services/" not in html
    assert answer.headers["Link"] == '<http://harbour.test/wp-json/>; rel="https://api.w.org/"'


def test_a_change_over_rest_is_seen_on_the_site_at_once(owner: Caller, visitor: Caller) -> None:
    owner.post("pages/42", title="About us")
    owner.post("menu-items", type="post_type", object="page", object_id=44, menus=3, menu_order=4)
    html = visitor.get("/about/").get_data(as_text=True)
    assert "<h1>About us</h1>" in html
    assert "<title>About us – Harbour &amp; Grain</title>" in html
    assert '<a href="http://harbour.test/services/">Services</a>' in html


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/journal/", 200, "Sharpening, slowly"),
        ("/2026/03/02/forty-windows/", 200, "Beautiful work."),
        ("/?p=101", 200, "Forty windows for the customs house"),
        ("/?page_id=42", 200, "Opening hours"),
        ("/category/projects/", 200, "A stair without a nail"),
        ("/?page_id=311", 404, "Nothing here"),
        ("/?page_id=311&preview=true", 404, "Nothing here"),
        ("/nowhere/", 404, "Nothing here"),
    ],
)
def test_visitors_see_what_is_published_and_nothing_else(visitor: Caller, path: str, status: int, words: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == status
    assert words in answer.get_data(as_text=True)


def test_a_comment_is_shown_as_text(site: SampleSite, visitor: Caller) -> None:
    site.change("comments", 1, content="<script>alert(1)</script>")
    assert "<script>" not in visitor.get("/?p=101").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/wp-json", "/wp-json/", "/index.php/wp-json/", "/?rest_route=/"])
def test_the_index_is_there_in_all_its_forms(visitor: Caller, path: str) -> None:
    answer = visitor.get(path)
    assert answer.content_type == "application/json; charset=UTF-8"
    assert answer.json["name"] == "Harbour &amp; Grain"
    assert answer.json["timezone_string"] == "Europe/Lisbon"
    assert answer.json["authentication"]["application-passwords"]["endpoints"]["authorization"] == (
        "http://harbour.test/wp-admin/authorize-application.php"
    )


def test_with_plain_permalinks_only_rest_route_is_rest() -> None:
    site = SampleSite(":memory:", "http://plain.test", plain_permalinks=True)
    site.fill()
    owner = Caller(site, "owner", site.app_password)
    moved = owner.get("pages/42")
    assert (moved.status_code, moved.headers["Location"]) == (301, "http://plain.test/wp-json/wp/v2/pages/42/")
    written = owner.post("pages/42", title="Lost")
    assert (written.status_code, written.content_type) == (200, "text/html; charset=UTF-8")
    assert site.read("pages", 42)["title"]["raw"] == "About"
    home = owner.get("/")
    assert home.headers["Link"] == '<http://plain.test/index.php?rest_route=/>; rel="https://api.w.org/"'
    answer = owner.call("POST", "/index.php?rest_route=/wp/v2/pages/42", json={"title": "Kept"})
    assert answer.json["link"] == "http://plain.test/?page_id=42"
    assert answer.json["_links"]["self"][0]["href"] == "http://plain.test/index.php?rest_route=/wp/v2/pages/42"
    assert owner.get("/?rest_route=/wp/v2/pages/42&_fields=title").json == {"title": {"rendered": "Kept"}}
    site.close()
