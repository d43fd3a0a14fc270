"""Who or what saved something last, as far as the site tells. It only reads, and says nothing that it does not know.

WordPress keeps the author of a save in the item's revisions, and makes one only where the words changed. Of any other
save it tells the time and not the person; of settings, menus, terms, comments and users it tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.answers import LastChange, Target
from webapp.tools.spoken import if_allowed, plain
from webapp.tools.values import item_of
from webapp.wordpress.client import WordPress

# A change in one of these makes a revision.
_WORDS = ("title", "content", "excerpt")
# Autosaves stand among the revisions, and are nobody's change of the item.
_LOOKED_THROUGH = 10
GONE, BINNED, EDITED = "deleted for good", "moved to the trash", "edited"


def last_save(site: WordPress, path: str, fields: Sequence[str]) -> LastChange | None:
    """Tell who or what saved what stands at a REST path last; None where the login may not read it.

    Args:
        fields: the names of what moved.
    """
    try:
        item = item_of(site.get(path, context="edit"), written="no")
    except SiteTrouble as trouble:
        if trouble.status in (401, 403):
            return None
        if trouble.status == 404:
            return LastChange(GONE)
        raise
    if item.get("status") == "trash":
        return LastChange(BINNED, at=_time(item.get("modified_gmt")))
    revision = _newest_revision(site, path)
    saved_last = revision is not None and revision.get("modified_gmt") == item.get("modified_gmt")
    words = any(field.split(".", 1)[-1] in _WORDS for field in fields)
    if revision is None or not (saved_last or words):
        return LastChange(EDITED, at=_time(item.get("modified_gmt")))
    return LastChange(EDITED, who=_name(site, revision.get("author")), at=_time(revision.get("modified_gmt")))


def saves_at(rest: str) -> Callable[[WordPress, Target, int | None, Sequence[str]], LastChange | None]:
    """Return what tells who or what saved a thing of one kind last (see `WriteTool.last_change`).

    Args:
        rest: the REST path of all of that kind.
    """

    def last_change(site: WordPress, target: Target, copy_id: int | None, fields: Sequence[str]) -> LastChange | None:
        number = number_of(target)
        return None if number is None else last_save(site, f"{rest}/{number}", fields)

    return last_change


def number_of(target: Target) -> int | None:
    """Return the id that a target has on the site; None for what is only to be made."""
    return int(target.id) if target.id.isascii() and target.id.isdigit() else None


def _newest_revision(site: WordPress, path: str) -> dict[str, Any] | None:
    """Return the newest revision, None where there is none, the type keeps none, or the login may not see them."""
    found = if_allowed(lambda: site.get(f"{path}/revisions", per_page=_LOOKED_THROUGH).body, [])
    revisions = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return next((one for one in revisions if "-autosave-" not in str(one.get("slug"))), None)


def _name(site: WordPress, user_id: Any) -> str | None:
    if not isinstance(user_id, int) or user_id <= 0:
        return None
    try:
        user = site.get(f"wp/v2/users/{user_id}", _fields="name").body
    except SiteTrouble:
        return None
    return plain(user.get("name")) or None if isinstance(user, dict) else None


def _time(told: Any) -> datetime | None:
    """Return a time that WordPress tells without its zone, which is UTC."""
    try:
        return datetime.fromisoformat(str(told)).replace(tzinfo=UTC)
    except ValueError:
        return None
