"""Promises of the gist that a card shows of each change."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.core import gists


def line(before: Any, after: Any, kind: str = "text") -> dict[str, Any]:
    [one] = gists.of([{"field": "content", "label": "Text", "kind": kind, "before": before, "after": after}])
    return one


def test_a_short_change_is_told_whole() -> None:
    assert line("About", "Our story") == {
        "field": "content",
        "label": "Text",
        "kind": "text",
        "before": "About",
        "after": "Our story",
        "whole": True,
    }


def test_of_a_long_text_the_place_is_told_where_it_first_differs() -> None:
    """C47.1"""
    told = line("x" * 40_000 + " old end", "x" * 40_000 + " new end")
    assert told["before"] == "… " + "x" * 39 + " old end"
    assert told["after"] == "… " + "x" * 39 + " new end"
    assert told["whole"] is False


def test_of_a_text_with_markup_the_words_are_told() -> None:
    told = line("<p>Open <b>daily</b></p>", "<!-- wp:paragraph --><p>Open on\n<b>Mondays</b></p>", "html")
    assert (told["before"], told["after"], told["whole"]) == ("Open daily", "Open on Mondays", False)


def test_where_only_the_markup_changes_the_markup_is_told() -> None:
    """C47.4"""
    told = line('<a href="/one">Here</a>', '<a href="/two">Here</a>', "html")
    assert (told["before"], told["after"]) == ('<a href="/one">Here</a>', '<a href="/two">Here</a>')
    assert told["whole"] is True


@pytest.mark.parametrize(("value", "told"), [(None, ""), (["a", "b"], "a, b"), (7, "7")])
def test_whatever_the_value_is_it_is_told_in_a_line(value: Any, told: str) -> None:
    assert line(None, value, "value")["after"] == told
