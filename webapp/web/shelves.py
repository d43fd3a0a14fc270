"""What the address of a list with shelves asks for: what it is kept to, which shelf, which page.

Whose rows are on which shelf is the engine's business (`webapp.core.inbox`, `webapp.core.copy_shelves`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from flask import request

from webapp.data import Key, Site

from . import filters
from .plan_rows import site_choices

# No list is longer; a larger number in the address is a slip or a trick.
LAST_PAGE = 100_000
_FILTERS = ("site", "key", "words")


class Kept(Protocol):
    """What a list is kept to: the ids of a site and of a key, and words that somebody typed; None for all."""

    @property
    def site(self) -> str | None: ...

    @property
    def key(self) -> str | None: ...

    @property
    def words(self) -> str | None: ...


Wanted = TypeVar("Wanted", bound=Kept)
Shelf = TypeVar("Shelf", bound=StrEnum)


@dataclass(frozen=True)
class Asked(Generic[Wanted, Shelf]):
    """What the address asks for.

    Attributes:
        first: the shelf that is shown where the address names none.
        page: from 1.
    """

    path: str
    wanted: Wanted
    shelf: Shelf
    first: Shelf
    page: int

    def query(self) -> dict[str, str]:
        """Return what the list is kept to, as an address says it."""
        values = {"site": self.wanted.site, "key": self.wanted.key, "words": self.wanted.words}
        return {name: value for name, value in values.items() if value is not None}

    def address(self, shelf: Shelf, number: int = 1) -> str:
        """Return the address of the same list on another shelf, or on another page."""
        query = self.query() | self._kept(shelf) | ({} if number == 1 else {"page": str(number)})
        return filters.address(self.path, query)

    def choices(self, own: Sequence[Site], keys: Sequence[tuple[Key, Site]], nothing: Wanted) -> dict[str, Any]:
        """Return what the form above the list needs.

        Args:
            own: the person's sites.
            keys: those that have something in the list, each with its site.
            nothing: what a list is kept to that is kept to nothing.
        """
        several = len(own) > 1
        return {
            "sites": site_choices(own),
            "keys": [(key.public_id, f"{key.name} ({site.name})" if several else key.name) for key, site in keys],
            "asked": self.wanted,
            "kept": self._kept(self.shelf),
            "filtered": bool(self.query()),
            "everything": replace(self, wanted=nothing).address(self.shelf),
        }

    def _kept(self, shelf: Shelf) -> dict[str, str]:
        return {} if shelf == self.first else {"show": str(shelf)}


def told() -> dict[str, str | None]:
    """Return what the address keeps a list to."""
    typed = filters.told(request.args, *_FILTERS)
    return {name: typed.get(name) for name in _FILTERS}


def page() -> int:
    """Return which page the address asks for."""
    return min(max(1, request.args.get("page", 1, type=int)), LAST_PAGE)
