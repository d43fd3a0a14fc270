"""Building a page in one call: its sections, its featured image and its menu entry, each write a step of its own."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

from webapp.errors import Refusal
from webapp.tools.answers import Arguments
from webapp.tools.builders import BLOCKS
from webapp.tools.building.sections import MOST_SECTIONS, TYPES, markup_of_sections
from webapp.tools.groups import purpose_that_is_off
from webapp.tools.items.new_addresses import address_of, slug_of
from webapp.tools.menus.menus import has_places
from webapp.tools.tool import ManyTool, Part, Parts, Scene, Stopped
from webapp.wordpress.client import WordPress

# Arguments that go into the new page as they are.
_OF_THE_PAGE = (
    "title",
    "status",
    "slug",
    "excerpt",
    "post_parent",
    "template",
    "featured_media",
    "edit_target",
)
_FILE = ("file", "filename", "alt")
_BUILDERS = (BLOCKS, "blocks")
_NO_PLACE = (
    "The site's theme shows its navigation by a block, whose link needs the page's own address, and the page has "
    "that only once it is made."
)


def parts_of(site: WordPress, arguments: Arguments, scene: Scene) -> Parts:
    """Take the building of a page apart: an upload, the page itself, and its entry in a menu."""
    if "menu_id" in arguments:
        # Else a login that may not see menus would be told in the site's own words.
        scene.demand_allowed("create_menu_item")
    _demand_blocks(arguments)
    page = {name: arguments[name] for name in _OF_THE_PAGE if name in arguments}
    page["content"] = markup_of_sections(arguments["structure"])
    parts: list[Part] = []
    refers: tuple[str, ...] = ()
    image = arguments.get("featured_image")
    if image is not None:
        if "featured_media" in arguments:
            words = "Send featured_media or featured_image, not both."
            raise Refusal("respira_invalid_arguments", words)
        parts.append(Part("upload_media", _upload(image, page)))
        page["featured_media"], refers = "{{part_1.id}}", ("featured_media",)
    parts.append(Part("create_page", page, refers))
    if "menu_id" not in arguments:
        return Parts(parts)
    if not has_places(site):
        return Parts(parts, Stopped(_NO_PLACE, _navigation_next(scene)))
    return Parts([*parts, Part("create_menu_item", _entry(arguments, len(parts)), ("object_id",))])


def _upload(image: Arguments, page: Arguments) -> Arguments:
    """Return the upload, under a title that leaves the page the address it asks for: files share those."""
    told = {name: image[name] for name in _FILE if name in image}
    name = PurePosixPath(str(image["filename"])).stem
    if slug_of(name) and slug_of(name) == address_of(page):
        told["title"] = f"{name} image"
    return told


def _navigation_next(scene: Scene) -> str:
    told = "update_navigation, with the page's title and link."
    purpose = purpose_that_is_off(scene, "update_navigation")
    return f"{told} It is off for this key: the owner switches on {purpose} first." if purpose else told


def _entry(arguments: Arguments, page_part: int) -> Arguments:
    named = {"menu_parent": "parent", "menu_position": "position"}
    return {
        "menu_id": arguments["menu_id"],
        "title": arguments.get("menu_title") or arguments["title"],
        "object_type": "page",
        "object_id": f"{{{{part_{page_part}.id}}}}",
        **{theirs: arguments[ours] for ours, theirs in named.items() if ours in arguments},
    }


def _demand_blocks(arguments: Arguments) -> None:
    builder = str(arguments.get("builder") or BLOCKS).lower()
    if builder not in _BUILDERS:
        words = f"Pages are built of WordPress's own blocks here, not with {builder}."
        raise Refusal("respira_invalid_arguments", f"{words} Leave out builder, or send {BLOCKS}.")


_SECTION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "enum": list(TYPES), "description": "What the section is."},
        "heading": {"type": "string", "description": "The section's heading; not for blocks and markup."},
        "text": {
            "type": "string",
            "description": (
                "Its text, not for blocks and markup; an empty line begins a new paragraph. Inline HTML works."
            ),
        },
        "items": {
            "type": "array",
            "description": (
                'features: objects such as {"heading": "Rye", "text": "Fresh.", "image": {"url": "https://…"}, '
                '"button": {"text": "Order", "url": "/order/"}}; gallery: images such as {"url": "https://…", '
                '"alt": "A loaf"}; list: texts; questions: objects such as {"question": "When?", "answer": "At '
                'nine."}. '
                "Other types take none."
            ),
        },
        "ordered": {"type": "boolean", "description": "list: numbered."},
        "cite": {"type": "string", "description": "quote: whose words they are."},
        "button": {
            "type": "object",
            "description": 'hero, call_to_action: such as {"text": "Order", "url": "/order/"}.',
        },
        "image": {
            "type": "object",
            "description": (
                'hero, call_to_action, text: such as {"url": "https://…", "alt": "A loaf", "media_id": "12"}.'
            ),
        },
        "blocks": {"type": "array", "description": "blocks: descriptions as insert_element takes them."},
        "markup": {"type": "string", "description": "markup: block markup of your own."},
    },
    "required": ["type"],
    "additionalProperties": False,
}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "minLength": 1, "description": "The page's title as plain text."},
        "structure": {
            "type": "array",
            "items": _SECTION,
            "minItems": 1,
            "maxItems": MOST_SECTIONS,
            "description": "The page's sections, from the top.",
        },
        "status": {
            "type": "string",
            "enum": ["draft", "publish", "pending", "private"],
            "description": "What it becomes when a person publishes it.",
        },
        "slug": {"type": "string", "description": "The last part of the page's address; else of its title."},
        "excerpt": {"type": "string", "description": "A short text for lists."},
        "post_parent": {"type": "integer", "minimum": 0, "description": "The parent page's id; 0 for none."},
        "template": {"type": "string", "description": "The template's file name; empty for the default."},
        "featured_media": {"type": "integer", "minimum": 1, "description": "The id of an image of the site."},
        "featured_image": {
            "type": "object",
            "properties": {
                "file": {"type": "string", "description": "An address, a data URL, or base64."},
                "filename": {"type": "string", "description": "Such as bread.jpg."},
                "alt": {"type": "string", "description": "What it shows, in words."},
            },
            "required": ["file", "filename"],
            "additionalProperties": False,
            "description": "An image to upload as the featured one.",
        },
        "menu_id": {"type": "integer", "minimum": 1, "description": "A menu to add the page to, from list_menus."},
        "menu_title": {
            "type": "string",
            "description": "The link's label in the menu; the page's title unless said.",
        },
        "menu_parent": {"type": "integer", "minimum": 1, "description": "The menu item it stands below."},
        "menu_position": {
            "type": "integer",
            "minimum": 1,
            "description": "Its place there, from 1; the end unless said.",
        },
        "builder": {"type": "string", "description": "gutenberg: pages are built of WordPress's own blocks."},
        "edit_target": {
            "type": "string",
            "enum": ["ask", "live", "duplicate"],
            "description": "live publishes at once, where the owner allows direct editing and status is publish.",
        },
    },
    "required": ["title", "structure"],
    "additionalProperties": False,
}

TOOLS = (
    ManyTool(
        name="build_page",
        title="Build a page",
        description=(
            "Makes a page from a list of sections, with a featured image and a menu entry. Each write is a step of "
            "its own; the answer lists them all in steps, and says in stopped what has to wait."
        ),
        schema=_SCHEMA,
        needs=("edit_pages",),
        content=True,
        parts=parts_of,
    ),
)
