"""Examples of the tool that changes settings."""

from __future__ import annotations

from tests.examples.example import Answer, Example
from tests.site_state import Reader


def _the_tagline_is_new(hand: Reader, prepared: Answer, result: Answer) -> None:
    assert hand.get("settings")["description"] == "Bread, slower"


EXAMPLES = (
    Example(
        tool="update_option",
        arguments=lambda prepared: {"option": "description", "value": "Bread, slower"},
        landed=_the_tagline_is_new,
    ),
)
