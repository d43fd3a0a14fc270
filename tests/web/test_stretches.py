"""Promises of long comparisons: what changed is in view, what is left out is said, and a page stays a page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.diffs.words import Piece
from webapp.web.comparisons import for_reading, tally
from webapp.web.hosts import plainly
from webapp.web.stretches import MOST, Stretch, bounded, folded, numbered, on_page


def read(before: str, after: str, kind: str = "html", view: Any = "words", first: int = 1) -> dict[str, Any]:
    change = {"field": "content", "label": "Text", "kind": kind, "before": before, "after": after}
    return for_reading([change], view, first)[0]


def in_view(stretches: list[Stretch]) -> int:
    """How many characters a reader scrolls through."""
    return sum(len(one.text) + len(one.ending) for one in stretches if one.kind != "folded")


def printed(stretches: list[Stretch]) -> int:
    return sum(len(one.text) + len(one.rest) + len(one.ending) for one in stretches)


@pytest.mark.parametrize("gap", [" ", "\n\n"], ids=["one-line", "paragraphs"])
def test_c47_1_one_changed_word_at_the_end_of_forty_kilobytes_is_in_view(gap: str) -> None:
    long = gap.join(["All about bread."] * 2_500)
    shown = read(f"{long} old", f"{long} new", "text")
    assert Stretch("added", "new") in shown["words"]
    assert in_view(shown["words"]) < 700
    assert "".join(one.text for one in shown["words"] if one.kind != "added") == f"{long} old"


@pytest.mark.parametrize("view", ["words", "code"])
def test_c47_2_a_payload_behind_three_thousand_empty_lines_is_in_view(view: str) -> None:
    shown = read("<p>Hello</p>", "<p>Hello</p>" + "\n" * 3000 + "<script>go()</script>", view=view)
    text = "".join(one.text for one in shown[view])
    assert "go()" in text
    assert "⟨2999 empty lines⟩" in text or view == "words"
    assert len(text) < 300


def test_c47_2_of_a_line_of_100_000_characters_the_begin_and_the_end_are_in_view_and_the_length_is_said() -> None:
    shown = read("", "x" * 100_000 + "payload", "text")["words"]
    assert in_view(shown) < 5_000
    assert shown[0].ending.endswith("payload")
    assert len(shown[0].text) + len(shown[0].rest) + len(shown[0].ending) + shown[0].left_out == 100_007


@pytest.mark.parametrize(
    ("text", "view"),
    [
        ("x" * 5_000_000, "words"),
        ("<b>bread</b> " * 160_000, "words"),
        ("\n\n".join(f"Paragraph {n} of ours." for n in range(200_000)), "code"),
    ],
    ids=["no-spaces", "words", "paragraphs"],
)
def test_of_megabytes_a_page_prints_what_a_page_holds_and_says_so(text: str, view: str) -> None:
    shown = read("", text, view=view)
    assert shown["left_out"]
    assert shown["facts_unlisted"]
    assert printed(shown[view]) < 500_000


def test_thousands_of_changes_are_on_pages_and_every_one_is_on_one_of_them() -> None:
    before = "".join(f"Paragraph {n} of ours.\n" for n in range(700))
    after = before.replace("of ours", "of theirs")
    seen: list[int] = []
    for first in (1, 1 + MOST, 1 + 2 * MOST):
        shown = read(before, after, "text", first=first)
        assert shown["last"] == 700
        assert shown["left_out"]
        seen += [one.number for one in shown["words"] if one.number]
    assert seen == list(range(1, 701))


def test_c47_4_a_link_that_leads_elsewhere_is_seen_among_the_words() -> None:
    shown = read('<p>See <a href="/a">us</a> now</p>', '<p>See <a href="https://evil.example/">us</a> now</p>')
    assert shown["only_markup"]
    assert shown["tally"] == "1 link changed"
    assert shown["leads"]
    about = "now a link to https://evil.example/, before a link to /a"
    assert Stretch("set", "us", about, "link", number=1) in shown["words"]
    assert shown["facts"] == [{"label": "Link", "before": "/a", "after": "https://evil.example/"}]


def test_prices_dates_and_links_that_change_are_listed_by_themselves() -> None:
    shown = read("<p>49 € until 2026-01-02</p>", "<p>59 € until 2026-01-03</p>")
    assert shown["facts"] == [
        {"label": "Price", "before": "49 €", "after": "59 €"},
        {"label": "Date", "before": "2026-01-02", "after": "2026-01-03"},
    ]


def test_another_picture_and_another_setting_are_told_apart_from_a_link() -> None:
    shown = read('<p><img src="/a.png" alt="A"> We bake</p>', '<p><img src="/b.png" alt="A"> We <b>bake</b></p>')
    assert shown["tally"] == "1 picture changed; 1 place only set another way"
    bold = read("<p>We bake</p>", "<p>We <b>bake</b></p>")
    assert bold["tally"] == "1 place only set another way"
    assert not bold["leads"]


def test_thirty_numbers_do_not_bury_the_price_and_the_link_among_them() -> None:
    table = "".join(f"<p>Row {n}</p>" for n in range(130, 160))
    shown = read("<p>Hello</p>", f'<p>Hello</p>{table}<p>Now 5 € <a href="https://evil.example/">here</a></p>')
    assert [fact["label"] for fact in shown["facts"]] == ["Price", "Link", "Number", "Number", "Number", "Number"]
    assert (len(shown["folded_facts"]), shown["more_facts"]) == (26, 0)


def test_a_fold_is_not_made_for_one_fact_alone() -> None:
    shown = read("<p>Hello</p>", "<p>Hello</p>" + "".join(f"<p>Row {n}</p>" for n in range(130, 137)))
    assert (len(shown["facts"]), shown["folded_facts"]) == (7, [])


def test_what_changes_is_counted_in_words_and_paragraphs() -> None:
    pieces = [
        Piece("same", "One\n\n"),
        Piece("removed", "two three"),
        Piece("added", "2"),
        Piece("same", "\n\nFour "),
    ]
    assert tally([*pieces, Piece("added", "five\n\nsix")]) == "3 words in, 2 out, in 3 paragraphs"
    assert tally([Piece("same", "One")]) == ""


def test_a_change_of_spaces_alone_is_put_in_words() -> None:
    kinds = [Stretch("added", " "), Stretch("removed", "\n\n"), Stretch("added", "\u00a0"), Stretch("added", " \n")]
    assert [one.text for one in bounded(kinds)] == [
        "⟨1 space⟩",
        "⟨2 line breaks⟩\n",
        "⟨1 space that does not break⟩",
        "⟨2 blanks⟩\n",
    ]


def test_nothing_hides_behind_a_long_row_of_spaces() -> None:
    assert next(bounded([Stretch("same", "a" + " " * 500 + "b")])).text == "a ⟨500 spaces⟩ b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://pаypal.com/x", "https://pаypal.com ⟨mixed alphabets: xn--pypal-4ve.com⟩/x"),
        ("a link to //аррӏе.com", "a link to //аррӏе.com ⟨mixed alphabets: xn--80ak6aa92e.com⟩"),
        ("https://bücher.de/", "https://bücher.de/"),
        ("https://пример.рф/", "https://пример.рф/"),
        ("/services/", "/services/"),
    ],
)
def test_a_host_that_mixes_alphabets_is_told_in_plain_letters_too(text: str, shown: str) -> None:
    assert plainly(text) == shown


PIECES = st.lists(
    st.tuples(st.sampled_from(["same", "added", "removed"]), st.text("ab \n", min_size=1, max_size=900)), max_size=12
)


@settings(max_examples=60, deadline=None)
@given(PIECES)
def test_folding_and_numbering_lose_nothing(made: list[tuple[Any, str]]) -> None:
    pieces = [Piece(kind, text) for kind, text in made]
    counted, last = numbered(folded(pieces), 0)
    assert "".join(one.text for one in counted) == "".join(piece.text for piece in pieces)
    assert [one.number for one in counted if one.number] == list(range(1, last + 1))
    assert list(on_page(counted, 1)) == counted
