"""One block changes, its settings and its saved HTML together; where that can not be, it is said."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.errors import Refusal
from webapp.tools.blocks.changing import changed
from webapp.tools.blocks.finding import Named, followed, meant, one, trail_of
from webapp.tools.blocks.markup import markup_of
from webapp.tools.blocks.parsing import Block, Document
from webapp.tools.blocks.telling import ids, in_words, line

BUTTON = (
    '<!-- wp:button {"className":"is-style-outline"} -->\n<div class="wp-block-button is-style-outline">'
    '<a class="wp-block-button__link wp-element-button" href="/a/">Go</a></div>\n<!-- /wp:button -->'
)
IMAGE = markup_of([{"type": "image", "url": "/a.jpg", "alt": "Old", "media_id": 3}])


def only(markup: str) -> Block:
    [block] = Document(markup).blocks
    return block


CHANGES: list[tuple[str, str, dict[str, Any], str]] = [
    (
        "a text keeps its tag and the tag's attributes",
        '<!-- wp:paragraph -->\n<p id="x" class="y">Old <b>one</b></p>\n<!-- /wp:paragraph -->',
        {"text": "New & <em>better</em>"},
        '<!-- wp:paragraph -->\n<p id="x" class="y">New &amp; <em>better</em></p>\n<!-- /wp:paragraph -->',
    ),
    (
        "the text of a list item with a list below",
        '<!-- wp:list-item -->\n<li>Old<!-- wp:list -->\n<ul class="wp-block-list"></ul>\n<!-- /wp:list --></li>\n'
        "<!-- /wp:list-item -->",
        {"content": "New"},
        '<!-- wp:list-item -->\n<li>New<!-- wp:list -->\n<ul class="wp-block-list"></ul>\n<!-- /wp:list --></li>\n'
        "<!-- /wp:list-item -->",
    ),
    (
        "a level changes the tag, and 2 is not written down",
        '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Hi</h3>\n<!-- /wp:heading -->',
        {"attributes": {"level": 2}},
        '<!-- wp:heading -->\n<h2 class="wp-block-heading">Hi</h2>\n<!-- /wp:heading -->',
    ),
    (
        "an alignment changes the class too",
        '<!-- wp:paragraph {"align":"left"} -->\n<p class="has-text-align-left">Hi</p>\n<!-- /wp:paragraph -->',
        {"align": "right"},
        '<!-- wp:paragraph {"align":"right"} -->\n<p class="has-text-align-right">Hi</p>\n<!-- /wp:paragraph -->',
    ),
    (
        "a setting is taken away with its class",
        '<!-- wp:paragraph {"align":"left"} -->\n<p class="has-text-align-left">Hi</p>\n<!-- /wp:paragraph -->',
        {"unset": ["align"]},
        "<!-- wp:paragraph -->\n<p>Hi</p>\n<!-- /wp:paragraph -->",
    ),
    (
        "an alignment that WordPress 7 keeps in the style, and an anchor that it keeps as a setting",
        '<!-- wp:heading {"style":{"typography":{"textAlign":"left"}},"anchor":"a"} -->\n'
        '<h2 class="wp-block-heading has-text-align-left" id="a">Hi</h2>\n<!-- /wp:heading -->',
        {"align": "center", "anchor": "b"},
        '<!-- wp:heading {"style":{"typography":{"textAlign":"center"}},"anchor":"b"} -->\n'
        '<h2 class="wp-block-heading has-text-align-center" id="b">Hi</h2>\n<!-- /wp:heading -->',
    ),
    (
        "such an alignment is taken away",
        '<!-- wp:paragraph {"style":{"typography":{"textAlign":"left"}}} -->\n<p class="has-text-align-left">Hi</p>\n'
        "<!-- /wp:paragraph -->",
        {"unset": ["align"]},
        "<!-- wp:paragraph -->\n<p>Hi</p>\n<!-- /wp:paragraph -->",
    ),
    (
        "words that only look like a setting",
        '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">The center</p>\n'
        "<!-- /wp:paragraph -->",
        {"replace": {"find": "center", "with": "middle"}},
        '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">The middle</p>\n'
        "<!-- /wp:paragraph -->",
    ),
    (
        "an image's address, words and id",
        IMAGE,
        {"attributes": {"url": "/b.jpg?a=1&b=2", "alt": 'New "one"', "id": "9"}},
        '<!-- wp:image {"id":9,"sizeSlug":"full","linkDestination":"none"} -->\n'
        '<figure class="wp-block-image size-full"><img src="/b.jpg?a=1&amp;b=2" alt="New &quot;one&quot;" '
        'class="wp-image-9"/></figure>\n<!-- /wp:image -->',
    ),
    (
        "a button's address and text",
        BUTTON,
        {"text": "Order", "url": "https://x.test/?a&b"},
        BUTTON.replace("/a/", "https://x.test/?a&amp;b").replace(">Go<", ">Order<"),
    ),
    (
        "bullets become numbers",
        "<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->",
        {"ordered": True},
        '<!-- wp:list {"ordered":true} -->\n<ol><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item --></ol>\n'
        "<!-- /wp:list -->",
    ),
    (
        "a drawn block has only settings, escaped as WordPress escapes them",
        '<!-- wp:x/faq {"q":"old","keep":{"a":[]}} /-->',
        {"attributes": {"q": '<b>"Hi"</b> -- & C:\\temp'}},
        '<!-- wp:x/faq {"q":"\\u003cb\\u003e\\u0022Hi\\u0022\\u003c/b\\u003e \\u002d\\u002d \\u0026 C:\\u005ctemp",'
        '"keep":{"a":[]}} /-->',
    ),
    (
        "one word in a block and the blocks inside it",
        '<!-- wp:group {"className":"Mondey"} -->\n<div class="wp-block-group Mondey"><!-- wp:paragraph -->\n'
        "<p>Open <b>Mondey</b></p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->",
        {"replace": {"find": "Mondey", "with": "Monday & more"}},
        '<!-- wp:group {"className":"Mondey"} -->\n<div class="wp-block-group Mondey"><!-- wp:paragraph -->\n'
        "<p>Open <b>Monday &amp; more</b></p>\n<!-- /wp:paragraph --></div>\n<!-- /wp:group -->",
    ),
    (
        "words that settings and HTML both hold",
        '<!-- wp:y/faq {"q":"Why & how?"} -->\n<div>Why &amp; how?</div>\n<!-- /wp:y/faq -->',
        {"replace": {"find": "Why & how", "with": "When"}},
        '<!-- wp:y/faq {"q":"When?"} -->\n<div>When?</div>\n<!-- /wp:y/faq -->',
    ),
    (
        "text without blocks",
        "classic <i>text</i>",
        {"html": "new text"},
        "new text",
    ),
    (
        "a spelling of the marker that is not WordPress's own stays where no setting changes",
        '<!--  wp:core/paragraph { "a" : 1 }  --><p>Old</p><!-- /wp:core/paragraph  -->',
        {"text": "New"},
        '<!--  wp:core/paragraph { "a" : 1 }  --><p>New</p><!-- /wp:core/paragraph  -->',
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "updates", "expected"), [one[1:] for one in CHANGES], ids=[one[0] for one in CHANGES]
)
def test_a_block_changes_in_its_place(before: str, updates: dict[str, Any], expected: str) -> None:
    new = changed(only(before), updates)
    assert new.markup == expected
    assert new.warnings == []


QUOTE = markup_of([{"type": "quote", "text": "x"}])
MADE_OF_A = "<!-- wp:html -->a<!-- /wp:html -->"
TOLD_TWICE = '<!-- wp:y/h {"t":"Same"} --><h2>Same</h2><!-- /wp:y/h -->'


@pytest.mark.parametrize(
    ("markup", "updates", "words"),
    [
        (QUOTE, {"text": "y"}, "arguments: .* change one of those"),
        (IMAGE, {"text": "y"}, "arguments: .* has no single text"),
        (TOLD_TWICE, {"text": "y"}, "arguments: .* has no single text"),
        ("<!-- wp:x/a /-->", {"text": "y"}, "arguments: .* send attributes"),
        ("<!-- wp:x/a /-->", {"html": "y"}, "arguments: .* has no HTML of its own"),
        ("classic", {"attributes": {"a": 1}}, "arguments: .* has no settings"),
        ('<!-- wp:x/a {"q":} /-->', {"attributes": {"a": 1}}, "arguments: .* can not be read"),
        ("a <p>a</p>", {"replace": {"find": "a", "with": "b"}}, "arguments: .* 2 times"),
        (MADE_OF_A, {"replace": {"find": "z", "with": "b"}}, "element_not_found: .* does not hold"),
        (MADE_OF_A, {"replace": {"with": "b"}}, "arguments: replace must be an object"),
        (MADE_OF_A, {"html": "<!-- wp:x /-->"}, "arguments: HTML inside a block can not hold block markers"),
        (MADE_OF_A, {"unset": "level"}, "arguments: The unset of updates must be a list"),
        (MADE_OF_A, {}, "nothing_to_change"),
        ("<!-- wp:html -->a", {"html": "b"}, "blocks_broken: .* not in order"),
        (BUTTON, {"url": "javascript:x"}, "arguments: .* does not begin with http"),
        ("<!-- wp:heading --><h2>a</h2><!-- /wp:heading -->", {"level": 7}, "arguments: .* one of: 1, 2"),
    ],
)
def test_what_would_break_a_block_is_refused(markup: str, updates: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        changed(only(markup), updates)


def test_a_setting_whose_html_is_not_known_is_changed_with_a_warning() -> None:
    box = only('<!-- wp:y/box {"tone":"red"} -->\n<div class="red">x</div>\n<!-- /wp:y/box -->')
    new = changed(box, {"tone": "blue"})
    assert new.markup.startswith('<!-- wp:y/box {"tone":"blue"} -->')
    assert new.warnings == [
        "Of tone, only the setting changes and not the saved HTML. The editor may say that this block holds "
        "unexpected content, because its settings and its HTML no longer agree."
    ]
    renamed = changed(only("<!-- wp:y/box -->\n<div>x</div>\n<!-- /wp:y/box -->"), {"metadata": {"name": "Box"}})
    assert renamed.warnings == []


PAGE = Document(
    markup_of(
        [
            {"type": "heading", "text": "Hours"},
            {"type": "paragraph", "text": "We bake every day, and on Sundays until the bread is gone."},
            {"type": "separator"},
            {"type": "separator"},
            {"type": "list", "items": ["Bread", "Rolls"]},
            {"type": "image", "url": "/a.jpg", "alt": "A loaf", "class": "round"},
        ]
    )
    + '\n\n<!-- wp:x/map {"metadata":{"name":"The map"},"address":"High Street 1"} /-->'
)


@pytest.mark.parametrize(
    ("kind", "value", "path"),
    [
        ("path", "4.1", (4, 1)),
        ("text", "bake every day", (1,)),
        ("content", "High  Street 1", (6,)),
        ("type", "image", (5,)),
        ("type", "core/heading", (0,)),
        ("class", "round", (5,)),
        ("admin_label", "The map", (6,)),
        ("id", ids(PAGE.every())[3], (3,)),
    ],
)
def test_a_block_is_named_in_many_ways(kind: str, value: str, path: tuple[int, ...]) -> None:
    assert one(PAGE, Named(kind, value)).path == path


def test_several_that_fit_are_refused_with_their_paths_unless_the_first_is_asked_for() -> None:
    with pytest.raises(Refusal) as refused:
        one(PAGE, Named("type", "separator"))
    assert (refused.value.code, refused.value.status) == ("respira_ambiguous_target", 422)
    assert refused.value.details == {"candidate_paths": ["2", "3"]}
    assert one(PAGE, Named("type", "separator", first=True)).path == (2,)
    assert one(PAGE, Named("type", "list-item", holding="Rolls")).path == (4, 1)


def test_none_that_fits_is_said_so() -> None:
    with pytest.raises(Refusal) as refused:
        one(PAGE, Named("path", "9"))
    assert (refused.value.code, refused.value.details) == ("respira_element_not_found", {"found": False})
    with pytest.raises(Refusal, match="is no path of a block"):
        one(PAGE, Named("path", "two"))


def test_a_line_and_a_sentence_tell_what_a_block_is() -> None:
    paragraph, _, separator = PAGE.blocks[1:4]
    assert in_words(paragraph) == 'block 2 (path 1), a paragraph ("We bake every day, and on Sundays until…")'
    assert in_words(separator) == "block 4 (path 3), a separator"
    assert line(PAGE.blocks[4], "a1b2c3d") == {
        "path": "4",
        "id": "a1b2c3d",
        "name": "core/list",
        "text": "Bread Rolls",
        "children": 2,
    }
    assert line(PAGE.blocks[6], "e")["attributes"] == {"metadata": {"name": "The map"}, "address": "High Street 1"}
    assert line(PAGE.blocks[5], "e")["text"] == "A loaf"


def test_a_block_is_followed_through_what_happens_around_it() -> None:
    last = PAGE.blocks[6]
    trail = trail_of(PAGE, last)
    without_first = Document(PAGE.text[PAGE.blocks[1].span.start :])
    moved_on = followed(without_first, trail)
    assert moved_on is not None
    assert moved_on.path == (5,)
    renamed = Document(PAGE.text.replace("High Street 1", "Low Street 2"))
    assert followed(renamed, trail) is not None
    with pytest.raises(Refusal, match="has come to mean another block"):
        meant(without_first, Named("path", "0"), trail)
    without_it = Document(PAGE.text[: last.span.start])
    with pytest.raises(Refusal, match="removes or replaces this block"):
        meant(without_it, Named("path", "0"), trail)
    with pytest.raises(Refusal, match=r"respira_element_moved: .* changes or removes this block"):
        meant(renamed, Named("id", ids(PAGE.every())[-1]), trail)
