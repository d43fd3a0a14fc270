"""What kinds of things the site has, over REST: post types, taxonomies, statuses, the active theme."""

from __future__ import annotations

from functools import partial
from typing import Any

from .asked import Asked
from .installation import Installation
from .routes import CURIES, Answer, get, links
from .trouble import not_found

TYPES: dict[str, dict[str, Any]] = {
    "post": {"name": "Posts", "hierarchical": False, "taxonomies": ["category", "post_tag"], "rest_base": "posts"},
    "page": {"name": "Pages", "hierarchical": True, "taxonomies": [], "rest_base": "pages"},
    "attachment": {"name": "Media", "hierarchical": False, "taxonomies": [], "rest_base": "media"},
    "recipe": {"name": "Recipes", "hierarchical": False, "taxonomies": ["course"], "rest_base": "recipes"},
    "nav_menu_item": {
        "name": "Navigation Menu Items",
        "hierarchical": False,
        "taxonomies": ["nav_menu"],
        "rest_base": "menu-items",
    },
}
TAXONOMIES: dict[str, dict[str, Any]] = {
    "category": {"name": "Categories", "types": ["post"], "hierarchical": True, "rest_base": "categories"},
    "post_tag": {"name": "Tags", "types": ["post"], "hierarchical": False, "rest_base": "tags"},
    "course": {"name": "Courses", "types": ["recipe"], "hierarchical": False, "rest_base": "courses"},
    "nav_menu": {
        "name": "Navigation Menus",
        "types": ["nav_menu_item"],
        "hierarchical": False,
        "rest_base": "menus",
    },
}
STATUSES = {
    "publish": "Published",
    "future": "Scheduled",
    "draft": "Draft",
    "pending": "Pending",
    "private": "Private",
    "trash": "Trash",
}
CLASSIC_THEME, BLOCK_THEME = "harbour-classic", "harbour-blocks"


def theme_of(wp: Installation) -> str:
    """Return the folder of the active theme: one without places for menus is a block theme."""
    return CLASSIC_THEME if wp.locations else BLOCK_THEME


def _links(asked: Asked, collection: str, base: str) -> dict[str, Any]:
    return {
        "collection": [{"href": asked.wp.rest(f"wp/v2/{collection}")}],
        "wp:items": [{"href": asked.wp.rest(f"wp/v2/{base}")}],
        "curies": CURIES,
    }


def _type(asked: Asked, slug: str) -> dict[str, Any]:
    known = TYPES[slug]
    shown: dict[str, Any] = {
        "description": "",
        "hierarchical": known["hierarchical"],
        "has_archive": False,
        "name": known["name"],
        "slug": slug,
        "icon": f"dashicons-admin-{slug}",
        "taxonomies": known["taxonomies"],
        "rest_base": known["rest_base"],
        "rest_namespace": "wp/v2",
        "template": [],
        "template_lock": False,
        "_links": _links(asked, "types", known["rest_base"]),
    }
    if asked.context == "edit":
        message = "Sorry, you are not allowed to edit posts in this post type."
        asked.need("edit_pages" if slug == "page" else "edit_posts", "rest_forbidden_context", message)
        supports = ("title", "editor", "author", "thumbnail", "excerpt", "comments", "revisions", "custom-fields")
        shown |= {
            "labels": {"name": known["name"], "singular_name": known["name"].removesuffix("s")},
            "supports": dict.fromkeys(supports, True),
            "viewable": True,
        }
    return shown


def _taxonomy(asked: Asked, slug: str) -> dict[str, Any]:
    known = TAXONOMIES[slug]
    return {
        "name": known["name"],
        "slug": slug,
        "description": "",
        "types": known["types"],
        "hierarchical": known["hierarchical"],
        "rest_base": known["rest_base"],
        "rest_namespace": "wp/v2",
        "_links": _links(asked, "taxonomies", known["rest_base"]),
    }


def _status(asked: Asked, slug: str) -> dict[str, Any]:
    public = slug == "publish"
    where = "wp/v2/posts" if public else f"wp/v2/posts?status={slug}"
    return {
        "name": STATUSES[slug],
        "private": slug == "private",
        "protected": slug in ("future", "draft", "pending"),
        "public": public,
        "queryable": public,
        "show_in_list": slug != "trash",
        "slug": slug,
        "date_floating": slug in ("draft", "pending"),
        "_links": {"archives": [{"href": asked.wp.rest(where)}]},
    }


def _all(asked: Asked, names: tuple[str, ...], shape: Any) -> Answer:
    return Answer({name: shape(asked, name) for name in names})


def _one(asked: Asked, names: tuple[str, ...], shape: Any, code: str, message: str) -> Answer:
    if asked.path["slug"] not in names:
        raise not_found(code, message)
    return Answer(shape(asked, asked.path["slug"]))


def theme(asked: Asked) -> Answer:
    """Show the active theme."""
    asked.need("edit_posts", "rest_cannot_view_active_theme", "Sorry, you are not allowed to view the active theme.")
    supports = {"formats": ["standard", "aside", "quote", "link"], "post-thumbnails": True, "title-tag": True}
    folder = theme_of(asked.wp)
    name, is_block_theme = folder.replace("-", " ").title(), folder == BLOCK_THEME
    shown = {
        "stylesheet": folder,
        "template": folder,
        "version": "1.0",
        "name": {"raw": name, "rendered": name},
        "status": "active",
        "theme_supports": {"block-templates": is_block_theme, **supports},
        "is_block_theme": is_block_theme,
        "_links": links(asked, f"wp/v2/themes/{folder}", {}, allow=["GET"]),
    }
    return Answer([shown], 200, {"X-WP-Total": "1", "X-WP-TotalPages": "1"})


_TYPES, _TAXONOMIES, _STATUSES = tuple(TYPES), tuple(TAXONOMIES), tuple(STATUSES)
_SLUG = r"/(?P<slug>[\w-]+)"
ROUTES = [
    get("/wp/v2/types", partial(_all, names=_TYPES, shape=_type)),
    get(
        "/wp/v2/types" + _SLUG,
        partial(_one, names=_TYPES, shape=_type, code="rest_type_invalid", message="Invalid post type."),
    ),
    get("/wp/v2/taxonomies", partial(_all, names=_TAXONOMIES, shape=_taxonomy)),
    get(
        "/wp/v2/taxonomies" + _SLUG,
        partial(_one, names=_TAXONOMIES, shape=_taxonomy, code="rest_taxonomy_invalid", message="Invalid taxonomy."),
    ),
    get("/wp/v2/statuses", partial(_all, names=_STATUSES, shape=_status)),
    get("/wp/v2/themes", theme),
]
