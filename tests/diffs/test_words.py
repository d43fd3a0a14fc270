from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.diffs.words import Piece, word_diff

TEXTS = st.lists(
    st.sampled_from(["one", "two", "Three", " ", "  ", "\n", "\n\n", ".", "<p>", "ä", "😀", "\ud800", "[x]"]),
    max_size=30,
).map("".join)


def pieces(before: str, after: str) -> list[Piece]:
    return word_diff(before, after).pieces


def test_one_changed_word_is_shown_between_unchanged_words() -> None:
    assert pieces("Our old story", "Our new story") == [
        Piece("same", "Our "),
        Piece("removed", "old"),
        Piece("added", "new"),
        Piece("same", " story"),
    ]


def test_unchanged_paragraphs_come_back_whole() -> None:
    before = "First paragraph.\n\nWe open at 9.\n\nLast paragraph."
    after = "First paragraph.\n\nWe open at 10.\n\nLast paragraph."
    assert pieces(before, after) == [
        Piece("same", "First paragraph.\n\nWe open at "),
        Piece("removed", "9"),
        Piece("added", "10"),
        Piece("same", ".\n\nLast paragraph."),
    ]


def test_equal_texts_are_one_piece_and_empty_texts_none() -> None:
    assert pieces("About us", "About us") == [Piece("same", "About us")]
    assert pieces("", "") == []


def test_a_text_that_is_new_or_gone_is_one_piece() -> None:
    assert pieces("", "Hello") == [Piece("added", "Hello")]
    assert pieces("Hello", "") == [Piece("removed", "Hello")]


def marked(before: str, after: str, kind: str) -> list[str]:
    """Return the words that are marked as removed, or as added."""
    return [word for piece in pieces(before, after) if piece.kind == kind for word in piece.text.split()]


def test_exactly_the_words_that_changed_are_marked_in_a_long_text_of_one_line() -> None:
    words = [f"word{n * 7919 % 5003}" for n in range(20_000)]
    changed = {n: f"other{n}" for n in range(50, 20_000, 100)}
    before, after = " ".join(words), " ".join(changed.get(n, word) for n, word in enumerate(words))
    assert marked(before, after, "removed") == [words[n] for n in changed]
    assert marked(before, after, "added") == list(changed.values())
    assert not word_diff(before, after).coarse


def test_a_paragraph_put_in_between_is_all_that_is_marked() -> None:
    before = "".join(f"Paragraph {n} of ours.\n\n" for n in range(3_000))
    after = before.replace("Paragraph 1500 ", "Something new.\n\nParagraph 1500 ")
    assert [piece for piece in pieces(before, after) if piece.kind != "same"] == [
        Piece("added", "Something new.\n\n")
    ]


WINDOW = "\n\nWindow seats are kept for members until noon, and sold after that to whoever comes."


def test_a_paragraph_put_behind_the_last_word_is_all_that_is_marked() -> None:
    before = "The new opening times follow in May."
    assert pieces(before, before + WINDOW) == [Piece("same", before), Piece("added", WINDOW)]


def test_a_clause_put_right_behind_the_last_word_leaves_the_word_alone() -> None:
    before, clause = (
        "They follow in May",
        ", when the hall is painted, the ovens are swept and the new bakers are here",
    )
    assert pieces(before, before + clause) == [Piece("same", before), Piece("added", clause)]


def test_a_word_that_changes_above_a_new_paragraph_is_marked_by_itself() -> None:
    before = "We open at nine.\n\nThe end."
    after = f"We open at ten.{WINDOW}\n\nThe end."
    assert marked(before, after, "removed") == ["nine"]


PARAGRAPHS = st.lists(
    st.lists(
        st.sampled_from(["one", "two,", "Three.", "ä", "😀", "don't", "\u0301x", "May."]), min_size=1, max_size=20
    ).map(" ".join),
    min_size=1,
    max_size=5,
)


@settings(max_examples=200, deadline=None)
@given(PARAGRAPHS, PARAGRAPHS, st.integers(0, 5))
def test_paragraphs_that_are_put_in_anywhere_take_nothing_out(before: list[str], new: list[str], place: int) -> None:
    after = [*before[:place], *new, *before[place:]]
    assert marked("\n\n".join(before), "\n\n".join(after), "removed") == []


def test_words_that_change_next_to_each_other_are_one_change() -> None:
    assert pieces("We sell white bread daily.", "We sell dark rolls daily.") == [
        Piece("same", "We sell "),
        Piece("removed", "white bread"),
        Piece("added", "dark rolls"),
        Piece("same", " daily."),
    ]


def test_an_address_that_changes_is_one_change_and_no_shreds() -> None:
    assert pieces('<a href="/services/">', '<a href="https://evil.example/">') == [
        Piece("same", '<a href="'),
        Piece("removed", "/services"),
        Piece("added", "https://evil.example"),
        Piece("same", '/">'),
    ]


def test_a_rewritten_passage_is_shown_whole_and_not_in_shreds() -> None:
    before = "The oven is lit at four and the first loaves are sold when the church bell rings seven."
    after = "Since Monday we bake with steam, so that a crust stays crisp for days and nobody has to queue."
    assert pieces(before, after) == [Piece("removed", before), Piece("added", after)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (" ".join(f"one{n}" for n in range(90_000)), " ".join(f"two{n * 7 % 90_000}" for n in range(90_000))),
        (" ".join(f"w{n * 31 % 997}" for n in range(90_000)), " ".join(f"w{n * 37 % 991}" for n in range(90_000))),
        ("x" * 1_000_000, "y" * 1_000_000),
        ("word " * 200_000, "word word else " * 60_000),
    ],
    ids=["other-words", "same-words-elsewhere", "no-spaces", "one-word-over-and-over"],
)
def test_texts_too_long_and_too_different_are_compared_in_a_coarse_way_and_that_is_said(
    before: str, after: str
) -> None:
    compared = word_diff(before, after)
    assert compared.coarse
    assert "".join(p.text for p in compared.pieces if p.kind != "added") == before


def test_a_short_text_that_takes_the_place_of_a_long_one_is_compared_exactly() -> None:
    before = " ".join(f"old{n}" for n in range(1_050))
    compared = word_diff(before, "We close for good today.")
    assert not compared.coarse
    assert compared.pieces == [Piece("removed", before), Piece("added", "We close for good today.")]


def test_up_to_a_hundred_kilobytes_no_word_is_marked_that_stays_however_much_differs() -> None:
    """Each second word is another one, so that thousands of changes lie next to each other."""
    words = [f"w{n * 31 % 997}" for n in range(18_000)]
    other = [word if n % 2 else f"x{n * 37 % 991}" for n, word in enumerate(words)]
    before, after = " ".join(words), " ".join(other)
    assert 80_000 < len(before) < 100_000
    compared = word_diff(before, after)
    assert not compared.coarse
    assert len([piece for piece in compared.pieces if piece.kind == "removed"]) == 9_000


def test_a_change_behind_three_thousand_empty_lines_is_found() -> None:
    assert pieces("Hello" + "\n" * 3000, "Hello" + "\n" * 3000 + "<script>") == [
        Piece("same", "Hello" + "\n" * 3000),
        Piece("added", "<script>"),
    ]


@pytest.mark.parametrize(
    ("before", "after", "removed", "added"),
    [
        ("我们九点开门", "我们十点开门", "九", "十"),
        ("เปิดเก้าโมง", "เปิดสิบโมง", "เก้า", "สิบ"),
        ("हिन्दी किताब", "हिन्दू किताब", "हिन्दी", "हिन्दू"),
        ("farm 👩\u200d🌾 a", "farm 👩\u200d🏫 a", "👩\u200d🌾", "👩\u200d🏫"),
        ("hi 👍🏽", "hi 👍🏿", "👍🏽", "👍🏿"),
        ("cafe\u0301 x", "cafe\u0300 x", "cafe\u0301", "cafe\u0300"),
        ("to 🇩🇪", "to 🇩🇰", "🇩🇪", "🇩🇰"),
        ("n 1\ufe0f\u20e3", "n 2\ufe0f\u20e3", "1\ufe0f\u20e3", "2\ufe0f\u20e3"),
    ],
)
def test_what_is_seen_as_one_sign_is_never_cut_apart(before: str, after: str, removed: str, added: str) -> None:
    assert "".join(piece.text for piece in pieces(before, after) if piece.kind == "removed") == removed
    assert "".join(piece.text for piece in pieces(before, after) if piece.kind == "added") == added


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_the_pieces_joined_give_both_texts_back(before: str, after: str) -> None:
    found = pieces(before, after)
    assert "".join(p.text for p in found if p.kind != "added") == before
    assert "".join(p.text for p in found if p.kind != "removed") == after


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_no_two_neighbours_are_of_one_kind(before: str, after: str) -> None:
    kinds = [piece.kind for piece in pieces(before, after)]
    assert all(one != other for one, other in pairwise(kinds))
