import base64

from structlog.testing import capture_logs

from tests.wordpress.conftest import IMPATIENT
from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.wordpress.client import Connection, WordPress

PAGE = {"id": 42, "title": {"raw": "Hello"}}


def test_the_login_goes_along_with_every_call_without_being_asked_for(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(PAGE))
    wp.get("wp/v2/pages/42", context="edit")
    wp.post("wp/v2/pages/42", {"title": "Hi"})
    wp.delete("wp/v2/pages/42", force=True)
    expected = "Basic " + base64.b64encode(b"anna:abcd efgh ijkl").decode()
    assert [one.headers["Authorization"] for one in site.asked] == [expected] * 3
    assert site.asked[0].headers["User-Agent"].startswith("Sayso/")


def test_the_password_is_never_shown_nor_logged(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(PAGE))
    with capture_logs() as lines:
        wp.get("wp/v2/pages", search="private words")
    assert "efgh" not in repr(wp.connection)
    assert [line["at"] for line in lines] == ["127.0.0.1/wp-json/wp/v2/pages"]
    assert "private" not in repr(lines)


def test_a_cookie_the_site_sets_is_not_sent_back(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(PAGE, headers={"Set-Cookie": "wordpress_logged_in=x; Path=/"}))
    wp.get("wp/v2/pages/42")
    wp.get("wp/v2/pages/42")
    assert "Cookie" not in site.asked[1].headers


def test_with_plain_permalinks_context_and_force_arrive_as_parameters_of_their_own(site: ScriptedSite) -> None:
    """C19.1"""
    site.says(Say(PAGE))
    connection = Connection(f"{site.url}/?rest_route=/", "anna", "abcd")
    with WordPress(connection, allow_private=True, patience=IMPATIENT) as wp:
        wp.get("wp/v2/pages/42", context="edit")
        wp.post("wp/v2/pages/42", {"title": "Hi"})
        wp.delete("wp/v2/pages/42", force=True)
    assert site.lines == [
        "GET /?rest_route=/wp/v2/pages/42&context=edit",
        "POST /?rest_route=/wp/v2/pages/42",
        "DELETE /?rest_route=/wp/v2/pages/42&force=true",
    ]
