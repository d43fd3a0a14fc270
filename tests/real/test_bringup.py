"""The real WordPress that other tests rely on is the one they expect, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.real import server
from tests.real.site import Site, found, up


def test_the_pages_of_the_worked_example_are_there(wordpress: Site) -> None:
    about = wordpress.get("/wp/v2/pages/42", context="edit")
    team = wordpress.get("/wp/v2/pages/311", context="edit")
    services = wordpress.get("/wp/v2/pages", slug="services")
    assert (about["title"]["raw"], about["status"], about["slug"]) == ("About", "publish", "about")
    assert (team["title"]["raw"], team["status"]) == ("Team", "draft")
    assert [(page["title"]["rendered"], page["status"]) for page in services] == [("Services", "publish")]


def test_reading_a_seeded_page_gives_its_stored_bytes(wordpress: Site) -> None:
    page = wordpress.get("/wp/v2/pages/42", context="edit")
    again = wordpress.post("/wp/v2/pages/42", content=page["content"]["raw"])
    assert page["content"]["raw"].startswith("<!-- wp:paragraph -->\n<p>Meadow Bakery began in 1987")
    assert again["content"]["raw"] == page["content"]["raw"]


def test_the_main_menu_is_in_the_primary_location(wordpress: Site) -> None:
    primary = wordpress.get("/wp/v2/menu-locations/primary")
    menu = wordpress.get(f"/wp/v2/menus/{primary['menu']}")
    items = wordpress.get("/wp/v2/menu-items", menus=menu["id"])
    assert menu["name"] == "Main menu"
    assert [item["title"]["rendered"] for item in items] == ["Home", "About"]
    assert wordpress.get("/wp/v2/menu-locations/footer")["menu"] == 0


def test_visitors_see_the_menu_and_the_page(wordpress: Site) -> None:
    shown = httpx.get(f"{wordpress.url}/about/", trust_env=False)
    assert shown.status_code == 200
    assert "<h1>About</h1>" in shown.text
    assert f'<a href="{wordpress.url}/about/" aria-current="page">About</a>' in shown.text


def test_there_are_posts_and_comments_to_work_on(wordpress: Site) -> None:
    posts = wordpress.get("/wp/v2/posts")
    comments = wordpress.get("/wp/v2/comments", status="all", context="edit")
    assert [post["title"]["rendered"] for post in posts] == [
        "Baking with kids",
        "Closed in August",
        "Rye is back",
    ]
    assert {comment["author_name"]: comment["status"] for comment in comments} == {
        "Ana": "approved",
        "Visitor": "hold",
    }


@pytest.mark.parametrize(
    ("login", "role"),
    [
        ("admin", "administrator"),
        ("editor", "editor"),
        ("author", "author"),
        ("contributor", "contributor"),
        ("subscriber", "subscriber"),
    ],
)
def test_every_person_can_use_their_app_password(wordpress: Site, login: str, role: str) -> None:
    person = wordpress.users[login]
    me = httpx.get(
        f"{wordpress.rest}wp/v2/users/me?context=edit", auth=(login, person.app_password), trust_env=False
    ).json()
    assert (me["id"], me["roles"]) == (person.id, [role])


def test_a_person_can_sign_in_to_the_dashboard(wordpress: Site) -> None:
    form = {"log": "admin", "pwd": wordpress.users["admin"].password, "testcookie": "1"}
    with httpx.Client(base_url=wordpress.url, trust_env=False) as browser:
        browser.get("/wp-login.php")
        answer = browser.post("/wp-login.php", data=form)
        dashboard = browser.get("/wp-admin/edit.php?post_type=page")
    assert answer.status_code == 302
    assert "Team" in dashboard.text


def test_reset_brings_back_content_and_files(wordpress: Site) -> None:
    dropped_in = wordpress.folder / "public" / "wp-content" / "mu-plugins" / "trouble.php"
    dropped_in.write_text("<?php add_filter( 'the_title', fn() => 'Broken' );")
    wordpress.post("/wp/v2/pages/42", title="Our story")
    wordpress.delete("/wp/v2/pages/311", force="true")
    assert wordpress.get("/wp/v2/pages/42")["title"]["rendered"] == "Broken"

    wordpress.reset()

    assert wordpress.get("/wp/v2/pages/42")["title"]["rendered"] == "About"
    assert wordpress.get("/wp/v2/pages/311", context="edit")["title"]["raw"] == "Team"
    assert not dropped_in.exists()


def test_plain_permalinks_answer_only_at_rest_route(plain_wordpress: Site) -> None:
    assert plain_wordpress.rest == f"{plain_wordpress.url}/?rest_route=/"
    assert plain_wordpress.get("/wp/v2/pages/42")["title"]["rendered"] == "About"
    pretty = httpx.get(f"{plain_wordpress.url}/wp-json/wp/v2/pages/42", trust_env=False)
    assert pretty.headers["Content-Type"].startswith("text/html")


def test_a_stopped_site_leaves_no_process_and_comes_up_again_as_it_was(tmp_path: Path) -> None:
    site = up(tmp_path / "site", theme="twentytwentyfive")
    assert server.members(site.group) != []
    site.post("/wp/v2/pages/42", title="Our story")
    site.stop()
    assert server.members(site.group) == []

    again = up(tmp_path / "site")
    try:
        assert again.url == site.url
        assert again.get("/wp/v2/pages/42")["title"]["rendered"] == "Our story"
        assert again.get("/wp/v2/menu-locations") == []
    finally:
        found(tmp_path / "site").stop()
        again.client.close()
    assert server.members(again.group) == []
