"""The tools that show the blocks of an item: an outline of short lines, and single blocks whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments
from webapp.tools.builders import BLOCKS, builder_of
from webapp.tools.nouns import Noun
from webapp.tools.tool import ReadTool, Scene
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress

from .arguments import IDENTIFYING, POST_ID, TYPE, named_in
from .finding import matches, not_found, path_of
from .items import SOURCE, demand_served, item_id_of, shown_item, type_of
from .parsing import Block, Document, parsed
from .telling import ids, line

_LINES, _DEPTH, _WHOLE = 50, 2, 5


def _item(site: WordPress, arguments: Arguments, scene: Scene) -> tuple[Noun, dict[str, Any], dict[str, Any]]:
    """Return an item, and how an answer tells which it is."""
    slug = type_of(site, arguments)
    noun, item_id = SOURCE.asked(site, {"type": slug}), item_id_of(arguments)
    item = shown_item(site, noun, item_id, scene)
    told = {"success": True, "post_id": item_id, "type": slug, "target_id": item["id"]}
    being = scene.copy_being(noun.kind, item["id"])
    if being is not None and being.original_id != being.copy_id:
        told |= {"is_duplicate": True, "original_id": being.original_id}
    open_copy = scene.copy_of(noun.kind, item["id"])
    if open_copy is not None:
        told["open_copy_id"] = open_copy.copy_id
    return noun, item, told


def get_page_outline(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the blocks of an item, a line each."""
    demand_served(str(arguments.get("builder") or BLOCKS))
    noun, item, told = _item(site, arguments, scene)
    told |= {"title": text_of(item.get("title"))}
    builder = builder_of(item)
    if builder:
        words = f"{builder} draws this {noun.word} from data of its own, so its blocks are not shown and not changed."
        return {**told, "builder": builder, "blocks": [], "total": 0, "total_pages": 0, "warning": words}
    document = parsed(text_of(item.get("content")))
    part, size = arguments.get("page", 1), arguments.get("per_page", _LINES)
    within, around = _within(document, arguments.get("path"))
    shown = list(_down(around, arguments.get("depth", _DEPTH)))
    known = _ids(document)
    return {
        **told,
        "builder": BLOCKS,
        **within,
        "blocks": [line(block, known[block.path]) for block in shown[(part - 1) * size : part * size]],
        "total": len(shown),
        "total_pages": -(-len(shown) // size),
    }


def _ids(document: Document) -> dict[tuple[int, ...], str]:
    every = list(document.every())
    return {block.path: told for block, told in zip(every, ids(every), strict=True)}


def _within(document: Document, path: str | None) -> tuple[dict[str, Any], Sequence[Block]]:
    """Return the blocks to show: those inside the block at a path, or those at the top."""
    if not path:
        return {}, document.blocks
    block = document.at(path_of(path))
    if block is None:
        raise Refusal("respira_element_not_found", f"There is no block at {path[:60]}.", found=False)
    return {"path": path}, block.children


def _down(around: Sequence[Block], depth: int) -> Iterator[Block]:
    for block in around:
        yield block
        if depth > 1:
            yield from _down(block.children, depth - 1)


def find_element(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the blocks that fit, whole."""
    _noun, item, told = _item(site, arguments, scene)
    document, named = parsed(text_of(item.get("content"))), named_in(arguments)
    found = matches(document, named)
    if not found:
        raise not_found(named)
    known, most = _ids(document), arguments.get("limit", _WHOLE)
    whole = [{**line(block, known[block.path]), "markup": block.markup} for block in found[:most]]
    return {**told, "found": True, "matches": whole, "total": len(found)}


TOOLS = (
    ReadTool(
        name="get_page_outline",
        title="Outline the blocks of a page",
        description=(
            "Lists the blocks of a page, post or item of another type, a line each: path, id, name, first words. "
            "Name a block by its id in the tools that change it. Where a draft copy waits, shows that copy's blocks."
        ),
        schema={
            "type": "object",
            "properties": {
                "page_id": {**POST_ID, "description": "The id of the page, post or other item."},
                "post_id": {**POST_ID, "description": "The same, under another name."},
                "id": {**POST_ID, "description": "The same."},
                "type": TYPE,
                "builder": {"type": "string", "description": "gutenberg, the only one served here."},
                "path": {"type": "string", "description": "Only the blocks inside the one at this path."},
                "depth": {"type": "integer", "minimum": 1, "maximum": 20, "description": "Levels; 2 unless said."},
                "page": {"type": "integer", "minimum": 1, "description": "Which part of the list, from 1."},
                "per_page": {"type": "integer", "minimum": 1, "maximum": 100, "description": "50 unless said."},
            },
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=get_page_outline,
    ),
    ReadTool(
        name="find_element",
        title="Find blocks",
        description="Finds blocks of an item by path, id, words, type, class or label, and shows their whole markup.",
        schema={
            "type": "object",
            "properties": {
                "post_id": POST_ID,
                "type": TYPE,
                **IDENTIFYING,
                "limit": {"type": "integer", "minimum": 1, "maximum": 20, "description": "At most so many; 5."},
            },
            "required": ["post_id", "identifier_type", "identifier_value"],
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=find_element,
    ),
)
