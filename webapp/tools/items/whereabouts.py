"""Finding the item that a call names, and saying what it is where the id is that of another kind of thing.

WordPress answers such an id as if it did not exist, which sends an agent looking in the wrong place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.items.post_types import PATH, is_of_wordpress
from webapp.tools.nouns import OF_TYPE, PAGE, POST, Noun
from webapp.tools.spoken import if_allowed
from webapp.tools.values import find, in_trash, text_of
from webapp.wordpress.client import WordPress

Doing = Literal["read", "update", "delete"]
_COLUMNS: tuple[Doing, ...] = ("read", "update", "delete")
# What it may be instead: REST path -> (words, the tools that read, update and delete it)
_OTHERS: dict[str, tuple[str, tuple[str, str, str]]] = {
    PAGE.rest: ("a page", ("read_page", "update_page", "delete_page")),
    POST.rest: ("a post", ("read_post", "update_post", "delete_post")),
    "wp/v2/media": ("a file of the media library", ("get_media", "update_media", "delete_media")),
    "wp/v2/menu-items": ("a menu item", ("get_menu_item", "update_menu_item", "delete_menu_item")),
    "wp/v2/navigation": ("a navigation", ("read_navigation", "update_navigation", "update_navigation")),
}
_CUSTOM = ("get_custom_post", "update_custom_post", "delete_custom_post")


def named(site: WordPress, noun: Noun, item_id: int, doing: Doing) -> dict[str, Any]:
    """Return an item as its editors see it, whatever its status.

    Raises:
        Refusal: as `values.find`; `respira_not_found` with the right tool, where it is another kind of thing.
    """
    try:
        return find(site, noun, item_id)
    except Refusal as refusal:
        if refusal.code != "respira_not_found":
            raise
        raise elsewhere(site, noun, item_id, doing) or refusal from refusal


def named_in_use(site: WordPress, noun: Noun, item_id: int, doing: Doing) -> dict[str, Any]:
    """Return an item that is not in the trash.

    Raises:
        Refusal: as `named`; `respira_not_found` when it is in the trash.
    """
    item = named(site, noun, item_id, doing)
    if item.get("status") == "trash":
        raise in_trash(noun, item_id, text_of(item.get("title")))
    return item


def elsewhere(site: WordPress, noun: Noun, item_id: int, doing: Doing) -> Refusal | None:
    """Return the refusal that says what an id is, where it is of another kind; None where nothing has it."""
    column = _COLUMNS.index(doing)
    for rest, (words, tools) in _OTHERS.items():
        if rest != noun.rest and _is_there(site, rest, item_id):
            return Refusal("respira_not_found", f"That is {words}: use {tools[column]}.", hint="")
    for slug, rest in _custom_types(site):
        if OF_TYPE + slug != noun.kind and _is_there(site, rest, item_id):
            words = f"That is of the type {slug}: use {_CUSTOM[column]} with the type {slug}."
            return Refusal("respira_not_found", words, hint="")
    return None


def _is_there(site: WordPress, rest: str, item_id: int) -> bool:
    try:
        site.get(f"{rest}/{item_id}", _fields="id")
    except SiteTrouble:
        return False
    return True


def _custom_types(site: WordPress) -> Iterator[tuple[str, str]]:
    types = if_allowed(lambda: site.get(PATH).body, {})
    for slug, told in types.items() if isinstance(types, dict) else ():
        if slug not in (PAGE.kind, POST.kind) and not is_of_wordpress(slug) and isinstance(told, dict):
            yield slug, f"{told.get('rest_namespace') or 'wp/v2'}/{told.get('rest_base') or slug}"
