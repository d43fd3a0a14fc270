"""Who looks after the draft copies of a kind of item: pages, posts, and those of every custom type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from webapp.tools.items.copies import DraftCopies
from webapp.tools.items.post_types import OfPosts, OfType
from webapp.tools.nouns import OF_TYPE, PAGE, POST, Always
from webapp.tools.tool import Copies


class CopiesByKind(Mapping[str, Copies]):
    """The copies of a kind such as `page`, or `type:book`: which custom types there are, only the site knows."""

    _known: Mapping[str, Copies] = {
        PAGE.kind: DraftCopies(Always(PAGE)),
        POST.kind: DraftCopies(OfPosts()),
    }
    _custom = DraftCopies(OfType())

    def __getitem__(self, kind: str) -> Copies:
        if kind.startswith(OF_TYPE):
            return self._custom
        return self._known[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
