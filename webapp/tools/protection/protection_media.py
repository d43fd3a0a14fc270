"""Finding a media file that an owner wants to protect, by its number or the address of its file. It only reads."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from webapp.errors import Refusal
from webapp.tools.answers import Target
from webapp.tools.items.finding import NUMBER
from webapp.tools.media.media import MEDIUM, file_name, url_of
from webapp.tools.values import find, text_of
from webapp.wordpress.client import WordPress

_BY_NUMBER = ("item", "attachment_id", "post")
# What WordPress adds to the name of a smaller picture.
_SMALLER = re.compile(r"(-\d+x\d+|-scaled)(?=\.[A-Za-z0-9]+$)")
_HINT = "Its number stands in the address of its page in the media library, after item=."


def find_medium(site: WordPress, typed: str) -> Target:
    """Find a media file.

    Args:
        typed: its number, the address of its file in any size, or that of its page in the dashboard.

    Raises:
        Refusal: `respira_not_found`.
    """
    number = typed if NUMBER.fullmatch(typed) else _number_in(typed)
    item = find(site, MEDIUM, int(number)) if number else _with_file(site, typed)
    return Target(MEDIUM.kind, str(item["id"]), text_of(item.get("title")).strip() or file_name(item), url_of(item))


def _number_in(typed: str) -> str:
    asked = parse_qs(urlsplit(typed).query)
    number = next((asked[name][0] for name in _BY_NUMBER if name in asked), "")
    return number if NUMBER.fullmatch(number) else ""


def _with_file(site: WordPress, typed: str) -> dict[str, Any]:
    path = _whole(typed)
    stem = path.rpartition("/")[2].rpartition(".")[0]
    found = site.get_all(MEDIUM.rest, search=stem, context="edit") if stem else []
    there = [item for item in found if f"/{_whole(url_of(item))}".endswith(f"/{path}")]
    if len(there) == 1:
        return there[0]
    words = f"Several files are called {typed}." if there else f"There is no media file {typed} on the site."
    raise Refusal("respira_not_found", words, hint=_HINT)


def _whole(address: str) -> str:
    """Return the path of a file's address, as its largest size has it."""
    return _SMALLER.sub("", unquote(urlsplit(address).path)).strip("/")
