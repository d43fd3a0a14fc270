"""One address, and the host that it leads to: as a browser reads it, and as WordPress stores it.

Both forgive much, so an address need not look like one. Where it can not be told which host is meant, what stands in
its place is returned: to call a strange address new is right, to overlook it is not. Pure; where addresses stand in
a text is found in `leads`.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

# No host begins later in an address than this.
_LONGEST = 4000
_PASSED_OVER = re.compile(r"[\t\n\r]")
_UNSEEN = "".join(map(chr, range(33)))
_PARTS = re.compile(r"(?:(?P<scheme>[a-z][a-z0-9+.-]*):)?(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
# After these a browser takes any number of slashes, and either kind.
_OF_THE_WEB = frozenset({"http", "https", "ftp", "ws", "wss"})
# Fewer name no host where there is no scheme.
_SLASHES = 2
_HOST_ENDS = re.compile(r"[/?#]")
_PORT = re.compile(r":\d{0,5}$")
_ACTING = re.compile(r"(?:java|vb)script:|data:(?:[a-z]+/|[;,])", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif)(?![a-z+.-])", re.IGNORECASE)
_NOT_KEPT = re.compile(r"[^a-z0-9~+_.?#=!&;,/:%@$|*'()\[\]\x80-\U0010ffff-]", re.IGNORECASE)
_WRITTEN_LINE_ENDS = frozenset({"%0a", "%0d"})
_A_PROGRAM = re.compile(r"[a-z0-9-]+\.php", re.IGNORECASE)


def host_of(address: str) -> str:
    """Return the host that a browser finds in an address, without a leading www; empty where it names none."""
    parts = _PARTS.match(_bare(address))
    scheme, rest = (parts["scheme"] or "").lower() if parts else "", parts["rest"] if parts else ""
    if scheme in _OF_THE_WEB or (not scheme and rest[:1] in ("/", "\\") and rest[1:2] in ("/", "\\")):
        return _host(rest.replace("\\", "/").lstrip("/"))
    return _host(rest[2:]) if scheme and rest.startswith("//") else ""


def hosts_of(address: str, *, of_a_field: bool = False) -> set[str]:
    """Return the hosts that an address leads to, as it is and as WordPress stores it.

    Args:
        of_a_field: it stands where nothing but an address can stand, so that WordPress completes it.
    """
    plain = ":" not in address and address.count("/") + address.count("\\") < _SLASHES
    # No host has a space in it: that is how a menu tells in words which item it links to.
    if plain and (not of_a_field or " " in re.split(r"[/\\?#]", address.strip(), maxsplit=1)[0]):
        return set()
    return {host_of(address), host_of(_stored(address, of_a_field=of_a_field))} - {""}


def acts(address: str) -> bool:
    """Tell whether opening an address runs or shows what stands in it; a picture that does so is harmless."""
    if ":" not in address:
        return False
    # Browsers pass over control characters in a scheme, and spaces are looked through with them.
    bare = "".join(sign for sign in _bare(address) if sign > " ")
    return _ACTING.match(bare) is not None and _PICTURE.match(bare) is None


def _bare(address: str) -> str:
    return _PASSED_OVER.sub("", address).lstrip(_UNSEEN)[:_LONGEST]


def _host(rest: str) -> str:
    host = unquote(_PORT.sub("", _HOST_ENDS.split(rest, maxsplit=1)[0].rpartition("@")[2]))
    host = unicodedata.normalize("NFKC", host).lower()
    try:
        host = host.encode("idna").decode()
    except UnicodeError:
        # No host that can be looked up; then it stands as it is written.
        host = host.strip()
    return host.rstrip(".").removeprefix("www.")


def _stored(address: str, *, of_a_field: bool) -> str:
    """Return what WordPress makes of an address: signs that it does not keep are gone."""
    kept = _without_line_ends(_NOT_KEPT.sub("", address.strip().replace(" ", "%20")))
    kept = kept.replace(";//", "://")
    completed = of_a_field and kept and ":" not in kept and kept[0] not in "/#?" and not _A_PROGRAM.match(kept)
    return f"http://{kept}" if completed else kept


def _without_line_ends(address: str) -> str:
    """Return an address without written line ends, also those that only stand there once others are gone."""
    if "%0" not in address:
        return address
    kept: list[str] = []
    for sign in address:
        kept.append(sign)
        if sign in "aAdD" and "".join(kept[-3:]).lower() in _WRITTEN_LINE_ENDS:
            del kept[-3:]
    return "".join(kept)
