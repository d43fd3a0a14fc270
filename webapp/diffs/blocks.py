"""The block markers and shortcodes in a text of WordPress.

From version 6.8 on WordPress writes the markers of blocks anew when it answers: other spacing and other
escapes, the same meaning. `same_content` sees through that. Nothing is mended here: broken markup is only
ever compared.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

_BEGINS = re.compile(r"<!--\s+(/)?wp:((?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*)\s+(?:(\{)|(/)?-->)")
_ENDS = re.compile(r"\}\s+(/)?-->")
_SHORTCODE = re.compile(r"(?<!\[)\[(?P<closer>/)?(?P<name>[A-Za-z][\w-]*)(?P<rest>(?:\s[^\[\]]*)?/?)\](?![\](])")
_EXACT = 2**53

Part = str | tuple[str, str, str]


class Marker(NamedTuple):
    """A marker of a block in a text.

    Attributes:
        place: `open`, `close` or `void`.
        attributes: its settings as JSON; empty for none.
    """

    start: int
    end: int
    place: str
    name: str
    attributes: str


def markers(content: str) -> Iterator[Marker]:
    """Yield the markers in a text, in order. It takes time in proportion to the text, whatever stands in it."""
    begun = _BEGINS.search(content)
    while begun is not None:
        ended = _ENDS.search(content, begun.end() - 1) if begun[3] else begun
        if ended is None:
            # Settings that never end: no later ones end either, but there may be markers without any.
            yield from (_marker_of(one, one, "") for one in _BEGINS.finditer(content, begun.end()) if not one[3])
            return
        yield _marker_of(begun, ended, content[begun.start(3) : ended.start() + 1] if begun[3] else "")
        begun = _BEGINS.search(content, ended.end())


def _marker_of(begun: re.Match[str], ended: re.Match[str], attributes: str) -> Marker:
    void = ended[1] if begun[3] else begun[4]
    place = "close" if begun[1] else "void" if void else "open"
    return Marker(begun.start(), ended.end(), place, _plain_name(begun[2]), attributes)


def blocks(content: str) -> Counter[str]:
    """Count the blocks in a text, by name."""
    return Counter(marker.name for marker in markers(content) if marker.place != "close")


def shortcodes(content: str) -> Counter[str]:
    """Count the shortcodes in a text outside its block markers, by name."""
    bare = " ".join(part for part in canonical_content(content) if isinstance(part, str))
    return Counter(match["name"] for match in _SHORTCODE.finditer(bare) if not match["closer"])


def lost(before: str, after: str) -> tuple[int, int]:
    """Return how many blocks and how many shortcodes of the earlier text the later one does not hold."""
    gone_blocks = (blocks(before) - blocks(after)).total()
    gone_shortcodes = (shortcodes(before) - shortcodes(after)).total()
    return gone_blocks, gone_shortcodes


def same_content(one: str, other: str) -> bool:
    """Tell whether two texts are equal but for the spelling of their block markers."""
    return one == other or canonical_content(one) == canonical_content(other)


def canonical_content(content: str) -> list[Part]:
    """Return a text as its stretches and its block markers, the markers in one spelling."""
    parts: list[Part] = []
    end = 0
    for marker in markers(content):
        parts += [content[end : marker.start], (marker.place, marker.name, _attributes(marker.attributes))]
        end = marker.end
    return [part for part in [*parts, content[end:]] if part]


def _plain_name(name: str) -> str:
    return name.removeprefix("core/")


def _attributes(text: str) -> str:
    try:
        value = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        value = {}
    return json.dumps(_php(value), sort_keys=True) if value else ""


def _php(value: Any) -> Any:
    """Return a value as PHP keeps it: an empty or numbered object is a list, a whole number has no point."""
    if isinstance(value, dict):
        if list(value) == [str(number) for number in range(len(value))]:
            return [_php(one) for one in value.values()]
        return {name: _php(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_php(one) for one in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        return float(value)
    return value
