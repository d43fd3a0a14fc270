"""A text with markup as it would read on the site, safe to look at: it runs nothing, loads nothing, leads nowhere.

What can not be shown stands there as a labelled box with its words: pictures, embedded pages, forms, shortcodes, and
blocks that WordPress fills in. Pure; the frame around it is somebody else's.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

import nh3
from markupsafe import Markup

from .unseen import visible

# Longer texts are cut: nobody reads a preview of more than a hundred printed pages.
LONGEST = 200_000  # characters
_LONGEST_ADDRESS = 200
_BOX = "stand-in"
_EMBEDS = {
    "audio": "Sound",
    "embed": "Embedded thing",
    "form": "Form",
    "iframe": "Embedded page",
    "object": "Embedded thing",
    "svg": "Drawing",
    "video": "Film",
}
_FIELDS = {"button": "Button", "input": "Form field", "select": "Choice", "textarea": "Form field"}
# What stands inside these is there only for browsers that can not show them.
_HOLLOW = frozenset({"audio", "iframe", "video"})
_GENERIC = {"*": {"lang", "dir"}}
_ATTRIBUTES = {tag: names for tag, names in nh3.ALLOWED_ATTRIBUTES.items() if tag not in ("a", "img")}
_SHOWN_TAGS = nh3.ALLOWED_TAGS - {"img", "map", "area"}
_LOOKED_AT = _SHOWN_TAGS | {"img"} | set(_EMBEDS) | set(_FIELDS)
_LOOKED_AT_ATTRIBUTES = {
    **_ATTRIBUTES,
    **_GENERIC,
    "img": {"src", "alt"},
    "iframe": {"src", "title"},
    "audio": {"src"},
    "video": {"src"},
    "embed": {"src"},
    "input": {"value", "placeholder"},
}
_SHORTCODE = re.compile(r"\[/?[A-Za-z][\w-]*(?:\s[^\[\]]*)?/?\]")
_FILLED_IN = re.compile(r"\s*wp:([a-z][a-z0-9/-]*)\b.*/\s*", re.DOTALL)
_PARAGRAPH = re.compile(r"(?=<(?:p|div|li|h[1-6]|tr|br|blockquote|figure|pre)\b)", re.IGNORECASE)
_MARKUP = re.compile(r"<[^<>]*>")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
# What needs no end, or ends by itself where the next one begins.
_NO_END = frozenset({"br", "dd", "dt", "embed", "hr", "img", "li", "meta", "p"})
# Whoever writes for people nests far less; to take apart what is nested deeper takes the square of the time.
_DEEPEST = 1000
TANGLED = "This text is nested too deep to be shown as it will look."
# How tall a text is: letters in a line, a line, the room behind a paragraph, and what stands above the first one.
_LETTERS = {"phone": 38, "wide": 62}
_LINE, _GAP, _HEAD = 29, 20, 130  # pixels
_LOWEST, _HIGHEST = 220, 2400  # pixels


@dataclass(frozen=True)
class Rendered:
    """A text made safe to look at.

    Attributes:
        left_out: how many characters were cut off at its end.
    """

    markup: Markup
    left_out: int


def rendered(text: str) -> Rendered:
    """Return a text with markup made safe to look at, with boxes for what can not be shown."""
    kept = text[:LONGEST]
    if _is_tangled(kept):
        return Rendered(Markup.escape(TANGLED), 0)
    clean = nh3.clean(kept, tags=_LOOKED_AT, attributes=_LOOKED_AT_ATTRIBUTES, strip_comments=False, link_rel=None)
    boxing = _Boxing()
    boxing.feed(clean)
    boxing.close()
    shown = nh3.clean(
        "".join(boxing.parts),
        tags=_SHOWN_TAGS,
        attributes={**_ATTRIBUTES, **_GENERIC},
        allowed_classes={"span": {_BOX}},
        link_rel=None,
    )
    safe = Markup(shown)  # noqa: S704 - nh3 has just cleaned it, and boxes hold escaped text
    return Rendered(safe, len(text) - len(kept))


def _is_tangled(text: str) -> bool:
    opened: Counter[str] = Counter()
    for ends, name in _TAG.findall(text):
        tag = name.lower()
        if tag in _NO_END or (ends and not opened[tag]):
            continue
        opened[tag] += -1 if ends else 1
        if not ends and opened.total() > _DEEPEST:
            return True
    return False


def height_of(texts: Sequence[str], width: str) -> int:
    """Return how many pixels high a frame is in which texts with markup can be read without scrolling in it, roughly.

    Args:
        width: `phone` or `wide`.
    """
    letters = _LETTERS[width]
    paragraphs = [len(_MARKUP.sub("", one).strip()) for text in texts for one in _PARAGRAPH.split(text[:LONGEST])]
    tall = _HEAD + sum(_GAP + _LINE * -(-one // letters) for one in paragraphs if one)
    return max(_LOWEST, min(tall, _HIGHEST))


class _Boxing(HTMLParser):
    """Writes cleaned markup anew, with a box in the place of whatever can not be shown."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        # The embedded thing whose inside is left out.
        self._within: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._within is not None:
            return
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            self._box("Picture", given.get("alt") or "without words", given.get("src", ""))
        elif tag in _FIELDS:
            self._box(_FIELDS[tag], given.get("value") or given.get("placeholder", ""))
        elif tag in _EMBEDS:
            self._box(_EMBEDS[tag], given.get("title", ""), given.get("src", ""))
            self._within = tag if tag in _HOLLOW else None
        else:
            self.parts.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._within is not None:
            self._within = None if tag == self._within else self._within
        elif tag not in _EMBEDS and tag not in _FIELDS:
            self.parts.append(f"</{tag}>")

    def handle_comment(self, data: str) -> None:
        block = _FILLED_IN.fullmatch(data)
        if block is not None and self._within is None:
            self._box("Block", block[1].removeprefix("core/").replace("-", " "))

    def handle_data(self, data: str) -> None:
        if self._within is not None:
            return
        at = 0
        for code in _SHORTCODE.finditer(data):
            self._write(data[at : code.start()])
            self._box("Shortcode", code[0])
            at = code.end()
        self._write(data[at:])

    def _write(self, text: str) -> None:
        self.parts.append(html.escape(visible(text)))

    def _box(self, name: str, words: str, address: str = "") -> None:
        short = address if len(address) <= _LONGEST_ADDRESS else f"{address[:_LONGEST_ADDRESS]}…"
        told = f"{name}: {words.strip()}" if words.strip() else name
        self.parts.append(
            f'<span class="{_BOX}">{html.escape(visible(f"{told} ({short})" if short else told))}</span>'
        )
