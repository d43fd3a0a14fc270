"""The kinds of items that hold text: where core REST keeps them, and what a copy of one takes over.

Another kind joins by another `Noun`; the code beside it stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    """A kind of item.

    Attributes:
        kind: as targets and copies name it, such as `page`.
        rest: its REST path, such as "wp/v2/pages".
        fields: what can be read and written, without custom fields, which are always there as `meta.NAME`.
        copied: those of `fields` that a faithful copy takes over.
        nests: whether an item can stand below another, and so shape its address.
    """

    kind: str
    rest: str
    fields: Sequence[str]
    copied: Sequence[str]
    edit_right: str
    delete_right: str
    nests: bool

    @property
    def title(self) -> str:
        """The word at the start of a sentence."""
        return self.kind.capitalize()

    def path(self, item_id: int) -> str:
        """Return the REST path of one item."""
        return f"{self.rest}/{item_id}"

    def called(self, item_id: int, name: str) -> str:
        """Return how a sentence calls an item: "page 42 (About)"."""
        return f"{self.kind} {item_id} ({name.strip() or 'no title'})"


_COPIED = (
    "title",
    "content",
    "excerpt",
    "author",
    "featured_media",
    "comment_status",
    "ping_status",
    "template",
    "password",
)

PAGE = Noun(
    kind="page",
    rest="wp/v2/pages",
    fields=(*_COPIED, "parent", "menu_order", "status", "slug"),
    copied=(*_COPIED, "parent", "menu_order"),
    edit_right="edit_pages",
    delete_right="delete_pages",
    nests=True,
)
