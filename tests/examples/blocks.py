"""Examples of the tools that change blocks: each leaves every other block of the page byte for byte as it was."""

from __future__ import annotations

from typing import Any

from tests.examples.example import Answer, Example
from tests.site_state import Reader
from tests.tools.test_blocks_forms import CHANGED, FORMS, TARGET

FAQ = (
    '<!-- wp:x/faq {"q":"\\u003cstrong\\u003eHi\\u003c/strong\\u003e \\u0026 \\u0022you\\u0022",'
    '"d":"a\\u002d\\u002db","u":"https://example.org/é"} /-->'
)
WORDS = "<!-- wp:paragraph -->\n<p>regex \\d+\\. and \\\\server\\share 🙂</p>\n<!-- /wp:paragraph -->"
HEADING = '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Hours</h3>\n<!-- /wp:heading -->'
HOURS = "<!-- wp:paragraph -->\n<p>Open on Mondays.</p>\n<!-- /wp:paragraph -->"
LATER = "<!-- wp:paragraph -->\n<p>Closed on Mondays &amp; Tuesdays.</p>\n<!-- /wp:paragraph -->"
LIST = (
    '<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>Bread</li>\n<!-- /wp:list-item -->\n\n'
    "<!-- wp:list-item -->\n<li>Rolls</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->"
)
MAP = (
    '<!-- wp:image {"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="/map.jpg" '
    'alt="The way"/></figure>\n<!-- /wp:image -->'
)
TOP = [FAQ, WORDS, HEADING, HOURS, MAP]


def _of(*blocks: str) -> str:
    return "\n\n".join(blocks)


def _prepared(hand: Reader) -> Answer:
    page = hand.post("pages", title="Hours", content=_of(*TOP))
    return {"id": hand.post(f"pages/{page['id']}", status="publish")["id"]}


def _named(prepared: Answer, words: str, **arguments: Any) -> Answer:
    return {"post_id": prepared["id"], "identifier_type": "text", "identifier_value": words, **arguments}


def _landed(*blocks: str) -> Any:
    def landed(hand: Reader, prepared: Answer, result: Answer) -> None:
        assert hand.page(result["target_id"])["content"]["raw"] == _of(*blocks)
        assert hand.page(prepared["id"])["content"]["raw"] == _of(*TOP)

    return landed


def _in_every_form(hand: Reader) -> Answer:
    page = hand.post("pages", title="Forms", content=_of(TARGET, *FORMS.values()))
    return {"id": hand.post(f"pages/{page['id']}", status="publish")["id"]}


def _all_else_is_as_the_site_shows_it(hand: Reader, prepared: Answer, result: Answer) -> None:
    before = hand.page(prepared["id"])["content"]["raw"]
    assert TARGET in before
    assert hand.page(result["target_id"])["content"]["raw"] == before.replace(TARGET, CHANGED)


EXAMPLES = (
    Example(
        tool="update_element",
        name="forms",
        prepare=_in_every_form,
        arguments=lambda prepared: _named(
            prepared, "We bake every day", updates={"replace": {"find": "every day", "with": "on Sundays"}}
        ),
        landed=_all_else_is_as_the_site_shows_it,
        leaves_in_trash=True,
    ),
    Example(
        tool="update_element",
        prepare=_prepared,
        arguments=lambda prepared: _named(
            prepared, "Open on Mondays", updates={"text": "Closed on Mondays & Tuesdays."}
        ),
        landed=_landed(FAQ, WORDS, HEADING, LATER, MAP),
        leaves_in_trash=True,
    ),
    Example(
        tool="update_element",
        name="settings",
        prepare=_prepared,
        arguments=lambda prepared: {
            "post_id": prepared["id"],
            "identifier_type": "path",
            "identifier_value": "0",
            "updates": {"attributes": {"q": '<em>"Bye"</em> & C:\\temp --'}, "unset": ["d"]},
        },
        landed=_landed(
            '<!-- wp:x/faq {"q":"\\u003cem\\u003e\\u0022Bye\\u0022\\u003c/em\\u003e \\u0026 C:\\u005ctemp '
            '\\u002d\\u002d","u":"https://example.org/é"} /-->',
            WORDS,
            HEADING,
            HOURS,
            MAP,
        ),
        leaves_in_trash=True,
    ),
    Example(
        tool="insert_element",
        prepare=_prepared,
        arguments=lambda prepared: {
            "post_id": prepared["id"],
            "position": "after",
            "target_path": "2",
            "blocks": [{"type": "list", "items": ["Bread", "Rolls"]}],
        },
        landed=_landed(FAQ, WORDS, HEADING, LIST, HOURS, MAP),
        leaves_in_trash=True,
    ),
    Example(
        tool="move_element",
        prepare=_prepared,
        arguments=lambda prepared: _named(prepared, "Open on Mondays", position="start"),
        landed=_landed(HOURS, FAQ, WORDS, HEADING, MAP),
        leaves_in_trash=True,
    ),
    Example(
        tool="remove_element",
        prepare=_prepared,
        arguments=lambda prepared: _named(prepared, "regex"),
        landed=_landed(FAQ, HEADING, HOURS, MAP),
        leaves_in_trash=True,
    ),
    Example(
        tool="duplicate_element",
        prepare=_prepared,
        arguments=lambda prepared: {
            "post_id": prepared["id"],
            "identifier_type": "type",
            "identifier_value": "x/faq",
        },
        landed=_landed(FAQ, FAQ, WORDS, HEADING, HOURS, MAP),
        leaves_in_trash=True,
    ),
)
