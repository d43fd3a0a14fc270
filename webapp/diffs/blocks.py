"""The block markers and shortcodes in a text of WordPress.

From version 6.8 on WordPress writes the markers of blocks anew when it answers: other spacing and other
escapes, the same meaning. `same_content` sees through that. Nothing is mended here: broken markup is only
ever compared.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

_MARKER = re.compile(
    r"<!--\s+(?P<closer>/)?wp:(?P<name>(?:[a-z][a-z0-9_-]*/)?[a-z][a-z0-9_-]*)\s+"
    r"(?P<attributes>\{(?:(?!\}\s+/?-->).)*?\}\s+)?(?P<void>/)?-->",
    re.DOTALL,
)
_SHORTCODE = re.compile(r"(?<!\[)\[(?P<closer>/)?(?P<name>[A-Za-z][\w-]*)(?P<rest>(?:\s[^\[\]]*)?/?)\](?![\](])")
_EXACT = 2**53

Part = str | tuple[str, str, str]


def blocks(content: str) -> Counter[str]:
    """Count the blocks in a text, by name."""
    found = (match for match in _MARKER.finditer(content) if not match["closer"])
    return Counter(_plain_name(match["name"]) for match in found)


def shortcodes(content: str) -> Counter[str]:
    """Count the shortcodes in a text outside its block markers, by name."""
    bare = _MARKER.sub(" ", content)
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
    for match in _MARKER.finditer(content):
        parts += [content[end : match.start()], _marker(match)]
        end = match.end()
    return [part for part in [*parts, content[end:]] if part]


def _marker(match: re.Match[str]) -> Part:
    place = "close" if match["closer"] else "void" if match["void"] else "open"
    return place, _plain_name(match["name"]), _attributes(match["attributes"] or "")


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
