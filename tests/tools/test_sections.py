"""Sections of a page become blocks as the editor would save them."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.errors import Refusal
from webapp.tools.building.sections import markup_of_sections


def test_a_hero_is_a_group_of_heading_text_and_button() -> None:
    hero = {
        "type": "hero",
        "heading": "Bread & boats",
        "text": "Since 1987.",
        "button": {"text": "Order", "url": "/order/"},
    }
    assert markup_of_sections([hero]) == (
        '<!-- wp:group {"layout":{"type":"constrained"}} -->\n'
        '<div class="wp-block-group"><!-- wp:heading -->\n'
        '<h2 class="wp-block-heading">Bread &amp; boats</h2>\n'
        "<!-- /wp:heading -->\n\n"
        "<!-- wp:paragraph -->\n<p>Since 1987.</p>\n<!-- /wp:paragraph -->\n\n"
        '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n'
        '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/order/">Order</a>'
        "</div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons --></div>\n"
        "<!-- /wp:group -->"
    )


def test_an_empty_line_begins_a_new_paragraph() -> None:
    assert markup_of_sections([{"type": "text", "text": "One.\n\nTwo."}]).count("<p>") == 2


def test_features_stand_beside_each_other_four_to_a_row() -> None:
    items = [{"heading": f"Feature {number}", "text": "Fine."} for number in range(5)]
    markup = markup_of_sections([{"type": "features", "items": items}])
    assert (markup.count("<!-- wp:columns"), markup.count("<!-- wp:column ")) == (2, 5)
    assert markup.count('{"level":3}') == 5


def test_questions_are_headings_with_their_answers() -> None:
    markup = markup_of_sections([{"type": "questions", "items": [{"question": "When?", "answer": "At nine."}]}])
    assert '<h3 class="wp-block-heading">When?</h3>' in markup
    assert "<p>At nine.</p>" in markup


def test_an_image_may_be_one_that_an_earlier_step_uploads() -> None:
    image = {"url": "{{step_7c0d3e.url}}", "alt": "Rye", "media_id": "{{step_7c0d3e.id}}"}
    markup = markup_of_sections([{"type": "gallery", "items": [image]}])
    assert 'src="{{step_7c0d3e.url}}"' in markup


def test_own_markup_stays_as_it_is() -> None:
    markup = '<!-- wp:latest-posts {"postsToShow":3} /-->'
    assert markup_of_sections([{"type": "markup", "markup": markup}, {"type": "markup", "markup": markup}]) == (
        f"{markup}\n\n{markup}"
    )


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({"type": "carousel"}, "There is no section type carousel here."),
        ({"type": "text"}, "It holds nothing."),
        ({"type": "features", "items": ["Fast"]}, "Each of its items must be an object."),
        ({"type": "gallery", "items": [{"alt": "Rye"}]}, "An image is an object"),
        ({"type": "hero", "button": "Order"}, "A button is an object"),
        ({"type": "markup"}, "It holds no markup."),
        ({"type": "list"}, "It needs items, a list."),
        (
            {"type": "features", "items": [{"heading": "Fine"}, {"title": "Fast", "text": "Very."}]},
            "Item 2 of features takes no title. It takes: heading, text, image, button.",
        ),
        ({"type": "features", "items": [{}]}, "Item 1 of features needs heading or text or image or button."),
        (
            {"type": "questions", "items": [{"q": "When?", "a": "At nine."}]},
            "Item 1 of questions takes no a, q. It takes: question, answer.",
        ),
        ({"type": "questions", "items": [{"question": "When?"}]}, "Item 1 of questions needs answer."),
        (
            {"type": "text", "text": "Ours:", "items": ["Rye"]},
            "A section of type text takes no items. It takes: heading, text, image.",
        ),
        ({"type": "quote", "text": "Good.", "button": {"text": "More"}}, "A section of type quote takes no button."),
        ({"type": "gallery", "items": [{"url": "/a.png", "title": "Rye"}]}, "A block of type image takes no title."),
    ],
)
def test_what_is_no_section_is_refused_with_its_number(section: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        markup_of_sections([{"type": "text", "text": "Fine."}, section])
    assert refused.value.message.startswith("Section 2: ")
    assert words in refused.value.message
