"""The facts in a text that people miss in prose: where its links lead, its prices, numbers, dates and times.

They are found in the words that a visitor reads: not in markers of blocks, tags, styles or scripts. Every search
takes time in proportion to the text, whatever stands in it. Pure.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

Kind = Literal["link", "price", "number", "date"]

_MONTHS = (
    "jan(?:uary|uar|vier|v)?|feb(?:ruary|ruar)?|f[ée]v(?:rier)?|m(?:ar(?:ch)?|ärz|rz|ars)|apr(?:il)?|avr(?:il)?|may|mai"
    "|june?|juni?|juin|july?|juli?|juillet|aug(?:ust)?|août|sep(?:t(?:ember|embre)?)?|o[ck]t(?:ober|obre)?"
    "|nov(?:ember|embre)?|d[eé][cz](?:ember|embre)?"
)
_SIGN = "[$€£¥₹₽₩₪₺₫₴฿]"
_CODE = (
    "(?:USD|EUR|GBP|CHF|AUD|CAD|NZD|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|RON|BRL|ZAR|MXN|TRY|Euros?|Dollars?|Kč|zł|kr)"
)
# Thousands may be set apart by a point, a comma, an apostrophe or a narrow space; a longer run of digits is an id.
_NUMBER = r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3}){1,5}(?:[.,]\d{1,2})?(?!\d)|\d{1,18}(?:[.,]\d{1,9})?"
# An amount of money may have its thousands apart by any space; of other numbers that would join two.
_AMOUNT = rf"\d{{1,3}}(?:[ \u00a0\u2009\u202f]\d{{3}}){{1,5}}(?:[.,]\d{{1,2}})?(?!\d)|{_NUMBER}"
_DECIMAL = r"\d{1,9}[.,]\d{2}(?!\d)"
_BEFORE_PRICE = r"(?:from|only|just|now|for|ab|nur|jetzt|für|dès|seulement|desde|solo|vanaf)"
# After these a bare number is a price, be it behind a colon or in the next cell of a table.
_CALLED_PRICE = (
    r"(?:prices?|costs?|fees?|rates?|charges?|preise?|gebühr(?:en)?|kostet|kosten|prix|tarifs?|coûts?|precios?|coste"
    r"|prezz[io]|costo|prijs|pris|cena|preço)\b[ \u00a0]?[:=]?\s{0,6}(?:(?:is|of|ist|est|es|è)\b\s{1,2})?"
)
_AFTER_PRICE = r"(?:per|each|pro|je|par|por)\b"
_DATES = (
    r"\d{4}-\d{2}-\d{2}(?!\d)"
    r"|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?!\d)"
    rf"|\d{{1,2}}(?:\.|st|nd|rd|th)?[ \u00a0](?:{_MONTHS})\b\.?(?:,?[ \u00a0]\d{{4}}(?!\d))?"
    rf"|\b(?:{_MONTHS})\b\.?[ \u00a0]\d{{1,2}}(?:st|nd|rd|th)?(?!\d)(?:,?[ \u00a0]\d{{4}}(?!\d))?"
    r"|\d{1,2}:\d{2}(?!\d)(?:[ \u00a0]?[ap]\.?m\b)?"
)
_PRICES = (
    rf"(?:{_SIGN}|\b{_CODE})[ \u00a0\u202f]?(?:{_AMOUNT})"
    rf"|(?:{_AMOUNT})[ \u00a0\u202f]?(?:{_SIGN}|{_CODE}\b|%)"
    rf"|\b{_BEFORE_PRICE}[ \u00a0]{_DECIMAL}(?:[ \u00a0]?(?:{_SIGN}|{_CODE}\b))?"
    rf"|{_DECIMAL}[ \u00a0]?(?:/[ \u00a0]?\w{{1,20}}|{_AFTER_PRICE})"
    rf"|\b{_CALLED_PRICE}{_SIGN}?[ \u00a0]?(?:{_AMOUNT})(?!\d|[:./]\d|(?:\.|st|nd|rd|th)?[ \u00a0]?(?:{_MONTHS})\b)"
)
_FACT = re.compile(rf"(?P<date>{_DATES})|(?P<price>{_PRICES})|(?P<number>{_NUMBER})", re.IGNORECASE)
# What can stand right before a digit and belong to it. Digits are looked for first: that is what is quick.
_LEAD = re.compile(
    rf"(?:{_SIGN}|\b{_CODE}|\b{_CALLED_PRICE}{_SIGN}?|\b{_BEFORE_PRICE}[ \u00a0]"
    rf"|\b(?:{_MONTHS})\b\.?[ \u00a0])[ \u00a0\u202f]?$",
    re.IGNORECASE,
)
_LONGEST_LEAD = 24
_DIGITS = re.compile(r"\d[\d.,]*")
# Digits that go on, or belong to a name such as h2, are no numbers of their own.
_GOES_ON = re.compile(r"[\d.,_A-Za-z]")
_LINK_BEGINS = re.compile(r"=|://|[uU][rR][lL]\(")
_LINK_NAMES = ("href", "src", "action", "poster", "data", "background")
_LONGEST_LINK_NAME = 20
_VALUE = re.compile(r"""\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_IN_STYLE = re.compile(r"""\s{0,9}["']?([^\s"'()<>]+)""")
_SCHEMES = ("https", "http")
_ADDRESS = re.compile(r"""[^\s"'<>\\|)]+""")
_ADDRESS_IN_WORDS = re.compile(r"""https?://[^\s"'<>\\|)]+""")
# Only these letters, in either case: what merely looks like such a tag hides nothing.
_UNREAD = re.compile(r"<!--|<(?P<name>(?ai:script|style))(?![^ \t\n\r\f/>])")
_READ_AGAIN = {name: re.compile(rf"(?ai:</{name})(?![^ \t\n\r\f/>])") for name in ("script", "style")}
_COMMENT_ENDS = re.compile("-->")
# These stand in the middle of a word or a number; all others end one.
_IN_A_WORD = re.compile(
    r"</?(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|time|tt"
    r"|u|var|wbr)\b[^<>]*>",
    re.IGNORECASE,
)
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_TAG = re.compile(r"<[^<>]*>")
_ENDS_A_SENTENCE = ".,;:!?"


@dataclass(frozen=True)
class Facts:
    """What is in a text, each in reading order and as often as it stands there.

    Attributes:
        links: where links, pictures and forms lead, as written.
        prices: amounts of money, and percentages.
        numbers: all others.
        dates: dates, and times of day.
    """

    links: tuple[str, ...] = ()
    prices: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()


@dataclass(frozen=True)
class FactChange:
    """A fact that is another one in the later text.

    Attributes:
        before: None where it is new.
        after: None where it is gone, or where nothing tells what took its place.
    """

    kind: Kind
    before: str | None
    after: str | None


def facts_of(text: str) -> Facts:
    """Return the facts in a text, which may be HTML with markers of blocks."""
    found: dict[str, list[str]] = {"date": [], "price": [], "number": []}
    words, end = _ADDRESS_IN_WORDS.sub(" ", _UNSEEN.sub("", words_of(text))), 0
    while (digit := _DIGITS.search(words, end)) is not None:
        match = _fact_around(words, digit.start(), end)
        if match is not None:
            found[match.lastgroup or ""].append(" ".join(match[0].split()))
        end = digit.end() if match is None else match.end()
    return Facts(links_of(text), tuple(found["price"]), tuple(found["number"]), tuple(found["date"]))


def links_of(text: str) -> tuple[str, ...]:
    """Return where the links, pictures and forms in a text lead, as written, in reading order."""
    # Inside the marker of a block a slash may be written with an escape.
    text, links, end = text.replace("\\/", "/"), [], 0
    while (begun := _LINK_BEGINS.search(text, end)) is not None:
        link, end = _link_at(text, begun)
        if link:
            links.append(html.unescape(link).strip())
    return tuple(links)


def words_of(text: str) -> str:
    """Return the words in a text that a visitor reads, without its markup."""
    bare = _TAG.sub(" ", _IN_A_WORD.sub("", "".join(_read_parts(text)))) if "<" in text else text
    return html.unescape(bare)


def changed_facts(before: str, after: str) -> list[FactChange]:
    """Return which facts differ between two texts: prices first, then links, dates and numbers.

    Where as many are gone as are new, they are taken to have replaced each other, in reading order; where not, each
    stands by itself. A fact that only moved is none that changed.
    """
    ours, theirs = only_in_one(before, after)
    one, other = facts_of(ours), facts_of(theirs)
    return [
        *_changed("price", one.prices, other.prices),
        *_changed("link", one.links, other.links),
        *_changed("date", one.dates, other.dates),
        *_changed("number", one.numbers, other.numbers),
    ]


def only_in_one(before: str, after: str) -> tuple[str, str]:
    """Return of each of two texts the lines that the other does not hold, so that little is left to be searched."""
    one, other = before.split("\n"), after.split("\n")
    return "\n".join(_without(one, other)), "\n".join(_without(other, one))


def _without(these: Sequence[str], those: Sequence[str]) -> list[str]:
    """Return what is in one list more often than in the other, in order."""
    left = Counter(those)
    kept = []
    for this in these:
        if left[this] > 0:
            left[this] -= 1
        else:
            kept.append(this)
    return kept


def _changed(kind: Kind, before: Sequence[str], after: Sequence[str]) -> list[FactChange]:
    gone, new = _without(before, after), _without(after, before)
    if len(gone) == len(new):
        pairs = [FactChange(kind, one, other) for one, other in zip_longest(gone, new)]
    else:
        pairs = [FactChange(kind, one, None) for one in gone] + [FactChange(kind, None, one) for one in new]
    return list(dict.fromkeys(pairs))


def _fact_around(words: str, digit: int, end: int) -> re.Match[str] | None:
    """Return the fact that a digit is part of, if it is part of one.

    Args:
        end: of what was found before it.
    """
    lead = _LEAD.search(words, max(end, digit - _LONGEST_LEAD), digit)
    led = None if lead is None else _FACT.match(words, lead.start())
    if led is not None and led.end() > digit:
        return led
    joined = digit > 0 and _GOES_ON.match(words, digit - 1) is not None
    return None if joined else _FACT.match(words, digit)


def _link_at(text: str, begun: re.Match[str]) -> tuple[str, int]:
    """Return the link that begins here, empty where none does, and where to look on."""
    start, end = begun.span()
    if begun[0] == "=":
        named = text[max(0, start - _LONGEST_LINK_NAME) : start].rstrip().lower().endswith(_LINK_NAMES)
        value = _VALUE.match(text, end) if named else None
        return ("", end) if value is None else (value[value.lastindex or 0], value.end())
    if begun[0] != "://":
        value = _IN_STYLE.match(text, end)
        return ("", end) if value is None else (value[1], value.end())
    lead = text[max(0, start - len("https")) : start]
    scheme = next((scheme for scheme in _SCHEMES if lead.lower().endswith(scheme)), None)
    address = None if scheme is None else _ADDRESS.match(text, end)
    if scheme is None or address is None:
        return "", end
    return f"{scheme}://{address[0].rstrip(_ENDS_A_SENTENCE)}", address.end()


def _read_parts(text: str) -> list[str]:
    """Return the stretches of a text outside its comments, styles and scripts."""
    parts, at = [], 0
    while (begun := _UNREAD.search(text, at)) is not None:
        parts.append(text[at : begun.start()])
        name = begun["name"]
        ended = (_READ_AGAIN[name.lower()] if name else _COMMENT_ENDS).search(text, begun.end())
        if ended is None:
            # What never ends hides all the rest.
            return parts
        at = ended.start() if name else ended.end()
    return [*parts, text[at:]]
