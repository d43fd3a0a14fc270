"""Blocks are found where WordPress finds them, and whatever is done with one leaves all the others byte for byte."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webapp.tools.blocks.editing import duplicated, inserted, moved, removed, replaced
from webapp.tools.blocks.markup import markup_of
from webapp.tools.blocks.parsing import Document
from webapp.tools.blocks.spelling import attributes_text

# A busy machine is no fault of the code.
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
PIECES = st.sampled_from(
    [
        "<!-- wp:paragraph -->",
        "<!-- /wp:paragraph -->",
        '<!-- wp:x/faq {"q":"\\u003cb\\u003e a\\u002d\\u002db","n":{"m":[1,{}]}} /-->',
        '<!-- wp:core/group {"layout":{"type":"flex"}} -->',
        "<!-- /wp:core/group -->",
        "<!-- wp:spacer {broken} /-->",
        "<!-- wp:html {",
        "<!-- a comment -->",
        "<!--",
        "-->",
        "} -->",
        "<p>Grüße 🙂</p>",
        "\r\n\r\n",
        "\n",
        " ",
        "[shortcode]",
        "<!--nextpage-->",
    ]
)
ANY_TEXT = st.lists(PIECES | st.text(max_size=8), max_size=25).map("".join)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
LEAVES = st.one_of(
    st.builds(lambda text: {"type": "paragraph", "text": text}, WORDS),
    st.builds(lambda text: {"type": "heading", "text": text, "level": 3}, WORDS),
    st.builds(lambda text: {"type": "list", "items": [text, text]}, WORDS),
    st.just({"type": "separator"}),
)
DESCRIBED = st.recursive(
    LEAVES, lambda inner: st.builds(lambda below: {"type": "group", "children": below}, st.lists(inner, max_size=3))
)
SOUND = st.lists(DESCRIBED, min_size=2, max_size=5).map(markup_of).map(Document)


@given(ANY_TEXT)
@settings(CALM, max_examples=300)
def test_any_text_comes_together_again_from_its_blocks_and_what_is_between_them(text: str) -> None:
    document = Document(text)
    at, joined = 0, ""
    for block in document.blocks:
        joined += text[at : block.span.start] + block.markup
        at = block.span.end
    assert joined + text[at:] == text
    for block in document.every():
        start, end = block.span.inner
        assert block.span.start <= start <= end <= block.span.end
        assert replaced(document, block, block.markup) == text
        assert document.at(block.path) is not None


@given(SOUND, st.data())
@settings(CALM, max_examples=60)
def test_a_block_that_is_added_and_taken_out_again_leaves_the_text_as_it_was(
    document: Document, data: st.DataObject
) -> None:
    anchor = data.draw(st.sampled_from(list(document.blocks)))
    position = data.draw(st.sampled_from(["before", "after"]))
    text = inserted(document, "<!-- wp:x/new /-->", position, anchor)
    [new] = [block for block in Document(text).blocks if block.name == "x/new"]
    assert removed(Document(text), new) == document.text


@given(SOUND, st.data())
@settings(CALM, max_examples=60)
def test_moving_and_doubling_a_block_leaves_all_others_byte_for_byte(document: Document, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(document.blocks) - 1))
    before = [block.markup for block in document.blocks]
    block = document.blocks[number]
    doubled = [one.markup for one in Document(duplicated(document, block)).blocks]
    assert doubled == [*before[: number + 1], *before[number:]]
    target = data.draw(st.sampled_from([one for one in document.blocks if one is not block]))
    rest = [one.markup for one in document.blocks if one is not block]
    rest.insert([one for one in document.blocks if one is not block].index(target), block.markup)
    assert [one.markup for one in Document(moved(document, block, "before", target)).blocks] == rest


@given(st.dictionaries(st.text(max_size=6), st.text(max_size=12) | st.integers() | st.booleans(), max_size=4))
@settings(CALM)
def test_attributes_are_spelled_without_what_would_end_the_marker_and_mean_the_same(
    told: dict[str, object],
) -> None:
    spelled = attributes_text(told)
    assert json.loads(spelled) == told
    assert not {"<", ">", "&"} & set(spelled)
    assert "--" not in spelled
    [block] = Document(f"<!-- wp:x/a {spelled} /-->").blocks
    assert block.attributes == told


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<!-- wp:a --><!-- wp:b /--><!-- /wp:a -->", [("0", "core/a", True), ("0.0", "core/b", True)]),
        ("<!-- wp:a --><p>never closed", [("0", "core/a", False)]),
        (
            "<!-- wp:a --><!-- wp:b --><!-- /wp:a --><!-- /wp:b -->",
            [("0", "core/a", False), ("0.0", "core/b", False)],
        ),
        (
            "<!-- wp:a /-->\n\nclassic\n<!-- wp:b /-->",
            [("0", "core/a", True), ("1", "core/freeform", True), ("2", "core/b", True)],
        ),
        ("<!-- wp:a /--><!-- /wp:a -->", [("0", "core/a", True), ("1", "core/freeform", False)]),
        ('<!-- wp:a {"t":"} -- >"} /-->', [("0", "core/a", True)]),
        ("<!-- wp:A /--><!--wp:a /-->", [("0", "core/freeform", True)]),
        ("", []),
    ],
)
def test_blocks_nest_as_wordpress_nests_them_and_what_is_broken_is_known(
    text: str, found: list[tuple[str, str, bool]]
) -> None:
    told = [(".".join(map(str, block.path)), block.name, block.span.whole) for block in Document(text).every()]
    assert told == found


def test_attributes_that_are_no_json_are_none_as_wordpress_takes_them() -> None:
    [block] = Document("<!-- wp:spacer {broken} /-->").blocks
    assert (block.attributes, block.spelled_attributes) == ({}, "{broken}")


@pytest.mark.parametrize("piece", ["<!-- wp:x {", "<!-- wp:x ", "<!-- wp:p -->", "} ", "<!--"])
def test_no_text_takes_long(piece: str) -> None:
    begun = time.process_time()
    assert len(list(Document(piece * (200_000 // len(piece))).every())) >= 1
    assert time.process_time() - begun < 2


def test_settings_far_too_deep_are_left_as_they_are() -> None:
    spelled = '{"a":' + "[" * 400 + "]" * 400 + "}"
    [block] = Document(f"<!-- wp:x/a {spelled} /-->").blocks
    assert (block.attributes, block.spelled_attributes) == ({}, spelled)


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\x85", "\x1c"])
def test_only_blanks_of_ascii_stand_in_a_marker_as_in_wordpress(blank: str) -> None:
    text = f"<!--{blank}wp:paragraph --><p>A</p><!-- /wp:paragraph -->"
    assert [block.name for block in Document(text).blocks if block.name != "core/freeform"] == []
