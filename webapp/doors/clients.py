"""Which program called, for people to read: it says so itself, so it proves nothing.

How much of it is kept is not decided here.
"""

from __future__ import annotations

from werkzeug.datastructures import Headers


def client_of(headers: Headers, told: str = "") -> str | None:
    """Return a program's name and version, such as "claude-code 2.1"; None when it does not tell.

    Args:
        headers: the request's headers; the first product of the User-Agent stands in where nothing else is told.
        told: what the program said of itself elsewhere.
    """
    told = told.strip() or (headers.get("User-Agent", "").split() or [""])[0].replace("/", " ", 1)
    return "".join(letter for letter in told if letter.isprintable()).strip() or None
