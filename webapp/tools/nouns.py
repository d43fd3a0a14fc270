"""The kinds of items that hold text: where core REST keeps them, and what a copy of one takes over.

Another kind joins by another `Noun`; the code beside it stays as it is. Which noun a call is about is told by a
`NounSource`, because the kinds that a site has besides pages and posts are only known to the site.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from webapp.wordpress.client import WordPress


@dataclass(frozen=True)
class Noun:
    """A kind of item.

    Attributes:
        kind: as targets and copies name it, such as `page`.
        rest: its REST path, such as "wp/v2/pages".
        fields: what can be read and written, without custom fields, which are always there as `meta.NAME`.
        copied: those of `fields` that a faithful copy takes over.
        nests: whether an item can stand below another, and so shape its address.
        word: what people call one, such as `page`.
        plural: what answers call a list of them, such as `pages`.
        taxonomies: those of `fields` that hold ids of terms: the field, with the REST path of its terms.
    """

    kind: str
    rest: str
    fields: Sequence[str]
    copied: Sequence[str]
    edit_right: str
    delete_right: str
    nests: bool
    word: str
    plural: str
    taxonomies: Mapping[str, str]

    @property
    def title(self) -> str:
        """The word at the start of a sentence."""
        return self.word.capitalize()

    def path(self, item_id: int) -> str:
        """Return the REST path of one item."""
        return f"{self.rest}/{item_id}"

    def called(self, item_id: int, name: str) -> str:
        """Return how a sentence calls an item: "page 42 (About)"."""
        return f"{self.word} {item_id} ({name.strip() or 'no title'})"


# What a copy of any kind of item takes over, as far as the item has it. A language is there on a site with several.
COPIED = (
    "title",
    "content",
    "excerpt",
    "author",
    "featured_media",
    "comment_status",
    "ping_status",
    "template",
    "password",
    "lang",
)

PAGE = Noun(
    kind="page",
    rest="wp/v2/pages",
    fields=(*COPIED, "parent", "menu_order", "date", "status", "slug"),
    copied=(*COPIED, "parent", "menu_order"),
    edit_right="edit_pages",
    delete_right="delete_pages",
    nests=True,
    word="page",
    plural="pages",
    taxonomies={},
)

POST = Noun(
    kind="post",
    rest="wp/v2/posts",
    fields=(*COPIED, "sticky", "format", "categories", "tags", "date", "status", "slug"),
    copied=(*COPIED, "format", "categories", "tags"),
    edit_right="edit_posts",
    delete_right="delete_posts",
    nests=False,
    word="post",
    plural="posts",
    taxonomies={"categories": "wp/v2/categories", "tags": "wp/v2/tags"},
)

# Kinds of targets that are no posts of any kind, so that nothing of them is a draft copy.
NO_POSTS = frozenset(
    {
        "menu",
        "menu_location",
        "navigation",
        "option",
        "plugin",
        "media",
        "term",
        "comment",
        "user",
        "template",
        "template_part",
    }
)
# What the kind of a custom type's items begins with: a site may have a type called `menu`.
OF_TYPE = "type:"


_SPOKEN = {"option": "setting", "media": "file"}


def word_of(kind: str) -> str:
    """Return what people call a target's kind, such as `page`, `menu_item` or `type:book-review`."""
    return _SPOKEN.get(kind) or kind.removeprefix(OF_TYPE).replace("_", " ").replace("-", " ")


class NounSource(Protocol):
    """Tells which noun a call, or a snapshot, is about."""

    def asked(self, site: WordPress, arguments: Mapping[str, Any]) -> Noun:
        """Return the noun of a call. May ask the site.

        Raises:
            Refusal: `respira_not_found`, the site has no such type, or does not open it to programs.
        """

    def spoken(self, arguments: Mapping[str, Any]) -> Noun:
        """Return the noun of a call as far as it is known without the site: its kind and its words."""

    def of(self, site: WordPress, kind: str) -> Noun:
        """Return the noun of a target's kind. May ask the site.

        Raises:
            Refusal: `respira_not_found`.
        """


@dataclass(frozen=True)
class Always:
    """The source of one noun that every site has."""

    noun: Noun

    def asked(self, site: WordPress, arguments: Mapping[str, Any]) -> Noun:
        """Return the one noun."""
        return self.noun

    def spoken(self, arguments: Mapping[str, Any]) -> Noun:
        """Return the one noun."""
        return self.noun

    def of(self, site: WordPress, kind: str) -> Noun:
        """Return the one noun."""
        return self.noun
