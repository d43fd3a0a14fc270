"""What a site tells: its names as people typed them, and only what the login may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.values import text_of

_FORBIDDEN = (401, 403, 404)


def plain(value: Any) -> str:
    """Return a name that WordPress keeps and shows HTML-escaped, as a person typed it."""
    text = text_of(value)
    for escaped, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#039;", "'"), ("&amp;", "&")):
        text = text.replace(escaped, sign)
    return text


def if_allowed(read: Callable[[], Any], otherwise: Any) -> Any:
    """Return what a read returns, or something else where the login may not read that."""
    try:
        return read()
    except SiteTrouble as trouble:
        if trouble.status in _FORBIDDEN:
            return otherwise
        raise
