"""What can be known when a write is planned of whether an item's fields can be set so, and by this login.

WordPress tells a login what it may do with an item in the item's own links; it is not asked for anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal
from webapp.tools.nouns import Noun
from webapp.tools.values import META, text_of

_PUBLISHING = ("publish", "private", "future")
_ACTION = "wp:action-"


def demand_allowed_fields(noun: Noun, item: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    """Demand that an item has the asked fields, and that the login may set them.

    Args:
        item: as its editors see it.
        asked: fields that would change.

    Raises:
        Refusal: `respira_invalid_arguments`; `respira_site_forbids`, with the right that is missing.
    """
    for field, value in asked.items():
        if field not in item and not field.startswith(META):
            raise Refusal("respira_invalid_arguments", f"A {noun.word} of this site has no {field}.")
        if item.get(field) != value:
            _demand_right(noun, item, field, value)
    _demand_pinned_without_password(noun, item, asked)


def _demand_right(noun: Noun, item: Mapping[str, Any], field: str, value: Any) -> None:
    links = item.get("_links")
    # A site behind something that takes the links away does not tell, and then WordPress itself decides.
    if not isinstance(links, Mapping) or "curies" not in links:
        return
    called = noun.called(item["id"], text_of(item.get("title")))
    if field == "status" and value in _PUBLISHING and _ACTION + "publish" not in links:
        raise Refusal("respira_site_forbids", f"The site's own login may not publish {called}.")
    if field == "author" and _ACTION + "assign-author" not in links:
        raise Refusal("respira_site_forbids", f"The site's own login may not give {called} another author.")
    if field == "sticky" and value and _ACTION + "sticky" not in links:
        raise Refusal("respira_site_forbids", f"The site's own login may not pin {called} to the top.")
    if field in noun.taxonomies and f"{_ACTION}assign-{field}" not in links:
        raise Refusal("respira_site_forbids", f"The site's own login may not choose the {field} of {called}.")


def _demand_pinned_without_password(noun: Noun, item: Mapping[str, Any], asked: Mapping[str, Any]) -> None:
    if asked.get("sticky") and item.get("password"):
        words = f"A {noun.word} with a password can not be pinned to the top."
        raise Refusal("respira_not_possible", words)
