"""Tiny real files, made of bytes."""

from __future__ import annotations

import base64
import struct
import zlib


def png(width: int = 40, height: int = 30, colour: bytes = b"\x30\x60\x90") -> bytes:
    """Return a picture of one colour."""
    rows = b"".join(b"\0" + colour * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def in_base64(content: bytes) -> str:
    """Return bytes as an agent sends them."""
    return base64.b64encode(content).decode("ascii")


# A grey JPEG of 8 x 8 pixels, with the usual tables of the standard.
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
    + b"\xff\xdb\x00\x43\x00"
    + b"\x10" * 64
    + b"\xff\xc0\x00\x0b\x08\x00\x08\x00\x08\x01\x01\x11\x00"
    + b"\xff\xc4\x00\x14\x00\x01"
    + bytes(15)
    + b"\x00"
    + b"\xff\xc4\x00\x14\x10\x01"
    + bytes(15)
    + b"\x00"
    + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    + b"\x3f"
    + b"\xff\xd9"
)
GIF = (
    b"GIF89a\x03\x00\x02\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff"
    + b",\x00\x00\x00\x00\x03\x00\x02\x00\x00\x02\x03\x84\x7f\x05\x00;"
)
WEBP = b"RIFF\x1a\x00\x00\x00WEBPVP8L\r\x00\x00\x00\x2f\x04\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
