"""Blocks made of descriptions are what the editor itself saves, and no description breaks out of its block."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.errors import Refusal
from webapp.tools.blocks.markup import markup_of
from webapp.tools.blocks.parsing import Document

SAVED: list[tuple[dict[str, Any], str]] = [
    (
        {"type": "paragraph", "text": "We <strong>bake</strong> & sell, 3 < 4"},
        "<!-- wp:paragraph -->\n<p>We <strong>bake</strong> &amp; sell, 3 &lt; 4</p>\n<!-- /wp:paragraph -->",
    ),
    (
        {"type": "heading", "text": "Hours", "level": 3, "align": "center"},
        '<!-- wp:heading {"textAlign":"center","level":3} -->\n'
        '<h3 class="wp-block-heading has-text-align-center">Hours</h3>\n<!-- /wp:heading -->',
    ),
    (
        {"type": "heading", "text": "Hours"},
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">Hours</h2>\n<!-- /wp:heading -->',
    ),
    (
        {"type": "image", "url": "/a.jpg?w=1&h=2", "alt": 'A "loaf"', "media_id": "12", "caption": "Ours"},
        '<!-- wp:image {"id":12,"sizeSlug":"full","linkDestination":"none"} -->\n'
        '<figure class="wp-block-image size-full"><img src="/a.jpg?w=1&amp;h=2" alt="A &quot;loaf&quot;" '
        'class="wp-image-12"/><figcaption class="wp-element-caption">Ours</figcaption></figure>\n<!-- /wp:image -->',
    ),
    (
        {"type": "list", "items": ["One", {"text": "Two", "items": ["Below"]}]},
        '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>One</li>\n<!-- /wp:list-item -->\n\n'
        '<!-- wp:list-item -->\n<li>Two<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n'
        "<li>Below</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list --></li>\n<!-- /wp:list-item --></ul>\n"
        "<!-- /wp:list -->",
    ),
    (
        {"type": "button", "text": "Order", "url": "/order/"},
        '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button">'
        '<a class="wp-block-button__link wp-element-button" href="/order/">Order</a></div>\n<!-- /wp:button --></div>'
        "\n<!-- /wp:buttons -->",
    ),
    (
        {"type": "quote", "text": "Good bread.", "cite": "Ana"},
        '<!-- wp:quote -->\n<blockquote class="wp-block-quote"><!-- wp:paragraph -->\n<p>Good bread.</p>\n'
        "<!-- /wp:paragraph --><cite>Ana</cite></blockquote>\n<!-- /wp:quote -->",
    ),
    (
        {"type": "columns", "items": [{"children": [{"type": "separator"}]}, {"width": "33%"}]},
        '<!-- wp:columns -->\n<div class="wp-block-columns"><!-- wp:column -->\n<div class="wp-block-column">'
        '<!-- wp:separator -->\n<hr class="wp-block-separator has-alpha-channel-opacity"/>\n<!-- /wp:separator -->'
        '</div>\n<!-- /wp:column -->\n\n<!-- wp:column {"width":"33%"} -->\n'
        '<div class="wp-block-column" style="flex-basis:33%"></div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->',
    ),
    (
        {"type": "group", "align": "wide", "class": "hero", "children": [{"type": "spacer", "height": 40}]},
        '<!-- wp:group {"align":"wide","className":"hero","layout":{"type":"constrained"}} -->\n'
        '<div class="wp-block-group alignwide hero"><!-- wp:spacer {"height":"40px"} -->\n'
        '<div style="height:40px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer --></div>\n'
        "<!-- /wp:group -->",
    ),
    (
        {"type": "html", "text": "<marquee>x</marquee>"},
        "<!-- wp:html -->\n<marquee>x</marquee>\n<!-- /wp:html -->",
    ),
]


@pytest.mark.parametrize(("described", "saved"), SAVED, ids=[one["type"] for one, _ in SAVED])
def test_a_description_becomes_what_the_editor_saves(described: dict[str, Any], saved: str) -> None:
    assert markup_of([described]) == saved
    assert all(block.span.whole for block in Document(saved).every())


def test_blocks_stand_one_below_the_other() -> None:
    assert markup_of([{"type": "shortcode", "text": "[a]"}, {"type": "shortcode", "text": "[b]"}]) == (
        "<!-- wp:shortcode -->\n[a]\n<!-- /wp:shortcode -->\n\n<!-- wp:shortcode -->\n[b]\n<!-- /wp:shortcode -->"
    )


def test_what_stands_in_for_an_earlier_steps_image_goes_through() -> None:
    made = markup_of([{"type": "image", "url": "{{step_7c0d3e.url}}", "media_id": "{{step_7c0d3e.id}}"}])
    assert 'src="{{step_7c0d3e.url}}"' in made
    assert 'class="wp-image-{{step_7c0d3e.id}}"' in made
    later = markup_of([{"type": "image", "url": "https://x.test/a.jpg", "media_id": "77"}])
    assert '"id":77,' in later


@pytest.mark.parametrize("media", ["\u00b2", "9" * 5_000])
def test_what_is_no_number_of_an_image_stays_the_text_that_it_is(media: str) -> None:
    assert f'class="wp-image-{media}"' in markup_of([{"type": "image", "url": "/a.jpg", "media_id": media}])


@pytest.mark.parametrize(
    ("described", "words"),
    [
        ({"type": "carousel"}, "There is no block type carousel"),
        ({"type": "heading", "text": "x", "level": 9}, "1 to 6"),
        ({"type": "paragraph", "html": "x"}, "takes no html"),
        ({"type": "button", "text": "x", "url": "java\nscript:alert(1)"}, "does not begin with http"),
        ({"type": "list_item", "text": "x"}, "only goes into one of type list"),
        ({"type": "html", "text": "<!-- wp:paragraph -->"}, "can not hold block markers"),
        ({"type": "list", "items": "x"}, "must be a list"),
        ({"type": "group", "children": ["x"]}, "must be an object"),
        ({"type": "paragraph", "text": ["x"]}, "must be text"),
    ],
)
def test_what_can_be_no_block_is_refused_in_words(described: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match="respira_invalid_arguments") as refused:
        markup_of([described])
    assert words in refused.value.message


def test_no_text_ends_its_block() -> None:
    made = markup_of([{"type": "paragraph", "text": "a <!-- /wp:paragraph --> b </p> <script>x</script>"}])
    assert made == (
        "<!-- wp:paragraph -->\n<p>a &lt;!-- /wp:paragraph --&gt; b &lt;/p&gt; &lt;script&gt;x&lt;/script&gt;</p>\n"
        "<!-- /wp:paragraph -->"
    )


def test_blocks_nested_without_end_are_refused() -> None:
    deep: dict[str, Any] = {"type": "group"}
    for _ in range(800):
        deep = {"type": "group", "children": [deep]}
    with pytest.raises(Refusal, match="nested too deep"):
        markup_of([deep])
