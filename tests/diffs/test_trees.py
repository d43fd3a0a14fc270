"""Promises of comparing two trees: what moved is one move, nothing is lost, and nothing moves that need not."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.diffs.trees import Row, Spot, in_short, lines, moves, ordinal

# A menu in few words: two spaces for each level, and behind a colon where a link leads.
MENU = ["Home", "Services", "  Cakes", "  Bread", "Contact"]


def tree(told: list[str], asked: str = "") -> list[dict[str, Any]]:
    """Return a tree in which a label is also the id."""
    found = []
    for line in told:
        label, _, link = line.strip().partition(":")
        node: dict[str, Any] = {"id": label, "label": label, "depth": (len(line) - len(line.lstrip())) // 2}
        found.append(node | ({"link": link} if link else {}) | ({"asked": True} if label == asked else {}))
    return found


def told(rows: list[Row]) -> list[str]:
    marks = {"same": "", "moved": "→ ", "added": "+ ", "removed": "- ", "changed": "~ "}
    return ["  " * row.depth + marks[row.kind] + row.label for row in rows]


def test_a_tree_that_stays_has_no_change() -> None:
    assert told(moves(tree(MENU), tree(MENU))) == MENU
    assert in_short(tree(MENU), tree(MENU)) == ("", "")


def test_an_item_that_moves_is_one_move_from_where_it_stood() -> None:
    rows = moves(tree(MENU), tree(["Bread", "Home", "Services", "  Cakes", "Contact"]))
    assert told(rows) == ["→ Bread", "Home", "Services", "  Cakes", "Contact"]
    assert (rows[0].was, rows[0].now) == (Spot("Services", 2), Spot("", 1))


def test_what_stands_below_an_item_moves_with_it_and_is_not_told_to_have_moved() -> None:
    """C33.2"""
    rows = moves(tree(["A", "B", "  B1", "C"]), tree(["A", "C", "  B", "    B1"]))
    assert told(rows) == ["A", "C", "  → B", "    B1"]


def test_an_item_that_comes_and_one_that_goes_stand_in_their_places() -> None:
    """C33.1"""
    rows = moves(tree(MENU), tree(["Home", "About", "Services", "  Bread", "Contact"]))
    assert told(rows) == ["Home", "+ About", "Services", "  - Cakes", "  Bread", "Contact"]


def test_what_stood_below_an_item_that_goes_is_told_to_move_up() -> None:
    """C33.3"""
    rows = moves(tree(["A", "B", "  B1", "    B11", "C"]), tree(["A", "B1", "  B11", "C"]))
    assert told(rows) == ["A", "- B", "→ B1", "  B11", "C"]
    assert (rows[2].was, rows[2].now) == (Spot("B", 1), Spot("", 2))


def test_what_goes_with_all_below_it_is_shown_whole() -> None:
    assert told(moves(tree(MENU), tree(["Home", "Contact"]))) == [
        "Home", "- Services", "  - Cakes", "  - Bread", "Contact",
    ]  # fmt: skip
    assert told(moves(tree(MENU), [])) == ["- Home", "- Services", "  - Cakes", "  - Bread", "- Contact"]
    assert told(moves([], tree(MENU[:3]))) == ["+ Home", "+ Services", "  + Cakes"]


@pytest.mark.parametrize(("asked", "shown"), [("A", ["B", "→ A"]), ("B", ["→ B", "A"])])
def test_of_two_that_change_places_the_one_that_was_asked_for_moved(asked: str, shown: list[str]) -> None:
    assert told(moves(tree(["A", "B"], asked), tree(["B", "A"]))) == shown


def test_what_was_asked_for_is_not_told_to_move_where_more_would_have_to() -> None:
    assert told(moves(tree(["A", "B", "C"], "A"), tree(["C", "A", "B"]))) == ["→ C", "A", "B"]


def test_another_label_and_another_link_are_told_with_the_former_ones() -> None:
    before = [{"id": "1", "label": "About", "depth": 0, "link": "/about/"}]
    after = [{"id": "1", "label": "About us", "depth": 0, "link": "/us/"}]
    [row] = moves(before, after)
    assert (row.kind, row.was_label, row.was_link, row.link) == ("changed", "About", "/about/", "/us/")
    assert in_short(before, after) == ("About (/about/)", "About us (/us/)")


@pytest.mark.parametrize(
    ("label", "link", "other"),
    [("Home", "/", "Start"), ("Home", "/new/", "Home"), ("Home", "/new/", "Start")],
)
def test_a_node_without_an_id_of_its_own_is_known_by_what_it_reads_or_by_where_it_stands(
    label: str, link: str, other: str
) -> None:
    before = [{"id": "x", "label": label, "depth": 0, "link": "/"}, {"id": "y", "label": "B", "depth": 0}]
    after = [{"id": "z", "label": other, "depth": 0, "link": link}, {"id": "y", "label": "B", "depth": 0}]
    assert [row.kind for row in moves(before, after)] == ["changed", "same"]


def test_links_that_are_the_same_are_told_apart_by_what_they_stand_below() -> None:
    twice = [
        {"id": "x", "label": "Cakes", "depth": 0},
        {"id": "s", "label": "Services", "depth": 0},
        {"id": "x", "label": "Cakes", "depth": 1},
    ]
    assert told(moves(twice, twice[1:])) == ["- Cakes", "Services", "  Cakes"]


def test_in_short_only_what_changed_is_said_with_its_places() -> None:
    assert in_short(tree(MENU), tree(["Bread", *MENU[:3], "Contact"])) == (
        "Bread, 2nd below Services",
        "Bread, 1st at the top",
    )
    assert in_short(tree(["A"]), tree(["A", "D:/d/"])) == ("", "D (/d/), 2nd at the top")
    assert in_short(tree(["A", "D:/d/"]), tree(["A"])) == ("D (/d/), 2nd at the top", "")


def test_as_lines_what_stands_below_is_set_in() -> None:
    assert lines(tree(["Home:/", "Services", "  Cakes"])) == ["Home (/)", "Services", "– Cakes"]


def test_places_are_written_as_people_count() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 101, 111)
    assert " ".join(map(ordinal, numbers)) == "1st 2nd 3rd 4th 11th 12th 13th 21st 101st 111th"


def test_a_tree_of_any_depth_can_be_compared() -> None:
    deep = [{"id": str(at), "label": str(at), "depth": at} for at in range(3000)]
    assert {row.kind for row in moves(deep, deep)} == {"same"}


@st.composite
def trees(draw: st.DrawFn) -> list[dict[str, Any]]:
    ids = draw(st.lists(st.integers(0, 9), unique=True, max_size=7))
    depth, found = 0, []
    for node in ids:
        depth = draw(st.integers(0, depth + 1)) if found else 0
        found.append({"id": str(node), "label": f"n{node}", "depth": depth})
    return found


@given(trees(), trees())
def test_the_rows_that_are_there_afterwards_are_the_later_tree_and_each_former_node_is_told_once(
    before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> None:
    rows = moves(before, after)
    there = [(row.label, row.depth) for row in rows if row.kind != "removed"]
    assert there == [(node["label"], node["depth"]) for node in after]
    former = [row.label if row.was_label is None else row.was_label for row in rows if row.was]
    assert sorted(former) == sorted(node["label"] for node in before)


@given(st.permutations(range(6)))
def test_as_few_as_possible_are_told_to_have_moved(order: list[int]) -> None:
    before, after = ([{"id": str(n), "label": str(n), "depth": 0} for n in some] for some in (range(6), order))
    moved = [row for row in moves(before, after) if row.kind == "moved"]
    longest = max(len(some) for size in range(7) for some in combinations(order, size) if list(some) == sorted(some))
    assert len(moved) == 6 - longest
