"""The facts that people miss in prose are found, whatever stands around them, and in time."""

import pytest

from webapp.diffs.facts import FactChange, Facts, changed_facts, facts_of, links_of, words_of

PAGE = """<!-- wp:heading {"level":3} --><h3 class="is-5">Rooms</h3><!-- /wp:heading -->
<p style="width:40px">From 9.99 per night, was €1,299.00; 20 % off until 3 March 2026 at 10:30 pm.
Call 030, we had 1.234 guests. <a href="/book?a=1&amp;b=2">Book</a> or see https://rooms.example/map.</p>
<style>p { margin: 7px }</style>"""


def test_prices_dates_numbers_and_links_are_found_in_the_words_and_not_in_the_markup():
    assert facts_of(PAGE) == Facts(
        links=("/book?a=1&b=2", "https://rooms.example/map"),
        prices=("From 9.99", "€1,299.00", "20 %"),
        numbers=("030", "1.234"),
        dates=("3 March 2026", "10:30 pm"),
    )


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("$1,000,000.50 or 1'000.00 CHF", ("$1,000,000.50", "1'000.00 CHF")),
        ("ab 5,00 € pro Nacht", ("ab 5,00 €",)),
        ("9.99/month", ("9.99/month",)),
        ("&euro;12 and &#36;5", ("€12", "$5")),
        ("save 15% on EUR 20", ("15%", "EUR 20")),
        ("7 days, 3 rooms, version 8.2", ()),
    ],
)
def test_money_and_percentages_are_prices_and_other_numbers_are_not(text, prices):
    assert facts_of(text).prices == prices


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("2026-11-30", ("2026-11-30",)),
        ("am 1.5.2026 um 14:30", ("1.5.2026", "14:30")),
        ("Apr. 3rd, 2026", ("Apr. 3rd, 2026",)),
        ("le 5 août", ("5 août",)),
        ("room 2026", ()),
    ],
)
def test_dates_and_times_are_told_from_numbers(text, dates):
    assert facts_of(text).dates == dates


def test_digits_in_a_name_are_no_number():
    assert facts_of("h2 and wp6.8 and a_5").numbers == ()


def test_a_link_is_found_however_its_attribute_is_written():
    text = """<a HREF = 'one'><img src=two><form action="three"></form> {"url":"https:\\/\\/four.example\\/x"}"""
    assert links_of(text) == ("one", "two", "three", "https://four.example/x")


def test_a_picture_that_a_style_names_is_a_link():
    assert links_of("<p style=\"background: URL( '//one.example/x.png')\">a</p>") == ("//one.example/x.png",)


def test_what_changed_is_told_in_pairs_prices_and_links_first():
    after = (
        PAGE.replace("1,299", "1,399").replace("3 March", "4 March").replace("/book", "/pay").replace("030", "031")
    )
    assert changed_facts(PAGE, after) == [
        FactChange("price", "€1,299.00", "€1,399.00"),
        FactChange("link", "/book?a=1&b=2", "/pay?a=1&b=2"),
        FactChange("date", "3 March 2026", "4 March 2026"),
        FactChange("number", "030", "031"),
    ]


def test_what_only_moved_did_not_change():
    assert changed_facts("10 €\n<b>20</b>", "<b>20</b>\n10 €") == []


def test_one_of_two_equal_prices_that_changed_is_told():
    assert changed_facts("10 € and 10 €", "10 € and 12 €") == [FactChange("price", "10 €", "12 €")]


def test_where_more_is_new_than_gone_nothing_is_taken_for_a_replacement():
    assert changed_facts("5 €", "6 € or 7 €") == [
        FactChange("price", "5 €", None),
        FactChange("price", None, "6 €"),
        FactChange("price", None, "7 €"),
    ]


def test_a_comment_that_never_ends_hides_what_stands_in_it():
    assert words_of("one <!-- two <b>three</b>") == "one "


@pytest.mark.parametrize("hidden", ["<script>1</SCRIPT>", "<style>1</Style>", "<!-- wp:paragraph -->"])
def test_letters_that_grow_when_they_are_made_small_hide_no_price(hidden):
    before = f"{'İ' * 40}{hidden}<p>$10</p>"
    assert changed_facts(before, before.replace("$10", "$99")) == [FactChange("price", "$10", "$99")]


@pytest.mark.parametrize("tag", ["<ſcript>", "<scripté>", "<style-guide>", "<script:x>"])
def test_what_merely_looks_like_a_script_hides_no_price(tag):
    assert facts_of(f"<p>{tag}$99</p>").prices == ("$99",)
