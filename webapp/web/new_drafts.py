"""What a person is told of a new draft: what a yes makes of it. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple


class Becoming(NamedTuple):
    """What is said of a new draft by the status that a yes gives it: before, on the button, and after."""

    tells: str
    asks: str
    said: str


BECOMING = {
    "publish": Becoming("Publishing shows this draft to visitors", "Publish this {word}", "It is published"),
    "private": Becoming(
        "A yes makes it private: only people signed in to WordPress who may read private items see it",
        "Make this {word} private",
        "It is private now",
    ),
    "pending": Becoming(
        "A yes puts it up for review in WordPress, and visitors still do not see it",
        "Put this {word} up for review",
        "It waits in WordPress for a review",
    ),
    "future": Becoming("A yes publishes it at its date", "Schedule this {word}", "It is scheduled"),
}


def becomes(changes: list[dict[str, Any]]) -> str:
    """Return the status that a new draft gets by a yes."""
    return next((str(change["after"]) for change in changes if change["field"] == "status"), "publish")
