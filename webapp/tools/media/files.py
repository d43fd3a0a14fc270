"""The file that a call brings: in Base64, as a data URL, or at an address where it is fetched.

It tells what a file is and what it will be called; sending it to the site is not done here.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from webapp.errors import Refusal
from webapp.tools.answers import Arguments
from webapp.tools.media.file_kinds import Seen, kind_of, look_at
from webapp.tools.media.file_names import measure, name_in, safe_name, spoken_name
from webapp.wordpress.client import WordPress
from webapp.wordpress.fetching import fetch

# Bytes of a file that is fetched from an address.
LARGEST = 10 * 1024 * 1024
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_URL_SAFE = str.maketrans("-_", "+/")


@dataclass(frozen=True)
class File:
    """A file that is to be uploaded.

    Attributes:
        name: what it is to be called on the site.
    """

    content: bytes
    seen: Seen
    name: str

    @property
    def sha256(self) -> str:
        """The hash of its bytes."""
        return hashlib.sha256(self.content).hexdigest()


def address_of(arguments: Arguments) -> str | None:
    """Return the address that a call names instead of a file, if it does.

    Raises:
        Refusal: `respira_address_not_allowed`, another kind of address.
    """
    file: str = arguments["file"].strip()
    scheme = _SCHEME.match(file)
    if scheme is None:
        return None
    if scheme.group(1).lower() not in ("http", "https"):
        raise Refusal(
            "respira_address_not_allowed", "Only http and https addresses can be used.", hint="Send the file itself."
        )
    return file


def file_of(site: WordPress, arguments: Arguments) -> File:
    """Return the file that a call brings; one at an address is fetched.

    Raises:
        Refusal: it can not be fetched, came incomplete, or is of a kind that is not uploaded.
    """
    address = address_of(arguments)
    if address is None:
        content = bytes_in(arguments)
    else:
        content = fetch(address, allow_private=site.allow_private, largest=LARGEST)
    stated = arguments.get("size")
    if stated is not None and stated != len(content):
        words = f"The file has {len(content)} bytes, and {stated} were announced."
        raise Refusal("respira_upload_incomplete", words)
    seen = look_at(content)
    return File(content, seen, safe_name(_given_name(arguments), seen.kind))


def bytes_in(arguments: Arguments) -> bytes:
    """Return the bytes that a call brings itself.

    Raises:
        Refusal: `respira_upload_incomplete`, or `respira_invalid_arguments` where it is no Base64.
    """
    file: str = arguments["file"].strip()
    if file.startswith("<"):
        return file.encode()
    if file[:5].lower() == "data:":
        head, comma, data = file.partition(",")
        if not comma:
            raise Refusal("respira_upload_incomplete", "The data URL ends before its data.")
        return _decoded(data) if head.lower().endswith(";base64") else unquote_to_bytes(data)
    return _decoded(file)


def begins_as_picture(arguments: Arguments) -> bool:
    """Tell whether a call brings a picture itself, by the beginning of it."""
    file = str(arguments.get("file", "")).strip()
    data = file.partition(",")[2] if file[:5].lower() == "data:" else file
    begin = "".join(data[:64].split()).translate(_URL_SAFE)
    try:
        kind = kind_of(base64.b64decode(begin[: len(begin) // 4 * 4], validate=True))
    except binascii.Error:
        return False
    return kind is not None and kind.is_image


def picture_in(arguments: Arguments) -> tuple[str, bytes] | None:
    """Return the MIME type and the bytes of the picture that a call brings itself; None where it brings none."""
    if address_of(arguments) is not None:
        return None
    content = bytes_in(arguments)
    kind = look_at(content).kind
    return (kind.mime, content) if kind.is_image else None


def _decoded(text: str) -> bytes:
    packed = "".join(text.split()).translate(_URL_SAFE)
    if not re.fullmatch(r"[A-Za-z0-9+/]*={0,2}", packed):
        raise Refusal(
            "respira_invalid_arguments",
            "file is neither Base64 nor an http or https address. Files of your own machine can not be opened here.",
        )
    if len(packed) % 4:
        raise Refusal("respira_upload_incomplete", "The Base64 of the file is cut short: its length does not fit.")
    try:
        return base64.b64decode(packed, validate=True)
    except binascii.Error:
        raise Refusal("respira_upload_incomplete", "The Base64 of the file is broken.") from None


def title_of(arguments: Arguments, name: str) -> str:
    """Return the title that an upload gets: the asked one, else the name the file came with."""
    asked = str(arguments.get("title", "")).strip()
    return asked or spoken_name(_given_name(arguments)) or name.rpartition(".")[0]


def _given_name(arguments: Arguments) -> str:
    given = str(arguments.get("filename", "")).strip()
    return given or name_in(address_of(arguments) or "")


def told(file: File) -> dict[str, Any]:
    """Return what is kept of a file: everything about it but its bytes."""
    width, height = file.seen.pixels or (None, None)
    return {
        "name": file.name,
        "mime": file.seen.kind.mime,
        "word": file.seen.kind.word,
        "sha256": file.sha256,
        "size": len(file.content),
        "width": width,
        "height": height,
    }


def outline(kept: dict[str, Any]) -> str:
    """Return a file as a sentence names it: "photo.jpg (JPEG, 1200 x 800, 240 KB)"."""
    pixels = [f"{kept['width']} x {kept['height']}"] if kept.get("width") else []
    return f"{kept['name']} ({', '.join([kept['word'], *pixels, measure(kept['size'])])})"
