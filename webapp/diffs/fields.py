"""What people call the fields of an item, in which order they read them, and how each is shown. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

Shown = Literal["text", "html", "value", "list"]

# field -> (label, how it is shown), in reading order
_FIELDS: dict[str, tuple[str, Shown]] = {
    "title": ("Title", "text"),
    "content": ("Text", "html"),
    "excerpt": ("Excerpt", "html"),
    "status": ("Status", "value"),
    "slug": ("Address (slug)", "value"),
    "parent": ("Parent page", "value"),
    "menu_order": ("Order", "value"),
    "template": ("Template", "value"),
    "featured_media": ("Featured image", "value"),
    "categories": ("Categories", "list"),
    "tags": ("Tags", "list"),
    "format": ("Format", "value"),
    "sticky": ("Pinned to the top", "value"),
    "author": ("Author", "value"),
    "comment_status": ("Comments", "value"),
    "ping_status": ("Pingbacks", "value"),
    "password": ("Password", "value"),
    "date": ("Date", "value"),
    "lang": ("Language", "value"),
    "items": ("Menu items", "list"),
}
# What a field is for, where its label does not say all of it.
_MEANINGS = {
    "slug": "The last part of its web address.",
    "parent": "The page that it stands below, also in its web address.",
    "menu_order": "Pages with a lower number come first.",
    "template": "The theme's layout for it.",
    "featured_media": "The picture that the theme shows with it.",
    "sticky": "It stands before newer posts.",
    "comment_status": "Whether visitors may write some.",
    "ping_status": "Whether other sites may announce their links to it.",
}
_ORDER = {field: place for place, field in enumerate(_FIELDS)}
_META = "meta."
# A write may name thousands of custom fields, and a sentence has to be read.
MOST_NAMED = 12


def label(field: str) -> str:
    """Return what people call a field; a custom field is called by its own name."""
    if field in _FIELDS:
        return _FIELDS[field][0]
    if field.startswith(_META):
        return f"Custom field {field.removeprefix(_META)}"
    return field.replace("_", " ").capitalize()


def meaning(field: str) -> str:
    """Return what a field is for; empty where its label says it, or where it is not known."""
    return _MEANINGS.get(field, "")


def shown(field: str) -> Shown:
    """Return how a field is shown."""
    return _FIELDS[field][1] if field in _FIELDS else "value"


def listed(names: Sequence[str]) -> str:
    """Return names as part of a sentence: the first twelve, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def ordered(fields: Iterable[str]) -> list[str]:
    """Return fields in the order in which people read them, unknown ones last, by name."""
    return sorted(fields, key=lambda field: (_ORDER.get(field, len(_ORDER)), field))
