"""The kinds of items with words of their own that the site has: pages, posts, and one custom type, recipes.

A kind is called by the last part of its REST path. What is done with items is in the modules of the nouns.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of items.

    Attributes:
        type: the post type's name.
        rights: what its capabilities are called after, as in `edit_posts`.
        terms: the last parts of the REST paths of its taxonomies; items hold the ids of terms under these.
        nests: whether an item can stand below another.
    """

    type: str
    rights: str
    terms: tuple[str, ...] = ()
    nests: bool = False


KINDS = {
    "posts": Kind("post", "posts", ("categories", "tags")),
    "pages": Kind("page", "pages", nests=True),
    "recipes": Kind("recipe", "posts", ("courses",)),
}
# The last parts of the REST paths of all their taxonomies, each with its name and the kind that has it.
TAXONOMIES = {"categories": ("category", "posts"), "tags": ("post_tag", "posts"), "courses": ("course", "recipes")}
