"""The words of a text with markup, a paragraph a line, and how each of them is set: bold, a heading, a link to where.

What loads something is named in brackets, so that a new picture or frame is read among the words. Comments and all
other attributes are left out. Every search takes time in proportion to the text, whatever stands in it. Pure.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

# fmt: off
_BREAKING = frozenset({
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "iframe", "li", "main", "nav", "ol", "p", "pre",
    "script", "section", "style", "table", "tbody", "td", "th", "thead", "tr", "ul",
})
# fmt: on
_SETTING = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underlined",
    "s": "struck out",
    "del": "struck out",
    "code": "code",
    "mark": "highlighted",
    "blockquote": "a quotation",
    "li": "a list item",
    "pre": "preformatted",
    "script": "a script",
    "style": "a style sheet",
    "sub": "lowered",
    "sup": "raised",
    **{f"h{level}": f"a heading of level {level}" for level in range(1, 7)},
}
# What loads something: what people call it, and the attribute that says from where.
_LOADING = {
    "img": ("image", "src"),
    "iframe": ("frame", "src"),
    "embed": ("embedded file", "src"),
    "object": ("embedded file", "data"),
    "video": ("video", "src"),
    "audio": ("sound", "src"),
    "source": ("file", "src"),
    "input": ("form field", "name"),
    "form": ("form", "action"),
}
_ENDING = {name: re.compile(rf"(?ai:</{name})(?![^ \t\n\r\f/>])") for name in ("script", "style")}
_MARKUP = re.compile(
    r"""<!--|<(?P<closer>/)?(?P<name>[A-Za-z][A-Za-z0-9:-]*+)(?P<attributes>(?:[^<>"']|"[^"]*+"|'[^']*+')*+)>"""
)
# A name is looked for where one begins, so that a long one is read once.
_ATTRIBUTE = re.compile(r"""(?<![^\s=/"'<>])([^\s=/"'<>]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""")
_PLAIN: frozenset[str] = frozenset()
_LINK, _PICTURE = "a link to ", "the picture "
_SPACES = re.compile(r"[ \t\n\r\f]+")
# So many tags inside each other are followed.
_DEEPEST = 20


What = Literal["link", "picture", "place"]


class Run(NamedTuple):
    """Words that are set the same way: from where to where in the told text, and how."""

    begin: int
    end: int
    setting: frozenset[str]


@dataclass
class Told:
    """The words of a text with markup.

    Attributes:
        runs: in reading order; the spaces between them belong to none.
    """

    text: str
    runs: list[Run]


@dataclass
class _Teller:
    parts: list[str] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    length: int = 0
    between: str = ""
    open: list[tuple[str, str]] = field(default_factory=list)
    setting: frozenset[str] = _PLAIN

    def words(self, data: str, also: str = "") -> None:
        """Tell words; spaces in a row are one."""
        spaced = _SPACES.sub(" ", data)
        core = spaced.strip(" ")
        if spaced.startswith(" ") or not core:
            self._space(bool(spaced))
        if not core:
            return
        between = self.between if self.length else ""
        self.parts += [between, core]
        begin = self.length + len(between)
        self.length, self.between = begin + len(core), ""
        self.runs.append(Run(begin, self.length, self.setting | {also} if also else self.setting))
        self._space(spaced.endswith(" "))

    def _space(self, spaced: bool) -> None:
        if spaced and not self.between:
            self.between = " "

    def tag(self, name: str, *, closes: bool, attributes: str) -> None:
        """Take note of a tag."""
        if name in _BREAKING:
            self.between = "\n"
        if closes:
            self._close(name)
            return
        if name in _LOADING:
            self._loads(name, _attributes_in(attributes))
        if name == "a":
            self._open(name, f"{_LINK}{_attributes_in(attributes).get('href', 'nowhere')}")
        elif name in _SETTING:
            self._open(name, _SETTING[name])

    def _open(self, name: str, words: str) -> None:
        if len(self.open) < _DEEPEST:
            self.open.append((name, words))
            self.setting |= {words}

    def _close(self, name: str) -> None:
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place][0] == name:
                del self.open[place]
                self.setting = frozenset(words for _tag, words in self.open)
                return

    def _loads(self, name: str, given: Mapping[str, str]) -> None:
        noun, where = _LOADING[name]
        if name == "img":
            self.words(f" [image: {given.get('alt') or 'without words'}] ", f"{_PICTURE}{given.get(where, '')}")
        elif given.get(where):
            self.words(f" [{noun}: {given[where]}] ")


def told(markup: str) -> Told:
    """Return the words of a text with markup."""
    teller = _Teller()
    for words, tag in _parts(markup):
        if words:
            teller.words(html.unescape(words))
        if tag is not None:
            teller.tag(tag["name"].lower(), closes=bool(tag["closer"]), attributes=tag["attributes"])
    return Told("".join(teller.parts), teller.runs)


def _parts(markup: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """Yield stretches of words, each with the tag after it."""
    place = 0
    while (found := _MARKUP.search(markup, place)) is not None:
        words = markup[place : found.start()]
        if found["name"] is None:
            yield words, None
            closed = markup.find("-->", found.end())
            place = len(markup) if closed < 0 else closed + len("-->")
            continue
        yield words, found
        place = found.end()
        ending = None if found["closer"] else _ENDING.get(found["name"].lower())
        if ending is not None:
            ended = ending.search(markup, place)
            end = len(markup) if ended is None else ended.start()
            yield markup[place:end], None
            place = end
    yield markup[place:], None


def _attributes_in(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(text):
        found.setdefault(match[1].lower(), html.unescape(match[match.lastindex or 1]))
    return found


class Setting(NamedTuple):
    """Words that stay, and how they were and will be set."""

    text: str
    before: frozenset[str]
    after: frozenset[str]

    @property
    def differs(self) -> bool:
        """Whether the words are set another way later."""
        return self.before != self.after

    @property
    def what(self) -> What:
        """What the words are that are set another way: a link that leads elsewhere, another picture, or a place."""
        differs = self.before ^ self.after
        if any(words.startswith(_LINK) for words in differs):
            return "link"
        return "picture" if any(words.startswith(_PICTURE) for words in differs) else "place"


def settings(text: str, before: Told, after: Told, place: int, there: int) -> list[Setting]:
    """Return how words that two texts have in common are set in each, cut where that changes.

    Args:
        text: the words.
        place, there: where they stand in the earlier and in the later text.
    """
    ours, theirs = _set(before, place, len(text)), _set(after, there, len(text))
    cuts = sorted({begin for begin, _setting in [*ours, *theirs]})
    found: list[tuple[int, Setting]] = []
    one = other = 0
    for cut in cuts:
        one, other = _up_to(ours, one, cut), _up_to(theirs, other, cut)
        setting = Setting("", ours[one][1] if ours else _PLAIN, theirs[other][1] if theirs else _PLAIN)
        last = found[-1][1] if found else None
        if last is None or (last != setting and (last.differs or setting.differs)):
            found.append((cut if found else 0, setting))
    ends = [*(begin for begin, _setting in found[1:]), len(text)]
    told_so = [one._replace(text=text[begin:end]) for (begin, one), end in zip(found, ends, strict=False)]
    return told_so or [Setting(text, _PLAIN, _PLAIN)]


def _set(told_text: Told, place: int, length: int) -> list[tuple[int, frozenset[str]]]:
    """Return how a stretch of told words is set: from which of its characters on, and how."""
    first = bisect_right(told_text.runs, place, key=lambda run: run.end)
    end = bisect_left(told_text.runs, place + length, first, key=lambda run: run.begin)
    return [(max(0, run.begin - place), run.setting) for run in told_text.runs[first:end]]


def _up_to(begins: list[tuple[int, frozenset[str]]], number: int, cut: int) -> int:
    while number + 1 < len(begins) and begins[number + 1][0] <= cut:
        number += 1
    return number
