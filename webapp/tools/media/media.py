"""Media: what one is, and reading the library. The bytes of files are never answered, only their addresses."""

from __future__ import annotations

from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.answers import Arguments, State
from webapp.tools.lists import PAGING, items_in, paging, totals
from webapp.tools.nouns import Noun
from webapp.tools.tool import Editable, ReadTool, Scene
from webapp.tools.values import fields_of, find, only, text_of
from webapp.wordpress.client import WordPress

MEDIUM = Noun(
    kind="media",
    rest="wp/v2/media",
    fields=("title", "alt_text", "caption", "description", "slug", "author", "post", "date"),
    copied=(),
    edit_right="edit_posts",
    delete_right="delete_posts",
    nests=False,
    word="media file",
    plural="media files",
    taxonomies={},
)
# What people write about a file, as WordPress names it; agents say `alt`.
WORDS = ("title", "alt_text", "caption", "description")
ARGUMENTS = {"title": "title", "alt": "alt_text", "caption": "caption", "description": "description"}
# Key of a forecast: a step of the plan deletes it.
GONE = "live.gone"
BACKSLASH = "WordPress drops backslashes from alternative texts."
WORDS_SCHEMA = {
    "title": {"type": "string", "description": "Its title in the media library."},
    "alt": {"type": "string", "description": "What the picture shows, for who can not see it."},
    "caption": {"type": "string", "description": "Shown below it, where the theme does."},
    "description": {"type": "string", "description": "A longer description."},
}

# Which of them a person may change in a step.
EDITS = {"alt": Editable("Alternative text", emptied=True)}


def words_asked(arguments: Arguments) -> State:
    """Return the words that a call sets, as WordPress names them."""
    asked = {field: arguments[name] for name, field in ARGUMENTS.items() if name in arguments}
    # WordPress trims titles.
    return {**asked, "title": asked["title"].strip()} if "title" in asked else asked


def words_of(item: dict[str, Any]) -> State:
    """Return a medium's words, raw."""
    return only(WORDS, fields_of(MEDIUM, item))


def url_of(item: dict[str, Any]) -> str:
    """Return the address of a medium's file."""
    return str(item.get("source_url") or "")


def file_name(item: dict[str, Any]) -> str:
    """Return the name of a medium's file."""
    return url_of(item).rpartition("/")[2] or text_of(item.get("title"))


def size_of(item: dict[str, Any]) -> int | None:
    """Return the length of a medium's file in bytes, where the site tells it."""
    size = _details(item).get("filesize")
    return size if isinstance(size, int) else None


def original_name(item: dict[str, Any]) -> str | None:
    """Return the name of the file that WordPress made a smaller one of, if it did."""
    name = _details(item).get("original_image")
    return name if isinstance(name, str) and name else None


def _details(item: dict[str, Any]) -> dict[str, Any]:
    details = item.get("media_details")
    return details if isinstance(details, dict) else {}


def told(item: dict[str, Any]) -> dict[str, Any]:
    """Return a medium as answers tell it, in one short line."""
    details, words = _details(item), words_of(item)
    return {
        "id": item.get("id"),
        "title": words["title"],
        "alt": words["alt_text"],
        "url": item.get("source_url"),
        "mime_type": item.get("mime_type"),
        "width": details.get("width"),
        "height": details.get("height"),
        "file_size": size_of(item),
    }


def list_media(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one part of the media library, the newest first."""
    query = {
        "search": arguments.get("search"),
        "media_type": arguments.get("type"),
        **paging(arguments),
    }
    try:
        answer = site.get(MEDIUM.rest, context="edit", **query)
    except SiteTrouble as trouble:
        if trouble.status not in (401, 403):
            raise
        answer = site.get(MEDIUM.rest, **query)
    return {"success": True, "items": [told(item) for item in items_in(answer)], **totals(answer)}


def get_media(site: WordPress, arguments: Arguments, scene: Scene) -> dict[str, Any]:
    """Answer one medium with all its words and sizes."""
    item = find(site, MEDIUM, arguments["id"])
    words, sizes = words_of(item), _details(item).get("sizes")
    return {
        "success": True,
        **told(item),
        "caption": words["caption"],
        "description": words["description"],
        "filename": file_name(item),
        "post_id": item.get("post") or None,
        "date": item.get("date"),
        "link": item.get("link"),
        "sizes": [_size(name, size) for name, size in sizes.items()] if isinstance(sizes, dict) else [],
    }


def _size(name: str, size: Any) -> dict[str, Any]:
    known = size if isinstance(size, dict) else {}
    return {
        "name": name,
        "width": known.get("width"),
        "height": known.get("height"),
        "url": known.get("source_url"),
    }


TOOLS = (
    ReadTool(
        name="list_media",
        title="List media",
        description="Lists the media library, newest first: id, title, alternative text and address of each file.",
        schema={
            "type": "object",
            "properties": {
                "search": {"type": "string", "description": "Words to look for in title, text and file name."},
                "type": {
                    "type": "string",
                    "enum": ["image", "video", "audio", "application"],
                    "description": "Only files of this type; PDFs are application.",
                },
                **PAGING,
            },
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=list_media,
    ),
    ReadTool(
        name="get_media",
        title="Read about a media file",
        description="Answers one file of the media library: its words, its address and the sizes it comes in.",
        schema={
            "type": "object",
            "properties": {"id": {"type": "integer", "minimum": 1, "description": "The media file's id."}},
            "required": ["id"],
            "additionalProperties": False,
        },
        content=True,
        idempotent=True,
        run=get_media,
    ),
)
