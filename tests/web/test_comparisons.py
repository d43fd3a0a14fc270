"""Promises of before and after as people read it."""

from __future__ import annotations

from webapp.diffs.words import Piece
from webapp.web.comparisons import Stretch, folded, for_reading, told


def change(kind: str, before: object, after: object) -> dict[str, object]:
    return {"field": "content", "label": "Text", "kind": kind, "before": before, "after": after}


def test_short_lines_stand_side_by_side_and_are_not_marked() -> None:
    assert for_reading([change("text", "About", "Our story")])[0]["words"] == []


def test_prose_is_marked_word_by_word_without_its_markup() -> None:
    read = for_reading([change("html", "<p>Open since 1987.</p>", "<p>Open since <b>1986</b>.</p>")])[0]
    assert read["words"] == [
        Stretch("same", "Open since "),
        Stretch("removed", "1987", number=1),
        Stretch("added", "1986"),
        Stretch("same", "."),
    ]
    assert Stretch("added", "<b>1986</b>") in read["code"]


def test_a_change_of_markup_alone_is_said_to_be_one() -> None:
    read = for_reading([change("html", "<p>Hello</p>", '<p class="big">Hello</p>')])[0]
    assert read["only_markup"] is True
    assert Stretch("added", ' class="big"', number=1) in read["code"]


def test_a_page_that_was_empty_is_all_added() -> None:
    assert for_reading([change("html", None, "<p>Hello</p>")])[0]["words"] == [Stretch("added", "Hello", number=1)]


def test_lists_and_values_are_left_as_they_are() -> None:
    assert for_reading([change("list", ["a"], ["b"])])[0]["words"] == []


def test_many_unchanged_paragraphs_are_folded_and_counted() -> None:
    same = Piece("same", "one\ntwo\nthree\nfour\n")
    assert list(folded([same, Piece("added", "five")])) == [
        Stretch("folded", "one\ntwo\nthree\n", "3 unchanged paragraphs"),
        Stretch("same", "four\n"),
        Stretch("added", "five"),
    ]


def test_the_paragraphs_next_to_a_change_stay_in_view() -> None:
    pieces = [Piece("added", "new\n"), Piece("same", "a\nb\nc\nd\ne\n"), Piece("removed", "old")]
    assert [stretch.text for stretch in folded(pieces)] == ["new\n", "a\n", "b\nc\nd\n", "e\n", "old"]


def test_nothing_is_lost_by_folding() -> None:
    pieces = [Piece("same", "a\nb\nc\nd\ne"), Piece("added", "x"), Piece("same", "f\n\n\ng\nh\ni\nj")]
    assert "".join(stretch.text for stretch in folded(pieces)) == "".join(piece.text for piece in pieces)


def test_markup_is_told_as_lines_with_pictures_named() -> None:
    markup = '<!-- wp:image --><figure><img src="/a.png" alt="An oven"></figure><p>Tea &amp;\ncake</p>'
    assert told(markup) == "[image: An oven]\nTea & cake"
