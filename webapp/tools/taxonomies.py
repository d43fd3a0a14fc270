"""The taxonomies of a site, and finding the one that a call means. It reads no terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.errors import Refusal, SiteTrouble
from webapp.tools.spoken import plain
from webapp.wordpress.client import WordPress

# Menus are kept as terms too, and have tools of their own.
_NO_TAXONOMIES = ("nav_menu",)
_SINGULARS = {"category": "category", "post_tag": "tag"}
_PATH = "wp/v2/taxonomies"


@dataclass(frozen=True)
class Taxonomy:
    """A taxonomy that the site opens to programs.

    Attributes:
        slug: WordPress's own name, such as `post_tag`.
        base: the last part of its REST path, such as `tags`; posts hold the ids of their terms under it.
        rest: the REST path of its terms, such as "wp/v2/tags".
        types: the post types whose items can have its terms.
        nests: whether a term can stand below another.
    """

    slug: str
    name: str
    base: str
    rest: str
    types: tuple[str, ...]
    nests: bool
    description: str = ""

    @property
    def word(self) -> str:
        """What people call one of its terms."""
        return _SINGULARS.get(self.slug, f"{self.name} term")


def taxonomies_of(site: WordPress) -> list[Taxonomy]:
    """Return the taxonomies that the site opens to programs."""
    body = site.get(_PATH).body
    # Where there is none at all, PHP answers an empty list.
    if not isinstance(body, dict) and body != []:
        raise SiteTrouble("respira_site_not_json", "The site did not answer with its taxonomies.", written="no")
    found = [_taxonomy(one) for one in (body or {}).values() if isinstance(one, Mapping)]
    return [one for one in found if one.slug not in _NO_TAXONOMIES]


def taxonomy_named(site: WordPress, typed: str) -> Taxonomy:
    """Return a taxonomy by its slug or by the last part of its REST path.

    Raises:
        Refusal: `respira_not_found`, with those that there are.
    """
    found = taxonomies_of(site)
    wanted = typed.strip().casefold()
    # A slug counts before the base of another.
    same = [one for one in found if one.slug.casefold() == wanted]
    same += [one for one in found if one.base.casefold() == wanted]
    if same:
        return same[0]
    words = f"There is no taxonomy {typed} on the site that is open to programs."
    slugs = ", ".join(one.slug for one in found)
    raise Refusal("respira_not_found", words, hint=f"These are: {slugs}." if slugs else "The site opens none.")


def _taxonomy(item: Mapping[str, Any]) -> Taxonomy:
    base = str(item.get("rest_base") or item["slug"])
    return Taxonomy(
        slug=str(item["slug"]),
        name=plain(item.get("name")),
        base=base,
        rest=f"{item.get('rest_namespace') or 'wp/v2'}/{base}",
        types=tuple(map(str, item.get("types") or ())),
        nests=bool(item.get("hierarchical")),
        description=plain(item.get("description")),
    )
