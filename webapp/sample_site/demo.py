"""Putting the demo's content into an empty site. The words are in demo_words.py."""

from __future__ import annotations

import secrets
import string
from typing import Any

from . import demo_words as words
from . import menu_items, settings
from .installation import Installation
from .store import Item

OWNER = "owner"
MENU = 3
FIRST_FREE_POST_ID = 400
OPENED = "2026-01-12T08:00:00"
ON_THE_MENU = ((21, 7), (22, 42), (23, 46))


def new_app_password() -> str:
    """Return a new application password: 24 letters and digits."""
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(24))


def fill(wp: Installation) -> None:
    """Put users, settings, pages, posts, terms, comments, a menu and plugins in, unless there is content."""
    with wp.store.lock:
        if wp.store.option("filled"):
            return
        _fill_settings(wp)
        _fill_users(wp)
        _fill_terms(wp)
        _fill_pages(wp)
        _fill_posts(wp)
        _fill_comments(wp)
        _fill_menu(wp)
        for plugin in words.PLUGINS:
            wp.store.put("plugins", dict(plugin))
        wp.store.count_from("posts", FIRST_FREE_POST_ID - 1)
        wp.store.count_from("terms", 19)
        wp.store.count_from("users", len(words.USERS))
        wp.store.count_from("comments", len(words.COMMENTS))
        wp.store.set_option("filled", True)


def _fill_settings(wp: Installation) -> None:
    for name, value in (settings.DEFAULTS | words.SETTINGS).items():
        wp.store.set_option(name, value)


def _fill_users(wp: Installation) -> None:
    for id, username, name, email, role in words.USERS:
        first, _, last = name.partition(" ")
        user: Item = {
            "id": id,
            "username": username,
            "slug": username,
            "name": name,
            "email": email,
            "roles": [role],
            "first_name": first,
            "last_name": last,
            "url": "{url}",
            "description": "",
            "registered_date": f"{OPENED}+00:00",
            "app_passwords": [{"name": "Demo", "password": new_app_password()}],
        }
        wp.store.put("users", user)


def _fill_terms(wp: Installation) -> None:
    for id, name, slug, description in words.CATEGORIES:
        term = {"id": id, "name": name, "slug": slug, "description": description, "parent": 0}
        wp.store.put("categories", term)
    for id, name, slug in words.TAGS:
        wp.store.put("tags", {"id": id, "name": name, "slug": slug, "description": "", "parent": 0})


def _item(wp: Installation, id: int, title: str, slug: str, gmt: str, content: str) -> dict[str, Any]:
    local = wp.local(gmt)
    return {
        "id": id,
        "title": title,
        "slug": slug,
        "content": content,
        "status": "publish",
        "floating": False,
        "date": local,
        "date_gmt": gmt,
        "modified": local,
        "modified_gmt": gmt,
        "password": "",
        "excerpt": "",
        "author": 1,
        "featured_media": 0,
        "parent": 0,
        "menu_order": 0,
        "comment_status": "closed",
        "ping_status": "closed",
        "template": "",
        "meta": {},
    }


def _fill_pages(wp: Installation) -> None:
    for id, title, slug, status, content, order in words.PAGES:
        item = _item(wp, id, title, slug, OPENED, content)
        place = {"status": status, "menu_order": order, "floating": status == "draft"}
        wp.store.put("pages", {**item, **place, "guid": f"{{url}}/?page_id={id}"})


def _fill_posts(wp: Installation) -> None:
    for id, title, slug, gmt, categories, tags, content in words.POSTS:
        item = _item(wp, id, title, slug, gmt, content) | {"comment_status": "open", "format": "standard"}
        terms = {"categories": categories, "tags": tags, "author": 2}
        wp.store.put("posts", {**item, **terms, "guid": f"{{url}}/?p={id}"})


def _fill_comments(wp: Installation) -> None:
    for id, post, name, email, status, content in words.COMMENTS:
        gmt = f"2026-07-{10 + id:02}T18:20:00"
        comment: Item = {
            "id": id,
            "post": post,
            "parent": 0,
            "author": 0,
            "author_name": name,
            "author_email": email,
            "author_url": "",
            "date": wp.local(gmt),
            "date_gmt": gmt,
            "content": content,
            "status": status,
        }
        wp.store.put("comments", comment)


def _fill_menu(wp: Installation) -> None:
    menu = {"id": MENU, "name": "Main menu", "slug": "main-menu", "description": "", "auto_add": False}
    wp.store.put("menus", menu)
    wp.store.set_option("nav_menu_locations", {"primary": MENU, "footer": 0})
    for order, (id, page) in enumerate(ON_THE_MENU, start=1):
        entry = {**menu_items.BLANK, "id": id, "type": "post_type", "object": "page", "object_id": page}
        wp.store.put("menu-items", {**entry, "menus": MENU, "menu_order": order})
