import pytest

from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress
from webapp.wordpress.login import Login, prove

OFFERED = Say({"authentication": {"application-passwords": {}}})
ME = "/wp-json/wp/v2/users/me"
PAGES = "/wp-json/wp/v2/pages"


def refusal(status: int, code: str, message: str = "No.") -> Say:
    return Say({"code": code, "message": message, "data": {"status": status}}, status)


@pytest.fixture
def closed(site: ScriptedSite) -> ScriptedSite:
    """A site that shows its public face to everybody and takes no login."""
    site.at("/wp-json/", OFFERED)
    site.at(PAGES, refusal(401, "rest_forbidden_context"))
    site.at(ME, refusal(401, "rest_not_logged_in", "You are not currently logged in."))
    return site


def refused(wp: WordPress) -> SiteTrouble:
    with pytest.raises(SiteTrouble) as raised:
        prove(wp)
    assert raised.value.written == "no"
    return raised.value


def test_a_login_is_proved_by_the_site_telling_who_we_are(site: ScriptedSite, wp: WordPress) -> None:
    capabilities = {"edit_pages": True, "manage_options": False}
    site.at(ME, Say({"id": 2, "name": "Anna B", "roles": ["editor"], "capabilities": capabilities}))
    assert prove(wp) == Login(2, "Anna B", ("editor",), frozenset({"edit_pages"}))
    assert site.lines == [f"GET {ME}?context=edit"]


def test_a_wrong_password_is_named_and_a_header_that_never_arrives_apart_from_it(
    closed: ScriptedSite, wp: WordPress
) -> None:
    """C01.1"""
    trouble = refused(wp)
    assert (trouble.code, trouble.details["site_code"]) == ("respira_login_not_accepted", "rest_not_logged_in")
    assert trouble.message == (
        "Most likely the user name or the application password is mistyped, or not valid any more. WordPress took "
        "us for a stranger."
    )
    assert trouble.hint == "Copy both from WordPress again."
    assert trouble.details["otherwise"].startswith("The web server may not pass the login on")
    assert "CGIPassAuth On" in trouble.details["otherwise"]
    assert "HTTP_AUTHORIZATION $http_authorization" in trouble.details["otherwise"]


def test_an_unknown_user_is_told_to_use_the_login_name_and_not_the_label(closed: ScriptedSite, wp: WordPress) -> None:
    """C01.2"""
    closed.at(ME, refusal(401, "invalid_username", "Unknown username."))
    trouble = refused(wp)
    assert trouble.message == "WordPress knows no user 'anna'."
    assert "not the label given to the application password" in trouble.hint


def test_a_wrong_application_password_is_told_as_such(closed: ScriptedSite, wp: WordPress) -> None:
    closed.at(ME, refusal(401, "incorrect_password"))
    assert "the application password is not right for this user" in refused(wp).message


def test_a_second_password_gate_is_not_blamed_on_the_login(closed: ScriptedSite, wp: WordPress) -> None:
    """C01.3"""
    closed.at(ME, Say("<html>Authorization Required</html>", 401, {"WWW-Authenticate": 'Basic realm="Staging"'}))
    trouble = refused(wp)
    assert trouble.code == "respira_site_gated"
    assert "application password" not in trouble.message + trouble.hint
    assert closed.lines == [f"GET {ME}?context=edit"]


@pytest.mark.parametrize(
    ("status", "code"),
    [(501, "application_passwords_disabled"), (401, "rest_forbidden"), (403, "rest_login_required")],
)
def test_access_that_was_switched_off_is_told_with_the_code_and_without_blaming_the_password(
    closed: ScriptedSite, wp: WordPress, status: int, code: str
) -> None:
    """C05.2"""
    closed.at(ME, refusal(status, code, "Switched off."))
    trouble = refused(wp)
    assert f"{code}: Switched off." in trouble.message
    assert "a plugin, or a rule of the host" in trouble.message
    assert "password is wrong" not in trouble.message
    assert trouble.status == status


@pytest.mark.parametrize(
    "blocked",
    [
        refusal(403, "rest_user_cannot_view"),
        refusal(401, "rest_forbidden"),
        refusal(404, "rest_no_route"),
        Say("<html>Forbidden</html>", 403),
    ],
)
def test_where_users_are_hidden_but_pages_open_for_editing_the_login_counts_with_roles_unknown(
    site: ScriptedSite, wp: WordPress, blocked: Say
) -> None:
    """C05.3"""
    site.at(ME, blocked)
    site.at(PAGES, Say([{"id": 2}]))
    login = prove(wp)
    assert login == Login(None, "anna", (), frozenset())


def test_public_pages_alone_do_not_prove_a_login(closed: ScriptedSite, wp: WordPress) -> None:
    closed.at(PAGES, Say([{"id": 2}]))
    closed.at(f"{PAGES}?context=edit&per_page=1&_fields=id", refusal(401, "rest_forbidden_context"))
    assert refused(wp).code == "respira_login_not_accepted"


def test_https_behind_a_proxy_is_one_possible_cause_where_no_passwords_are_offered(
    closed: ScriptedSite, wp: WordPress
) -> None:
    """C05.4"""
    closed.at("/wp-json/", Say({"authentication": []}))
    trouble = refused(wp)
    assert "does not offer application passwords" in trouble.message
    assert "A plugin may have" in trouble.message
    assert "or WordPress does not see that the site is on HTTPS" in trouble.message
    assert "or it is older than version 5.6, which brought them" in trouble.message


def test_a_site_that_is_down_is_not_blamed_on_the_login(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say("<html>Maintenance</html>", 503))
    assert refused(wp).code == "respira_site_unreachable"
