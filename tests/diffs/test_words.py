from __future__ import annotations

import time
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.diffs.words import Piece, word_diff

TEXTS = st.lists(
    st.sampled_from(["one", "two", "Three", " ", "  ", "\n", "\n\n", ".", "<p>", "ä", "😀", "\ud800", "[x]"]),
    max_size=30,
).map("".join)


def test_one_changed_word_is_shown_between_unchanged_words() -> None:
    assert word_diff("Our old story", "Our new story") == [
        Piece("same", "Our "),
        Piece("removed", "old"),
        Piece("added", "new"),
        Piece("same", " story"),
    ]


def test_unchanged_paragraphs_come_back_whole() -> None:
    before = "First paragraph.\n\nWe open at 9.\n\nLast paragraph."
    after = "First paragraph.\n\nWe open at 10.\n\nLast paragraph."
    assert word_diff(before, after) == [
        Piece("same", "First paragraph.\n\nWe open at "),
        Piece("removed", "9"),
        Piece("added", "10"),
        Piece("same", ".\n\nLast paragraph."),
    ]


def test_equal_texts_are_one_piece_and_empty_texts_none() -> None:
    assert word_diff("About us", "About us") == [Piece("same", "About us")]
    assert word_diff("", "") == []


def test_a_text_that_is_new_or_gone_is_one_piece() -> None:
    assert word_diff("", "Hello") == [Piece("added", "Hello")]
    assert word_diff("Hello", "") == [Piece("removed", "Hello")]


def test_a_very_long_rewritten_text_is_answered_within_two_seconds() -> None:
    before = " ".join(f"word{n}" for n in range(30_000))
    after = " ".join(f"word{n * 7 % 30_000}" for n in range(30_000))
    began = time.monotonic()
    pieces = word_diff(before, after)
    assert time.monotonic() - began < 2
    assert "".join(p.text for p in pieces if p.kind != "added") == before


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_the_pieces_joined_give_both_texts_back(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert "".join(p.text for p in pieces if p.kind != "added") == before
    assert "".join(p.text for p in pieces if p.kind != "removed") == after


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_no_two_neighbours_are_of_one_kind(before: str, after: str) -> None:
    kinds = [piece.kind for piece in word_diff(before, after)]
    assert all(one != other for one, other in pairwise(kinds))
