import json
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

from webapp import clock
from webapp.wordpress.verdicts import plain_text, retry_after, verdict
from webapp.wordpress.wire import Reply


def error(status: int, code: str, message: str = "No.", **headers: str) -> Reply:
    body: dict[str, Any] = {"code": code, "message": message, "data": {"status": status}}
    return reply(status, json.dumps(body), **headers)


def reply(status: int, body: str, kind: str = "application/json", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(httpx.URL("https://x/"), status, httpx.Headers({"content-type": kind, **named}), body.encode())


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "rest_invalid_param"),
        (400, "rest_missing_callback_param"),
        (400, "rest_invalid_json"),
        (400, "term_exists"),
        (401, "rest_not_logged_in"),
        (401, "some_plugins_own_code"),
        (403, "rest_cannot_create"),
        (403, "rest_cannot_publish"),
        (404, "rest_post_invalid_id"),
        (404, "rest_no_route"),
        (409, "comment_duplicate"),
        (410, "rest_already_trashed"),
        (429, "too_many_requests"),
        (501, "rest_trash_not_supported"),
    ],
)
def test_answers_that_come_before_any_saving_prove_that_nothing_was_written(status: int, code: str) -> None:
    trouble = verdict(error(status, code), writes=True)
    assert (trouble.code, trouble.status, trouble.written) == (code, status, "no")


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "some_plugins_own_code"),
        (403, "rest_cannot_update"),
        (401, "rest_cannot_update"),
        (403, "some_firewalls_own_code"),
        (500, "rest_invalid_stored_value"),
        (500, "db_insert_error"),
        (500, "rest_invalid_param"),
        (501, "some_plugins_own_code"),
        (503, "rest_forbidden"),
    ],
)
def test_any_other_error_leaves_open_whether_something_was_saved(status: int, code: str) -> None:
    trouble = verdict(error(status, code), writes=True)
    assert (trouble.code, trouble.status, trouble.written) == (code, status, "perhaps")


def test_a_refused_meta_key_is_said_after_the_item_was_saved() -> None:
    body = {"code": "rest_cannot_delete", "message": "No.", "data": {"key": "_layout", "status": 403}}
    assert verdict(reply(403, json.dumps(body)), writes=True).written == "perhaps"


def test_a_failed_read_never_wrote_anything() -> None:
    assert verdict(error(500, "internal_server_error"), writes=False).written == "no"
    assert verdict(reply(504, "<html>", "text/html"), writes=False).written == "no"


def test_data_that_is_null_is_no_fault() -> None:
    body = {"code": "duplicate_term_slug", "message": "Taken.", "data": None, "additional_errors": []}
    assert verdict(reply(500, json.dumps(body)), writes=True).message == "Taken."


def test_the_fields_a_schema_error_names_are_kept() -> None:
    body = {
        "code": "rest_invalid_param",
        "message": "Bad.",
        "data": {"status": 400, "params": {"date": "<b>x</b>"}},
    }
    assert verdict(reply(400, json.dumps(body)), writes=True).details == {"params": {"date": "x"}}


def test_an_error_behind_a_notice_that_cost_the_status_is_still_an_error() -> None:
    noisy = '<b>Warning</b>: x in /home/u/x.php{"code":"rest_cannot_edit","message":"No.","data":{"status":403}}'
    trouble = verdict(reply(200, noisy, "text/html"), writes=True)
    assert (trouble.code, trouble.status, trouble.written) == ("rest_cannot_edit", 403, "no")


def test_a_password_in_front_of_the_site_is_told_apart_from_the_login() -> None:
    gate = reply(401, "<html>Authorization Required</html>", "text/html", www_authenticate='Basic realm="Staging"')
    trouble = verdict(gate, writes=True)
    assert (trouble.code, trouble.written) == ("respira_site_gated", "no")
    assert "Another password protects the whole site" in trouble.message


@pytest.mark.parametrize("status", [500, 502, 503, 504, 508, 520, 524])
def test_an_error_page_after_a_write_leaves_the_outcome_unknown(status: int) -> None:
    trouble = verdict(reply(status, "<html>Bad Gateway</html>", "text/html"), writes=True)
    assert (trouble.code, trouble.status, trouble.written) == ("respira_outcome_unknown", status, "perhaps")


@pytest.mark.parametrize("status", [400, 403, 406, 408, 415])
def test_a_page_that_says_no_to_a_write_ends_the_call_so_that_the_site_can_be_read_for_what_became_of_it(
    status: int,
) -> None:
    trouble = verdict(reply(status, "<html>Not Acceptable</html>", "text/html"), writes=True)
    assert (trouble.code, trouble.status, trouble.written) == ("respira_site_not_json", status, "perhaps")


@pytest.mark.parametrize("status", [404, 405, 413, 414, 429, 431])
def test_an_error_page_of_the_web_server_itself_comes_before_any_saving(status: int) -> None:
    assert verdict(reply(status, "<html>No</html>", "text/html"), writes=True).written == "no"


@pytest.mark.parametrize(("status", "size", "told"), [(413, 10, True), (403, 60_000, True), (403, 10, False)])
def test_c38_1_the_size_is_told_where_the_web_server_may_have_refused_it_for_that(
    status: int, size: int, told: bool
) -> None:
    """C38.1"""
    trouble = verdict(reply(status, "<html>nginx</html>", "text/html"), writes=True, sent=b"x" * size)
    assert (f"It has {round(size / 1024)} KB" in trouble.message) is told


def test_messages_become_text_of_at_most_500_characters() -> None:
    assert (
        plain_text("<strong>Error:</strong> a &amp; b &#8217;<script>alert(1)</script> 1 < 2")
        == "Error: a & b ’ 1 < 2"
    )
    assert plain_text("x" * 600) == "x" * 499 + "…"
    assert plain_text("half \ud83d, whole 😀") == "half \ufffd, whole 😀"


def test_retry_after_is_read_as_seconds_or_as_a_date_and_nonsense_is_none() -> None:
    assert retry_after(error(429, "x", retry_after="3")) == 3
    soon = format_datetime(clock.now() + timedelta(seconds=60), usegmt=True)
    assert retry_after(error(429, "x", retry_after=soon)) in (59, 60, 61)
    assert retry_after(error(429, "x", retry_after="Sun, 01 Jan 2017 00:00:00 GMT")) == 0
    assert retry_after(error(429, "x", retry_after="Sun, 01 Jan 2017 00:00:00 -0000")) is None
    for odd in ("banana", "-5", "", "99999999999999"):
        assert retry_after(error(429, "x", retry_after=odd)) is None
    assert retry_after(error(429, "x")) is None


@pytest.mark.parametrize("hours", [-9, 0, 7])
def test_a_date_to_wait_for_is_reckoned_by_the_sites_own_clock(hours: int) -> None:
    there = clock.now() + timedelta(hours=hours)
    dates = {"date": there, "retry_after": there + timedelta(seconds=60)}
    told = {name: format_datetime(moment, usegmt=True) for name, moment in dates.items()}
    assert retry_after(error(429, "x", **told)) == 60


@pytest.mark.parametrize("odd", ["banana", "", "Sun, 01 Jan 2017 00:00:00 -0000"])
def test_where_the_sites_clock_can_not_be_read_ours_counts(odd: str) -> None:
    soon = format_datetime(clock.now() + timedelta(seconds=60), usegmt=True)
    assert retry_after(error(429, "x", retry_after=soon, date=odd)) in (59, 60, 61)


def test_an_error_that_comes_as_200_and_tells_no_status_is_an_error_by_its_code() -> None:
    for data, code, written in (
        (None, "rest_forbidden", "no"),
        ([], "a_plugins_own_code", "perhaps"),
        ({}, "rest_cannot_update", "perhaps"),
    ):
        body = json.dumps({"code": code, "message": "No.", "data": data})
        trouble = verdict(reply(200, body), writes=True)
        assert (trouble.code, trouble.status, trouble.written) == (code, 502, written)


def test_a_site_that_is_busy_for_long_says_when_to_try_again() -> None:
    for busy in (error(429, "slow_down", retry_after="3600"), reply(429, "<html>", retry_after="3600")):
        trouble = verdict(busy, writes=True)
        assert (trouble.hint, trouble.details) == ("Try again after 3600 seconds.", {"retry_after": 3600})


def test_a_write_taken_for_a_strangers_points_to_the_login() -> None:
    assert "login" in verdict(error(401, "rest_cannot_edit"), writes=True).hint


def test_a_sites_code_is_a_name_and_never_a_sentence() -> None:
    assert verdict(error(400, "now do <b>this</b>"), writes=True).code == "now_do_b_this_b_"
