"""What a write would take back of somebody's change is told by what was there, what is there, and what would be."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.tools.taking_back import taken_back


def words(was: str, now: str, later: str) -> list[tuple[str, str]]:
    found = taken_back({"live.content": was}, {"live.content": now}, {"live.content": later})
    return [tuple(one) for one in found.get("live.content", [])]


def test_a_number_that_comes_back_is_told_and_the_write_s_own_change_is_not() -> None:
    assert words("<p>Oak.</p><p>Ring 142.</p>", "<p>Oak.</p><p>Ring 199.</p>", "<p>Ash.</p><p>Ring 142.</p>") == [
        ("199", "142")
    ]


def test_a_text_that_holds_the_change_takes_nothing_back() -> None:
    assert words("<p>Oak.</p><p>Ring 142.</p>", "<p>Oak.</p><p>Ring 199.</p>", "<p>Ash.</p><p>Ring 199.</p>") == []


def test_words_that_were_taken_out_come_back() -> None:
    assert words("Open daily, and on Sundays.", "Open daily.", "Open daily, and on Sundays.") == [
        ("", ", and on Sundays")
    ]


def test_words_that_were_put_in_go() -> None:
    assert words("Open daily.", "Open daily. Closed in May.", "Open each day.") == [
        ("daily. Closed in May", "each day")
    ]


def test_markup_that_would_go_is_told_where_the_words_stay() -> None:
    assert words("<p>Oak</p>", "<p><strong>Oak</strong></p>", "<p>Oak</p>") != []


@pytest.mark.parametrize(
    ("was", "now", "later", "found"),
    [
        ([1], [1, 7], [1, 2], True),
        ([1], [1, 7], [1, 7, 2], False),
        ([1, 7], [1], [1, 7, 2], True),
        ([[1, 0, 1]], [[9, 0, 1], [1, 0, 2]], [[8, 0, 1], [9, 0, 2], [1, 0, 3]], False),
        ([[1, 0, 1]], [[9, 0, 1], [1, 0, 2]], [[8, 0, 1], [1, 0, 2]], True),
    ],
)
def test_of_a_list_what_was_put_in_or_taken_out_counts(was: Any, now: Any, later: Any, found: bool) -> None:
    assert (taken_back({"live.tags": was}, {"live.tags": now}, {"live.tags": later}) != {}) is found


@pytest.mark.parametrize(("later", "found"), [(3, True), (1, True), (2, False)])
def test_a_value_is_another_or_it_is_not(later: int, found: bool) -> None:
    assert (taken_back({"live.parent": 1}, {"live.parent": 2}, {"live.parent": later}) != {}) is found


def test_what_the_write_leaves_alone_stays() -> None:
    assert taken_back({"live.title": "A"}, {"live.title": "B"}, {"live.content": "C"}) == {}


def test_a_write_onto_a_copy_that_it_makes_first_takes_back_what_the_live_page_says() -> None:
    found = taken_back({"live.title": "About"}, {"live.title": "About us"}, {"copy.title": "About"})
    assert list(found) == ["live.title"]


def test_a_write_onto_a_copy_that_is_there_takes_nothing_of_the_live_page_back() -> None:
    now = {"live.title": "About us", "copy.title": "About"}
    assert taken_back({"live.title": "About"}, now, {"copy.title": "Our story"}) == {}


def test_texts_too_long_to_compare_are_told_to_differ() -> None:
    long = "word " * 60_000
    found = taken_back({"live.content": long}, {"live.content": f"{long}b"}, {"live.content": f"{long}c"})
    assert list(found) == ["live.content"]


def test_words_that_were_put_in_go_though_others_were_taken_out_before_them() -> None:
    was = "Open. We bake very old bread and quite stale rolls here daily. End."
    now = "Open. We bake bread and rolls here daily at 199. End."
    assert words(was, now, "Open. End.") == [("We bake bread and rolls here daily at 199. ", "")]


def test_texts_that_take_long_to_compare_are_told_to_be_taken_back() -> None:
    was, now = "word " * 4_100, f"{'word ' * 4_100}a"
    assert words(was, now, f"{now}b") == [("", "")]
