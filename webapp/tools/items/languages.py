"""Sites in several languages: which one an item has, and whether a copy keeps it, as far as programs are told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from webapp.tools.answers import State

# Keys of a state: the language that the site tells of an item; the one that only its address tells.
LANGUAGE, ONLY_IN_ADDRESS = "about.lang", "about.lang_in_address"
_CODE = re.compile(r"[a-z]{2}(?:-[a-z]{2})?")
_REST = re.compile(r"/(?:index\.php/)?wp-json/?$|/?(?:index\.php)?\?rest_route=.*$")


def language_of(rest_root: str, item: Mapping[str, Any]) -> State:
    """Return what is known of an item's language, as keys of a state; nothing where it is told nowhere."""
    told = item.get("lang")
    if isinstance(told, str) and told:
        return {LANGUAGE: told}
    in_address = _in_address(rest_root, item)
    return {ONLY_IN_ADDRESS: in_address} if in_address else {}


def _in_address(rest_root: str, item: Mapping[str, Any]) -> str:
    address = urlsplit(str(item.get("link")))
    asked = parse_qs(address.query).get("lang", [""])[0]
    if _CODE.fullmatch(asked):
        return asked
    home = urlsplit(_REST.sub("", rest_root)).path.rstrip("/")
    parts = address.path.removeprefix(home).strip("/").split("/")
    # What stands below another page has that page's name in its address.
    is_code = len(parts) > 1 and not item.get("parent") and _CODE.fullmatch(parts[0])
    return parts[0] if is_code else ""


def in_language(state: Mapping[str, Any]) -> str:
    """Return how a sentence says which language an item has; empty where the site does not tell."""
    return f" in the language {state[LANGUAGE]}" if state.get(LANGUAGE) else ""


def not_kept(state: Mapping[str, Any]) -> list[str]:
    """Return what a person should know of the language of a new copy."""
    found = state.get(ONLY_IN_ADDRESS)
    if not found:
        return []
    return [
        f"Its address says that its language is {found}, and the site tells programs nothing of it: the draft copy "
        "may be in the site's default language until it is approved."
    ]
