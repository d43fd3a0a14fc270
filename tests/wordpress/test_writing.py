import json
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.wordpress.conftest import IMPATIENT
from tests.wordpress.scripted_site import HANG_UP, SILENCE, Say, ScriptedSite, free_port
from webapp.errors import SiteTrouble
from webapp.wordpress.client import Connection, WordPress

PAGE = {"id": 42, "title": {"raw": "Hello"}}
BAD_GATEWAY = Say("<html>Bad Gateway</html>", 502)
CUT_OFF = Say(b'{"id":42', headers={"Content-Length": "999"})


@pytest.fixture
def unreachable() -> Iterator[WordPress]:
    connection = Connection(f"http://127.0.0.1:{free_port()}/wp-json/", "anna", "abcd")
    with WordPress(connection, allow_private=True, patience=IMPATIENT) as client:
        yield client


def test_a_write_arrives_as_it_was_given(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(PAGE, 201, {"Allow": "GET, POST"}))
    answer = wp.post("wp/v2/pages", {"title": "back\\slash ü 😀", "meta": {"x": None}})
    assert (answer.status, answer.body, answer.allow) == (201, PAGE, frozenset({"GET", "POST"}))
    assert json.loads(site.asked[0].body) == {"title": "back\\slash ü 😀", "meta": {"x": None}}
    assert site.asked[0].headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("lost", [HANG_UP, SILENCE, CUT_OFF, BAD_GATEWAY, Say("<html>", 504), Say("<html>", 500)])
def test_a_write_whose_answer_is_lost_is_sent_once_and_its_outcome_is_unknown(
    site: ScriptedSite, wp: WordPress, lost: Say | str
) -> None:
    site.says(lost, Say(PAGE))
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.written) == ("respira_outcome_unknown", "perhaps")
    assert len(site.asked) == 1


@pytest.mark.parametrize("odd", [Say("<html>Welcome</html>"), Say(b""), Say(b"Fatal error"), Say(b'{"id":42')])
def test_a_write_answered_200_without_json_is_no_success(site: ScriptedSite, wp: WordPress, odd: Say) -> None:
    """C13.4"""
    site.says(odd)
    with pytest.raises(SiteTrouble) as raised:
        wp.delete("wp/v2/pages/42")
    assert (raised.value.code, raised.value.written) == ("respira_outcome_unknown", "perhaps")
    assert len(site.asked) == 1


def test_a_write_with_a_notice_before_its_json_worked(site: ScriptedSite, wp: WordPress) -> None:
    """C13.1"""
    site.says(Say('\n<br />\n<b>Warning</b>: foo in /home/u/x.php<br />{"id":77}', 201))
    answer = wp.post("wp/v2/pages", {"title": "x"})
    assert (answer.status, answer.body, answer.noise) == (201, {"id": 77}, True)


def test_an_error_that_arrives_as_200_is_an_error(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say({"code": "rest_cannot_edit", "message": "No.", "data": {"status": 403}}))
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages/42", {"title": "x"})
    assert (raised.value.code, raised.value.status, raised.value.written) == ("rest_cannot_edit", 403, "no")


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirected_write_is_refused_and_names_where_it_was_sent(
    site: ScriptedSite, wp: WordPress, status: int
) -> None:
    site.says(Say(b"", status, {"Location": "https://u:p@www.example.org/wp-json/wp/v2/pages?x=1"}), Say(PAGE))
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.written) == ("respira_site_redirects", "no")
    assert raised.value.details == {"target": "https://www.example.org/wp-json/wp/v2/pages"}
    assert len(site.asked) == 1


@pytest.mark.parametrize(
    ("status", "target", "written"),
    [
        (301, "http://www.example.org/wp-json/wp/v2/pages/", "no"),
        (302, "/wp-login.php?redirect_to=x", "no"),
        (308, "/elsewhere", "no"),
        (302, "/", "perhaps"),
        (302, "/wp-admin/edit.php?post_type=page", "perhaps"),
        (303, "/wp-json/wp/v2/pages", "perhaps"),
        (301, "http://[::1", "perhaps"),
    ],
)
def test_a_redirect_proves_that_nothing_was_written_only_where_it_wants_the_same_call_or_a_sign_in(
    site: ScriptedSite, wp: WordPress, status: int, target: str, written: str
) -> None:
    site.says(Say(b"", status, {"Location": target}), Say(PAGE))
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.written) == ("respira_site_redirects", written)
    assert len(site.asked) == 1


def test_an_error_that_arrives_as_200_without_any_status_is_an_error(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say({"code": "rest_forbidden", "message": "No."}))
    for asked in (lambda: wp.post("wp/v2/pages/42", {"title": "x"}), lambda: wp.get("wp/v2/pages/42")):
        with pytest.raises(SiteTrouble) as raised:
            asked()
        assert (raised.value.code, raised.value.written) == ("rest_forbidden", "no")


def test_c41_2_a_write_told_to_wait_for_long_is_not_sent_again_but_says_how_long(
    site: ScriptedSite, wp: WordPress
) -> None:
    """C41.2"""
    site.says(Say({"code": "slow_down", "message": "Slow."}, 429, {"Retry-After": "3"}), Say(PAGE))
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.status, raised.value.written) == ("slow_down", 429, "no")
    assert raised.value.details == {"retry_after": 3}
    assert len(site.asked) == 1


@pytest.mark.parametrize("asked", ["0", "Mon, 30 Nov 2020 10:00:00 GMT", "banana", ""])
def test_c41_3_a_write_that_was_one_too_many_is_sent_once_more_after_a_short_wait(
    site: ScriptedSite, wp: WordPress, asked: str
) -> None:
    """C41.3"""
    site.says(Say("<html>", 429, {"Retry-After": asked}), Say(PAGE))
    assert wp.post("wp/v2/pages", {"title": "x"}).body == PAGE
    assert [one.body for one in site.asked] == [b'{"title": "x"}', b'{"title": "x"}']


def test_c41_3_a_write_that_is_too_many_again_is_not_sent_a_third_time(site: ScriptedSite, wp: WordPress) -> None:
    """C41.3"""
    site.says(Say("<html>", 429), Say("<html>", 429), Say(PAGE))
    with pytest.raises(SiteTrouble) as raised:
        wp.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.written) == ("respira_site_rate_limited", "no")
    assert len(site.asked) == 2


def test_a_refused_connection_proves_that_nothing_was_written(unreachable: WordPress) -> None:
    with pytest.raises(SiteTrouble) as raised:
        unreachable.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.written) == ("respira_site_unreachable", "no")
    assert raised.value.message == "The site could not be reached. It refused the connection."


def test_a_connection_that_is_not_taken_in_time_proves_that_nothing_was_written() -> None:
    with socket.socket() as full, socket.socket() as first, socket.socket() as second:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for waiting in (first, second):
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        root = f"http://127.0.0.1:{full.getsockname()[1]}/wp-json/"
        connection = Connection(root, "anna", "abcd")
        with (
            WordPress(connection, allow_private=True, patience=IMPATIENT) as wp,
            pytest.raises(SiteTrouble) as raised,
        ):
            wp.post("wp/v2/pages", {"title": "x"})
    assert (raised.value.code, raised.value.written) == ("respira_site_unreachable", "no")
    assert raised.value.message == "The site could not be reached. It did not take the connection in time."


def test_a_client_knows_whether_any_write_was_taken_so_far(site: ScriptedSite, wp: WordPress) -> None:
    refused = Say({"code": "rest_cannot_create", "message": "No.", "data": {"status": 403}}, 403)
    site.says(refused, Say(PAGE), refused)
    told = []
    for _ in range(3):
        with suppress(SiteTrouble):
            wp.post("wp/v2/pages", {"title": "x"})
        told.append(wp.wrote)
    assert told == [False, True, True]


def test_a_write_whose_answer_is_lost_may_have_been_taken(site: ScriptedSite, wp: WordPress) -> None:
    site.says(HANG_UP)
    with pytest.raises(SiteTrouble):
        wp.post("wp/v2/pages", {"title": "x"})
    assert wp.wrote is True


def test_whoever_wants_to_know_is_told_once_that_the_site_took_the_first_write(
    site: ScriptedSite, wp: WordPress
) -> None:
    told: list[int] = []
    wp.taken = lambda: told.append(len(site.asked))
    site.says(Say({"code": "rest_forbidden", "message": "No."}, 403), HANG_UP, Say(PAGE), Say(PAGE), Say(PAGE))
    for _refused_or_lost in range(2):
        with pytest.raises(SiteTrouble):
            wp.post("wp/v2/pages/42", {"title": "x"})
    wp.get("wp/v2/pages/42")
    assert told == []
    wp.post("wp/v2/pages/42", {"title": "x"})
    wp.delete("wp/v2/pages/42")
    assert told == [4]


def test_before_each_sending_of_a_write_it_is_asked_whether_it_may_be_sent(site: ScriptedSite, wp: WordPress) -> None:
    class NoMore(Exception):
        """It may not be sent."""

    answers = iter([True, True, True, False])

    def may_send() -> None:
        if not next(answers):
            raise NoMore

    wp.may_send = may_send
    site.says(
        Say("<html>", 429, {"Retry-After": "0"}), Say(PAGE), Say("<html>", 429, {"Retry-After": "0"}), Say(PAGE)
    )
    assert wp.post("wp/v2/pages", {"title": "x"}).body == PAGE
    with pytest.raises(NoMore):
        wp.post("wp/v2/pages", {"title": "y"})
    assert len(site.asked) == 3
    assert next(answers, None) is None
