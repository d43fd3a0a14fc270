"""Where WordPress's own editor of an item is. It only reads."""

from __future__ import annotations

from typing import Any

from webapp.errors import SiteTrouble
from webapp.wordpress.client import WordPress


def edit_link(site: WordPress, item_id: int) -> str | None:
    """Return the address of an item in WordPress's own editor; None where the site does not tell its own."""
    try:
        index: Any = site.get("", _fields="url").body
    except SiteTrouble:
        return None
    address = index.get("url") if isinstance(index, dict) else None
    return f"{str(address).rstrip('/')}/wp-admin/post.php?post={item_id}&action=edit" if address else None
