"""Before and after, made ready for reading: prose word by word, with what stayed the same folded away.

Takes the changes that a step keeps (field, label, before, after, kind) and adds what a template prints: `words` for
prose, `code` for the markup under it. Pure; it compares and never decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from webapp.diffs import told as tellings
from webapp.diffs.facts import FactChange, changed_facts
from webapp.diffs.told import Told, What, settings
from webapp.diffs.words import Piece, word_diff
from webapp.web import outlines
from webapp.web.hosts import plainly
from webapp.web.phrases import count
from webapp.web.stretches import Stretch, bounded, folded, numbered, on_page

__all__ = ["Stretch", "folded", "for_reading", "told"]

View = Literal["words", "code", "both"]

# Shorter lines are shown side by side, whole: now and after.
SIDE_BY_SIDE = 120
_FACTS_OPEN, _MOST_FACTS = 6, 40
# In texts that are longer together, in characters, facts are not looked for.
_LISTED_UP_TO = 2_000_000
_FACTS = {"price": "Price", "date": "Date", "number": "Number", "link": "Link"}
# What became of words that stay.
_BECAME: dict[What, str] = {"link": "changed", "picture": "changed", "place": "only set another way"}
_NOT_PROSE: dict[str, Any] = {"words": [], "code": [], "only_markup": False}


def for_reading(changes: Iterable[Mapping[str, Any]], view: View = "both", first: int = 0) -> list[dict[str, Any]]:
    """Return the changes, each with what is printed of it beside what it holds.

    Of prose that is `words` and `code`, lists of stretches; `only_markup`: the words stay the same; `leads`: words
    that stay link elsewhere or show another picture; `tally`: how much changes, in words; `facts`: the first links,
    prices, dates and numbers that change, where the text is not too long for that (`facts_unlisted`), and
    `folded_facts` the others; `coarse`: more is marked than had to be; `left_out`: not all of it is on the page;
    `last`: the number of its last change. `words` is empty where now and after are short enough for two columns.

    Args:
        view: which of the two is asked for.
        first: the number of the first change on the page, where changes are numbered; 0 where they are not.
    """
    found: list[dict[str, Any]] = []
    last = 0
    for change in changes:
        reading = _made_ready(change, view, first, last)
        last = reading.get("last", last)
        found.append(dict(change) | reading)
    return found


def _made_ready(change: Mapping[str, Any], view: View, first: int, last: int) -> dict[str, Any]:
    before, after = change["before"] or "", change["after"] or ""
    if change["kind"] not in ("text", "html") or not isinstance(before, str) or not isinstance(after, str):
        return _NOT_PROSE | outlines.shown(change)
    if change["kind"] == "html":
        return _markup(before, after, view, first, last) | _besides(before, after, first)
    if _short(before) and _short(after):
        return _NOT_PROSE | outlines.shown(change)
    return _NOT_PROSE | _printed("words", before, after, first, last) | _besides(before, after, first)


def _markup(before: str, after: str, view: View, first: int, last: int) -> dict[str, Any]:
    ours, theirs = tellings.told(before), tellings.told(after)
    reading = {**_NOT_PROSE, "only_markup": ours.text == theirs.text}
    if view == "code":
        return reading | _printed("code", before, after, first, last)
    words = _printed("words", ours.text, theirs.text, first, last, (ours, theirs))
    if view == "words":
        return reading | words
    code = _printed("code", before, after, 0, 0)
    either = {name: words[name] or code[name] for name in ("coarse", "left_out")}
    return reading | code | words | either


def _printed(
    name: str, before: str, after: str, first: int, last: int, tellings: tuple[Told, Told] | None = None
) -> dict[str, Any]:
    """Return what is printed of a comparison, under its name, and what is told of it.

    Args:
        tellings: of the two texts, where it is known how their words are set.
    """
    compared = word_diff(before, after)
    said = list(_with_settings(compared.pieces, *tellings)) if tellings else compared.pieces
    counted, until = numbered(folded(said), last)
    shown = list(bounded(on_page(counted, first or last + 1)))
    return {
        name: shown,
        "coarse": compared.coarse,
        "left_out": any(stretch.left_out or stretch.kind == "elsewhere" for stretch in shown),
        "tally": tally(compared.pieces, [stretch.what for stretch in counted if stretch.kind == "set"]),
        "leads": any(stretch.what != "place" for stretch in counted),
        "last": until,
    }


def _besides(before: str, after: str, first: int) -> dict[str, Any]:
    unlisted = len(before) + len(after) > _LISTED_UP_TO
    facts = [] if unlisted else changed_facts(before, after)
    open_ones = _FACTS_OPEN if len(facts) > _FACTS_OPEN + 1 else len(facts)
    return {
        "facts": [_fact(fact) for fact in facts[:open_ones]],
        "folded_facts": [_fact(fact) for fact in facts[open_ones:_MOST_FACTS]],
        "facts_unlisted": unlisted,
        "more_facts": max(0, len(facts) - _MOST_FACTS),
        "lengths": (len(before), len(after)),
        "numbered": first > 0,
    }


def _fact(fact: FactChange) -> dict[str, str]:
    sides = {name: plainly(value or "") for name, value in (("before", fact.before), ("after", fact.after))}
    return {"label": _FACTS[fact.kind], **sides}


def _short(text: str) -> bool:
    return len(text) <= SIDE_BY_SIDE and "\n" not in text


def told(markup: str) -> str:
    """Return the words of a text with markup, a paragraph a line; comments and attributes are left out."""
    return tellings.told(markup).text


def _with_settings(pieces: Iterable[Piece], ours: Told, theirs: Told) -> Iterator[Piece | Stretch]:
    """Cut what stays where its setting changes."""
    place = there = 0
    for piece in pieces:
        if piece.kind != "same":
            yield piece
        else:
            yield from _set(piece.text, ours, theirs, place, there)
        place += 0 if piece.kind == "added" else len(piece.text)
        there += 0 if piece.kind == "removed" else len(piece.text)


def _set(text: str, ours: Told, theirs: Told, place: int, there: int) -> Iterator[Stretch]:
    for setting in settings(text, ours, theirs, place, there):
        words = setting.text.rstrip() if setting.differs else ""
        if words:
            yield Stretch("set", words, _how(setting.before, setting.after), setting.what)
        if setting.text[len(words) :]:
            yield Stretch("same", setting.text[len(words) :])


def _how(before: frozenset[str], after: frozenset[str]) -> str:
    """Say how words are set now and were before: "now bold"."""
    new, gone = (", ".join(plainly(words) for words in sorted(some)) for some in (after - before, before - after))
    if not new:
        return f"no longer {gone}"
    return f"now {new}, before {gone}" if gone else f"now {new}"


def tally(pieces: Iterable[Piece], set_otherwise: Sequence[What] = ()) -> str:
    """Say how much changes: "3 words in, 5 out, in 2 paragraphs; 1 link changed".

    Args:
        set_otherwise: what each stretch is whose words stay.
    """
    counts = {"added": 0, "removed": 0, "same": 0}
    touched: set[int] = set()
    paragraph = 0
    for kind, text in pieces:
        counts[kind] += len(text.split())
        lines = text.split("\n")
        if kind != "same":
            touched.update(paragraph + place for place, line in enumerate(lines) if line.strip())
        paragraph += len(lines) - 1
    words = f"{count(counts['added'], 'word')} in, {counts['removed']} out, in {count(len(touched), 'paragraph')}"
    told = [words] if touched else []
    told += [
        f"{count(set_otherwise.count(what), what)} {became}"
        for what, became in _BECAME.items()
        if what in set_otherwise
    ]
    return "; ".join(told)
