"""What is wrong with a public page, told from how a visitor saw it before and after."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.core.findings import Finding, Wanted, found, is_whole

FINE: dict[str, Any] = {"status": 200, "size": 4000, "title": "About", "canonical": "https://h.example/about/"}
NOT_FOUND = {**FINE, "status": 404, "title": "Page not found"}
AS_IT_WAS = Wanted()


def grave(what: str) -> list[Finding]:
    return [{"what": what, "grave": True}]


def note(*names: str) -> list[Finding]:
    return [{"what": what, "grave": False} for what in names]


def test_a_page_that_looks_as_before_has_nothing_to_say() -> None:
    assert found(FINE, {**FINE, "size": 4400}, AS_IT_WAS) == []
    assert found(None, FINE, AS_IT_WAS) == []


@pytest.mark.parametrize(
    ("after", "what"),
    [
        ({"trouble": "It refused the connection."}, "no_answer"),
        ({**FINE, "status": 500, "fatal": "critical_error"}, "fatal"),
        ({**FINE, "fatal": "php_error"}, "fatal"),
        ({**FINE, "status": 503}, "error"),
        ({**FINE, "status": 404}, "not_found"),
        ({**FINE, "status": 410}, "not_found"),
        ({**FINE, "status": 403}, "refused"),
        ({"status": 302, "size": 0, "away": True, "led_to": "https://spam.example/"}, "led_away"),
        ({**FINE, "led_to": "https://h.example/wp-login.php?redirect_to=x"}, "login"),
        ({"status": 200, "size": 0}, "empty"),
        ({**FINE, "robots": "nofollow, noindex"}, "noindex"),
    ],
)
def test_what_hurts_visitors_is_grave_unless_it_was_so_before(after: dict[str, Any], what: str) -> None:
    assert found(FINE, after, AS_IT_WAS) == grave(what)
    if what == "noindex":
        assert found(after, after, AS_IT_WAS) == []
    else:
        assert found(None, after, AS_IT_WAS) == grave(what)
        hidden = ("not_found", "refused", "login")
        so_before = note("not_public") if what in hidden else [{"what": what, "grave": False, "before": True}]
        assert found(after, after, AS_IT_WAS) == so_before
        assert found(after, FINE, AS_IT_WAS) == note("mended")


def test_another_trouble_than_before_is_grave() -> None:
    assert found(NOT_FOUND, {**FINE, "status": 500}, AS_IT_WAS) == grave("error")


def test_a_page_that_was_deleted_or_unpublished_is_right_to_be_gone_and_said_when_it_is_not() -> None:
    gone = Wanted(public=False)
    assert found(FINE, NOT_FOUND, gone) == note("gone_as_wanted")
    assert found(FINE, {**FINE, "status": 410}, gone) == note("gone_as_wanted")
    assert found(FINE, {**FINE, "led_to": "https://h.example/about-us/"}, gone) == note("gone_as_wanted")
    assert found(FINE, FINE, gone) == note("still_there")
    assert found(FINE, {**FINE, "status": 500}, gone) == grave("error")


def test_a_page_that_was_published_is_to_be_seen() -> None:
    published = Wanted(public=True)
    assert found(NOT_FOUND, FINE, published) == note("public_now")
    assert found(None, FINE, published) == []
    assert found(NOT_FOUND, NOT_FOUND, published) == grave("not_found")
    assert found(None, NOT_FOUND, published) == grave("not_found")
    assert found(NOT_FOUND, {**FINE, "robots": "noindex"}, published) == [*note("public_now"), *grave("noindex")]


def test_an_old_address_of_a_page_that_moved_may_be_empty_or_lead_to_the_new_one() -> None:
    moved = Wanted(moved=True)
    assert found(FINE, NOT_FOUND, moved) == note("moved")
    led = {**FINE, "led_to": "https://h.example/new/", "canonical": "https://h.example/new/"}
    assert found(FINE, led, moved) == []
    assert found(FINE, led, AS_IT_WAS) == note("canonical", "led_to")


def test_what_only_looks_different_is_said_and_is_not_grave() -> None:
    assert found(FINE, {**FINE, "size": 1999}, AS_IT_WAS) == note("smaller")
    assert found(FINE, {**FINE, "size": 2000}, AS_IT_WAS) == []
    assert found(FINE, {**FINE, "size": 12001}, AS_IT_WAS) == note("larger")
    assert found(FINE, {**FINE, "title": "Spam"}, AS_IT_WAS) == note("title")
    assert found(FINE, {**FINE, "canonical": None}, AS_IT_WAS) == note("canonical")
    assert found({**FINE, "robots": "noindex"}, FINE, AS_IT_WAS) == note("indexed")


def test_what_a_step_changed_on_purpose_is_not_said() -> None:
    assert found(FINE, {**FINE, "title": "About us"}, Wanted(changed=frozenset({"title"}))) == []
    hidden = {**FINE, "robots": "noindex"}
    assert found(FINE, hidden, Wanted(changed=frozenset({"blog_public"}))) == []
    assert found(FINE, hidden, Wanted(changed=frozenset({"meta._yoast_wpseo_meta-robots-noindex"}))) == []


def test_a_page_that_nobody_could_look_at_is_said_to_be_unseen() -> None:
    assert found(FINE, None, AS_IT_WAS) == note("unseen")


@pytest.mark.parametrize(
    ("seen", "found_there", "whole"),
    [
        ({"status": 200, "size": 9}, [], True),
        ({"status": 500, "size": 9}, [{"what": "error", "grave": False, "before": True}], False),
        ({"status": 200, "size": 9, "robots": "noindex"}, [], False),
        ({"status": 403, "size": 9}, [{"what": "not_public", "grave": False}], False),
        ({"status": 404, "size": 9}, [{"what": "gone_as_wanted", "grave": False}], True),
        (None, [{"what": "unseen", "grave": False}], False),
    ],
)
def test_a_page_is_whole_only_where_visitors_see_it_whatever_it_was_before(
    seen: dict[str, Any] | None, found_there: list[dict[str, Any]], whole: bool
) -> None:
    assert is_whole(seen, found_there) is whole
