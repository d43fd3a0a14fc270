"""What WordPress takes out of a text that a login may not save as it is: known when a write is planned. Pure.

It does that at every save by such a login, also where only another field is sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_MAY_SAVE_ALL = "wp:action-unfiltered-html"
_TAGS = re.compile(
    r"<(script|iframe|style|svg|form|input|select|option|object|embed|noscript|link|meta|base)\b", re.IGNORECASE
)
_HANDLER = re.compile(r"<[a-z][^<>]{0,2000}?\s(on[a-z]{3,30})\s{0,5}=", re.IGNORECASE)
_MOST_NAMED = 5


def is_filtered(item: Mapping[str, Any]) -> bool:
    """Tell whether WordPress filters what the site's own login saves of an item, as the item's own links tell it.

    A site behind something that takes the links away does not tell, and then nothing is said.
    """
    links = item.get("_links")
    return isinstance(links, Mapping) and "curies" in links and _MAY_SAVE_ALL not in links


def filtered_out(text: str) -> list[str]:
    """Return the names of tags and attributes in a text that WordPress would take out, the first of them."""
    found = [*_TAGS.findall(text), *_HANDLER.findall(text)]
    return list(dict.fromkeys(name.lower() for name in found))[:_MOST_NAMED]
