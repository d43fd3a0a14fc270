"""Caches between us and a site: what is asked of them, and how one is known that answered in the site's place.

A cached answer is what the site held a while ago. Comparing with that would overlook what somebody changed since, so
whatever a cache answered is asked for again with a query that no cache can have seen.
"""

from __future__ import annotations

import re
import secrets

import httpx

ASKED = {"Cache-Control": "no-cache", "Pragma": "no-cache"}
# An unknown parameter makes no difference to WordPress.
NAME = "sayso"
_NOT_MODIFIED = 304
# `x-cache`, `cf-cache-status`, `x-proxy-cache`, `x-litespeed-cache` and their like, of whatever host.
_CACHE = re.compile(r"^(x-.*cache.*|cf-cache-status|cache-status|akamai-cache-status)$")
_HIT = re.compile(r"\b(hit|stale|updating)\b", re.IGNORECASE)
_TWO_NUMBERS = re.compile(r"^\d+ \d+$")


def mark() -> dict[str, str]:
    """Return a parameter that makes an address one that no cache has seen."""
    return {NAME: secrets.token_hex(6)}


def answered(status: int, headers: httpx.Headers) -> bool:
    """Tell whether a reply came from a cache, by its headers."""
    age = headers.get("age", "").strip()
    if status == _NOT_MODIFIED or (age.isascii() and age.isdigit() and age.strip("0")):
        return True
    if _TWO_NUMBERS.match(headers.get("x-varnish", "").strip()):
        return True
    return any(_CACHE.match(name.lower()) and _HIT.search(value) for name, value in headers.multi_items())
