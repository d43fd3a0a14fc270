"""What a public page tells those who read its source: title, canonical address, robots, and whether it is broken.

Nothing is fetched here. A page is hostile text: it is read once from beginning to end, in time that grows with its
length and not with the square of it, which is what Python's own parser takes for a page of nothing but `<!--`.
"""

from __future__ import annotations

import html
import re

# Where the head of a page has not ended after so many characters, the rest is not looked at.
_LONGEST_HEAD = 500_000
_LONGEST_TITLE = 300
_LONGEST_ADDRESS = 1000
_LONGEST_ROBOTS = 200
_MOST_ERRORS = 20
_FAR = 2000

CRITICAL, DATABASE, MAINTENANCE, PHP = "critical_error", "database", "maintenance", "php_error"
_FIXED = (
    (CRITICAL, "There has been a critical error on this website"),
    (DATABASE, "Error establishing a database connection"),
    (MAINTENANCE, "Briefly unavailable for scheduled maintenance"),
)
_PHP = re.compile(r"(?:Fatal|Parse) error(?:</b>)?:")
# A codec of Python's may be no charset at all, or take forever: only these are taken.
_CHARSET = re.compile(
    r"(utf-?8|utf-?16(le|be)?|us-ascii|ascii|latin-?1|iso-?8859-\d{1,2}|(windows-|cp)\d{3,4}|koi8-[ru]"
    r"|shift_jis|euc-(jp|kr)|gb2312|gbk|gb18030|big5)",
    re.IGNORECASE,
)
_DECLARED = re.compile(rb"charset\s{0,5}=\s{0,5}[\"']?([A-Za-z0-9_-]{1,40})")
_ENDS_HEAD = re.compile(r"</head|<body\b", re.IGNORECASE)
_SKIPPED = re.compile(r"<!--|<(script|style|template|svg)\b", re.IGNORECASE)
_TITLE = re.compile(r"<title\b[^<>]{0,1000}>", re.IGNORECASE)
_ENDS_TITLE = re.compile(r"</title", re.IGNORECASE)
_TAG = re.compile(r"<(meta|link)\b([^<>]{0,2000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"([a-zA-Z-]{1,40})\s{0,5}=\s{0,5}(\"[^\"]*\"|'[^']*'|[^\s\"'<>]+)")


def text_of(body: bytes, content_type: str) -> str:
    """Return a page as text, whatever it says of its charset."""
    told = re.search(r"charset=[\"']?([A-Za-z0-9_-]{1,40})", content_type, re.IGNORECASE)
    declared = _DECLARED.search(body[:2048])
    name = told[1] if told else declared[1].decode("ascii") if declared else ""
    return body.decode(name if _CHARSET.fullmatch(name) else "utf-8", errors="replace")


def head_of(page: str) -> str:
    """Return the head of a page without its comments and scripts."""
    kept, at = [], 0
    page = page[:_LONGEST_HEAD]
    while begins := _SKIPPED.search(page, at):
        kept.append(page[at : begins.start()])
        if ended := _ENDS_HEAD.search(kept[-1]):
            return "".join([*kept[:-1], kept[-1][: ended.start()]])
        ending = re.compile(f"</{begins[1]}" if begins[1] else "-->", re.IGNORECASE).search(page, begins.end())
        at = len(page) if ending is None else ending.end()
    rest = page[at:]
    ended = _ENDS_HEAD.search(rest)
    return "".join([*kept, rest[: ended.start()] if ended else rest])


def title_of(head: str) -> str | None:
    """Return the title in a head, as a tab of a browser shows it."""
    begins = _TITLE.search(head)
    ends = _ENDS_TITLE.search(head, begins.end()) if begins else None
    if begins is None or ends is None:
        return None
    words = html.unescape(head[begins.end() : ends.start()][: 4 * _LONGEST_TITLE])
    return " ".join(words.split())[:_LONGEST_TITLE]


def canonical_of(head: str) -> str | None:
    """Return the address that a head calls the page's own."""
    for kind, told in _tags(head):
        if kind == "link" and "canonical" in told.get("rel", "").lower().split():
            return told.get("href", "")[:_LONGEST_ADDRESS]
    return None


def robots_of(head: str, header: str) -> str:
    """Return what search engines are told, in order of the alphabet: `follow, index`; empty for nothing.

    Args:
        header: the value of X-Robots-Tag.
    """
    told = [tag.get("content", "") for kind, tag in _tags(head) if kind == "meta" and _is_robots(tag)]
    words = {word.strip().lower() for one in (*told, header) for word in one.split(",")}
    return ", ".join(sorted(words - {""}))[:_LONGEST_ROBOTS]


def is_hidden(robots: str) -> bool:
    """Tell whether search engines are told to leave a page out."""
    return any(word.endswith("noindex") or word == "none" for word in robots.split(", "))


def fatal_in(page: str) -> str | None:
    """Return which known text of a broken site stands in a page: `CRITICAL`, `DATABASE`, `MAINTENANCE` or `PHP`."""
    for name, words in _FIXED:
        if words in page:
            return name
    for count, found in enumerate(_PHP.finditer(page)):
        # PHP ends what it says with the line, and a text about errors seldom does.
        if " on line " in page[found.end() : found.end() + _FAR]:
            return PHP
        if count >= _MOST_ERRORS:
            break
    return None


def _is_robots(tag: dict[str, str]) -> bool:
    return tag.get("name", "").lower() in ("robots", "googlebot")


def _tags(head: str) -> list[tuple[str, dict[str, str]]]:
    return [
        (
            tag[1].lower(),
            {one[1].lower(): html.unescape(one[2].strip("\"'")).strip() for one in _ATTRIBUTE.finditer(tag[2])},
        )
        for tag in _TAG.finditer(head)
    ]
