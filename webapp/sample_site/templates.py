"""Templates of a block theme and their parts over REST: the theme's files, and the site's own copies of them.

A site whose theme has no places for menus plays one with a block theme; any other has no templates.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from .asked import Asked
from .fields import Field, Schema
from .routes import Answer, delete, deleted, get, links, update
from .store import Item
from .trouble import Trouble, not_found
from .types import BLOCK_THEME

_HEADER = (
    '<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group"><!-- wp:site-title /-->\n\n'
    '<!-- wp:navigation {"overlayMenu":"never"} /--></div>\n<!-- /wp:group -->'
)
_FOOTER = "<!-- wp:paragraph -->\n<p>Harbour &amp; Grain</p>\n<!-- /wp:paragraph -->"
_FRAME = (
    '<!-- wp:template-part {"slug":"header"} /-->\n\n<!-- wp:post-title {"level":1} /-->\n\n<!-- wp:post-content /-->'
    '\n\n<!-- wp:template-part {"slug":"footer"} /-->'
)
# kind -> slug -> (title, description, text, area of a part)
FILES: dict[str, dict[str, tuple[str, str, str, str]]] = {
    "templates": {
        "index": ("Index", "Used where no other template fits.", _FRAME, ""),
        "page": ("Pages", "Displays a page.", _FRAME, ""),
        "single": ("Single Posts", "Displays a single post.", _FRAME, ""),
    },
    "template-parts": {
        "header": ("Header", "", _HEADER, "header"),
        "footer": ("Footer", "", _FOOTER, "footer"),
    },
}
TYPES = {"templates": "wp_template", "template-parts": "wp_template_part"}
SCHEMA: Schema = {"title": Field("text"), "content": Field("text"), "description": Field("string")}


def _need(asked: Asked) -> None:
    message = "Sorry, you are not allowed to access the templates on this site."
    asked.need("edit_theme_options", "rest_cannot_manage_templates", message)


def _of_theme(slug: str, kind: str) -> Item:
    title, about, content, area = FILES[kind][slug]
    told: Item = {"id": f"{BLOCK_THEME}//{slug}", "slug": slug, "title": title, "description": about}
    told |= {"content": content, "area": area, "wp_id": 0}
    return {**told, "source": "theme", "origin": None, "author": 0, "date": None, "modified": None}


def _all(asked: Asked, kind: str) -> list[Item]:
    if asked.wp.locations:
        return []
    own = {item["id"]: item for item in asked.store.list(kind)}
    files = [_of_theme(slug, kind) for slug in FILES[kind]]
    return [own.get(item["id"], item) for item in files]


def _found(asked: Asked, kind: str) -> Item:
    for item in _all(asked, kind):
        if item["id"] == asked.path["id"]:
            return item
    raise not_found("rest_template_not_found", "No templates exist with that id.")


def shape(asked: Asked, item: Item, kind: str) -> dict[str, Any]:
    """Return a template or part as REST shows it."""
    told = {
        **{name: item[name] for name in ("id", "slug", "source", "origin", "description", "wp_id", "author")},
        "theme": BLOCK_THEME,
        "content": {"raw": item["content"], "block_version": 1},
        "type": TYPES[kind],
        "title": {"raw": item["title"], "rendered": item["title"]},
        "status": "publish",
        "has_theme_file": True,
        "modified": item["modified"],
        "date": item["date"],
        "author_text": "Harbour Blocks",
        "original_source": "theme",
        "_links": links(asked, f"wp/v2/{kind}/{item['id']}", {}, about=f"wp/v2/types/{TYPES[kind]}"),
    }
    return told | ({"area": item["area"]} if item["area"] else {"is_custom": False})


def listed(asked: Asked, kind: str) -> Answer:
    """List all of a kind, without pages."""
    asked.need("edit_posts", "rest_cannot_manage_templates", "Sorry, you are not allowed to access the templates.")
    return Answer([shape(asked, item, kind) for item in _all(asked, kind)])


def read(asked: Asked, kind: str) -> Answer:
    """Read one."""
    asked.need("edit_posts", "rest_cannot_manage_templates", "Sorry, you are not allowed to access the templates.")
    return Answer(shape(asked, _found(asked, kind), kind))


def change(asked: Asked, kind: str) -> Answer:
    """Change one; a theme's file gets a copy of the site's own."""
    sent = asked.checked(SCHEMA)
    _need(asked)
    item = _found(asked, kind)
    local, _gmt = asked.wp.now()
    if item["source"] == "theme":
        item |= {"source": "custom", "origin": "theme", "date": local, "wp_id": asked.store.next_id("posts")}
        item["author"] = asked.login["id"] if asked.login else 0
    item |= {**sent, "modified": local}
    asked.store.put(kind, item)
    return Answer(shape(asked, item, kind))


def remove(asked: Asked, kind: str) -> Answer:
    """Delete the site's own copy for good; the theme's file counts again."""
    _need(asked)
    item = _found(asked, kind)
    if item["source"] == "theme":
        raise Trouble(400, "rest_invalid_template", "Templates based on theme files can't be removed.")
    previous = shape(asked, item, kind)
    asked.store.remove(kind, item["id"])
    return deleted(previous)


_ID = r"/(?P<id>[^/]+//[\w-]+)"
ROUTES = [
    route
    for kind in TYPES
    for route in (
        get(f"/wp/v2/{kind}", partial(listed, kind=kind)),
        get(f"/wp/v2/{kind}{_ID}", partial(read, kind=kind)),
        update(f"/wp/v2/{kind}{_ID}", partial(change, kind=kind)),
        delete(f"/wp/v2/{kind}{_ID}", partial(remove, kind=kind)),
    )
]
