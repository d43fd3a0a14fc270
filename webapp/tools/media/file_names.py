"""Names of files: plain ASCII for the site, the true words as the title. Pure."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote, urlsplit

from webapp.tools.media.file_kinds import FileKind

_LONGEST = 100
_SPELLED = {"ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "œ": "oe", "Œ": "OE", "ł": "l", "Ł": "L", "đ": "d"}
_KB = 1024


def spoken_name(name: str) -> str:
    """Return a file's name without folders and ending, as people wrote it."""
    last = re.split(r"[/\\]", name)[-1]
    bare = "".join(sign for sign in last if sign.isprintable()).strip()
    return _stem(bare).strip()


def _stem(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return stem if dot and stem and re.fullmatch(r"[A-Za-z0-9]{1,5}", ending) else name


def ending_of(name: str) -> str:
    """Return the ending of a name in lower case, without the dot; empty where it has none."""
    last = re.split(r"[/\\]", name.strip())[-1]
    return "" if _stem(last) == last else last.rpartition(".")[2].lower()


def name_in(address: str) -> str:
    """Return the name that the last part of an address gives."""
    return unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])


def safe_name(name: str, kind: FileKind) -> str:
    """Return the name a file gets on the site: ASCII letters, digits and hyphens, with the ending of its kind."""
    spelled = "".join(_SPELLED.get(sign, sign) for sign in spoken_name(name))
    ascii_only = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", ascii_only).strip("-_")[:_LONGEST].strip("-_") or kind.called
    ending = ending_of(name)
    return f"{stem}.{ending if ending in kind.endings else kind.endings[0]}"


def measure(size: int) -> str:
    """Return a number of bytes as people say it, such as "240 KB"."""
    if size < _KB:
        return f"{size} bytes"
    if size < _KB**2:
        return f"{size / _KB:.0f} KB"
    return f"{size / _KB**2:.1f} MB"
