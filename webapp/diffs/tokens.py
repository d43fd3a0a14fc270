"""Cutting a text into what a reader takes for one: words, signs, spaces. Nothing is compared here. Pure.

What is seen as one sign stays one: a letter with its marks, an emoji with what is joined to it, a flag. Scripts that
put no spaces between words are cut sign by sign.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_JOINER, _TONES, _FLAGS = "\u200d", "\U0001f3fb-\U0001f3ff", "\U0001f1e6-\U0001f1ff"
# Thai to Myanmar, Khmer, kana and the ideographs of Chinese and Japanese.
_WITHOUT_SPACES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
# Beyond here only tags and variation selectors belong to the sign before them.
_LAST_MARK = 0x1FFFF
# So far back a word is looked for where a text is cut.
_NEAR = 200


def _ranges(points: Iterator[int]) -> str:
    """Return code points as the inside of a character class."""
    found: list[list[int]] = []
    for point in points:
        if found and found[-1][1] == point - 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in found)


_MARKS = (
    _ranges(point for point in range(0x300, _LAST_MARK) if unicodedata.category(chr(point))[0] == "M")
    + f"\u200c{_JOINER}{_TONES}\U000e0020-\U000e007f\U000e0100-\U000e01ef"
)
_TOKEN = re.compile(
    rf"[{_FLAGS}]{{2}}|[{_WITHOUT_SPACES}][{_MARKS}]*|(?:[^\W{_WITHOUT_SPACES}]+[{_MARKS}]*)+|\s+"
    rf"|[^\w\s](?:[{_MARKS}]|(?<={_JOINER})[^\w\s])*"
)
_BELONGS_TO_ONE_BEFORE = re.compile(f"[{_MARKS}{_FLAGS}]")
_BETWEEN_WORDS = " \n"
_SPACE = re.compile(f"[{_BETWEEN_WORDS}]")
_PARAGRAPH = re.compile(r"[^\n]*\n+|[^\n]+")


def paragraphs(text: str) -> list[str]:
    """Cut a text into its lines, each with the line breaks after it."""
    return _PARAGRAPH.findall(text)


def tokens(text: str) -> list[str]:
    """Cut a text into words, signs and stretches of space; joined they are the text again."""
    return _TOKEN.findall(text)


def begin_of_word(text: str, place: int) -> int:
    """Return where the word at `place` begins; `place` itself where none goes on there, or no space is near."""
    if place >= len(text) or text[place] in _BETWEEN_WORDS:
        return min(place, len(text))
    near = max(0, place - _NEAR)
    space = max(text.rfind(" ", near, place), text.rfind("\n", near, place))
    return space + 1 if space >= 0 else 0 if near == 0 else place


def begin_of_sign(text: str, place: int) -> int:
    """Return where the sign that a cut at `place` would go through begins; `place` where it goes through none."""
    while 0 < place < len(text) and _goes_through(text, place):
        place -= 1
    return place


def end_of_word(text: str, place: int) -> int:
    """Return where the word around `place` ends: `place` itself between words, a sign's end with no space near."""
    if place == 0 or text[place - 1] in _BETWEEN_WORDS:
        return place
    found = _SPACE.search(text, place, place + _NEAR)
    if found or place + _NEAR >= len(text):
        return found.start() if found else len(text)
    while place < len(text) and _goes_through(text, place):
        place += 1
    return place


def _goes_through(text: str, place: int) -> bool:
    return text[place - 1] == _JOINER or _BELONGS_TO_ONE_BEFORE.match(text[place]) is not None
