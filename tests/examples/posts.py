"""Examples of the tools that change posts."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

TITLE = "Q&A: “Fish & Chips” <2 hours"


def _post(hand: Reader) -> Answer:
    old, new = (hand.post("tags", name=name)["id"] for name in ("Old & tried", "New"))
    category = hand.post("categories", name="R&D > Labs")["id"]
    post = hand.post("posts", title=TITLE, content="<!-- wp:paragraph -->\n<p>Words.</p>\n<!-- /wp:paragraph -->")
    made = hand.post(f"posts/{post['id']}", status="publish", tags=[old], categories=[category])
    return {"id": made["id"], "old": old, "new": new, "category": category}


def _pinned(hand: Reader) -> Answer:
    prepared = _post(hand)
    hand.post(f"posts/{prepared['id']}", sticky=True)
    hand.post("comments", post=prepared["id"], content="Well said.", author_name="Ana", author_email="a@b.example")
    return prepared


def _copy_has_the_terms(hand: Reader, prepared: Answer, result: Answer) -> None:
    copy, live = hand.get(f"posts/{result['id']}"), hand.get(f"posts/{prepared['id']}")
    assert (copy["title"]["raw"], copy["excerpt"]["raw"]) == (TITLE, "In short")
    assert (set(copy["tags"]), copy["categories"]) == ({prepared["old"], prepared["new"]}, [prepared["category"]])
    assert (live["excerpt"]["raw"], live["tags"], live["title"]["raw"]) == ("", [prepared["old"]], TITLE)


def _is_in_the_trash(hand: Reader, prepared: Answer, result: Answer) -> None:
    post = hand.get(f"posts/{prepared['id']}")
    assert (post["status"], post["sticky"]) == ("trash", False)


EXAMPLES = (
    Example(
        tool="update_post",
        prepare=_post,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "excerpt": "In short",
            "tags": ["new"],
            "append_terms": True,
        },
        landed=_copy_has_the_terms,
        leaves_in_trash=True,
    ),
    Example(
        tool="delete_post",
        prepare=_pinned,
        arguments=lambda prepared: {"id": prepared["id"]},
        landed=_is_in_the_trash,
    ),
)
