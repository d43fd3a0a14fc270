"""The list of copies: what waits for a person, and what was decided, each on its shelf; the address says which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from webapp.core import copy_shelves, sites
from webapp.core.copy_shelves import Shelf, Shelved, Wanted
from webapp.core.histories import CopyView
from webapp.data import Key, Site

from . import guard
from .pages import desk, page
from .plan_list import LAST_PAGE, LONGEST_WORDS
from .plan_rows import site_choices
from .shown_runs import ShownCopy, shown_copy

bp = Blueprint("copy_list", __name__)
_NAMES = {
    Shelf.WAITING: "Needs you",
    Shelf.KEPT: "Kept as drafts",
    Shelf.APPROVED: "Approved",
    Shelf.REJECTED: "Rejected",
    Shelf.ALL: "All",
}
# What is said where a shelf holds nothing: a heading and a sentence.
_EMPTY = {
    Shelf.WAITING: (
        "No copy is waiting",
        "When a step edits a page, it edits a draft copy, and what it makes is a new draft. Both wait here until you "
        "put them live.",
    ),
    Shelf.KEPT: ("Nothing is kept as a draft", "What you keep as a draft in WordPress can be taken up again here."),
    Shelf.APPROVED: ("Nothing was approved yet", "What you put live is kept here, and can be taken back."),
    Shelf.REJECTED: (
        "Nothing was rejected",
        "What you reject is kept here, and can be brought back while your site has it in the trash.",
    ),
    Shelf.ALL: ("There is no copy yet", "Every copy and every new draft that a step makes is kept here."),
}


class _Asked(NamedTuple):
    """What the address asks for."""

    wanted: Wanted
    shelf: Shelf
    page: int

    def query(self) -> dict[str, str]:
        """Return what the list is kept to, as an address says it."""
        names = {"site": self.wanted.site, "key": self.wanted.key, "words": self.wanted.words}
        return {name: value for name, value in names.items() if value is not None}

    def address(self, shelf: Shelf, number: int = 1) -> str:
        """Return the address of the same list on another shelf, or on another page."""
        query = self.query() | ({} if shelf == Shelf.WAITING else {"show": str(shelf)})
        query |= {} if number == 1 else {"page": str(number)}
        return f"/copies?{urlencode(query)}" if query else "/copies"


def _asked() -> _Asked:
    told = {name: request.args.get(name, "").strip()[:LONGEST_WORDS] or None for name in ("site", "key", "words")}
    show = request.args.get("show")
    shelf = Shelf(show) if show in list(Shelf) else Shelf.WAITING
    return _Asked(Wanted(**told), shelf, min(max(1, request.args.get("page", 1, type=int)), LAST_PAGE))


@bp.get("/copies")
def index() -> Response:
    """List the copies that wait for a person, or those on another shelf."""
    asked, person_id = _asked(), guard.person().id
    with desk().reading() as session:
        found = copy_shelves.listed(session, person_id, asked.wanted, asked.shelf, asked.page)
        waiting = copy_shelves.counted(session, person_id, asked.wanted, Shelf.WAITING)
        own, keys = sites.of_person(session, person_id), copy_shelves.keys_with_copies(session, person_id)
    more = len(found) > copy_shelves.A_PAGE
    return page(
        "copies/index.html",
        copies=[_shown(one) for one in found[: copy_shelves.A_PAGE]],
        newer=asked.address(asked.shelf, asked.page - 1) if asked.page > 1 else None,
        older=asked.address(asked.shelf, asked.page + 1) if more else None,
        tabs=_tabs(asked, waiting),
        **_filters(asked, own, keys),
    )


def _shown(one: Shelved) -> ShownCopy:
    return shown_copy(CopyView(one.copy, one.site, None, one.person, None), taken_back=one.taken_back)


def _tabs(asked: _Asked, waiting: int) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "address": asked.address(shelf),
            "number": waiting if shelf == Shelf.WAITING else 0,
            "current": shelf == asked.shelf,
        }
        for shelf, name in _NAMES.items()
    ]


def _filters(asked: _Asked, own: Sequence[Site], keys: Sequence[tuple[Key, Site]]) -> dict[str, Any]:
    several = len(own) > 1
    return {
        "sites": site_choices(own),
        "keys": [(key.public_id, f"{key.name} ({site.name})" if several else key.name) for key, site in keys],
        "asked": asked.wanted,
        "waits": asked.shelf == Shelf.WAITING,
        "kept": {} if asked.shelf == Shelf.WAITING else {"show": str(asked.shelf)},
        "filtered": bool(asked.query()),
        "everything": asked._replace(wanted=Wanted()).address(asked.shelf),
        "empty_words": _EMPTY[asked.shelf],
    }
