"""Who or what changed an item last, as far as the site tells. It only reads, and says nothing that it does not know.

WordPress keeps the author of a save in the item's revisions, and makes one only where the words changed. Of any other
save it tells the time and not the person.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.answers import LastChange, Target
from webapp.tools.items.post_types import OfType
from webapp.tools.nouns import NO_POSTS
from webapp.tools.spoken import if_allowed, plain
from webapp.tools.values import find
from webapp.wordpress.client import WordPress

# A change in one of these makes a revision.
_WORDS = ("title", "content", "excerpt")
# Autosaves stand among the revisions, and are nobody's change of the item.
_LOOKED_THROUGH = 10
GONE, BINNED, EDITED = "deleted for good", "moved to the trash", "edited"


def last_change(site: WordPress, target: Target, copy_id: int | None, fields: Sequence[str]) -> LastChange | None:
    """Tell who or what changed an item of any type last (see `WriteTool.last_change`)."""
    if target.kind in NO_POSTS:
        return None
    on_copy = copy_id is not None and any(field.startswith("copy.") for field in fields)
    item_id = copy_id if on_copy else _number(target.id)
    if item_id is None:
        return None
    noun = OfType().of(site, target.kind)
    try:
        item = find(site, noun, item_id)
    except Refusal as refusal:
        return LastChange(GONE) if refusal.code == "respira_not_found" else None
    if item.get("status") == "trash":
        return LastChange(BINNED, at=_time(item.get("modified_gmt")))
    revision = _newest_revision(site, noun.path(item_id))
    saved_last = revision is not None and revision.get("modified_gmt") == item.get("modified_gmt")
    words = any(field.split(".", 1)[-1] in _WORDS for field in fields)
    if revision is None or not (saved_last or words):
        return LastChange(EDITED, at=_time(item.get("modified_gmt")))
    return LastChange(EDITED, who=_name(site, revision.get("author")), at=_time(revision.get("modified_gmt")))


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


def _number(told: str) -> int | None:
    return int(told) if told.isascii() and told.isdigit() else None


def _time(told: Any) -> datetime | None:
    """Return a time that WordPress tells without its zone, which is UTC."""
    try:
        return datetime.fromisoformat(str(told)).replace(tzinfo=UTC)
    except ValueError:
        return None
