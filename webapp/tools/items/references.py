"""Other things of the site that an update names: they must be there, or the step could never run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.nouns import Noun
from webapp.tools.standing_in import stands_in
from webapp.tools.values import find_in_use, text_of
from webapp.wordpress.client import WordPress


def demand_references(site: WordPress, noun: Noun, asked: Mapping[str, Any], own: tuple[int, ...]) -> None:
    """Demand that the parent and the image that an update names are on the site.

    Args:
        own: the ids of the item itself and of its copy; none of them can be its parent.

    Raises:
        Refusal: `respira_not_found` or `respira_invalid_arguments`.
    """
    parent = asked.get("parent")
    if parent in own:
        raise Refusal("respira_invalid_arguments", f"A {noun.word} can not be its own parent.")
    if parent and not stands_in(parent):
        if not noun.nests:
            raise Refusal("respira_invalid_arguments", f"A {noun.word} can not stand below another.")
        find_in_use(site, noun, parent)
    image = asked.get("featured_media")
    if image and not stands_in(image):
        _demand_image(site, image)


def demand_author(site: WordPress, author: Any) -> None:
    """Demand that the author that a write names is on the site, as far as the login may see its users.

    Raises:
        Refusal: `respira_not_found`.
    """
    if not author or stands_in(author):
        return
    try:
        site.get(f"wp/v2/users/{author}")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no user {author} on the site.") from trouble
        if trouble.status not in (401, 403):
            raise


def holder_of(site: WordPress, noun: Noun, slug: Any, own: tuple[int, ...]) -> str | None:
    """Return what already holds an address, in words.

    Args:
        own: the ids of the item itself and of its copy.
    """
    if not slug:
        return None
    found = site.get_all(noun.rest, slug=slug, status="any", context="edit")
    # WordPress takes a slug with blanks for several, and an empty one among them finds every draft without.
    others = [item for item in found if item["id"] not in own and item.get("slug") == slug]
    return noun.called(others[0]["id"], text_of(others[0].get("title"))) if others else None


def _demand_image(site: WordPress, image: int) -> None:
    try:
        site.get(f"wp/v2/media/{image}")
    except SiteTrouble as trouble:
        if trouble.status == 404:
            raise Refusal("respira_not_found", f"There is no image {image} on the site.") from trouble
        raise
