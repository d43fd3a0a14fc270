"""What a page's source tells: read as a browser reads it, and quickly, whatever it is made of."""

from __future__ import annotations

import time

import pytest

from webapp.wordpress import signs

HEAD = """<!DOCTYPE html><html><head><meta charset="utf-8">
<!-- <title>Not this</title> <link rel="canonical" href="https://old.example/"> -->
<script>var a = "<title>Nor this</title>"; // <!--
</script>
<style>/* <title>nor this</title> */</style>
<TITLE lang="en">Fish &amp;
  Chips</TITLE>
<link rel='alternate canonical' href='https://harbour.example/fish/?a=1&amp;b=2'>
<meta name=robots content="max-image-preview:large, NoIndex"><meta name="GOOGLEBOT" content="nofollow">
</head><body><svg><title>A fish</title></svg><meta name="robots" content="none"></body></html>"""


def test_a_head_tells_title_canonical_address_and_robots_and_nothing_of_comments_scripts_or_the_body() -> None:
    head = signs.head_of(HEAD)
    assert signs.title_of(head) == "Fish & Chips"
    assert signs.canonical_of(head) == "https://harbour.example/fish/?a=1&b=2"
    assert signs.robots_of(head, "") == "max-image-preview:large, nofollow, noindex"


def test_what_the_answer_says_to_search_engines_counts_like_what_the_page_says() -> None:
    assert signs.robots_of("", "googlebot: noindex, nofollow") == "googlebot: noindex, nofollow"
    assert [signs.is_hidden(told) for told in ("googlebot: noindex", "none", "follow, index", "nofollow", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_page_that_says_nothing_of_itself_is_no_trouble() -> None:
    for page in ("", "plain words", "<title>never ends", "<head><title", "<link rel=canonical>"):
        head = signs.head_of(page)
        assert (signs.title_of(head), signs.canonical_of(head) or "", signs.robots_of(head, "")) == (None, "", "")


@pytest.mark.parametrize(
    ("page", "fatal"),
    [
        ("<p>There has been a critical error on this website.</p>", "critical_error"),
        ("<h1>Error establishing a database connection</h1>", "database"),
        ("Briefly unavailable for scheduled maintenance. Check back in a minute.", "maintenance"),
        ("<br />\n<b>Fatal error</b>:  Uncaught Error: no in /srv/a.php:7 on line <b>7</b>", "php_error"),
        ("PHP Parse error: syntax error in /srv/a.php on line 3", "php_error"),
        ("<p>What to do at a Fatal error: keep calm.</p>", None),
        ("<p>Hello</p>", None),
    ],
)
def test_known_texts_of_a_broken_site_are_found(page: str, fatal: str | None) -> None:
    assert signs.fatal_in(page) == fatal


@pytest.mark.parametrize(
    ("body", "content_type", "text"),
    [
        ("Caffè".encode("latin-1"), "text/html; charset=ISO-8859-1", "Caffè"),
        (b'<meta charset="windows-1252">\x80', "text/html", '<meta charset="windows-1252">€'),
        ("Caffè".encode(), "text/html; charset=punycode", "Caffè"),
        ("Caffè".encode(), "text/html; charset=nonsense", "Caffè"),
        ("Caffè".encode()[:-1], "text/html; charset=utf-8", "Caff�"),
        (b"\xff\xfe\x00", "", "��\x00"),
    ],
)
def test_a_page_is_read_whatever_it_says_of_its_letters(body: bytes, content_type: str, text: str) -> None:
    assert signs.text_of(body, content_type) == text


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<!--",
        "<title",
        "<title>",
        "<meta ",
        "<meta name='",
        "<script>",
        "</",
        "&",
        "Fatal error: ",
        "<link a=",
        "a=",
    ],
)
def test_a_page_made_to_be_slow_to_read_is_read_at_once(piece: str) -> None:
    page = piece * (2_000_000 // len(piece))
    begun = time.thread_time()
    head = signs.head_of(page)
    signs.title_of(head), signs.canonical_of(head), signs.robots_of(head, ""), signs.fatal_in(page)
    assert time.thread_time() - begun < 3
