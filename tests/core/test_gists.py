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


def text(before: str, after: str, kind: str = "html") -> dict[str, Any]:
    return {"field": "content", "label": "Text", "before": before, "after": after, "kind": kind}


SENTENCES = " ".join(f"Sentence {n} tells what we bake." for n in range(100))


def test_of_a_long_text_the_gist_shows_the_first_place_that_differs_between_the_words_that_stay() -> None:
    after = SENTENCES.replace("Sentence 70 tells what", "Sentence 70 says what").replace(
        "Sentence 90 tells", "It tells"
    )
    [line] = gists.of([text(f"<p>{SENTENCES}</p>", f"<p>{after}</p>")])
    assert line["begin"] == "… ence 69 tells what we bake. Sentence 70 "
    assert (line["before"], line["after"]) == ("tells", "says")
    assert line["end"] == " what we bake. Sentence 71 tells what we …"
    assert (line["tally"], line["whole"]) == ("2 words in, 3 out; this is the first of 2 places", False)


def test_of_words_that_are_only_put_in_nothing_is_shown_as_gone() -> None:
    new = " ".join(f"word{n}" for n in range(1050))
    [line] = gists.of([text(f"<p>{SENTENCES}</p>", f"<p>{SENTENCES}</p><p>{new}</p>")])
    assert line["begin"].startswith("… ")
    assert line["begin"].endswith("Sentence 99 tells what we bake.")
    assert (line["before"], line["end"]) == ("", "")
    assert line["after"].startswith(" word0 word1 word2")
    assert line["after"].endswith(" …")
    assert line["tally"] == "1,050 words in, 0 out"


def test_of_a_text_that_is_new_or_gone_the_gist_shows_the_begin_and_counts_the_words() -> None:
    [new], [gone] = gists.of([text("", f"<p>{SENTENCES}</p>")]), gists.of([text(f"<p>{SENTENCES}</p>", "")])
    assert new["after"].startswith("Sentence 0 tells what we bake. Sentence 1")
    assert (new["before"], new["tally"], gone["tally"]) == ("", "600 words in, 0 out", "0 words in, 600 out")


def test_of_megabytes_the_gist_still_shows_the_place_and_counts_nothing() -> None:
    before = SENTENCES * 300
    after = f"{SENTENCES} Since May we also roast. " + SENTENCES.replace("bake", "roast") * 299
    [line] = gists.of([text(before, after, "text")])
    assert line["begin"].endswith("Sentence 99 tells what we bake.")
    assert line["after"].startswith(" Since May we also roast.")
    assert line["tally"] == ""


def test_where_only_the_markup_differs_the_gist_shows_the_markup() -> None:
    before, after = (f'<p>{SENTENCES} See <a href="{link}">us</a>.</p>' for link in ("/a", "https://evil.example/"))
    [line] = gists.of([text(before, after)])
    assert line["begin"].endswith(' See <a href="')
    assert (line["before"], line["after"]) == ("/a", "https://evil.example/")
    assert line["end"] == '">us</a>.</p>'
