"""What a call asks of the fields of an item: the names that arguments have, made into those of WordPress.

Terms and dates need the site to be understood; what it told of them stands in the state, under `about.`. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.tools.answers import Arguments, State
from webapp.tools.values import META, within

# In the order in which a sentence names them.
_WORDS = ("title", "content", "status", "slug", "excerpt")
_MORE = (
    "author",
    "post_parent",
    "template",
    "featured_media",
    "menu_order",
    "format",
    "sticky",
    "comment_status",
    "ping_status",
)
_SPOKEN = {"post_parent": "parent"}
# Keys of a state: the ids of terms that a call chooses, by field; a date as the site keeps it.
CHOSEN, DATE = "about.chosen", "about.date"


def asks_nothing(arguments: Arguments) -> bool:
    """Tell whether a call names no field at all."""
    fields = [arguments.get(name) for name in (*_WORDS, *_MORE, "date", "categories", "tags")]
    return all(value is None for value in fields) and not arguments.get("meta") and not arguments.get("taxonomies")


def asked_of(arguments: Arguments, state: Mapping[str, Any], standing: Mapping[str, Any]) -> State:
    """Return the fields that a call asks for, each with the value it is to have.

    Args:
        state: what was read of the item, with the terms and the date that the call means.
        standing: the fields of the item that is written to; terms are added to these with `append_terms`.
    """
    asked = _given(_WORDS, arguments)
    asked |= {META + str(key): value for key, value in (arguments.get("meta") or {}).items()}
    asked |= _given(_MORE, arguments)
    for field, ids in within(CHOSEN, state).items():
        kept = standing.get(field) or [] if arguments.get("append_terms") else []
        asked[field] = list(dict.fromkeys([*kept, *ids]))
    if arguments.get("date") is not None and DATE in state:
        asked["date"] = state[DATE]
    return asked


def _given(names: Iterable[str], arguments: Arguments) -> State:
    return {_SPOKEN.get(name, name): arguments[name] for name in names if arguments.get(name) is not None}
