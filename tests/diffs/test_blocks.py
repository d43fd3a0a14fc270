from __future__ import annotations

import pytest

from webapp.diffs.blocks import blocks, lost, same_content, shortcodes

PAGE = (
    '<!-- wp:heading {"level":3} --><h3>Hi</h3><!-- /wp:heading -->\n'
    "<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->\n"
    "<!-- wp:core/paragraph --><p>Two</p><!-- /wp:core/paragraph -->\n"
    '<!-- wp:x/faq {"q":"a\\u002d\\u002db"} /-->\n[contact-form id="7"]\n[gallery]in[/gallery]'
)


def test_blocks_and_shortcodes_are_counted_by_name() -> None:
    assert blocks(PAGE) == {"heading": 1, "paragraph": 2, "x/faq": 1}
    assert shortcodes(PAGE) == {"contact-form": 1, "gallery": 1}


def test_links_lists_and_escaped_brackets_are_no_shortcodes() -> None:
    assert shortcodes("[1, 2] [[gallery]] a[0] [see here](https://example.test)") == {}
    assert shortcodes('<!-- wp:x/list {"ids":[a]} /-->') == {}


def test_what_a_rewrite_would_drop_is_counted() -> None:
    assert lost(PAGE, "<p>Hello</p>") == (4, 2)
    assert lost(PAGE, PAGE.replace("One", "Three")) == (0, 0)


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ('<!-- wp:x/a { "q" : "caf\\u00e9" } /-->', '<!-- wp:x/a {"q":"café"} /-->'),
        ('<!-- wp:x/a {"q":"<b> & --"} /-->', '<!-- wp:x/a {"q":"\\u003cb\\u003e \\u0026 \\u002d\\u002d"} /-->'),
        ('<!-- wp:x/a {"q":"a\\/b"} /-->', '<!-- wp:x/a {"q":"a/b"} /-->'),
        ('<!-- wp:x/a {"q":"\\""} /-->', '<!-- wp:x/a {"q":"\\u0022"} /-->'),
        ('<!-- wp:x/a {"n":1.0,"m":1e3} /-->', '<!-- wp:x/a {"n":1,"m":1000} /-->'),
        ('<!-- wp:x/a {"n":{},"m":{"0":"x","1":"y"}} /-->', '<!-- wp:x/a {"n":[],"m":["x","y"]} /-->'),
        ("<!-- wp:core/paragraph {} -->x<!-- /wp:core/paragraph -->", "<!-- wp:paragraph -->x<!-- /wp:paragraph -->"),
    ],
)
def test_another_spelling_of_the_same_block_is_the_same_content(sent: str, stored: str) -> None:
    assert same_content(sent, stored)


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ('<!-- wp:x/a {"q":"\\u003cb"} /-->', '<!-- wp:x/a {"q":"u003cb"} /-->'),
        ("<p>C:\\temp</p>", "<p>C:temp</p>"),
        ("<!-- wp:x/a /-->", ""),
        ("<p>a</p>", "<p>a</p> "),
    ],
)
def test_a_lost_backslash_or_block_is_another_content(sent: str, stored: str) -> None:
    assert not same_content(sent, stored)
