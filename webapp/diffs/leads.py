"""Where a text leads: every value in it that may be an address, however its signs are written.

A text may be HTML with markers of blocks, JSON, a style, or one address. It is not parsed as a browser does it, for
what is broken is read differently by each reader: each place where a value can stand is looked at, in each spelling
that some reader of it undoes. So more may be found than leads anywhere. Every search takes time in proportion to the
text. Pure.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from webapp.diffs.addresses import hosts_of

_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([\"'\\/bfnrt]))")
_SIGNS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_STYLE_ESCAPED = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n0-9a-fA-F]))")
# The settings of a block may hold JSON that holds JSON.
_DEPTH = 3
_SETTINGS_BEGIN = re.compile(r"<!--\s+wp:[a-z][a-z0-9/_-]*\s+(?=\{)")
_SETTINGS_END = re.compile(r"\}\s+/?-->")
# A value ends with its quote, or with the text. Each is looked at by itself, so that no quote can hide the next.
_QUOTED = re.compile(r"""(?=[=:,\[(]\s*(?:"([^"]*)|'([^']*)))""")
_UNQUOTED = re.compile(r"""=\s*([^\s"'<>]+)""")
_NAME = re.compile(r"""([\w:-]+)["']?\s*$""")
_LONGEST_NAME = 40
_ENDS = r"""\s"'<>()|\[\]{},"""
_IN_WORDS = re.compile(
    rf"(?:(?:https?|ftp|wss?):|[a-z][a-z0-9+.-]{{0,20}}://|(?:^|(?<=[{_ENDS}=;&]))[\\/]{{2}})[^{_ENDS}]+",
    re.IGNORECASE,
)
_ENDS_A_SENTENCE = ".,;:!?…”’»*_"
_URL = "url"


class Value(NamedTuple):
    """A value in a text, and the name of what it is a value of, in small letters; empty for none."""

    name: str
    text: str


def spellings(text: str) -> list[str]:
    """Return a text as it is, and as it is once the escapes of JSON are undone, as often as it holds any."""
    found = [text]
    while "\\" in found[-1] and len(found) < _DEPTH:
        found.append(_ESCAPED.sub(_sign, found[-1]))
    return list(dict.fromkeys(found))


def values_of(text: str) -> Iterator[Value]:
    """Yield each value in a text that is no empty one: of attributes, in styles, in calls."""
    for match in (*_QUOTED.finditer(text), *_UNQUOTED.finditer(text)):
        value = match[match.lastindex or 0]
        if value:
            named = _NAME.search(text, max(0, match.start() - _LONGEST_NAME), match.start())
            yield Value(named[1].lower() if named else "", html.unescape(value))


def strings_in(value: Any, name: str = "") -> Iterator[Value]:
    """Yield each text in a value of any kind, with the name that it has there."""
    waiting = [(name, value)]
    while waiting:
        called, one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += [(str(inner), each) for inner, each in reversed([*one.items()])]
        elif isinstance(one, list | tuple):
            waiting += [(called, each) for each in reversed(one)]
        elif one is not None:
            yield Value(called.lower(), str(one))


def hosts_in(values: Iterable[Value]) -> set[str]:
    """Return every host that some values lead to."""
    return set().union(*(_hosts_of(value) | _in_text(value.text, _DEPTH) for value in values))


def _hosts_of(value: Value) -> set[str]:
    return hosts_of(value.text, of_a_field=value.name.endswith(_URL))


def _in_text(text: str, depth: int) -> set[str]:
    """Return the hosts in a text.

    Args:
        depth: how often what stands in it may be JSON again.
    """
    if text.lstrip()[:1] in ("{", "["):
        return _in_settings(text, depth)
    hosts, at = set(), 0
    while (begun := _SETTINGS_BEGIN.search(text, at)) is not None:
        hosts |= _in_markup(text[at : begun.start()])
        ended = _SETTINGS_END.search(text, begun.end())
        at = len(text) if ended is None else ended.end()
        hosts |= _in_settings(text[begun.end() : at if ended is None else ended.start() + 1], depth)
    return hosts | _in_markup(text[at:])


def _in_settings(text: str, depth: int) -> set[str]:
    """Return the hosts in JSON; in what is none after all, of it as it is and with its escapes undone."""
    try:
        inner = list(strings_in(json.loads(text, strict=False)))
    except (ValueError, RecursionError):
        return set().union(*map(_in_markup, spellings(text)))
    hosts = set().union(*map(_hosts_of, inner))
    return hosts.union(*(_in_text(value.text, depth - 1) for value in inner)) if depth else hosts


def _in_markup(text: str) -> set[str]:
    hosts = set().union(*map(_hosts_of, set(values_of(text))))
    return hosts.union(*map(_in_words, _readings(text)))


def _in_words(text: str) -> set[str]:
    return set().union(*(hosts_of(found.rstrip(_ENDS_A_SENTENCE)) for found in set(_IN_WORDS.findall(text))))


def _readings(text: str) -> set[str]:
    styled = _STYLE_ESCAPED.sub(_styled_sign, text) if "\\" in text else text
    return {reading for one in (text, styled) for reading in (one, html.unescape(one))}


def _sign(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else _SIGNS.get(match[2], match[2])


def _styled_sign(match: re.Match[str]) -> str:
    if not match[1]:
        return match[2]
    code = int(match[1], 16)
    # Line ends and tabs are passed over where the address is opened.
    return "" if code in (9, 10, 13) else chr(code) if code < 0x110000 else ""
