"""The JSON of uploads, in the view and edit shapes, with their links."""

from __future__ import annotations

from typing import Any

from . import text
from .asked import Asked
from .routes import links
from .store import Item

FIXED = {"featured_media": 0, "comment_status": "open", "ping_status": "closed", "template": "", "meta": []}


def shape(asked: Asked, medium: Item, context: str | None = None) -> dict[str, Any]:
    """Return an upload as REST shows it, in the asked context unless another is given."""
    edit, id = (context or asked.context) == "edit", medium["id"]
    url = f"{asked.wp.url}/wp-content/uploads/{medium['file']}"
    data: dict[str, Any] = {
        **{name: medium[name] for name in ("id", "date", "date_gmt")},
        "guid": _words(url, url, edit),
        **{name: medium[name] for name in ("modified", "modified_gmt", "slug")},
        "status": "inherit",
        "type": "attachment",
        "link": f"{asked.wp.url}/{medium['slug']}/",
        "title": _words(medium["title"], text.curly(medium["title"]), edit),
        "author": medium["author"],
        **FIXED,
    }
    if edit:
        data |= {"permalink_template": f"{asked.wp.url}/?attachment_id={id}", "generated_slug": medium["slug"]}
    data["class_list"] = [f"post-{id}", "attachment", "type-attachment", "status-inherit", "hentry"]
    data |= _about_the_file(medium, url, edit)
    data["_links"] = _links(asked, medium)
    return data


def _about_the_file(medium: Item, url: str, edit: bool) -> dict[str, Any]:
    is_image = medium["mime_type"].startswith("image/")
    return {
        "description": _words(medium["description"], _description(medium, url, is_image), edit),
        "caption": _words(medium["caption"], text.curly(text.paragraphs(medium["caption"])), edit),
        "alt_text": medium["alt_text"],
        "media_type": "image" if is_image else "file",
        "mime_type": medium["mime_type"],
        "media_details": medium["details"],
        "post": medium["post"],
        "source_url": url,
        **({"missing_image_sizes": []} if edit else {}),
        "filename": medium["file"].rsplit("/", 1)[-1],
        "filesize": medium["details"]["filesize"],
    }


def _words(raw: str, rendered: str, edit: bool) -> dict[str, str]:
    return {"raw": raw, "rendered": rendered} if edit else {"rendered": rendered}


def _description(medium: Item, url: str, is_image: bool) -> str:
    shown = f'<img src="{url}" alt="{medium["alt_text"]}" />' if is_image else text.curly(medium["title"])
    words = text.curly(text.paragraphs(medium["description"]))
    return f"<p class=\"attachment\"><a href='{url}'>{shown}</a></p>\n{words}"


def _links(asked: Asked, medium: Item) -> dict[str, Any]:
    href = asked.wp.rest
    return links(
        asked,
        f"wp/v2/media/{medium['id']}",
        {
            "author": [{"embeddable": True, "href": href(f"wp/v2/users/{medium['author']}")}],
            "replies": [{"embeddable": True, "href": href(f"wp/v2/comments?post={medium['id']}")}],
        },
        about="wp/v2/types/attachment",
    )
