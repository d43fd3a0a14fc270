"""Addresses whose host has letters of more than one alphabet, as look-alikes have: told in plain letters too."""

from __future__ import annotations

import re
import unicodedata

_HOST = re.compile(r"(?:\b[A-Za-z][A-Za-z0-9+.-]{0,19}:)?//(?:[^\s/?#@]{0,200}@)?(?P<host>[^\s/?#:@]{1,253})")


def plainly(text: str) -> str:
    """Return a text in which each address with such a host is followed by the host as computers spell it."""
    return _HOST.sub(lambda found: found[0] + _note(found["host"]), text)


def _note(host: str) -> str:
    scripts = {unicodedata.name(letter, "?").split(" ")[0] for letter in host if letter.isalpha()}
    if len(scripts) < 2 or "LATIN" not in scripts:
        return ""
    spelled = ".".join(_spelled(label) for label in host.split("."))
    return f" ⟨mixed alphabets: {spelled}⟩"


def _spelled(label: str) -> str:
    return label if label.isascii() else f"xn--{label.lower().encode('punycode').decode('ascii')}"
