"""Words as WordPress turns them over: slugs, curly quotes, paragraphs, blocks, excerpts, escaping.

Small on purpose: block markup in the form the editor writes comes out as it went in.
"""

from __future__ import annotations

import html
import re
import unicodedata
from urllib.parse import quote

_BLOCK_COMMENT = re.compile(r"<!--\s*/?wp:.*?-->", re.DOTALL)
_TAG = re.compile(r"(<[^>]*>)")
_BLOCK_TAG = re.compile(r"<(h[1-6]|ul|ol|li|div|p|table|blockquote|figure|pre|section|hr)\b", re.IGNORECASE)
_FOLDED = {"ß": "s", "æ": "ae", "ø": "o", "å": "a", "œ": "oe", "đ": "d", "ł": "l"}


def slug_of(title: str) -> str:
    """Return the slug WordPress makes of a title: accents folded, other letters percent-encoded."""
    text = html.unescape(re.sub(r"<[^>]*>", "", title)).lower()
    text = "".join(_FOLDED.get(letter, letter) for letter in text)
    text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    text = re.sub(r"['\"’“”&,:;!?()\[\]{}#*+=<>|\\@$^`~]|%(?![0-9a-f]{2})", "", text)
    text = re.sub(r"[\s/.–—-]+", "-", text).strip("-")
    return quote(text, safe="-_%").lower()[:200]


def curly(text: str) -> str:
    """Return text with the typographer's quotes, dashes and ampersands, leaving tags alone."""
    return "".join(piece if piece.startswith("<") else _curly_words(piece) for piece in _TAG.split(text))


def _curly_words(text: str) -> str:
    text = re.sub(r"&(?!#?\w+;)", "&#038;", text)
    text = text.replace("---", "&#8212;").replace(" -- ", " &#8212; ").replace("--", "&#8211;")
    text = text.replace("...", "&#8230;")
    text = re.sub(r'(^|[\s(\[])"', r"\1&#8220;", text).replace('"', "&#8221;")
    return re.sub(r"(^|[\s(\[])'", r"\1&#8216;", text).replace("'", "&#8217;")


def has_blocks(content: str) -> bool:
    """Say whether the content was written by the block editor."""
    return "<!-- wp:" in content


def rendered(content: str) -> str:
    """Return the HTML a visitor gets: blocks without their comments, or paragraphs made of plain text."""
    if has_blocks(content):
        html_text = _BLOCK_COMMENT.sub("", content)
        return curly(html_text if html_text.endswith("\n") else html_text + "\n")
    return curly(paragraphs(content))


def paragraphs(text: str) -> str:
    """Return plain text as paragraphs, leaving block-level HTML as it is."""
    lines: list[str] = []
    for piece in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()):
        lines += _paragraph(piece.strip())
    return "".join(f"{line}\n" for line in lines)


def _paragraph(piece: str) -> list[str]:
    made: list[str] = []
    for part in re.split(r"(<(h[1-6])\b.*?</\2>)", piece, flags=re.DOTALL | re.IGNORECASE)[::1]:
        part = part.strip() if part else ""
        if not part or re.fullmatch(r"h[1-6]", part):
            continue
        made.append(part if _BLOCK_TAG.match(part) else "<p>" + part.replace("\n", "<br />\n") + "</p>")
    return made


def plain(content: str) -> str:
    """Return content as words only, without comments and tags."""
    words = re.sub(r"<[^>]*>", " ", _BLOCK_COMMENT.sub("", content))
    return re.sub(r"\s+", " ", words).strip()


def excerpt(content: str, written: str) -> str:
    """Return the excerpt to show: the written one, or the first 55 words of the content."""
    if written:
        return curly(paragraphs(written))
    words = plain(content).split(" ")
    if words == [""]:
        return ""
    tail = " [&hellip;]" if len(words) > 55 else ""
    return f"<p>{curly(' '.join(words[:55]))}{tail}</p>\n"


def with_entities(text: str) -> str:
    """Return text with its ampersands escaped, once, as words of comments are stored."""
    return re.sub(r"&(?!#?\w+;)", "&amp;", text)


def escaped(text: str) -> str:
    """Return text with <, > and & escaped, once: what is already escaped stays as it is."""
    return with_entities(text).replace("<", "&lt;").replace(">", "&gt;")


def without_tags(text: str) -> str:
    """Return text with its tags taken out and its ampersands escaped, as names of terms are stored."""
    return with_entities(re.sub(r"<[^>]*>", "", text)).strip()


def escaped_between_tags(text: str) -> str:
    """Return text with its tags as they are and what is between them escaped once, as descriptions are kept."""
    pieces = re.split(r"(<[^>]*>)", text.strip())
    return "".join(piece if piece.startswith("<") else escaped(piece) for piece in pieces)
