"""Examples of the tools that change pages."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

ABOUT = "About"


def _about(hand: Reader) -> Answer:
    page = hand.post("pages", title=ABOUT, content="<!-- wp:paragraph -->\n<p>Old words.</p>\n<!-- /wp:paragraph -->")
    return {"id": hand.post(f"pages/{page['id']}", status="publish")["id"]}


def _copy_is_renamed(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.page(result["id"])["title"]["raw"] == "Our story"
    assert hand.page(prepared["id"])["title"]["raw"] == ABOUT


def _is_in_the_trash(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.page(prepared["id"])["status"] == "trash"


EXAMPLES = (
    Example(
        tool="update_page",
        prepare=_about,
        arguments=lambda prepared: {"id": prepared["id"], "title": "Our story"},
        landed=_copy_is_renamed,
        leaves_in_trash=True,
    ),
    Example(
        tool="delete_page",
        prepare=_about,
        arguments=lambda prepared: {"id": prepared["id"]},
        landed=_is_in_the_trash,
    ),
)
