"""Media over REST: uploads as a raw body, their words, and deleting them for good."""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections.abc import Callable
from typing import Any

from . import slugs, text
from .asked import Asked
from .fields import Field, Schema
from .kinds import KINDS
from .media_shape import shape
from .routes import Answer, create, created, delete, deleted, get, paged, update
from .store import Item
from .trouble import Trouble, no_trash, not_found

SCHEMA: Schema = {
    "title": Field("text"),
    "caption": Field("text"),
    "description": Field("text"),
    "alt_text": Field("string"),
    "slug": Field("string"),
    "date": Field("date"),
    "author": Field("integer"),
    "post": Field("integer"),
}
FILTERS: Schema = {
    "search": Field("string"),
    "include": Field("integers"),
    "slug": Field("strings"),
    "parent": Field("integers"),
    "author": Field("integers"),
    "media_type": Field("string", enum=("image", "video", "text", "application", "audio")),
}
ORDER: Schema = {"orderby": Field("string")}
BEGINNINGS = {
    "png": ("image/png", b"\x89PNG"),
    "jpg": ("image/jpeg", b"\xff\xd8"),
    "jpeg": ("image/jpeg", b"\xff\xd8"),
    "gif": ("image/gif", b"GIF8"),
    "webp": ("image/webp", b"RIFF"),
    "pdf": ("application/pdf", b"%PDF"),
    "mp3": ("audio/mpeg", b""),
    "txt": ("text/plain", b""),
}


def _found(asked: Asked) -> Item:
    medium = asked.store.find("media", asked.id)
    if medium is None:
        raise not_found()
    return medium


def listed(asked: Asked) -> Answer:
    """List uploads, newest first."""
    filters = asked.checked(FILTERS)
    if asked.context == "edit":
        message = "Sorry, you are not allowed to edit posts in this post type."
        asked.need("upload_files", "rest_forbidden_context", message)
    media = [medium for medium in asked.store.list("media") if _fits(medium, filters)]
    by_id = asked.checked(ORDER).get("orderby") == "id"
    media.sort(key=lambda medium: ("" if by_id else medium["date"], medium["id"]), reverse=True)
    return paged(asked, media, lambda medium: shape(asked, medium))


def _fits(medium: Item, wanted: dict[str, Any]) -> bool:
    tests: dict[str, Callable[[Any], Any]] = {
        "search": lambda value: value.lower() in f"{medium['title']} {medium['file']}".lower(),
        "include": lambda value: medium["id"] in value,
        "slug": lambda value: medium["slug"] in value,
        "parent": lambda value: (medium["post"] or 0) in value,
        "author": lambda value: medium["author"] in value,
        "media_type": lambda value: medium["mime_type"].startswith(value + "/"),
    }
    return all(test(wanted[name]) for name, test in tests.items() if name in wanted)


def read(asked: Asked) -> Answer:
    """Read one upload's words."""
    medium = _found(asked)
    if asked.context == "edit":
        asked.need("upload_files", "rest_forbidden_context", "Sorry, you are not allowed to edit this post.")
    return Answer(shape(asked, medium))


def upload(asked: Asked) -> Answer:
    """Keep the raw body as a file; a name that is taken gets a number."""
    asked.need("upload_files", "rest_cannot_create", "Sorry, you are not allowed to create posts as this user.")
    name = _file_name(asked)
    _demand_whole(asked)
    mime_type = _mime_type(name, asked.raw)
    local, gmt = asked.wp.now()
    path = _free_path(asked, f"{local[:4]}/{local[5:7]}/{name}")
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    asked.store.keep_file(path, mime_type, asked.raw)
    medium: Item = {
        "id": asked.store.next_id("posts"),
        "date": local,
        "date_gmt": gmt,
        "modified": local,
        "modified_gmt": gmt,
        "slug": "",
        "title": stem,
        "caption": "",
        "description": "",
        "alt_text": "",
        "author": asked.login["id"] if asked.login else 0,
        "post": None,
        "file": path,
        "mime_type": mime_type,
        "details": _details(path, asked.raw),
    }
    medium = _saved(asked, medium, asked.checked(SCHEMA))
    return created(asked.wp, "wp/v2/media", shape(asked, medium, "edit"))


def _demand_whole(asked: Asked) -> None:
    told = asked.headers.get("Content-Md5")
    if told and told.strip() != hashlib.md5(asked.raw, usedforsecurity=False).hexdigest():
        raise Trouble(412, "rest_upload_hash_mismatch", "Content hash did not match expected.")


def _file_name(asked: Asked) -> str:
    if not asked.raw:
        raise Trouble(400, "rest_upload_no_data", "No data supplied.")
    if not asked.headers.get("Content-Type"):
        raise Trouble(400, "rest_upload_no_content_type", "No Content-Type supplied.")
    disposition = asked.headers.get("Content-Disposition")
    if not disposition:
        raise Trouble(400, "rest_upload_no_content_disposition", "No Content-Disposition supplied.")
    found = re.search(r'filename="?([^";]+)"?', disposition)
    if found is None:
        message = (
            "Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as "
            '`attachment; filename="image.png"` or similar.'
        )
        raise Trouble(400, "rest_upload_invalid_disposition", message)
    stem, _, ending = found.group(1).rpartition(".")
    safe = unicodedata.normalize("NFKD", stem.replace("%", "")).encode("ascii", "ignore").decode()
    return f"{re.sub(r'[^A-Za-z0-9_]+', '-', safe).strip('-')}.{ending.lower()}"


def _mime_type(name: str, content: bytes) -> str:
    ending = name.rsplit(".", 1)[-1]
    mime_type, beginning = BEGINNINGS.get(ending, ("", b""))
    if not mime_type or not content.startswith(beginning):
        raise Trouble(500, "rest_upload_sideload_error", "Sorry, you are not allowed to upload this file type.")
    return mime_type


def _free_path(asked: Asked, path: str) -> str:
    stem, _, ending = path.rpartition(".")
    candidate, number = path, 0
    while asked.store.file(candidate) is not None:
        number += 1
        candidate = f"{stem}-{number}.{ending}"
    return candidate


def _details(path: str, content: bytes) -> dict[str, Any]:
    details: dict[str, Any] = {"filesize": len(content), "sizes": {}}
    pixels = _png_pixels(content) or _jpeg_pixels(content)
    if pixels:
        details = {"width": pixels[0], "height": pixels[1], "file": path, **details, "image_meta": {}}
    return details


def _png_pixels(content: bytes) -> tuple[int, int] | None:
    if not content.startswith(b"\x89PNG") or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _jpeg_pixels(content: bytes) -> tuple[int, int] | None:
    frame = re.search(rb"\xff[\xc0\xc2]..\x08(....)", content, re.DOTALL) if content.startswith(b"\xff\xd8") else None
    if frame is None:
        return None
    height, width = struct.unpack(">HH", frame.group(1))
    return width, height


def _saved(asked: Asked, medium: Item, sent: dict[str, Any]) -> Item:
    if "alt_text" in sent:
        sent["alt_text"] = re.sub(r"<[^>]*>", "", sent["alt_text"].replace("\\", ""))
    if "post" in sent:
        sent["post"] = sent["post"] or None
    if sent.get("date"):
        sent["date"], sent["date_gmt"] = asked.wp.both(sent["date"])
    saved = medium | sent
    saved["slug"] = slugs.free(asked.wp, saved, text.slug_of(saved["slug"]) or text.slug_of(saved["title"]))
    asked.store.put("media", saved)
    return saved


def change(asked: Asked) -> Answer:
    """Change an upload's words; the file itself cannot be replaced."""
    sent = asked.checked(SCHEMA)
    medium = _found(asked)
    asked.need("upload_files", "rest_cannot_edit", "Sorry, you are not allowed to edit this post.")
    medium["modified"], medium["modified_gmt"] = asked.wp.now()
    return Answer(shape(asked, _saved(asked, medium, sent), "edit"))


def remove(asked: Asked) -> Answer:
    """Delete an upload and its file for good; whatever shows it as its picture shows none."""
    force = asked.flag("force")
    medium = _found(asked)
    asked.need("upload_files", "rest_cannot_delete", "Sorry, you are not allowed to delete this post.")
    if not force:
        raise no_trash("The post does")
    previous = shape(asked, medium, "edit")
    asked.store.remove("media", medium["id"])
    asked.store.remove_file(medium["file"])
    for kind in KINDS:
        for item in asked.store.list(kind):
            if item["featured_media"] == medium["id"]:
                asked.store.put(kind, item | {"featured_media": 0})
    return deleted(previous)


_ONE = r"/wp/v2/media/(?P<id>\d+)"
ROUTES = [
    get("/wp/v2/media", listed),
    create("/wp/v2/media", upload),
    get(_ONE, read),
    update(_ONE, change),
    delete(_ONE, remove),
]
