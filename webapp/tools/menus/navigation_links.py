"""The links of a navigation, as its text holds them, and changing one of them in that text. Pure.

WordPress gives these links no ids. A link is known by an entry: a few signs made of what it is itself, so that it
stays the same while others come, go or move. Whatever a change does not name stays byte for byte.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal
from webapp.tools.blocks.parsing import FREEFORM, Block, spans
from webapp.tools.blocks.spelling import opener, wrapped

LINK, SUBMENU = "core/navigation-link", "core/navigation-submenu"
_TAG = re.compile(r"<[^<>]*>")
_GAP = "\n\n"
# What a link that stands for something of the site has, and a plain one has not.
_OBJECT = ("id", "type", "kind")


@dataclass(frozen=True)
class Link:
    """A link of a navigation, or another block in it.

    Attributes:
        entry: what it is known by.
        below: the links below it.
    """

    entry: str
    block: Block
    below: Sequence[Link]

    @property
    def is_link(self) -> bool:
        """Whether it is a link, and not a block of another kind, such as a list of all pages."""
        return self.block.name in (LINK, SUBMENU)

    @property
    def label(self) -> str:
        """What people read there; of another block its kind, in brackets."""
        if not self.is_link:
            return f"[{self.block.name.removeprefix('core/').replace('-', ' ')}]"
        return html.unescape(_TAG.sub("", str(self.block.attributes.get("label", "")))).strip() or "(no label)"


def links_of(text: str) -> list[Link]:
    """Return the links of a navigation's text, those below others within them."""
    return _links([Block(text, span, at) for at, span in enumerate(spans(text))], {})


def _links(blocks: Sequence[Block], seen: dict[str, int]) -> list[Link]:
    found = []
    for block in blocks:
        if block.name == FREEFORM:
            continue
        name = hashlib.sha256(f"{block.name} {block.spelled_attributes}".encode()).hexdigest()[:6]
        seen[name] = seen.get(name, 0) + 1
        entry = name if seen[name] == 1 else f"{name}-{seen[name]}"
        found.append(Link(entry, block, _links(block.children, seen) if block.name == SUBMENU else ()))
    return found


def every(links: Sequence[Link]) -> Iterator[Link]:
    """Give all links, also those below others."""
    for link in links:
        yield link
        yield from every(link.below)


def found(text: str, entry: str) -> Link:
    """Return a link by its entry.

    Raises:
        Refusal: `respira_not_found`.
    """
    link = next((link for link in every(links_of(text)) if link.entry == entry), None)
    if link is None:
        words = f"The navigation has no entry {entry}, or an earlier step of the plan changes or removes it."
        raise Refusal(
            "respira_not_found", words, hint="Read the navigation, and make all changes of a link in one call."
        )
    if not link.block.span.whole:
        words = f"The block of {link.label} is not closed as it should be."
        raise Refusal("respira_not_possible", words, hint="Mend it in the site editor.")
    return link


def tree(text: str, asked: str = "") -> list[dict[str, Any]]:
    """Return a navigation as `webapp.diffs.trees` takes one. Links that are the same have one id.

    Args:
        asked: the entry of the link that a change is about.
    """

    def told(links: Sequence[Link], depth: int) -> Iterator[dict[str, Any]]:
        for link in links:
            url = str(link.block.attributes.get("url", "")) if link.is_link else ""
            mark = {"asked": True} if link.entry == asked else {}
            yield {"id": link.entry.split("-")[0], "label": link.label, "depth": depth, "link": url, **mark}
            yield from told(link.below, depth + 1)

    return list(told(links_of(text), 0))


def made(attributes: Mapping[str, Any]) -> str:
    """Return the text of a new link."""
    return opener(LINK, attributes, void=True)


def removed(text: str, entry: str) -> str:
    """Return a text without a link and what stands below it."""
    span = found(text, entry).block.span
    before, behind = text[: span.start], text[span.end :]
    gap = re.match(r"\s*", behind)
    rest = behind[gap.end() :] if gap else behind
    if rest and not rest.startswith("<!-- /"):
        return before + rest
    return before.rstrip() + behind


def added(text: str, markup: str, below: str, position: int | None) -> str:
    """Return a text with a link more.

    Args:
        below: the entry of the link that it goes below; empty for none.
        position: its place among the links there, from 1; None for the end.
    """
    if not below:
        blocks = [link.block for link in links_of(text)]
        return _among(text, blocks, markup, position, len(text)) if blocks else _alone(text, markup)
    link = found(text, below)
    if not link.is_link:
        raise Refusal("respira_invalid_arguments", f"No link can stand below {link.label}.")
    block = link.block
    blocks = [one.block for one in link.below]
    if blocks:
        return _among(text, blocks, markup, position, block.span.inner[1])
    new = wrapped(SUBMENU, markup, block.attributes) if block.span.is_void else _filled(block, markup)
    return text[: block.span.start] + new + text[block.span.end :]


def _alone(text: str, markup: str) -> str:
    return f"{text.rstrip()}{_GAP}{markup}" if text.strip() else markup


def _filled(block: Block, markup: str) -> str:
    """Return a submenu without links with its first one."""
    at = block.span.inner[0] - block.span.start
    end = block.span.inner[1] - block.span.start
    return f"{block.markup[:at]}\n{markup}\n{block.markup[end:]}"


def _among(text: str, blocks: Sequence[Block], markup: str, position: int | None, end: int) -> str:
    if position is not None and position <= len(blocks):
        at = blocks[position - 1].span.start
        return f"{text[:at]}{markup}{_GAP}{text[at:]}"
    at = blocks[-1].span.end
    return f"{text[:at]}{_GAP}{markup}{text[at:]}"


def changed(text: str, entry: str, attributes: Mapping[str, Any]) -> str:
    """Return a text with other attributes of a link; None takes one away. Its links below stay."""
    block = found(text, entry).block
    return text[: block.span.start] + _markup(found(text, entry), attributes) + text[block.span.end :]


def _markup(link: Link, attributes: Mapping[str, Any]) -> str:
    block = link.block
    if not attributes:
        return block.markup
    if not link.is_link:
        words = f"{link.label} is no link: it can be moved and removed, and changed in the site editor."
        raise Refusal("respira_invalid_arguments", words)
    later = {name: value for name, value in {**block.attributes, **attributes}.items() if value is not None}
    first = opener(block.name, later, void=block.span.is_void)
    return first + block.text[block.span.inner[0] : block.span.end]


def moved(text: str, entry: str, below: str | None, position: int | None, attributes: Mapping[str, Any]) -> str:
    """Return a text with a link, and what stands below it, at another place, and with other attributes.

    Args:
        below: as of `added`; None where it stands now.
        attributes: as of `changed`.
    """
    link = found(text, entry)
    if below is None:
        below = next((one.entry for one in every(links_of(text)) if link in one.below), "")
    if below in {one.entry for one in every([link])}:
        raise Refusal("respira_invalid_arguments", "A link can not stand below itself.")
    return added(removed(text, entry), _markup(link, attributes), below, position)


def plain_link(url: str) -> dict[str, Any]:
    """Return the attributes that make a link lead to an address, and stand for nothing of the site."""
    return {"url": url, **dict.fromkeys(_OBJECT), "kind": "custom"}


def label_of(text: str) -> str:
    """Return a label as the block keeps it, which is HTML."""
    return html.escape(text, quote=False)
