"""The navigations of block themes: which there are, their links, and which one visitors see.

They are texts of blocks. Menus are those of classic themes and are kept elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import Arguments, State
from webapp.tools.blocks.parsing import Block, spans
from webapp.tools.lists import PAGING, items_in, paging, totals
from webapp.tools.menus.menus import RIGHT, has_places
from webapp.tools.menus.navigation_links import Link, links_of
from webapp.tools.spoken import if_allowed
from webapp.tools.tool import ReadTool, Scene
from webapp.tools.values import item_of, text_of
from webapp.wordpress.client import WordPress

NAVIGATION = "wp/v2/navigation"
NO_BLOCKS = "The theme has places for menus and shows those, so visitors may not see this navigation."


def find_navigation(site: WordPress, navigation_id: int) -> dict[str, Any]:
    """Return a navigation.

    Raises:
        Refusal: `respira_not_found`.
    """
    try:
        item = item_of(site.get(f"{NAVIGATION}/{navigation_id}", context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no navigation {navigation_id} on the site.") from trouble
        raise
    if item.get("status") == "trash":
        raise Refusal("respira_not_found", f"Navigation {navigation_id} is in the trash.", hint="Restore it first.")
    return item


def name_of(item: dict[str, Any]) -> str:
    """Return a navigation's name for sentences."""
    return text_of(item.get("title")).strip() or "no title"


def seen(site: WordPress, item: dict[str, Any]) -> State:
    """Read whether visitors see a navigation: what hinders it is `about.unseen`, in words."""
    return {"about.unseen": _hindrances(site, item)}


def _hindrances(site: WordPress, item: dict[str, Any]) -> list[str]:
    if item.get("status") != "publish":
        return ["It is not published, so visitors do not see it."]
    if has_places(site):
        return [NO_BLOCKS]
    parts = if_allowed(lambda: site.get("wp/v2/template-parts", context="edit").body, None)
    if not isinstance(parts, list):
        return []
    headers = [part for part in parts if part.get("area") == "header"]
    named = [ref for part in parts for ref in _refs(text_of(part.get("content")))]
    in_header = [ref for part in headers for ref in _refs(text_of(part.get("content")))]
    if item["id"] in named:
        return []
    if None in named:
        # Where no navigation is named, WordPress shows the one that was published last.
        newest = site.get(NAVIGATION, orderby="date", order="desc", per_page=1, _fields="id").body
        newest_id = newest[0].get("id") if isinstance(newest, list) and newest else None
        if newest_id == item["id"]:
            return []
        return [f"The theme names no navigation and shows the newest one, which is navigation {newest_id}."]
    others = ", ".join(f"navigation {ref}" for ref in dict.fromkeys(in_header))
    return [f"The header shows {others}, not this one."] if others else []


def _refs(text: str) -> list[int | None]:
    """Return the navigations that a text shows; None for one that it does not name and holds no links of."""
    return [ref for block in _every(text) if (ref := _ref(block)) != 0]


def _every(text: str) -> list[Block]:
    found, wanted = [], [Block(text, span, at) for at, span in enumerate(spans(text))]
    while wanted:
        block = wanted.pop()
        found.append(block)
        wanted += block.children
    return found


def _ref(block: Block) -> int | None:
    if block.name != "core/navigation":
        return 0
    ref = block.attributes.get("ref")
    if isinstance(ref, int):
        return ref
    return 0 if block.children else None


def list_navigation(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the navigations of the site."""
    answer = site.get(NAVIGATION, context="edit", status="publish,draft,private", orderby="id", **paging(arguments))
    places = has_places(site)
    return {
        "success": True,
        "navigations": [
            {"id": item["id"], "title": name_of(item), "status": item.get("status"), "links": _count(item)}
            for item in items_in(answer)
        ],
        **totals(answer),
        "shown": "menus" if places else "navigation",
        **({"warning": f"{NO_BLOCKS} list_menus tells the menus."} if places else {}),
    }


def _count(item: dict[str, Any]) -> int:
    return len(links_of(text_of(item.get("content"))))


def read_navigation(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer the links of one navigation, and its text where that is asked for."""
    item = find_navigation(site, arguments["id"])
    text, warnings = text_of(item.get("content")), seen(site, item)["about.unseen"]
    return {
        "success": True,
        "id": item["id"],
        "title": name_of(item),
        "status": item.get("status"),
        "links": _told(links_of(text)),
        **({"content": text} if arguments.get("content") else {}),
        **({"warning": " ".join(warnings)} if warnings else {}),
    }


def _told(links: Sequence[Link]) -> list[dict[str, Any]]:
    return [_line(link) for link in links]


def _line(link: Link) -> dict[str, Any]:
    attributes = link.block.attributes
    told: dict[str, Any] = {"entry": link.entry, "label": link.label}
    if link.is_link:
        told |= {"url": attributes.get("url", ""), "new_tab": bool(attributes.get("opensInNewTab"))}
        if attributes.get("id"):
            told |= {"object_type": attributes.get("type"), "object_id": attributes["id"]}
    return {**told, "below": _told(link.below)} if link.below else told


TOOLS = (
    ReadTool(
        name="list_navigation",
        title="List navigations",
        description="Lists the navigations of a block theme with their ids. Classic themes have menus instead.",
        schema={
            "type": "object",
            "properties": {
                **PAGING,
            },
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=list_navigation,
    ),
    ReadTool(
        name="read_navigation",
        title="Read a navigation",
        description=(
            "Reads the links of a navigation in order, with the entry by which update_navigation knows each. Tells "
            "where the theme shows another one."
        ),
        schema={
            "type": "object",
            "properties": {
                "id": {"type": "integer", "minimum": 1, "description": "The navigation's id, from list_navigation."},
                "content": {"type": "boolean", "description": "Also give its raw text, block markers included."},
            },
            "required": ["id"],
            "additionalProperties": False,
        },
        needs=(RIGHT,),
        idempotent=True,
        run=read_navigation,
    ),
)
