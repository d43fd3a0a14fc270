"""Who or what changed an item of any type last, or the draft copy of it that a write landed on."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.tools.answers import LastChange, Target
from webapp.tools.items.post_types import OfType
from webapp.tools.last_saves import last_save, number_of
from webapp.tools.nouns import NO_POSTS
from webapp.wordpress.client import WordPress


def last_change(site: WordPress, target: Target, copy_id: int | None, fields: Sequence[str]) -> LastChange | None:
    """Tell who or what changed an item last, as far as the site tells (see `WriteTool.last_change`)."""
    if target.kind in NO_POSTS:
        return None
    on_copy = copy_id is not None and any(field.startswith("copy.") for field in fields)
    item_id = copy_id if on_copy else number_of(target)
    if item_id is None:
        return None
    return last_save(site, OfType().of(site, target.kind).path(item_id), fields)
