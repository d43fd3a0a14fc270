"""Examples of the tools that make, change and delete users."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader

_NEW_ID = "a user who is made again has a new id, and what was theirs names it"


def _mia(hand: Reader) -> Answer:
    made = hand.post(
        "users",
        username="mia",
        email="mia@x.example",
        password="by-hand-1",
        name="Mia & Co",
        roles=["author"],
    )
    return {"id": made["id"], "heir": hand.get("users/me")["id"]}


def _mia_who_writes(hand: Reader) -> Answer:
    prepared = _mia(hand)
    post = hand.post("posts", title="One", status="publish", comment_status="open", author=prepared["id"])
    hand.post("posts", title="Two", status="draft", author=prepared["id"])
    comment = hand.post("comments", post=post["id"], content="Hello")
    hand.post(f"comments/{comment['id']}", author=prepared["id"])
    return {**prepared, "post": post["id"]}


def _is_made(hand: Reader, prepared: Answer, result: Answer) -> None:
    user = hand.get(f"users/{result['id']}")
    assert (user["username"], user["name"], user["roles"]) == ("otto", "Otto &amp; Co", ["editor"])


def _is_changed(hand: Reader, prepared: Answer, result: Answer) -> None:
    user = hand.get(f"users/{prepared['id']}")
    assert (user["email"], user["first_name"], user["roles"]) == ("new@x.example", "Mia", ["editor"])


def _is_gone(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert prepared["id"] not in [user["id"] for user in hand.get("users", per_page=100)]
    assert hand.get(f"posts/{prepared['post']}")["author"] == prepared["heir"]


EXAMPLES = (
    Example(
        tool="create_user",
        arguments=lambda prepared: {
            "username": "otto",
            "email": "otto@x.example",
            "role": "editor",
            "display_name": "Otto & Co",
        },
        landed=_is_made,
    ),
    Example(
        tool="update_user",
        prepare=_mia,
        arguments=lambda prepared: {
            "id": prepared["id"],
            "email": "new@x.example",
            "first_name": "Mia",
            "role": "editor",
        },
        landed=_is_changed,
    ),
    Example(
        tool="delete_user",
        prepare=_mia_who_writes,
        arguments=lambda prepared: {"id": prepared["id"], "reassign": prepared["heir"]},
        landed=_is_gone,
        differs={
            "users *": _NEW_ID,
            "posts * author": _NEW_ID,
            "posts * _links": _NEW_ID,
            "comments * author": _NEW_ID,
            "comments * _links": _NEW_ID,
        },
    ),
)
