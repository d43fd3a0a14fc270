"""Examples of the tools for comments."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader


def _post(hand: Reader) -> Answer:
    return {"post": hand.post("posts", title="Hello", status="publish", comment_status="open")["id"]}


def _comment(hand: Reader) -> Answer:
    prepared = _post(hand)
    made = hand.post("comments", post=prepared["post"], content="Nice & <b>fresh</b>", status="approved")
    return {**prepared, "id": made["id"]}


def _is_written(hand: Reader, prepared: Answer, result: Answer) -> None:
    made = hand.get(f"comments/{result['id']}")
    assert (made["content"]["raw"], made["post"], made["status"]) == ("Tom & Jerry", prepared["post"], "approved")


def _is_changed(hand: Reader, prepared: Answer, result: Answer) -> None:
    comment = hand.get(f"comments/{prepared['id']}")
    assert (comment["content"]["raw"], comment["status"]) == ("Nicer", "hold")


def _is_in_the_trash(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get(f"comments/{prepared['id']}")["status"] == "trash"


EXAMPLES = (
    Example(
        tool="create_comment",
        prepare=_post,
        arguments=lambda prepared: {"post_id": prepared["post"], "content": "Tom & Jerry"},
        landed=_is_written,
    ),
    Example(
        tool="update_comment",
        prepare=_comment,
        arguments=lambda prepared: {"id": prepared["id"], "content": "Nicer", "status": "0"},
        landed=_is_changed,
    ),
    Example(
        tool="delete_comment",
        prepare=_comment,
        arguments=lambda prepared: {"id": prepared["id"]},
        landed=_is_in_the_trash,
    ),
)
