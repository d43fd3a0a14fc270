"""Promises of the exact comparison: nothing that two sequences could have in common is missed."""

from __future__ import annotations

import tracemalloc
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.diffs.exact import Stretch, most_in_common

ITEMS = st.lists(st.integers(0, 3), max_size=25)


def length_by_the_table(one: list[int], other: list[int]) -> int:
    """Return how many items two sequences have most in common, as the usual table tells."""
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for row, column in product(range(len(one)), range(len(other))):
        stays = table[row][column] + (one[row] == other[column])
        table[row + 1][column + 1] = max(stays, table[row][column + 1], table[row + 1][column])
    return table[-1][-1]


def test_what_is_alike_comes_back_in_stretches() -> None:
    assert most_in_common([1, 2, 3, 9, 4], [7, 1, 2, 3, 4]) == [Stretch(0, 1, 3), Stretch(4, 4, 1)]
    assert most_in_common([1, 2], [3, 4]) == []
    assert most_in_common([], [1]) == most_in_common([1], []) == []


@settings(max_examples=200, deadline=None)
@given(ITEMS, ITEMS)
def test_the_stretches_are_alike_in_order_and_as_long_together_as_can_be(one: list[int], other: list[int]) -> None:
    found = most_in_common(one, other)
    place = there = 0
    for begin, at, length in found:
        assert begin >= place
        assert at >= there
        assert one[begin : begin + length] == other[at : at + length]
        place, there = begin + length, at + length
    assert sum(stretch.length for stretch in found) == length_by_the_table(one, other)


def test_a_long_sequence_is_compared_with_a_short_one_from_either_side_in_little_memory() -> None:
    long, short = [*range(150_000)], [*range(149_999, 140_000, -20), 7, 70_000, 140_000]
    tracemalloc.start()
    assert most_in_common(long, short) == [Stretch(7, 500, 1), Stretch(70_000, 501, 1), Stretch(140_000, 502, 1)]
    assert most_in_common(short, long) == [Stretch(500, 7, 1), Stretch(501, 70_000, 1), Stretch(502, 140_000, 1)]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 40_000_000
