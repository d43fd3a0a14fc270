"""Promises of the words of a text with markup, and of how they are set."""

from __future__ import annotations

import time

import pytest

from webapp.diffs.told import Setting, settings, told

PLAIN: frozenset[str] = frozenset()


def test_words_are_told_a_paragraph_a_line_without_comments_and_attributes() -> None:
    markup = '<!-- wp:paragraph --><p class="x">Tea &amp;\ncake</p><p>at  <b>four</b></p><ul><li>One</li></ul>'
    assert told(markup).text == "Tea & cake\nat four\nOne"


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ('<img src="/a.png" alt="An oven">', "[image: An oven]"),
        ("<img src=/a.png>", "[image: without words]"),
        ('<iframe src="https://evil.example/"></iframe>', "[frame: https://evil.example/]"),
        ("<form action='/pay'>Pay</form>", "[form: /pay] Pay"),
        ("a<script>fetch('/x')</script>b", "a\nfetch('/x')\nb"),
        ("<style>p{}</style>", "p{}"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("never closed <!-- all of this", "never closed"),
        ('a <p title="1 > 2">b</p>', "a\nb"),
        ("ten\u00a0km", "ten\u00a0km"),
    ],
)
def test_what_loads_or_runs_something_is_among_the_words(markup: str, words: str) -> None:
    assert told(markup).text == words


def test_each_run_of_words_knows_how_it_is_set() -> None:
    runs = told('<h2>Our <em>old</em></h2><p><a href="/x">story</a></p>').runs
    heading = "a heading of level 2"
    assert [(run.begin, run.end, set(run.setting)) for run in runs] == [
        (0, 3, {heading}),
        (4, 7, {heading, "italic"}),
        (8, 13, {"a link to /x"}),
    ]


def test_words_that_stay_are_cut_where_their_setting_changes() -> None:
    before, after = told('<p>See <a href="/x">our story</a> today</p>'), told("<p>See our <b>story</b> today</p>")
    assert settings("See our story today", before, after, 0, 0) == [
        Setting("See ", PLAIN, PLAIN),
        Setting("our ", frozenset({"a link to /x"}), PLAIN),
        Setting("story ", frozenset({"a link to /x"}), frozenset({"bold"})),
        Setting("today", PLAIN, PLAIN),
    ]


@pytest.mark.parametrize(
    "piece", ["<", "<a ", '<a "', "<!--", "<script>", "<b>x", "<b></i>", "&amp;", "<a '' ", "<a\" <a' "]
)
def test_no_markup_takes_long_to_read(piece: str) -> None:
    assert len(told(piece * (400_000 // len(piece))).text) <= 400_000


def test_a_tag_is_read_quickly_however_long_a_name_is_in_it() -> None:
    begun = time.process_time()
    assert told(f"<a {'x' * 200_000}>").text == ""
    assert time.process_time() - begun < 1


def test_words_in_many_settings_that_all_stay_are_one_stretch() -> None:
    both = told("<b>x</b> <i>y</i> " * 40_000)
    begun = time.process_time()
    found = settings(both.text, both, both, 0, 0)
    assert [(len(one.text), one.differs) for one in found] == [(159_999, False)]
    assert time.process_time() - begun < 5


def test_letters_that_grow_when_they_are_made_small_do_not_shift_the_end_of_a_script() -> None:
    assert told(f"{'İ' * 40}<script>run()</SCRIPT> then").text == f"{'İ' * 40}\nrun()\nthen"
