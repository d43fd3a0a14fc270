"""Promises of a look at a site that is ill: nothing is raised, what is wrong comes first, and nothing is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.wordpress.conftest import IMPATIENT
from tests.wordpress.scripted_site import HANG_UP, SILENCE, Say, ScriptedSite, free_port
from webapp.sample_site import SampleSite, running
from webapp.sample_site.misbehaviour import (
    DIE_BEFORE_SAVING,
    PHP_NOTICE,
    AnswerInstead,
    IgnoreAuthorization,
    html,
    redirect,
    too_many_requests,
)
from webapp.wordpress.client import Connection
from webapp.wordpress.diagnosis import Diagnosis, Finding, diagnose

NEEDS = ("edit_pages", "delete_pages", "edit_theme_options", "manage_options")
STAGING = AnswerInstead(
    401, "<html>Authorization Required</html>", "text/html", {"WWW-Authenticate": "Basic realm=x"}
)

Diagnose = Callable[..., Diagnosis]


def wordpress_error(status: int, code: str, message: str = "No.") -> AnswerInstead:
    return AnswerInstead(status, f'{{"code":"{code}","message":"{message}","data":{{"status":{status}}}}}')


@pytest.fixture
def sample(tmp_path: Path) -> Iterator[SampleSite]:
    stand_in = SampleSite(tmp_path / "site.db")
    stand_in.fill()
    with running(stand_in):
        yield stand_in
    stand_in.close()


@pytest.fixture
def look(sample: SampleSite) -> Diagnose:
    """Looks at the sample site, as a user of it, at a root."""

    def look(username: str = sample.username, password: str = "", root: str = "/wp-json/") -> Diagnosis:
        connection = Connection(sample.url + root, username, password or sample.app_password)
        return diagnose(connection, sample.url, needs=NEEDS, allow_private=True, patience=IMPATIENT)

    return look


def named(found: Diagnosis, check: str) -> Finding:
    return next(one for one in found.findings if one.check == check)


def wrong(found: Diagnosis) -> list[str]:
    return [one.check for one in found.findings if one.ok is False]


def test_a_site_that_is_well_passes_every_check_and_is_only_read(sample: SampleSite, look: Diagnose) -> None:
    found = look()
    assert found.healthy is True
    assert found.summary == "The connection works: the site answers and takes the login of owner, role administrator."
    assert [(one.check, one.ok, one.do) for one in found.findings] == [
        ("gate", True, ""),
        ("reach", True, ""),
        ("redirects", True, ""),
        ("json", True, ""),
        ("rest_root", True, ""),
        ("application_passwords", True, ""),
        ("login", True, ""),
        ("login_header", True, ""),
        ("role", True, ""),
        ("permalinks", True, ""),
    ]
    assert sample.requests.writes() == []


def test_a_header_that_wordpress_never_gets_is_told_with_the_setting_to_look_at(
    sample: SampleSite, look: Diagnose
) -> None:
    sample.misbehave(IgnoreAuthorization())
    found = look()
    assert wrong(found) == ["login"]
    assert found.findings[0].check == "login"
    assert "WordPress took us for a stranger." in found.findings[0].found
    header = named(found, "login_header")
    assert header.ok is None
    assert "CGIPassAuth On" in header.do
    assert "fastcgi_param HTTP_AUTHORIZATION" in header.do
    assert "The connection does not work." in found.summary


def test_an_unknown_user_is_told_to_use_the_login_name(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(wordpress_error(401, "invalid_username"), path="/wp/v2/users/me")
    found = look()
    assert wrong(found) == ["login"]
    assert "not the label given to the application password" in found.findings[0].do
    assert named(found, "login_header").ok is True


def test_a_wrong_application_password_is_told_as_such_where_the_site_tells(
    sample: SampleSite, look: Diagnose
) -> None:
    sample.misbehave(wordpress_error(401, "incorrect_password"), path="/wp/v2/users/me")
    found = look()
    assert wrong(found) == ["login"]
    assert "the application password is not right for this user" in found.findings[0].found
    assert named(found, "login_header").ok is True


def test_a_second_password_gate_is_told_and_the_login_is_not_blamed(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(STAGING)
    found = look()
    assert wrong(found) == ["gate"]
    assert "Another password protects the whole site" in found.findings[0].found
    assert named(found, "login").ok is None
    assert "application password" not in found.summary


@pytest.mark.parametrize(
    ("status", "code"),
    [(501, "application_passwords_disabled"), (401, "rest_forbidden"), (403, "rest_login_required")],
)
def test_access_that_was_switched_off_is_told_with_the_sites_own_code(
    sample: SampleSite, look: Diagnose, status: int, code: str
) -> None:
    sample.misbehave(wordpress_error(status, code, "Switched off."))
    found = look()
    login = named(found, "login")
    assert login.ok is False
    assert f"{code}: Switched off." in login.found
    assert "a plugin, or a rule of the host" in login.found
    assert "Make a new application password" not in found.summary
    assert ("application_passwords" in wrong(found)) == (code == "application_passwords_disabled")
    assert named(found, "rest_root").ok is True


def test_passwords_that_are_not_offered_may_be_a_plugin_or_a_proxy(sample: SampleSite, look: Diagnose) -> None:
    index = '{"namespaces":["wp/v2"],"authentication":[]}'
    sample.misbehave(IgnoreAuthorization())
    sample.misbehave(AnswerInstead(200, index), path=re.compile("^/$"))
    found = look()
    assert wrong(found) == ["application_passwords", "login"]
    assert "A plugin may have switched them off; or WordPress does not see" in found.findings[0].found


def test_where_users_are_hidden_the_connection_works_and_the_role_is_not_known(
    sample: SampleSite, look: Diagnose
) -> None:
    """C05.3"""
    sample.misbehave(wordpress_error(403, "rest_user_cannot_view"), path="/wp/v2/users")
    found = look()
    assert found.healthy is True
    assert (found.findings[0].check, found.findings[0].ok) == ("role", None)
    assert "A security plugin may hide the users" in found.findings[0].do


def test_a_root_that_moved_to_plain_permalinks_is_found_where_it_is_now(tmp_path: Path) -> None:
    stand_in = SampleSite(tmp_path / "plain.db", plain_permalinks=True)
    stand_in.fill()
    with running(stand_in):
        kept = Connection(f"{stand_in.url}/wp-json/", stand_in.username, stand_in.app_password)
        found = diagnose(kept, stand_in.url, needs=NEEDS, allow_private=True, patience=IMPATIENT)
        now = Connection(f"{stand_in.url}/?rest_route=/", stand_in.username, stand_in.app_password)
        well = diagnose(now, stand_in.url, needs=NEEDS, allow_private=True, patience=IMPATIENT)
    stand_in.close()
    assert wrong(found) == ["rest_root"]
    assert (
        f"not at {stand_in.url}/wp-json/ any more, but at {stand_in.url}/index.php?rest_route=/"
        in found.findings[0].found
    )
    assert found.findings[0].do == "Connect the site again in Sayso with the same address and login."
    assert named(found, "login").ok is True
    assert well.healthy is True
    assert "rest_route" in named(well, "permalinks").found


def test_a_login_that_may_not_do_it_all_is_told_what_it_lacks(sample: SampleSite, look: Diagnose) -> None:
    editor = look("marta", sample.app_password_of("marta"))
    assert editor.healthy is True
    role = named(editor, "role")
    assert "may not change menus, change settings" in role.found
    assert "Connect the site again as a user who may" in role.do


def test_a_login_that_may_do_nothing_is_no_working_connection(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(
        AnswerInstead(200, '{"id":5,"name":"Sub","roles":["subscriber"],"capabilities":{"read":true}}'),
        path="/wp/v2/users/me",
    )
    found = look()
    assert wrong(found) == ["role"]
    assert found.healthy is False
    assert "may not edit pages" in found.findings[0].found


def test_a_firewalls_page_in_place_of_data_is_told(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(AnswerInstead(403, "<html>Forbidden</html>", "text/html"))
    found = look()
    assert wrong(found) == ["json"]
    assert "The site answered 403 with a page" in found.findings[0].found
    assert "firewall" in found.findings[0].do


@pytest.mark.parametrize("status", [200, 202, 403, 503])
def test_a_firewall_that_asks_for_a_browser_is_told_as_one_whatever_its_status(
    sample: SampleSite, look: Diagnose, status: int
) -> None:
    sample.misbehave(html(status=status))
    found = look()
    assert wrong(found) == ["json"]
    assert found.findings[0].found.startswith("A firewall in front of the site wants to see a browser")
    assert "Let it pass calls to the REST interface" in found.findings[0].do


def test_a_site_that_leads_programs_to_its_sign_in_page_is_told_so(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(redirect(f"{sample.url}/wp-login.php?redirect_to=x", status=302))
    found = look()
    assert wrong(found) == ["json"]
    assert found.findings[0].found.startswith("The site leads this call to its page for signing in")


def test_a_cache_that_answers_for_the_site_is_advice_and_no_fault(sample: SampleSite, look: Diagnose) -> None:
    index = '{"namespaces":["wp/v2"],"authentication":{"application-passwords":{}}}'
    sample.misbehave(AnswerInstead(200, index, headers={"X-Cache": "HIT"}), path=re.compile("^/$"))
    found = look()
    assert found.healthy is True
    assert "leave out the REST interface" in named(found, "json").do


def test_junk_around_the_data_is_advice_and_no_fault(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(PHP_NOTICE)
    found = look()
    assert found.healthy is True
    assert "WP_DEBUG_DISPLAY" in named(found, "json").do


def test_calls_that_are_sent_on_to_another_address_are_told(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(redirect("http://127.0.0.1:9/wp-json/"))
    found = look()
    assert wrong(found) == ["redirects"]
    assert "http://127.0.0.1:9/wp-json/" in found.findings[0].found


def test_a_site_that_takes_no_more_calls_says_so(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(too_many_requests(retry_after=30))
    found = look()
    assert wrong(found) == ["rest_root"]
    assert "takes no more calls" in found.summary or "Slow down" in found.summary


def test_a_rest_interface_that_hangs_up_is_told_apart_from_a_dead_site(sample: SampleSite, look: Diagnose) -> None:
    sample.misbehave(DIE_BEFORE_SAVING)
    found = look()
    assert wrong(found) == ["reach"]
    assert found.findings[0].found.startswith("The front page answers, but the REST interface does not:")


@pytest.mark.parametrize(
    "answer", [HANG_UP, SILENCE, Say("<html>Down</html>", 503), Say("<html>Not here</html>", 404)]
)
def test_a_site_that_is_not_there_is_an_answer_too(site: ScriptedSite, answer: Say | str) -> None:
    site.says(answer)
    kept = Connection(f"{site.url}/wp-json/", "anna", "abcd")
    found = diagnose(kept, site.url, needs=NEEDS, allow_private=True, patience=IMPATIENT)
    assert found.healthy is False
    assert wrong(found) == (["rest_root"] if isinstance(answer, Say) and answer.status == 404 else ["reach"])
    assert found.summary.startswith("The connection does not work.")
    assert {asked.method for asked in site.asked} <= {"GET"}


@pytest.mark.parametrize("private", [True, False])
def test_an_address_where_nobody_listens_or_that_may_not_be_reached_is_told(private: bool) -> None:
    kept = Connection(f"http://127.0.0.1:{free_port()}/wp-json/", "anna", "abcd")
    found = diagnose(kept, kept.rest_root[:-9], needs=NEEDS, allow_private=private, patience=IMPATIENT)
    assert wrong(found) == ["reach"]
    said = "It refused the connection." if private else "on a private network"
    assert said in found.findings[0].found
    assert all(one.ok is not True for one in found.findings)


def test_the_login_stands_nowhere_in_what_is_told(sample: SampleSite, look: Diagnose) -> None:
    password = sample.app_password
    for rule in (IgnoreAuthorization(), STAGING, html(status=403), wordpress_error(501, "rest_forbidden")):
        sample.behave()
        sample.misbehave(rule)
        assert password not in repr(look())
