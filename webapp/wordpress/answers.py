"""Find the JSON in an answer.

A site may print a PHP notice, a byte order mark or a stray line around the JSON of a call that worked. Where
it is unambiguous which part is the answer, that part is taken and the noise is noted; the noise itself is
never shown, because it tells paths of the server. What an error means is said in verdicts.py.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from webapp.wordpress import signs
from webapp.wordpress.wire import Reply

# A notice is a line or a few; a JSON text that begins later than this is somebody else's.
_LONGEST_NOISE = 64 * 1024
_DECODER = json.JSONDecoder()
_START = re.compile(r"[{\[]")
_PAGE = re.compile(r"<!doctype|<html|<body", re.IGNORECASE)
_MOST_COMMENTS = 20
_REPLACED = "\ufffd"


@dataclass(frozen=True)
class Answer:
    """What the site answered to a call that worked.

    Args:
        status: the HTTP status.
        body: the JSON, parsed.
        total, total_pages: X-WP-Total and X-WP-TotalPages of a list, else None.
        allow: the methods this login may use here, from the Allow header.
        noise: whether junk stood around the JSON.
        at: the address that answered, after redirects.
    """

    status: int
    body: Any
    total: int | None
    total_pages: int | None
    allow: frozenset[str]
    noise: bool
    at: str = ""


class NoJson(Exception):
    """The reply holds no JSON of WordPress's, or it is not clear which part is the answer."""


def find_json(reply: Reply) -> tuple[Any, bool]:
    """Return the JSON of a reply, and whether junk stood around it.

    A reply of another content type is a page and not an answer, even where it says 200. One exception: a
    notice printed too early makes PHP lose its headers, so JSON after junk that is no page still counts.

    Raises:
        NoJson: there is none, or several parts could be it.
    """
    declared = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    says_json = declared == "application/json" or declared.endswith("+json")
    text = _text(reply)
    clean = text.lstrip("\ufeff").strip()
    try:
        # An empty line before PHP's first sign costs the content type as well as a notice does.
        found, noise = json.loads(clean), clean != text.rstrip()
    except (ValueError, RecursionError):
        found, noise = _amid_junk(_without_last_comments(clean)), True
    if not says_json and not noise:
        raise NoJson("The reply does not say that it is JSON.")
    return found, noise


def _text(reply: Reply) -> str:
    """Return the body as text.

    Raises:
        NoJson: it is in no charset that is known. What was replaced in it would be written back to the site.
    """
    try:
        return reply.body.decode("utf-8")
    except UnicodeDecodeError:
        text = signs.text_of(reply.body, reply.headers.get("content-type", ""))
    begins = _START.search(text)
    if begins is None or _REPLACED in text[begins.start() : max(text.rfind("}"), text.rfind("]"))]:
        raise NoJson("The reply is in no charset that is known.")
    return text


def _without_last_comments(text: str) -> str:
    """Return text without the comments at its end, such as a plugin for caching leaves behind an empty list."""
    for _ in range(_MOST_COMMENTS):
        begins = text.rfind("<!--")
        if begins < 0 or not text.endswith("-->") or "-->" in text[begins:-3]:
            break
        text = text[:begins].rstrip()
    return text


def answer_of(reply: Reply) -> Answer:
    """Return the reply as an Answer.

    Raises:
        NoJson: as find_json.
    """
    body, noise = find_json(reply)
    return Answer(
        status=reply.status,
        body=body,
        total=_count(reply, "x-wp-total"),
        total_pages=_count(reply, "x-wp-totalpages"),
        allow=frozenset(filter(None, (one.strip() for one in reply.headers.get("allow", "").split(",")))),
        noise=noise,
        at=str(reply.url),
    )


def _amid_junk(text: str) -> Any:
    found: list[tuple[Any, int]] = []
    at, last_end = 0, 0
    junk: list[str] = []
    while start := _START.search(text, at, min(len(text), last_end + _LONGEST_NOISE)):
        at = start.start() + 1
        # Inside a broken JSON text every inner object follows one of these; it is a part, not the answer.
        if text[: start.start()].rstrip()[-1:] in {":", ",", "[", "{"} and start.start():
            continue
        try:
            value, end = _DECODER.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        found.append((value, end))
        junk.append(text[last_end : start.start()])
        at = last_end = end
    junk.append(text[last_end:])
    if _PAGE.search(" ".join(junk)):
        raise NoJson("The reply is a page.")
    return _the_one(found, len(text))


def _the_one(found: list[tuple[Any, int]], length: int) -> Any:
    # "[0]" and "[]" also occur in what PHP prints; an object with members, or a list of them, does not.
    weighty = [value for value, _ in found if _has_members(value)]
    if len(weighty) == 1:
        return weighty[0]
    if not weighty and len(found) == 1 and found[0][1] == length:
        return found[0][0]
    raise NoJson("It is not clear which part of the reply is the answer.")


def _has_members(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, dict) and one for one in value)
    return isinstance(value, dict) and bool(value)


def _count(reply: Reply, header: str) -> int | None:
    text = reply.headers.get(header, "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
