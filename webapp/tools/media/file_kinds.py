"""What a file is, told by its own bytes: its kind, whether it ends early, and how many pixels a picture has.

Names and declared types are not believed. Only headers are read; no picture is decoded. Pure.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from webapp.errors import Refusal

Pixels = tuple[int, int]


@dataclass(frozen=True)
class FileKind:
    """A kind of file that can be uploaded.

    Attributes:
        word: what people call it, such as `JPEG`.
        endings: of file names, without the dot; the first one is used where a name has none of them.
        called: what a file without a name is called.
    """

    word: str
    mime: str
    endings: tuple[str, ...]
    called: str = "image"

    @property
    def is_image(self) -> bool:
        """Whether browsers show it as a picture."""
        return self.mime.startswith("image/")


@dataclass(frozen=True)
class Seen:
    """What was seen in the bytes of a file. `pixels` is width and height; None where it is no picture."""

    kind: FileKind
    pixels: Pixels | None = None


JPEG = FileKind("JPEG", "image/jpeg", ("jpg", "jpeg", "jpe"))
PNG = FileKind("PNG", "image/png", ("png",))
GIF = FileKind("GIF", "image/gif", ("gif",))
WEBP = FileKind("WebP", "image/webp", ("webp",))
AVIF = FileKind("AVIF", "image/avif", ("avif",))
PDF = FileKind("PDF", "application/pdf", ("pdf",), "document")
MP4 = FileKind("MP4", "video/mp4", ("mp4", "m4v"), "video")
MP3 = FileKind("MP3", "audio/mpeg", ("mp3",), "audio")

_MARKUP = re.compile(rb"<(svg|\?php|\?=|!doctype|html|script|head|body)\b|<\?=", re.IGNORECASE)
_MP4_BRANDS = (b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"dash", b"MSNV")
_AVIF_BRANDS = (b"avif", b"avis")
# Start-of-frame markers: all of C0 to CF but tables (C4), extensions (C8) and arithmetic conditions (CC).
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_EARLY = "The {} ends early: it was cut short on the way."


def look_at(content: bytes) -> Seen:
    """Return what a file is.

    Raises:
        Refusal: respira_upload_incomplete, it is empty or ends early; respira_file_not_allowed.
    """
    if not content:
        raise Refusal("respira_upload_incomplete", "The file is empty.")
    kind = kind_of(content)
    if kind is None:
        raise _not_allowed(content)
    try:
        pixels, whole = _READERS[kind](content)
    except (struct.error, IndexError):
        pixels, whole = None, False
    if not whole:
        raise Refusal("respira_upload_incomplete", _EARLY.format(kind.word))
    return Seen(kind, pixels)


def kind_of(content: bytes) -> FileKind | None:
    """Return the kind of a file by its first bytes; None for one that is not uploaded."""
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return WEBP
    if content[4:8] == b"ftyp":
        brand = content[8:12]
        return AVIF if brand in _AVIF_BRANDS else MP4 if brand in _MP4_BRANDS else None
    return next((kind for beginning, kind in _BEGINNINGS if content.startswith(beginning)), None)


def _not_allowed(content: bytes) -> Refusal:
    found = _MARKUP.search(content[:4096])
    if found is None:
        words = "The bytes of this file are of no kind that is uploaded."
    elif found.group(0).lower() == b"<svg":
        words = "An SVG can carry scripts that run in visitors' browsers, so it is not uploaded."
    else:
        words = "This file is a web page or a program, whatever its name says, so it is not uploaded."
    return Refusal("respira_file_not_allowed", words)


def _png(content: bytes) -> tuple[Pixels | None, bool]:
    width, height = struct.unpack(">II", content[16:24])
    at = 8
    while at + 12 <= len(content):
        length, name = struct.unpack(">I4s", content[at : at + 8])
        at += 12 + length
        if name == b"IEND":
            return (width, height), at <= len(content)
    return (width, height), False


def _jpeg(content: bytes) -> tuple[Pixels | None, bool]:
    pixels: Pixels | None = None
    at = 2
    while content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF or marker == 0x01 or 0xD0 <= marker <= 0xD9:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            pixels = (width, height)
        if marker == 0xDA:
            # A preview inside the head of the file has an end of its own, so only what comes after it counts.
            return pixels, content.find(b"\xff\xd9", at) >= 0
        at += 2 + int(struct.unpack(">H", content[at + 2 : at + 4])[0])
    return pixels, False


def _gif(content: bytes) -> tuple[Pixels | None, bool]:
    width, height = struct.unpack("<HH", content[6:10])
    return (width, height), content.rstrip(b"\0").endswith(b";")


def _webp(content: bytes) -> tuple[Pixels | None, bool]:
    (length,) = struct.unpack("<I", content[4:8])
    form, whole = content[12:16], length + 8 <= len(content)
    if form == b"VP8X":
        sides = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
        return (next(sides), next(sides)), whole
    if form == b"VP8L":
        (bits,) = struct.unpack("<I", content[21:25])
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1), whole
    width, height = struct.unpack("<HH", content[26:30])
    return (width & 0x3FFF, height & 0x3FFF), whole


def _boxes(content: bytes) -> Iterator[int]:
    """Yield where each of the boxes of an MP4 or AVIF ends."""
    at = 0
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        if length == 1:
            (length,) = struct.unpack(">Q", content[at + 8 : at + 16])
        at = len(content) if length == 0 else at + max(length, 8)
        yield at


def _avif(content: bytes) -> tuple[Pixels | None, bool]:
    whole = all(end <= len(content) for end in _boxes(content))
    at = content.find(b"ispe")
    if at < 0:
        return None, whole
    width, height = struct.unpack(">II", content[at + 8 : at + 16])
    return (width, height), whole


def _mp4(content: bytes) -> tuple[Pixels | None, bool]:
    return None, all(end <= len(content) for end in _boxes(content))


def _pdf(content: bytes) -> tuple[Pixels | None, bool]:
    return None, b"%%EOF" in content[-4096:]


def _mp3(content: bytes) -> tuple[Pixels | None, bool]:
    # Sound has no end that could be seen.
    return None, True


_BEGINNINGS = (
    (b"\xff\xd8\xff", JPEG),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"GIF87a", GIF),
    (b"GIF89a", GIF),
    (b"%PDF-", PDF),
    (b"ID3", MP3),
    (b"\xff\xfb", MP3),
    (b"\xff\xf3", MP3),
    (b"\xff\xf2", MP3),
)
_READERS: dict[FileKind, Callable[[bytes], tuple[Pixels | None, bool]]] = {
    JPEG: _jpeg,
    PNG: _png,
    GIF: _gif,
    WEBP: _webp,
    AVIF: _avif,
    PDF: _pdf,
    MP4: _mp4,
    MP3: _mp3,
}
