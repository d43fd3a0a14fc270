"""Changing one block: its text, its HTML, its settings, or words in it. All around the block stays as it is. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.diffs.fields import listed
from webapp.errors import Refusal

from .demands import demand_whole
from .parsing import FREEFORM, Block
from .settings import UNSEEN, Saved, setter_of
from .spelling import CORE, inline, opener, unmarked, wrong
from .telling import in_words, path_text, words_of
from .wording import Wish, count_in_html, count_in_settings, replaced_in_html, replaced_in_settings, wish_of

# What `updates` may hold besides settings.
TEXT, HTML, ATTRIBUTES, UNSET, REPLACE = "text", "html", "attributes", "unset", "replace"
# Blocks whose HTML is all there is of them.
_ALL_HTML = (FREEFORM, "core/html", "core/shortcode")
# Blocks whose text stands within more than one element.
_DEPTHS = {"core/button": 2, "core/code": 2}
_ALSO_TEXT = ("content", "text")
_OWN_NAMES = (TEXT, HTML, ATTRIBUTES, UNSET, REPLACE)
_TEXTS = (
    "core/paragraph",
    "core/heading",
    "core/list-item",
    "core/preformatted",
    "core/verse",
    "core/code",
    "core/button",
)
_ODD = (
    "The editor may say that this block holds unexpected content, because its settings and its HTML no longer agree."
)


@dataclass
class Changed:
    """A block as it is changed, bit by bit.

    Attributes:
        own: its own HTML: before the blocks inside it, between them, and behind the last.
        what: what was changed, for a sentence.
        settings: as they will be; the marker is only written anew where they differ.
    """

    block: Block
    settings: dict[str, Any]
    own: list[str]
    what: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def markup(self) -> str:
        """Return the whole block, changed."""
        span, text = self.block.span, self.block.text
        first = text[span.start : span.inner[0]]
        if self.settings != self.block.attributes:
            first = opener(self.block.name, self.settings, void=span.is_void)
        if span.is_void:
            return first
        inside = [child.markup for child in self.block.children]
        pieces = [piece for pair in zip(self.own, [*inside, ""], strict=True) for piece in pair]
        return first + "".join(pieces) + text[span.inner[1] : span.end]


@dataclass(frozen=True)
class NewBlock:
    """What becomes of a block.

    Attributes:
        what: what was changed, such as "the text and level".
    """

    markup: str
    what: str
    warnings: Sequence[str]


def changed(block: Block, updates: Mapping[str, Any]) -> NewBlock:
    """Change a block.

    Args:
        updates: `text`, `html`, `attributes`, `unset`, `replace`; anything else is taken for a setting.

    Raises:
        Refusal: `respira_invalid_arguments`, the block can not be changed in this way; `respira_blocks_broken`;
            `respira_nothing_to_change`; `respira_element_not_found`, the words to replace are not in it.
    """
    demand_whole(block)
    own = [block.text[start:end] for start, end in block.own_pieces()]
    now = Changed(block, block.attributes, own)
    text, settings = _split(block, updates)
    if settings:
        _change_settings(now, settings)
    if text is not None:
        _change_text(now, str(text))
    if updates.get(HTML) is not None:
        _change_html(now, str(updates[HTML]))
    markup = now.markup()
    if updates.get(REPLACE) is not None:
        wish = wish_of(_mapped(updates[REPLACE], REPLACE))
        markup = _with_words(now, wish)
    if not now.what:
        raise Refusal("respira_nothing_to_change", "Nothing to change: updates names nothing.")
    return NewBlock(markup, listed(now.what), now.warnings)


def _split(block: Block, updates: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return the text that is asked for, and the settings."""
    settings = {name: value for name, value in updates.items() if name not in _OWN_NAMES}
    settings |= dict.fromkeys(_listed(updates.get(UNSET), UNSET))
    settings |= dict(_mapped(updates.get(ATTRIBUTES), ATTRIBUTES))
    text = updates.get(TEXT)
    for name in _ALSO_TEXT:
        if block.name in _TEXTS and isinstance(settings.get(name), str):
            text = settings.pop(name)
    return text, settings


def _with_words(now: Changed, wish: Wish) -> str:
    # What the saved HTML of WordPress's own blocks shows is not in their settings.
    only_html = now.block.name.startswith(CORE) and not now.block.span.is_void
    in_html = count_in_html(now.markup(), wish)
    in_settings = 0 if only_html else count_in_settings(now.settings, wish)
    start, told = _start(now.block), wish.find[:60]
    if not in_html and not in_settings:
        raise Refusal("respira_element_not_found", f"{start} does not hold {told!r}.", found=False)
    most = max(in_html, in_settings)
    if most > 1 and not wish.all:
        raise wrong(f"{start} holds {told!r} {most} times. Send more of the text around it, or all: true.")
    if in_settings:
        now.settings = replaced_in_settings(now.settings, wish)
    now.what.append(f'the words "{told}"')
    return replaced_in_html(now.markup(), wish)


def _mapped(value: Any, name: str) -> Mapping[str, Any]:
    if value is not None and not isinstance(value, Mapping):
        raise wrong(f"The {name} of updates must be an object.")
    return value or {}


def _listed(value: Any, name: str) -> Sequence[str]:
    if value is not None and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        raise wrong(f"The {name} of updates must be a list of names.")
    return value or []


def _change_settings(now: Changed, settings: Mapping[str, Any]) -> None:
    block = now.block
    if block.name == FREEFORM:
        raise wrong(f"{_start(block)} has no settings.")
    if block.spelled_attributes.strip("{} \t\r\n") and not block.attributes:
        raise wrong(f"The settings of {in_words(block)} can not be read, so they are not changed.")
    unknown = []
    for name, value in settings.items():
        setter = None if block.span.is_void else setter_of(block.name, name)
        if setter is not None:
            last = now.own[-1] if len(now.own) > 1 else ""
            saved = setter(Saved(now.settings, now.own[0], last), value)
            now.settings, now.own[0] = saved.settings, saved.first
            now.own[-1] = saved.last if len(now.own) > 1 else saved.first
            continue
        if not block.span.is_void and name not in UNSEEN:
            unknown.append(name)
        now.settings = {key: kept for key, kept in now.settings.items() if key != name or value is not None}
        if value is not None:
            now.settings[name] = value
    if unknown:
        told = ", ".join(sorted(unknown))
        now.warnings.append(f"Of {told}, only the setting changes and not the saved HTML. {_ODD}")
    now.what.append(", ".join(settings))


def _change_text(now: Changed, text: str) -> None:
    block = now.block
    if block.name in _ALL_HTML:
        _change_html(now, text)
        return
    depth = _DEPTHS.get(block.name, 1)
    alone = not block.children
    ends = rf"(?P<end>(?:</[a-z][a-z0-9]*>\s*){{{depth if alone else 0}}})"
    found = re.fullmatch(
        rf"(?P<start>\s*(?:<[a-z][^<>]*>){{{depth}}})(?P<text>.*?){ends}", now.own[0], re.DOTALL | re.IGNORECASE
    )
    if found is None or not (block.name in _TEXTS or _is_plain(now, found["text"])):
        raise wrong(f"{_start(block)} has no single text. {_instead(block)}")
    now.own[0] = found["start"] + inline(text) + found["end"]
    now.what.append("the text")


def _is_plain(now: Changed, text: str) -> bool:
    """Tell whether the only element of a plugin's block holds a text that its settings do not hold too."""
    words = words_of(text)
    alone = not now.block.children and not now.block.name.startswith(CORE)
    is_inline = inline(text).replace("&gt;", ">") == text.replace("&gt;", ">")
    return alone and is_inline and not (words and words in words_of(str(now.settings)))


def _instead(block: Block) -> str:
    if block.span.is_void:
        return "The site draws it from its settings: send attributes."
    if block.children:
        paths = ", ".join(path_text(child.path) for child in block.children[:5])
        return f"It holds other blocks, such as {paths}: change one of those."
    return 'Send replace: {"find": "...", "with": "..."} for some words in it, or attributes.'


def _change_html(now: Changed, sent: str) -> None:
    block = now.block
    if block.span.is_void or block.children:
        raise wrong(f"{_start(block)} has no HTML of its own that could be sent. {_instead(block)}")
    before = now.own[0]
    bare = before.strip()
    head, tail = (before.split(bare, 1)[0], before.rsplit(bare, 1)[1]) if bare else ("\n", "\n")
    now.own[0] = head + unmarked(sent).strip() + tail
    now.what.append("the HTML")
    if block.name not in _ALL_HTML:
        now.warnings.append(_ODD)


def _start(block: Block) -> str:
    told = in_words(block)
    return told[0].upper() + told[1:]
