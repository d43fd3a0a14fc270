"""What a browser may do with an answer of a door: nothing. Doors are for programs.

A browser that is led here must not guess a page out of an answer, run it, frame it, keep it or tell where it was.
"""

from __future__ import annotations

from flask import Response

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex, nofollow",
}


def keep_out(response: Response) -> Response:
    """Tell browsers to do nothing with an answer; what it says of itself already stays."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
