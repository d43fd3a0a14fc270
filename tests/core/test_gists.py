"""Promises of the gist of a step and of what agents are told of a change: short, in words, and without secrets."""

from __future__ import annotations

from typing import Any

from webapp.core import gists
from webapp.core.redaction import in_lines, told_of

BEFORE = [
    {"id": "1", "label": "Home", "depth": 0, "link": "/"},
    {"id": "2", "label": "Services", "depth": 0, "link": "/services/"},
    {"id": "3", "label": "Cakes", "depth": 1, "link": "/cakes/"},
]
AFTER = [{**BEFORE[2], "depth": 0}, *BEFORE[:2]]


def menu(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> dict[str, Any]:
    return {"field": "items", "label": "Menu items", "before": before, "after": after, "kind": "tree"}


def test_of_a_menu_the_gist_says_what_moved_from_where_to_where() -> None:
    """C33.2"""
    [line] = gists.of([menu(BEFORE, AFTER)])
    assert (line["before"], line["after"]) == ("Cakes, 1st below Services", "Cakes, 1st at the top")
    assert line["whole"] is True


def test_of_a_menu_that_goes_whole_the_gist_is_cut_like_any_other() -> None:
    many = [{"id": str(at), "label": f"Item {at}", "depth": 0} for at in range(50)]
    [line] = gists.of([menu(many, [])])
    assert line["before"].startswith("Item 0, 1st at the top; Item 1, 2nd at the top;")
    assert (line["after"], line["whole"]) == ("", False)


def test_agents_are_told_of_a_menu_in_lines() -> None:
    told = told_of(menu(BEFORE, AFTER))
    assert told["before"] == ["Home (/)", "Services (/services/)", "– Cakes (/cakes/)"]
    assert told["after"] == ["Cakes (/cakes/)", "Home (/)", "Services (/services/)"]
    assert in_lines(menu([], BEFORE))["kind"] == "list"


def test_what_is_no_menu_is_told_as_it_is() -> None:
    change = {"field": "title", "label": "Title", "before": "A", "after": "B", "kind": "text"}
    assert in_lines(change) == change
