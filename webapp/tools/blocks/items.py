"""Which item a call is about, and which of its texts: the open copy's, on which changes land, or the live one's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.items.post_types import PATH, OfType, is_of_wordpress
from webapp.tools.nouns import PAGE, POST, Noun
from webapp.tools.spoken import if_allowed
from webapp.tools.tool import Scene
from webapp.tools.values import find_in_use, find_open_draft
from webapp.wordpress.client import WordPress

SOURCE = OfType()
# What a client may call the one kind of layout that is served here.
_BLOCKS = ("gutenberg", "blocks", "block-editor", "block_editor")
# Names of the argument that tells which item.
_IDS = ("post_id", "page_id", "id")


def item_id_of(arguments: Arguments) -> int:
    """Return the id of the item that a call is about.

    Raises:
        Refusal: `respira_invalid_arguments`, it says none, or several.
    """
    told = {arguments[name] for name in _IDS if arguments.get(name) is not None}
    if len(told) != 1:
        raise Refusal("respira_invalid_arguments", "Say which item by post_id.")
    item_id: int = told.pop()
    return item_id


def type_of(site: WordPress, arguments: Arguments) -> str:
    """Return the type of the item that a call is about: asked of the site, where the call does not tell.

    Raises:
        Refusal: `respira_not_found`.
    """
    if arguments.get("type"):
        return str(arguments["type"])
    item_id = item_id_of(arguments)
    for slug, rest in _types(site):
        if _is_there(site, rest, item_id):
            return slug
    words = f"There is no page, post or item of another type with the id {item_id} on the site."
    raise Refusal("respira_not_found", words)


def _types(site: WordPress) -> Iterator[tuple[str, str]]:
    """Give the types of items that hold text, the most common first; the others are only asked for where needed."""
    yield PAGE.kind, PAGE.rest
    yield POST.kind, POST.rest
    types = if_allowed(lambda: site.get(PATH).body, {})
    for slug, told in types.items() if isinstance(types, dict) else ():
        if slug not in (PAGE.kind, POST.kind) and not is_of_wordpress(slug) and isinstance(told, dict):
            yield slug, f"{told.get('rest_namespace') or 'wp/v2'}/{told.get('rest_base') or slug}"


def _is_there(site: WordPress, rest: str, item_id: int) -> bool:
    try:
        site.get(f"{rest}/{item_id}", _fields="id")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            return False
        if trouble.status not in (401, 403):
            raise
    return True


def shown_item(site: WordPress, noun: Noun, item_id: int, scene: Scene) -> dict[str, Any]:
    """Return the item whose blocks a call reads: where changes land on its open copy, that copy.

    Raises:
        Refusal: `respira_not_found`; `respira_site_forbids`.
    """
    open_copy = None if scene.direct_editing else scene.copy_of(noun.kind, item_id)
    draft = find_open_draft(site, noun, open_copy.copy_id) if open_copy is not None else None
    return draft if draft is not None else find_in_use(site, noun, item_id)


def demand_served(builder: str) -> None:
    """Demand that a call asks for blocks and not for what some page builder makes.

    Raises:
        Refusal: `respira_page_builder`.
    """
    if builder.lower() not in _BLOCKS:
        words = f"Only blocks are read and written here, as gutenberg. What {builder[:40]} makes is left alone."
        raise Refusal("respira_page_builder", words, hint="Send gutenberg instead, or use that builder by hand.")


def demand_no_builder(noun: Noun, builder: str) -> None:
    """Demand that no page builder draws an item.

    Raises:
        Refusal: `respira_page_builder`.
    """
    if builder:
        words = (
            f"{builder} draws this {noun.word} from data of its own, so a change of its blocks would be for nothing."
        )
        raise Refusal("respira_page_builder", words, hint=f"Change it in {builder}.")
