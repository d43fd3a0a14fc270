"""What a cache kept is never taken for what the site holds now."""

from __future__ import annotations

import re

import pytest

from tests.wordpress.scripted_site import Say, ScriptedSite
from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress

OLD, NEW = {"id": 42, "title": {"raw": "Old"}}, {"id": 42, "title": {"raw": "New"}}
PAST = re.compile(r"GET /wp-json/wp/v2/pages/42\?context=edit&sayso=[0-9a-f]{12}")


def read(wp: WordPress) -> object:
    return wp.get("wp/v2/pages/42", context="edit").body


@pytest.mark.parametrize(
    "headers",
    [
        {"Age": "37"},
        {"X-Cache": "HIT from edge"},
        {"CF-Cache-Status": "HIT"},
        {"X-Proxy-Cache": "STALE"},
        {"X-LiteSpeed-Cache": "hit,private"},
        {"Cache-Status": "example; hit"},
        {"X-Varnish": "32770 3"},
    ],
)
def test_what_a_cache_answered_is_asked_for_again_past_it(
    site: ScriptedSite, wp: WordPress, headers: dict[str, str]
) -> None:
    site.says(Say(OLD, headers=headers), Say(NEW))
    assert read(wp) == NEW
    assert [one.headers["Cache-Control"] for one in site.asked] == ["no-cache", "no-cache"]
    assert PAST.fullmatch(site.lines[1])
    assert wp.cached is True


@pytest.mark.parametrize(
    "headers", [{}, {"Age": "0"}, {"X-Cache": "MISS"}, {"CF-Cache-Status": "DYNAMIC"}, {"X-Varnish": "32770"}]
)
def test_what_no_cache_kept_is_taken_at_once(site: ScriptedSite, wp: WordPress, headers: dict[str, str]) -> None:
    site.says(Say(NEW, headers=headers))
    assert read(wp) == NEW
    assert site.lines == ["GET /wp-json/wp/v2/pages/42?context=edit"]
    assert wp.cached is False


def test_once_a_cache_was_met_it_is_asked_past_from_the_first(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(OLD, headers={"Age": "9"}), Say(NEW))
    read(wp)
    assert read(wp) == NEW
    assert len(site.asked) == 3
    assert len({line for line in site.lines if PAST.fullmatch(line)}) == 2


def test_after_a_write_a_cache_that_does_not_say_so_is_asked_past_too(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(NEW))
    wp.post("wp/v2/pages/42", {"title": "New"})
    assert read(wp) == NEW
    assert PAST.fullmatch(site.lines[1])


def test_an_error_that_a_cache_kept_is_not_believed(site: ScriptedSite, wp: WordPress) -> None:
    gone = {"code": "rest_post_invalid_id", "message": "Invalid post ID.", "data": {"status": 404}}
    site.says(Say(gone, 404, {"X-Cache": "HIT"}), Say(NEW))
    assert read(wp) == NEW


def test_not_modified_is_no_answer_to_who_has_nothing(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(b"", 304), Say(NEW))
    assert read(wp) == NEW


def test_a_cache_that_can_not_be_asked_past_is_believed_at_last(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say(OLD, headers={"X-Cache": "HIT"}))
    assert read(wp) == OLD
    assert len(site.asked) == 2


def test_a_list_whose_pages_are_all_the_same_is_not_taken_for_a_whole(site: ScriptedSite, wp: WordPress) -> None:
    site.says(Say([{"id": number} for number in range(100)], headers={"X-WP-TotalPages": "3"}))
    with pytest.raises(SiteTrouble, match="gives the same page of a list again and again"):
        wp.get_all("wp/v2/pages")
    assert len(site.asked) == 2
