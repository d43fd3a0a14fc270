"""Replacing some words in a block and in those inside it: in what is to be read, and in its own settings. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .parsing import markers
from .settings import UNSEEN
from .spelling import inline, unmarked, wrong

# Settings that hold no words for people.
_NO_WORDS = (*UNSEEN, "align", "anchor", "className", "style", "textAlign")
_TAG = re.compile(r"(<!--(?:(?!<!--).)*?-->|<[^<>]*>)", re.DOTALL)


@dataclass(frozen=True)
class Wish:
    """Which words become which.

    Attributes:
        all: everywhere; otherwise they must be there once.
    """

    find: str
    new: str
    all: bool = False

    @property
    def with_tags(self) -> bool:
        """Whether tags are part of what is looked for; otherwise tags are left alone."""
        return "<" in self.find


def wish_of(told: Mapping[str, Any]) -> Wish:
    """Return what a call wishes.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    find, new = told.get("find"), told.get("with")
    if not isinstance(find, str) or not isinstance(new, str) or not find:
        raise wrong('replace must be an object such as {"find": "Mondey", "with": "Monday"}.')
    return Wish(find, new, told.get("all") is True)


def count_in_html(markup: str, wish: Wish) -> int:
    """Return how often the words are in the HTML of a block and of the blocks inside it."""
    sought = _sought(markup, wish)
    return sum(piece.count(sought) for piece in _readable(markup, wish))


def replaced_in_html(markup: str, wish: Wish) -> str:
    """Return the block with the words replaced in its HTML; its markers stay."""
    sought = _sought(markup, wish)
    new = unmarked(wish.new) if wish.with_tags else inline(wish.new)
    return "".join(piece.replace(sought, new) if readable else piece for readable, piece in _pieces(markup, wish))


def count_in_settings(settings: Mapping[str, Any], wish: Wish) -> int:
    """Return how often the words are in the texts of a block's settings."""
    found: list[int] = []

    def count(text: str) -> str:
        found.append(text.count(wish.find))
        return text

    for name, value in settings.items():
        _each(value, count if name not in _NO_WORDS else str)
    return sum(found)


def replaced_in_settings(settings: Mapping[str, Any], wish: Wish) -> dict[str, Any]:
    """Return the settings with the words replaced in their texts."""

    def replaced(text: str) -> str:
        return text.replace(wish.find, wish.new)

    return {name: value if name in _NO_WORDS else _each(value, replaced) for name, value in settings.items()}


def _each(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {name: _each(one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [_each(one, change) for one in value]
    return value


def _sought(markup: str, wish: Wish) -> str:
    """Return the words as the HTML spells them: an agent may have read `&` where it holds `&amp;`."""
    if wish.with_tags or any(wish.find in piece for piece in _readable(markup, wish)):
        return wish.find
    return html.escape(wish.find, quote=False)


def _readable(markup: str, wish: Wish) -> Iterator[str]:
    return (piece for readable, piece in _pieces(markup, wish) if readable)


def _pieces(markup: str, wish: Wish) -> Iterator[tuple[bool, str]]:
    """Give the pieces of some markup, each with whether words may be replaced in it."""
    at = 0
    for marker in markers(markup):
        yield from _stretch(markup[at : marker.start], wish)
        yield False, markup[marker.start : marker.end]
        at = marker.end
    yield from _stretch(markup[at:], wish)


def _stretch(text: str, wish: Wish) -> Iterator[tuple[bool, str]]:
    if wish.with_tags:
        yield True, text
        return
    for number, piece in enumerate(_TAG.split(text)):
        yield number % 2 == 0, piece
