from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from webapp.diffs.trees import lines
from webapp.tools.menus.menu_order import Room, in_order, room_for, tree, with_new

MENU = [[1, "A", 0, 1], [2, "B", 0, 2], [4, "B1", 2, 3], [3, "C", 0, 4]]
ENTRIES = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), max_size=8).map(
    lambda found: [[n + 10, f"i{n}", 0 if p == 0 else 10 + p - 1, o] for n, (p, o) in enumerate(found)]
)


def test_the_end_is_one_more_than_the_last() -> None:
    assert room_for(MENU, 0, None) == Room(5, [])
    assert room_for([], 0, 3) == Room(1, [])
    assert room_for(MENU, 0, 9) == Room(5, [])


def test_a_place_in_the_middle_moves_what_is_behind_last_one_first() -> None:
    room = room_for(MENU, 0, 2)
    assert room == Room(2, [(3, 5), (4, 4), (2, 3)])
    assert lines(tree(with_new(MENU, room, "D", 0))) == ["A", "D", "B", "– B1", "C"]


def test_a_gap_is_used_before_anything_moves() -> None:
    assert room_for([[1, "A", 0, 1], [2, "B", 0, 5]], 0, 2) == Room(5, [(2, 6)])


def test_items_that_share_a_number_are_told_apart_behind_the_new_one() -> None:
    room = room_for([[1, "A", 0, 1], [2, "B", 0, 1], [3, "C", 0, 1]], 0, 1)
    assert room == Room(1, [(3, 4), (2, 3), (1, 2)])


def test_a_child_goes_in_among_its_siblings() -> None:
    room = room_for(MENU, 2, 1)
    assert lines(tree(with_new(MENU, room, "B0", 2))) == ["A", "B", "– B0", "– B1", "C"]


def test_an_item_whose_parent_is_missing_is_still_shown() -> None:
    assert lines(tree([[1, "A", 0, 1], [2, "Lost", 99, 2]])) == ["A", "Lost"]


@given(ENTRIES, st.integers(1, 9))
def test_the_new_item_stands_where_it_was_asked_to_and_nobody_else_changes_places(
    entries: list[list[object]], position: int
) -> None:
    before = [entry[0] for entry in in_order(entries)]
    room = room_for(entries, 0, position)
    after = in_order(with_new(entries, room, "new", 0))
    assert [entry[0] for entry in after if isinstance(entry[0], int)] == before
    siblings = [entry for entry in after if entry[2] == 0]
    place = [entry[0] for entry in siblings].index(f"new {len(entries) + 1:03}")
    assert place == min(position - 1, len(siblings) - 1)
    orders = [entry[3] for entry in after[after.index(siblings[place]) :]]
    assert len(orders) == len(set(orders))
