"""The tools about items of custom post types, and about the types themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.answers import Arguments
from webapp.tools.items.item_deletes import DELETE_UNDONE, Delete
from webapp.tools.items.item_reads import Reads
from webapp.tools.items.item_schemas import (
    APPEND_TERMS,
    EDIT_TARGET,
    EDITS,
    FIELDS,
    FORMAT,
    LISTING,
    NESTING,
    STICKY,
    TERMS,
    TYPE,
    one_of,
    schema,
    the_id,
    the_id_or_copy,
)
from webapp.tools.items.item_updates import LANDS, UNDONE, Update
from webapp.tools.items.last_changes import last_change
from webapp.tools.items.post_types import PATH, OfType, is_of_wordpress, name_of_type, type_told
from webapp.tools.taxonomies import taxonomies_of
from webapp.tools.tool import ANYTHING, ReadTool, Scene, WriteTool
from webapp.wordpress.client import WordPress

_SOURCE = OfType()
_READS = Reads(_SOURCE)


def list_post_types(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the types of items that the site opens to programs, without WordPress's own for other purposes."""
    body = site.get(PATH).body
    if not isinstance(body, dict):
        raise SiteTrouble("respira_site_not_json", "The site did not answer with its post types.", written="no")
    types = [_line(slug, one) for slug, one in body.items() if not is_of_wordpress(slug) and isinstance(one, dict)]
    return {"success": True, "post_types": types, "total": len(types), "total_pages": 1}


def _line(slug: str, told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": slug,
        "name": name_of_type(told),
        "hierarchical": bool(told.get("hierarchical")),
        "taxonomies": list(told.get("taxonomies") or []),
    }


def get_post_type(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer what the site tells of one type: its words, what its items have, and its taxonomies."""
    slug = arguments["type"]
    told = type_told(site, slug)
    labels, supports = told.get("labels"), told.get("supports")
    taxonomies = [
        {"taxonomy": one.slug, "name": one.name, "field": one.base}
        for one in taxonomies_of(site)
        if slug in one.types
    ]
    return {
        "success": True,
        **_line(slug, told),
        "singular_name": labels.get("singular_name") if isinstance(labels, Mapping) else None,
        "description": told.get("description") or "",
        "supports": sorted(supports) if isinstance(supports, Mapping) else [],
        "taxonomies": taxonomies,
    }


_TYPED = {"type": TYPE}

TOOLS = (
    ReadTool(
        name="list_post_types",
        title="List types of items",
        description="Lists the types of items that the site opens to programs: pages, posts and custom types.",
        schema=schema(),
        content=True,
        idempotent=True,
        run=list_post_types,
    ),
    ReadTool(
        name="get_post_type",
        title="Read about a type of items",
        description="Tells what the items of one type have: title, text, excerpt and the like, and taxonomies.",
        schema=schema(_TYPED, required=("type",)),
        content=True,
        idempotent=True,
        run=get_post_type,
    ),
    ReadTool(
        name="list_custom_posts",
        title="List items of another type",
        description="Lists items of a custom post type with id, title, status and address, drafts too.",
        schema=schema(_TYPED, LISTING, required=("type",)),
        content=True,
        idempotent=True,
        run=_READS.listed,
    ),
    ReadTool(
        name="get_custom_post",
        title="Read an item of another type",
        description=(
            "Reads one item of a custom post type with its raw text, block markers and shortcodes included. Change "
            "the text inside it and send the whole of it to update_custom_post."
        ),
        schema=schema(_TYPED, one_of("item"), required=("type",)),
        content=True,
        idempotent=True,
        run=_READS.read,
    ),
    WriteTool(
        name="update_custom_post",
        title="Change an item of another type",
        description=(
            "Changes fields of an item of a custom post type; fields left out stay as they are. Lands on a draft "
            "copy that a person approves, unless the site's owner allows direct editing."
        ),
        schema=schema(
            _TYPED,
            the_id_or_copy("item"),
            FIELDS,
            NESTING,
            TERMS,
            APPEND_TERMS,
            FORMAT,
            STICKY,
            EDIT_TARGET,
            required=("type", "id"),
        ),
        # Which right it takes is the type's own to say: reading the item for a change asks for it.
        needs=(),
        content=True,
        idempotent=True,
        takes={
            "featured_media": ("media",),
            "post_parent": (ANYTHING,),
            "content": (ANYTHING,),
            "categories": ("term",),
            "tags": ("term",),
            "taxonomies": ("term",),
        },
        lands=LANDS,
        undone=UNDONE,
        write=Update(_SOURCE),
        edits=EDITS,
        last_change=last_change,
    ),
    WriteTool(
        name="delete_custom_post",
        title="Move an item of another type to the trash",
        description=(
            "Moves an item of a custom post type to the trash, from where it can be brought back. A person "
            "approves it."
        ),
        schema=schema(_TYPED, the_id("item"), required=("type", "id")),
        approval_required=True,
        needs=(),
        content=True,
        destructive=True,
        lands="On the live item, which moves to the trash; on the draft copy where that is named.",
        undone=DELETE_UNDONE,
        write=Delete(_SOURCE),
        last_change=last_change,
    ),
)
