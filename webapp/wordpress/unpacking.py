"""Unpacking a reply a piece at a time, so that what is small on the way can not fill the memory here.

How much is taken is decided by who reads; nothing is unpacked before the piece that comes before it was taken.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import httpx

# What we ask for.
ACCEPTED = "gzip, deflate"
_UNDERSTOOD = frozenset({"gzip", "x-gzip", "deflate"})
# Whatever else stands in the header packs nothing, such as `none`, `utf-8` or `aws-chunked`.
_PACKINGS = _UNDERSTOOD | {"br", "zstd", "compress", "x-compress"}
# Bytes; no piece is longer than this.
_A_PIECE = 64 * 1024
_GZIP, _ZLIB, _BARE = 31, 15, -15
_LONGEST_NAMES = 40


class NotUnpacked(httpx.DecodingError):
    """The reply is packed otherwise than is understood, or more than once, or what it holds can not be unpacked."""


def unpacked(chunks: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """Give what a reply holds, piece by piece; for each chunk at least one, which may be empty.

    Args:
        chunks: what arrives.
        encoding: what its header Content-Encoding says; empty for none.

    Raises:
        NotUnpacked: at the first chunk that holds something, where it is packed in a way that is not understood.
    """
    layers = [name for one in encoding.lower().split(",") if (name := one.strip()) in _PACKINGS]
    if not layers:
        yield from chunks
    elif len(layers) == 1 and layers[0] in _UNDERSTOOD:
        yield from _inflated(chunks, deflate=layers[0] == "deflate")
    else:
        yield from _nothing(chunks, ", ".join(layers)[:_LONGEST_NAMES])


def _nothing(chunks: Iterator[bytes], names: str) -> Iterator[bytes]:
    for chunk in chunks:
        if chunk:
            raise NotUnpacked(f"Its answer is packed in a way that is not read: {names}.")
        yield chunk


def _inflated(chunks: Iterator[bytes], *, deflate: bool) -> Iterator[bytes]:
    inflating = None
    for chunk in chunks:
        if inflating is None and chunk:
            inflating = zlib.decompressobj(_GZIP if not deflate else _ZLIB if chunk[0] & 15 == 8 else _BARE)
        if inflating is None or inflating.eof:
            # Behind its end it holds nothing.
            yield b""
            continue
        try:
            piece = inflating.decompress(chunk, _A_PIECE)
            yield piece
            while piece:
                piece = inflating.decompress(inflating.unconsumed_tail, _A_PIECE)
                yield piece
        except zlib.error as fault:
            raise NotUnpacked("What it answered can not be unpacked.") from fault
