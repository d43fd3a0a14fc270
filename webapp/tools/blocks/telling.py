"""What agents and people are told of a block: a line of an outline, its name in a sentence, an id. Pure."""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .parsing import Block, Document
from .spelling import full_name, short_name
from .tags import value_of

LONGEST = 80
# As much of a block's HTML as may hold the words of a line.
_LOOKED_AT = 4000
_SHORT = 40
_UNSEEN = re.compile(r"<!--(?:(?!<!--).)*?-->|<[^<>]*>", re.DOTALL)
_SPOKEN = {
    "core/freeform": "a text without blocks",
    "core/html": "a block of HTML",
    "core/buttons": "a row of buttons",
    "core/columns": "a row of columns",
    "core/list-item": "a list item",
    "core/more": "a More block",
}


def words_of(markup: str) -> str:
    """Return what is to be read in some markup, without tags and markers."""
    return " ".join(html.unescape(_UNSEEN.sub(" ", markup)).split())


def own_words(block: Block) -> str:
    """Return what is to be read in a block itself, not in the blocks inside it."""
    if block.span.is_void:
        return " ".join(words_of(text) for text in _texts(block.attributes))
    return words_of(block.own_html)


def excerpt(block: Block, longest: int = LONGEST) -> str:
    """Return the first words of a block, with those of the blocks inside it."""
    if block.span.is_void:
        words = own_words(block)
    else:
        start, end = block.span.inner
        looked_at = block.text[start : min(end, start + _LOOKED_AT)]
        words = words_of(looked_at) or html.unescape(value_of(looked_at, "alt", "img"))
    return words if len(words) <= longest else words[: longest - 1].rstrip() + "…"


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def path_text(path: Sequence[int]) -> str:
    """Return a path as agents write it: "2.0.1"."""
    return ".".join(map(str, path))


def fingerprint(block: Block) -> str:
    """Return what a block is recognised by, wherever it stands: seven letters and digits made of its markup."""
    return hashlib.sha256(block.markup.encode("utf-8", "surrogatepass")).hexdigest()[:7]


def ids(blocks: Iterable[Block]) -> list[str]:
    """Return the ids of all blocks of a text, in order: the fingerprint, numbered where it is not the first."""
    seen: Counter[str] = Counter()
    told = []
    for block in blocks:
        mark = fingerprint(block)
        seen[mark] += 1
        told.append(mark if seen[mark] == 1 else f"{mark}-{seen[mark]}")
    return told


def kind_in_words(name: str) -> str:
    """Return how a sentence calls a kind of block: "a paragraph", "a block x/faq"."""
    if name in _SPOKEN:
        return _SPOKEN[name]
    if full_name(short_name(name)) != name or "/" in short_name(name):
        return f"a block {name}"
    word = short_name(name).replace("-", " ")
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def in_words(block: Block) -> str:
    """Return how a sentence calls a block: 'block 3 (path 2), a paragraph ("We bake…")'.

    People count from 1, paths from 0: both read the same sentences.
    """
    words = excerpt(block, _SHORT)
    place = ".".join(str(number + 1) for number in block.path)
    told = f"block {place} (path {path_text(block.path)}), {kind_in_words(block.name)}"
    return f'{told} ("{words}")' if words else told


def line(block: Block, block_id: str) -> dict[str, Any]:
    """Return a block as a line of an outline."""
    told: dict[str, Any] = {"path": path_text(block.path), "id": block_id, "name": block.name}
    words, settings = excerpt(block), block.attributes
    if words:
        told["text"] = words
    if settings:
        short = json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
        told["attributes"] = settings if len(short) <= LONGEST else sorted(settings)
    if block.children:
        told["children"] = len(block.children)
    if not block.span.whole:
        told["broken"] = True
    return told


def in_words_of_place(position: str, anchor: Block | None) -> str:
    """Return how a sentence tells of a place: 'after block 3 (path 2), a paragraph ("We bake…")'."""
    if anchor is None:
        return "at the start of the text" if position == "start" else "at the end of the text"
    where = {"before": "before", "after": "after", "start": "at the start of"}.get(position, "at the end of")
    return f"{where} {in_words(anchor)}"


def new_in_words(document: Document) -> str:
    """Return how a sentence tells of new blocks: 'a heading ("Hours")', "3 new blocks"."""
    if len(document.blocks) > 1:
        return f"{len(document.blocks)} new blocks"
    told = in_words(document.blocks[0]).partition(", ")[2]
    article, _, rest = told.partition(" ")
    return f"a new {rest}" if article in ("a", "an") else told
