"""What a setting's number is the id of: demanding that it is there and fits, and what it is called. It only reads."""

from __future__ import annotations

from typing import Any, NamedTuple

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.site.settings_known import Setting
from webapp.tools.spoken import plain
from webapp.tools.standing_in import stands_in
from webapp.tools.values import text_of
from webapp.wordpress.client import WordPress


class _Kind(NamedTuple):
    rest: str
    word: str
    hint: str


_KINDS = {
    "page": _Kind("wp/v2/pages", "page", "list_pages shows the pages with their ids."),
    "category": _Kind("wp/v2/categories", "category", "list_terms shows the categories with their ids."),
    "media": _Kind("wp/v2/media", "media file", "list_media shows the files with their ids."),
}


def called(site: WordPress, setting: Setting, value: Any) -> str | None:
    """Return what people call what a setting's number is the id of; None where it is not there any more."""
    if not setting.of or not value or stands_in(value):
        return None
    item = _found(site, _KINDS[setting.of], value)
    return None if item is None else plain(text_of(item.get("title", item.get("name")))).strip() or None


def demand_fits(site: WordPress, label: str, setting: Setting, value: Any) -> None:
    """Demand that a new number is the id of what the setting takes; 0 is nothing, and what is not made yet can wait.

    Raises:
        Refusal: `respira_invalid_arguments`, with the reason.
    """
    if not setting.of or stands_in(value) or (value == 0 and setting.of != "category"):
        return
    kind = _KINDS[setting.of]
    item = _found(site, kind, value)
    if item is None:
        words = f"{label} takes a {kind.word}, and there is no {kind.word} {value} on the site."
        raise Refusal("respira_invalid_arguments", words, hint=kind.hint)
    if setting.of == "page" and item.get("status") != "publish":
        words = f"{label} takes a published page, and page {value} is not published."
        raise Refusal("respira_invalid_arguments", words, hint="Publish the page first, or choose another one.")
    if setting.of == "media" and item.get("media_type") != "image":
        words = f"{label} takes a picture, and media file {value} is none."
        raise Refusal("respira_invalid_arguments", words, hint=kind.hint)


def _found(site: WordPress, kind: _Kind, item_id: int) -> dict[str, Any] | None:
    try:
        item = site.get(f"{kind.rest}/{item_id}", context="edit").body
    except SiteTrouble as trouble:
        if trouble.status == 404:
            return None
        raise
    return item if isinstance(item, dict) else None
