"""Who one is to the sample site, and that wrong passwords are silent."""

from __future__ import annotations

import re

import pytest

from tests.sample_site.conftest import Caller
from webapp.sample_site import SampleSite


def test_the_owner_is_an_administrator(owner: Caller) -> None:
    me = owner.get("users/me?context=edit").json
    assert me["id"] == 1
    assert me["username"] == "owner"
    assert me["roles"] == ["administrator"]
    assert me["capabilities"]["manage_options"] is True


def test_the_app_password_has_six_groups_of_four(site: SampleSite) -> None:
    assert re.fullmatch(r"(\w{4} ){5}\w{4}", site.app_password)


def test_the_app_password_works_without_its_blanks_and_the_name_in_any_case(site: SampleSite) -> None:
    assert Caller(site, "OWNER", site.app_password.replace(" ", "")).get("users/me").status_code == 200
    assert Caller(site, "owner@harbour-grain.example", site.app_password).get("users/me").status_code == 200


def test_the_app_password_is_case_sensitive(site: SampleSite) -> None:
    assert Caller(site, "owner", site.app_password.swapcase()).get("users/me").status_code == 401


@pytest.mark.parametrize(("username", "password"), [("owner", "wrong"), ("nobody", "wrong")])
def test_wrong_credentials_are_silently_nobody(site: SampleSite, username: str, password: str) -> None:
    stranger = Caller(site, username, password)
    assert stranger.get("pages/42").status_code == 200
    answer = stranger.get("users/me?context=edit")
    assert answer.status_code == 401
    assert answer.json == {
        "code": "rest_not_logged_in",
        "message": "You are not currently logged in.",
        "data": {"status": 401},
    }
    assert "WWW-Authenticate" not in answer.headers


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("POST", "pages", "rest_cannot_create"),
        ("POST", "pages/42", "rest_cannot_edit"),
        ("DELETE", "pages/42", "rest_cannot_delete"),
        ("GET", "pages/42?context=edit", "rest_forbidden_context"),
        ("GET", "pages/311", "rest_forbidden"),
        ("GET", "settings", "rest_forbidden"),
        ("GET", "menus", "rest_cannot_view"),
        ("GET", "menu-items", "rest_cannot_view"),
        ("GET", "plugins", "rest_cannot_view_plugins"),
        ("POST", "comments", "rest_comment_login_required"),
    ],
)
def test_nobody_gets_a_401_and_a_subscriber_a_403(
    site: SampleSite, visitor: Caller, method: str, path: str, code: str
) -> None:
    fields = {"json": {"post": 101, "content": "Hello"}} if method == "POST" else {}
    refused = visitor.call(method, path, **fields)
    assert (refused.status_code, refused.json["code"]) == (401, code)
    guest = Caller(site, "guest", site.app_password_of("guest"))
    if path != "comments":
        assert guest.call(method, path, **fields).status_code == 403


def test_an_editor_may_edit_pages_but_not_menus_or_settings(site: SampleSite) -> None:
    editor = Caller(site, "marta", site.app_password_of("marta"))
    assert editor.post("pages/42", title="About us").status_code == 200
    assert editor.get("menus").status_code == 403
    assert editor.post("settings", title="Mine").json["code"] == "rest_forbidden"


def test_the_front_page_and_the_page_of_posts_are_no_editors_to_bin(site: SampleSite) -> None:
    site.change("settings", page_for_posts=44)
    editor = Caller(site, "marta", site.app_password_of("marta"))
    for path in ("pages/7", "pages/44", "pages/7?force=true"):
        refused = editor.delete(path)
        assert (refused.status_code, refused.json["code"]) == (403, "rest_cannot_delete")
    assert editor.delete("pages/42").status_code == 200


def test_an_author_may_edit_only_what_is_theirs(site: SampleSite) -> None:
    author = Caller(site, "tomas", site.app_password_of("tomas"))
    assert author.post("posts/101", title="Mine now").json["code"] == "rest_cannot_edit"
    assert author.post("posts", title="My own", status="publish").status_code == 201


def test_the_authorize_page_hands_a_new_password_to_the_application(site: SampleSite, visitor: Caller) -> None:
    page = "/wp-admin/authorize-application.php?app_name=Sayso&success_url=http://127.0.0.1:5000/back?state=x"
    form = visitor.get(page).get_data(as_text=True)
    token = re.search(r'name="token" value="([^"]+)"', form)
    assert token is not None
    sent = {"app_name": "Sayso", "success_url": "http://127.0.0.1:5000/back?state=x", "token": token.group(1)}
    answer = visitor.call("POST", "/wp-admin/authorize-application.php", data={**sent, "approve": "1"})
    assert answer.status_code == 302
    back = re.fullmatch(
        r"http://127\.0\.0\.1:5000/back\?state=x&site_url=http%3A%2F%2Fharbour\.test&user_login=owner&password=(\w{24})",
        answer.headers["Location"],
    )
    assert back is not None
    assert Caller(site, "owner", back.group(1)).get("users/me").json["id"] == 1


def test_the_authorize_page_sends_nobody_to_an_unsafe_address(visitor: Caller) -> None:
    page = "/wp-admin/authorize-application.php?success_url=http://elsewhere.example/"
    assert visitor.get(page).status_code == 400
