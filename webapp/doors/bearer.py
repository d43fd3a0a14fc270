"""The key in a request's headers. It is read from headers only, never from a cookie or the address.

Cookies are sent by a browser on its own, so a foreign page could use them; an address ends up in logs.
Whether the key is known is not decided here.
"""

from __future__ import annotations

from werkzeug.datastructures import Headers


def token_of(headers: Headers) -> str | None:
    """Return the key a caller shows, or None when it shows none.

    Args:
        headers: the request's headers; `Authorization: Bearer KEY` counts before `X-Respira-API-Key: KEY`.
            Another kind of Authorization, such as a proxy's Basic, is passed over.
    """
    scheme, _, rest = headers.get("Authorization", "").strip().partition(" ")
    if scheme.lower() == "bearer" and rest.strip():
        return rest.strip()
    return headers.get("X-Respira-API-Key", "").strip() or None
