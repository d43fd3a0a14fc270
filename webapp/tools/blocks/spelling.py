"""How WordPress spells block markers, texts and addresses, so that nothing is stored otherwise than it was sent.

Pure. What the markers enclose is made in `markup`.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal

CORE = "core/"
# The backslash first: after it, one before a quote is what escapes the quote.
_ESCAPES = (
    ("\\\\", "\\u005c"),
    ("--", "\\u002d\\u002d"),
    ("<", "\\u003c"),
    (">", "\\u003e"),
    ("&", "\\u0026"),
    ('\\"', "\\u0022"),
    ("\u2028", "\\u2028"),
    ("\u2029", "\\u2029"),
)
_INLINE = (
    "a|abbr|b|bdo|br|cite|code|data|del|dfn|em|i|img|ins|kbd|mark|q|rp|rt|ruby|s|samp|small|span|strong|sub|sup|time|u"
    "|var"
)
_ATTRIBUTE = r"""\s+[A-Za-z][\w:.-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))?"""
_TAG_OR_SIGN = re.compile(rf"</?(?:{_INLINE})(?:{_ATTRIBUTE})*\s*/?>|[<>&]|\r?\n")
_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SCHEMES = ("http:", "https:", "mailto:", "tel:")


def attributes_text(attributes: Mapping[str, Any]) -> str:
    """Return a block's attributes as WordPress writes them into its marker."""
    text = json.dumps(attributes, ensure_ascii=False, separators=(",", ":"))
    for sign, escaped in _ESCAPES:
        text = text.replace(sign, escaped)
    return text


def short_name(name: str) -> str:
    """Return a block's name as its marker spells it: "core/paragraph" is "paragraph"."""
    return name.removeprefix(CORE)


def full_name(name: str) -> str:
    """Return a block's name with its namespace: "paragraph" is "core/paragraph"."""
    return name if "/" in name else CORE + name


def opener(name: str, attributes: Mapping[str, Any], *, void: bool = False) -> str:
    """Return the marker with which a block begins, or, for `void`, of which it consists."""
    told = f" {attributes_text(attributes)}" if attributes else ""
    return f"<!-- wp:{short_name(name)}{told} {'/' if void else ''}-->"


def closer(name: str) -> str:
    """Return the marker with which a block ends."""
    return f"<!-- /wp:{short_name(name)} -->"


def wrapped(name: str, inner: str, attributes: Mapping[str, Any] | None = None) -> str:
    """Return a block as the editor saves it: its markers on lines of their own."""
    return f"{opener(name, attributes or {})}\n{inner}\n{closer(name)}"


def inline(text: str) -> str:
    """Return a text with its inline tags, every other sign of HTML escaped, a new line as `<br>`."""
    return _TAG_OR_SIGN.sub(lambda match: _sign(match, text), text)


def _sign(match: re.Match[str], text: str) -> str:
    sign = match[0]
    if sign == "&":
        return "&" if _ENTITY.match(text, match.start()) else "&amp;"
    if sign in ("\n", "\r\n"):
        return "<br>"
    return {"<": "&lt;", ">": "&gt;"}.get(sign, sign)


def quoted(text: str) -> str:
    """Return a text for an attribute of a tag."""
    return html.escape(html.unescape(text), quote=False).replace('"', "&quot;")


def address(url: Any) -> str:
    """Return an address for an attribute of a tag.

    Raises:
        Refusal: `respira_invalid_arguments`, it is no text, or would run a script.
    """
    if not isinstance(url, str):
        raise wrong("An address must be text.")
    bare = re.sub(r"[\x00-\x20]", "", html.unescape(url))
    scheme = _SCHEME.match(bare)
    if scheme and scheme[0].lower() not in _SCHEMES:
        words = f"The address {url[:60]} does not begin with http, https, mailto or tel, and is not one of the site."
        raise wrong(words)
    return quoted(url.strip())


def unmarked(text: str) -> str:
    """Return HTML that holds no block markers of its own.

    Raises:
        Refusal: `respira_invalid_arguments`.
    """
    if "<!-- wp:" in text or "<!-- /wp:" in text:
        raise wrong("HTML inside a block can not hold block markers. Send whole blocks as markup instead.")
    return text


def number(media: Any) -> Any:
    """Return an image's id as a number where it is one; what stands in for one stays text."""
    return int(media) if re.fullmatch(r"[0-9]{1,18}", str(media)) else str(media)


def wrong(words: str) -> Refusal:
    """Return the refusal for arguments of which no block can be made, or that no block can take."""
    return Refusal("respira_invalid_arguments", words)
