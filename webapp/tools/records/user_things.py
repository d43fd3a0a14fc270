"""What is a user's own: the items that they are the author of, and their comments. For undoing a deletion, which
makes the items another user's, and leaves the comments to somebody who is not there any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.errors import SiteTrouble
from webapp.tools.records.comments import COMMENT, PATH
from webapp.tools.records.holders import MOST_HELD, counted, give_on, held, present, types_of
from webapp.tools.spoken import if_allowed
from webapp.tools.values import filled
from webapp.wordpress.client import WordPress

_BY = ("author_name", "author_email", "author_url", *COMMENT.carried)


def counts_of(site: WordPress, user_id: int) -> dict[str, int]:
    """Return how many items of each type are a user's own."""
    return counted(site, types_of(site, authored=True), {"author": [user_id]})


def comment_count(site: WordPress, user_id: int) -> int:
    """Return how many comments a user wrote; none where the login may not look after comments."""
    query = {"author": [user_id], "status": "any", "per_page": 1, "_fields": "id"}
    answer = if_allowed(lambda: site.get(PATH, **query, context="edit"), None)
    return 0 if answer is None else answer.total or 0


def things_of(site: WordPress, user_id: int) -> list[list[Any]]:
    """Return the items that are a user's own, up to a number: [REST path of one, the field, its value]."""
    return held(site, types_of(site, authored=True), {"author": [user_id]}, "author")


def comments_of(site: WordPress, user_id: int) -> list[dict[str, Any]]:
    """Return a user's comments, up to a number, with what must stay as it is when they get another author."""
    query = {"author": [user_id], "status": "any", "context": "edit", "orderby": "id", "order": "asc"}
    found = if_allowed(lambda: site.get_all(PATH, **query), [])
    return [{"id": one["id"], "by": filled(_BY, one)} for one in found[:MOST_HELD]]


def give_things(site: WordPress, things: list[list[Any]], holder: int, new_id: int) -> int:
    """Make items a user's own again, unless somebody has given them to another since.

    Args:
        holder: whose they became.

    Returns:
        how many could not be given back.
    """
    return sum(not give_on(site, path, field, holder, new_id) for path, field, _former in things)


def give_comments(site: WordPress, comments: list[dict[str, Any]], old_id: int, new_id: int) -> int:
    """Make comments a user's own again, unless they are another's by now.

    Returns:
        how many could not be given back.
    """
    return sum(not _is_given(site, comment, old_id, new_id) for comment in comments)


def _is_given(site: WordPress, comment: Mapping[str, Any], old_id: int, new_id: int) -> bool:
    path = COMMENT.path(comment["id"])
    now = present(site, path, "author")
    if now != old_id:
        return now is not None
    try:
        site.post(path, {**comment["by"], "author": new_id})
    except SiteTrouble:
        return False
    return bool(present(site, path, "author") == new_id)
