"""The post types of a site, and which noun a call, a copy or a snapshot of their items is about.

A type that the site does not open to the REST interface is refused in words. Nothing is guessed: no other route is
tried.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.nouns import COPIED, OF_TYPE, PAGE, POST, Noun
from webapp.tools.spoken import plain
from webapp.tools.taxonomies import taxonomies_of
from webapp.wordpress.client import WordPress

PATH = "wp/v2/types"
_NO_TYPE = re.compile(r"[^a-z0-9_-]")
# Types of WordPress's own that have tools of their own, and what those are about.
_ELSEWHERE = {
    "attachment": "list_media and update_media",
    "nav_menu_item": "list_menu_items and update_menu_item",
    "wp_navigation": "list_navigation and update_navigation",
    "wp_template": "list_templates and update_template",
    "wp_template_part": "list_template_parts and update_template_part",
}
# What a site told of its types. A client lives as long as one call, and so does this.
_TOLD: WeakKeyDictionary[WordPress, dict[str, Noun]] = WeakKeyDictionary()


def is_of_wordpress(slug: str) -> bool:
    """Tell whether a type is one of WordPress's own that holds no pages, posts or the like."""
    return slug in _ELSEWHERE or slug.startswith("wp_")


def type_told(site: WordPress, slug: str) -> Mapping[str, Any]:
    """Return what a site tells of a post type to those who may edit it.

    Raises:
        Refusal: `respira_not_found`, it is not open to the REST interface; `respira_site_forbids`.
    """
    if not slug or _NO_TYPE.search(slug):
        words = f"{slug or 'Nothing'} is no name of a post type: those are small letters, digits, _ and -."
        raise Refusal("respira_invalid_arguments", words, hint="Use list_post_types to see those there are.")
    try:
        body = site.get(f"{PATH}/{slug}", context="edit").body
    except SiteTrouble as trouble:
        if trouble.code == "rest_forbidden_context":
            words = f"The site's own login may not edit items of the type {slug}."
            raise Refusal("respira_site_forbids", words) from trouble
        if trouble.status in (401, 403, 404):
            raise _closed(slug) from trouble
        raise
    if not isinstance(body, dict) or not body.get("rest_base"):
        raise _closed(slug)
    return body


def _closed(slug: str) -> Refusal:
    words = f"Custom type {slug} is not open to the REST interface of the site, or there is no such type."
    return Refusal("respira_not_found", words, hint="Use list_post_types to see those that are open.")


def noun_of_type(site: WordPress, slug: str) -> Noun:
    """Return the noun of a type's items, with the taxonomies that the site opens for it.

    Raises:
        Refusal: as `type_told`; `respira_invalid_arguments`, a type of WordPress's own that has other tools.
    """
    told = _TOLD.setdefault(site, {})
    if slug not in told:
        told[slug] = _asked_for(site, slug)
    return told[slug]


def _asked_for(site: WordPress, slug: str) -> Noun:
    noun = _of_every_site(slug)
    if noun is PAGE:
        return noun
    if noun is None:
        _demand_custom(slug)
        body = type_told(site, slug)
        noun = replace(
            _spoken(slug),
            rest=f"{body.get('rest_namespace') or 'wp/v2'}/{body['rest_base']}",
            nests=bool(body.get("hierarchical")),
        )
    found = {one.base: one.rest for one in taxonomies_of(site) if slug in one.types}
    further = [base for base in found if base not in noun.fields]
    return replace(
        noun,
        fields=(*noun.fields, *further),
        copied=(*noun.copied, *further),
        taxonomies={**noun.taxonomies, **found},
    )


def _of_every_site(slug: str) -> Noun | None:
    return {PAGE.kind: PAGE, POST.kind: POST}.get(slug)


def _demand_custom(slug: str) -> None:
    if is_of_wordpress(slug):
        tools = _ELSEWHERE.get(slug)
        hint = f"Use {tools} for these." if tools else "WordPress looks after it by itself."
        raise Refusal("respira_invalid_arguments", f"{slug} is a type of WordPress's own.", hint=hint)


def _spoken(slug: str) -> Noun:
    """Return the noun of a custom type as far as it is known without the site."""
    return Noun(
        kind=OF_TYPE + slug,
        rest="",
        fields=(*COPIED, "parent", "menu_order", "format", "date", "status", "slug"),
        copied=(*COPIED, "parent", "menu_order", "format"),
        edit_right="edit_posts",
        delete_right="delete_posts",
        nests=False,
        word=re.sub("[_-]+", " ", slug).strip() or slug,
        plural="items",
        taxonomies={},
    )


@dataclass(frozen=True)
class OfPosts:
    """The source of the noun `post`, with the taxonomies that a site has for posts besides categories and tags."""

    def asked(self, site: WordPress, arguments: Mapping[str, Any]) -> Noun:
        """Return the noun of posts on this site."""
        return noun_of_type(site, POST.kind)

    def spoken(self, arguments: Mapping[str, Any]) -> Noun:
        """Return the noun of posts on every site."""
        return POST

    def of(self, site: WordPress, kind: str) -> Noun:
        """Return the noun of posts on this site."""
        return noun_of_type(site, POST.kind)


@dataclass(frozen=True)
class OfType:
    """The source of the noun of whatever post type a call names as its `type`; pages and posts are such types too."""

    def asked(self, site: WordPress, arguments: Mapping[str, Any]) -> Noun:
        """Return the noun of a call.

        Raises:
            Refusal: as `noun_of_type`.
        """
        return noun_of_type(site, arguments["type"])

    def spoken(self, arguments: Mapping[str, Any]) -> Noun:
        """Return the noun of a call, without the path and the taxonomies that only the site knows."""
        return _of_every_site(arguments["type"]) or _spoken(arguments["type"])

    def of(self, site: WordPress, kind: str) -> Noun:
        """Return the noun of a target's kind.

        Raises:
            Refusal: as `noun_of_type`.
        """
        return noun_of_type(site, kind.removeprefix(OF_TYPE))


def name_of_type(body: Mapping[str, Any]) -> str:
    """Return what people call a type, as it was typed."""
    return plain(body.get("name")) or str(body.get("slug"))
