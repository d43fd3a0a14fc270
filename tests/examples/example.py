"""What an example is. It knows nothing of Sayso but the tool's name and arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.site_state import Reader

Answer = dict[str, Any]


def _nothing(hand: Reader) -> Answer:
    return {}


@dataclass(frozen=True)
class Example:
    """A call of a tool that writes.

    Attributes:
        tool: its short name.
        prepare: makes by hand, before the first state is read, what the call needs; returns what the others need
            to know of it.
        arguments: of what was prepared.
        landed: asserts on the site, after the apply, that the change is there; it gets what was prepared, and the
            receipt's `result`.
        theme: `classic` or `block`, where the real WordPress needs that kind; a classic one unless said.
        differs: what no undo can put back, besides what every save moves: a pattern of `kind id field` as
            `site_state.differences` begins its lines (`*` for any part), with the reason.
        leaves_in_trash: whether undoing bins what the call made, as it does with drafts and copies.
        sample_only: why the real WordPress can not be asked; empty where it can.
        name: told apart from other examples of the same tool; empty for the first.
        final: why it can not be undone at all; empty where it can.
        plugin: the PHP of a plugin that a real WordPress gets first, such as one that registers a post type which the
            sample site has by itself.
    """

    tool: str
    arguments: Callable[[Answer], Answer]
    landed: Callable[[Reader, Answer, Answer], None]
    prepare: Callable[[Reader], Answer] = _nothing
    theme: str = "classic"
    differs: Mapping[str, str] = field(default_factory=dict)
    leaves_in_trash: bool = False
    sample_only: str = ""
    name: str = ""
    final: str = ""
    plugin: str = ""
